import FSMDiagnostics
import FSMEmit
import FSMModel
import FSMProof
import FSMSimulate
import FSMTestSupport
import Foundation
import Testing

@testable import FSMCompiler

/// Counterexamples and paths happen as they say: in the interpreter, and in the generated machine that a test is written for.
struct CounterexampleTests {
  private static let fixtures = Fixtures.files(in: "proofs", extension: "fsm")

  private static func proven(_ fixture: Fixture) throws -> (Compilation, ChartProof) {
    let compilation = Compilation(SourceInput(path: fixture.path, bytes: try fixture.bytes()))
    return (compilation, compilation.prove(bound: 4_000))
  }

  /// Of each machine, how its counterexamples fare as scenarios.
  private func results(_ compilation: Compilation, _ proof: ChartProof, asFound: Bool) -> [ScenarioResult] {
    var chart = compilation.chart
    for machine in compilation.ownMachines {
      chart.machines[machine.id.index].scenarios = compilation.counterexamples(machine, proof, asFound: asFound)
    }
    var options = Interpreter.Options()
    options.mostMicrosteps = 3_000
    return compilation.ownMachines.flatMap { ScenarioRunner.run($0.id, of: chart, options: options) }
  }

  @Test(arguments: fixtures)
  func happenInTheInterpreter(_ fixture: Fixture) throws {
    let (compilation, proof) = try Self.proven(fixture)
    for result in results(compilation, proof, asFound: true) { #expect(result.passed, "\(fixture.path): \(result.name)") }
  }

  /// What `--emit-test` writes fails as long as the chart is what it is.
  @Test(arguments: fixtures)
  func failUntilTheChartIsMended(_ fixture: Fixture) throws {
    let (compilation, proof) = try Self.proven(fixture)
    let results = results(compilation, proof, asFound: false)
    #expect(results.count == proof.findings.count { $0.trace != nil })
    for result in results { #expect(!result.passed, "\(fixture.path): \(result.name)") }
  }

  /// One program with every machine, every counterexample and every path, compiled once.
  @Test func happenInTheGeneratedMachine() throws {
    guard let swiftc = Tool("swiftc"), let plugins = Self.plugins(swiftc) else { return }
    let folder = try TemporaryFolder()
    var files = ["main.swift"]
    var count = 0
    try folder.write("import Testing\nawait Testing.__swiftPMEntryPoint() as Never\n", to: "main.swift")
    for (number, fixture) in Self.fixtures.enumerated() {
      let (compilation, proof) = try Self.proven(fixture)
      guard compilation.ownMachines.count == 1 else { continue }
      let options = SwiftOptions(name: "C\(number)")
      // Tests take swiftc a while, and paths are many.
      let withPaths = ["FSM520-assertions", "FSM525-no-end", "FSM530-inner-first"].contains(fixture.name)
      let paths = !withPaths ? nil : compilation.pathTests(of: MachineID(0), pairs: false, bound: 200, .init(swift: options)).text
      let found = compilation.counterexampleTests(proof, .init(swift: options), asFound: true).text
      guard let machine = compilation.swift(options).text else { continue }
      for (name, text) in [("C\(number)", machine), ("C\(number)Paths", paths), ("C\(number)Found", found)] {
        guard let text else { continue }
        try folder.write(text, to: name + ".swift")
        files.append(name + ".swift")
        count += text.split(separator: "\n").count { $0.contains("@Test") }
      }
    }
    let built = try swiftc.run(["-swift-version", "6", "-Onone", "-o", "tests", "-plugin-path", plugins] + files, in: folder.url)
    try #require(built.status == 0, "\(built.errorText.suffix(3_000))")
    let run = try Tool(path: folder.url("tests").path).run(["--testing-library", "swift-testing"], in: folder.url)
    #expect(run.status == 0, "\((run.errorText + run.text).split(separator: "\n").filter { $0.contains("✘") }.joined(separator: "\n"))")
    #expect((run.errorText + run.text).contains("with \(count) tests"), "\(run.text.suffix(300))")
  }

  /// Where the toolchain keeps the macros of Swift Testing.
  private static func plugins(_ swiftc: Tool) -> String? {
    let root = URL(fileURLWithPath: swiftc.path).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    let folders = ["lib/swift/host/plugins", "lib/swift/host/plugins/testing"].map { root.appendingPathComponent($0) }
    return folders.first { folder in
      ["libTestingMacros.so", "libTestingMacros.dylib"].contains {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
      }
    }?.path
  }
}
