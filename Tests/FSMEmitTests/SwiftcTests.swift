import FSMCompiler
import FSMDiagnostics
import FSMEmit
import FSMTestSupport
import Foundation
import Testing

/// What swiftc says of generated files: nothing, in every mode; and of mistakes in the user's own text, that they are in the chart.
@Suite(.enabled(if: Tool("swiftc") != nil, "swiftc not found, skipped"))
struct SwiftcTests {
  /// Charts that need a module around them, or types that Embedded Swift does not have.
  private static let opaque: Set<String> = ["Session", "Shelf"]

  private func swiftc(_ arguments: [String], in folder: TemporaryFolder) throws -> Tool.Result {
    let tool = try #require(Tool("swiftc"))
    return try tool.run(["-swift-version", "6", "-parse-as-library"] + arguments, in: folder.url)
  }

  /// Writes the Swift of every chart that stands alone, and returns the files' names.
  private func generate(_ options: SwiftOptions, into folder: TemporaryFolder) throws -> [String] {
    try SwiftGoldenTests.charts.filter { !Self.opaque.contains($0.name) }.map { chart in
      let compilation = Compilation(SourceInput(path: "\(chart.name).fsm", bytes: try chart.bytes())) { used in
        (try? Fixtures.file("emit/\(used.path)").bytes()).map { .found(bytes: $0, identity: nil) } ?? .missing
      }
      let text = try #require(compilation.swift(options).text)
      try Data(text.utf8).write(to: folder.url.appendingPathComponent("\(chart.name).swift"))
      return "\(chart.name).swift"
    }
  }

  @Test(arguments: [
    SwiftOptions(access: .public), SwiftOptions(access: .public, codable: true, host: .actor),
    SwiftOptions(access: .public, host: .observable),
    SwiftOptions(access: .public, codable: true, host: .actor, observed: true),
  ])
  func publicMachinesBuildWithoutWarnings(_ options: SwiftOptions) throws {
    let folder = try TemporaryFolder()
    let files = try generate(options, into: folder)
    let result = try swiftc(
      ["-warnings-as-errors", "-emit-module", "-module-name", "Charts", "-o", "Charts.swiftmodule"] + files, in: folder)
    #expect(result.status == 0 && result.errorText.isEmpty, "\(result.errorText)")
  }

  @Test func machinesBuildUnderEmbeddedSwift() throws {
    let folder = try TemporaryFolder()
    let files = try generate(SwiftOptions(), into: folder)
    let embedded = ["-warnings-as-errors", "-enable-experimental-feature", "Embedded", "-wmo", "-emit-module", "-module-name", "Charts"]
    let result = try swiftc(embedded + ["-o", "Charts.swiftmodule"] + files, in: folder)
    #expect(result.status == 0 && result.errorText.isEmpty, "\(result.errorText)")
  }

  /// A type that does not exist, a call that does not type-check, a value of another opaque type: each on its own line of the chart.
  @Test func mistakesInTheUsersOwnTextPointIntoTheChart() throws {
    let folder = try TemporaryFolder()
    let chart = Fixtures.file("swiftc/Mistakes.fsm")
    let compilation = Compilation(SourceInput(path: "charts/Mistakes.fsm", bytes: try chart.bytes()))
    let text = try #require(compilation.swift(SwiftOptions()).text)
    try Data(text.utf8).write(to: folder.url.appendingPathComponent("Mistakes.swift"))
    let result = try swiftc(["-typecheck", "Mistakes.swift"], in: folder)
    #expect(result.status != 0)
    let source = try chart.text().split(separator: "\n", omittingEmptySubsequences: false)
    let marked = Set(source.indices.filter { source[$0].hasSuffix("// swiftc") }.map { $0 + 1 })
    let found = Set(
      result.errorText.split(separator: "\n").compactMap { line -> Int? in
        guard line.hasPrefix("charts/Mistakes.fsm:"), line.contains("error:") else { return nil }
        return Int(line.split(separator: ":")[1])
      })
    #expect(found == marked, "\(result.errorText)")
  }
}
