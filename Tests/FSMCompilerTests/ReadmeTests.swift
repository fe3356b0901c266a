import FSMCompiler
import FSMTestSupport
import Foundation
import Testing

/// The front page shows charts that compile, and the chart whose picture it shows.
struct ReadmeTests {
  private static let root = Fixtures.root.deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
  }

  /// The code blocks of a language, in order.
  private static func blocks(_ language: String, of text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  @Test func chartsOfTheFrontPageCompileWithoutAFinding() throws {
    let charts = Self.blocks("fsm", of: try Self.text("README.md"))
    #expect(!charts.isEmpty)
    for chart in charts {
      let compilation = Compilation(SourceInput(path: "README.fsm", bytes: Array(chart.utf8)))
      #expect(compilation.diagnostics.map(\.message) == [])
    }
  }

  @Test func chartsInJSONOfTheReferenceCompileWithoutAFinding() throws {
    let charts = Self.blocks("json", of: try Self.text("Grammar/reference.md"))
    #expect(!charts.isEmpty)
    for chart in charts {
      let compilation = Compilation(SourceInput(path: "reference.json", bytes: Array(chart.utf8)))
      #expect(compilation.diagnostics.map(\.message) == [])
    }
  }

  @Test func thePictureIsOfTheChartAboveIt() throws {
    #expect(Self.blocks("fsm", of: try Self.text("README.md")).first == (try Self.text("docs/Door.fsm")))
    let picture = try Self.text("docs/Door.svg")
    for word in ["closed", "opened", "locked", "entry / failures = 0", "1: unlock [entered == code]"] { #expect(picture.contains(word)) }
  }

  /// Every file that the documents link to is there.
  @Test(arguments: ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]) func linksLeadSomewhere(document: String) throws {
    for match in try Self.text(document).matches(of: /\]\(([^)#:]+)\)/) {
      let target = Self.root.appendingPathComponent(String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: target), "\(match.1)")
    }
  }
}
