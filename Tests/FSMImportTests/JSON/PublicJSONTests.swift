import FSMCompiler
import FSMDiagnostics
import FSMTestSupport
import Foundation
import Testing

/// Charts in JSON that others wrote for real work, where a folder beside the checkout has some: read without a false finding, drawn, and
/// the same after a way through the language.
@Suite struct PublicJSONTests {
  private static let folder = ["../shared/charts", "../../shared/charts"].map {
    Fixtures.root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent($0).standardizedFileURL
  }.first { FileManager.default.fileExists(atPath: $0.path) }

  @Test(.enabled(if: folder != nil))
  func `charts of others are read whole`() throws {
    let folder = try #require(Self.folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
    #expect(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
      let compilation = Compilation(SourceInput(path: file, bytes: bytes))
      #expect(compilation.diagnostics.filter { $0.severity != .note }.map(\.message) == [], "\(file)")
      #expect(compilation.dot().contains("digraph"))
      let again = Compilation(SourceInput(path: "again.fsm", bytes: Array(compilation.chartText.utf8)))
      #expect(again.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(file)")
      let json = try #require(again.converted(to: .json).text)
      #expect(Compilation(SourceInput(path: "again.json", bytes: Array(json.utf8))).chartText == compilation.chartText, "\(file)")
    }
  }
}
