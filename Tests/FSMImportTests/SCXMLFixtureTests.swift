import FSMAnalysis
import FSMDiagnostics
import FSMImport
import FSMModel
import FSMSimulate
import FSMSyntax
import FSMTestSupport
import Foundation
import Testing

/// The charts under `Tests/Fixtures/scxml`: what they do is in `NAME.steps`, written from the W3C's algorithm; what chart they make is in
/// `NAME.fsm`.
struct SCXMLFixtureTests {
  static let fixtures = Fixtures.files(in: "scxml", extension: "scxml")

  /// Reads the chart, as it is or by way of the text it is converted to.
  private func imported(_ fixture: Fixture, throughText: Bool) throws -> Assembly {
    var sources = SourceMap()
    let id = sources.add(path: fixture.path, bytes: try fixture.bytes())
    var syntax = SyntaxFile(importingSCXML: sources[id])
    if throughText {
      let text = sources.add(path: fixture.name + ".fsm", bytes: Array(ChartWriter.text(of: syntax).utf8))
      syntax = SyntaxFile(parsing: sources[text])
    }
    let analysis = Analysis.analyze([syntax])
    let errors = analysis.diagnostics.filter { $0.severity == .error }
    try #require(errors.isEmpty, "\(TextRenderer().render(errors, in: sources))")
    return try #require(Assembly(analysis.chart, machine: MachineID(0)))
  }

  @Test(arguments: fixtures, [false, true])
  func doesWhatTheDocumentSays(_ fixture: Fixture, throughText: Bool) throws {
    let text = try Fixtures.file("scxml/\(fixture.name).steps").text()
    var player = ForeignPlayer(try imported(fixture, throughText: throughText))
    var steps = 0
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.hasPrefix("#") && !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1)
      let sides = parts[1].split(separator: "/", maxSplits: 1)
      let expected = Set(sides[0].split(separator: " ").map(String.init))
      let effects = sides.count > 1 ? sides[1].drop { $0 == " " } : ""
      switch parts[0].split(separator: " ").map(String.init) {
      case ["start"]: player.start()
      case let words where words[0] == "advance": player.advance(by: .seconds(Int(words[1].dropLast()) ?? 0))
      default: player.send(String(parts[0]))
      }
      #expect(player.problem == nil)
      #expect(player.ids == expected, "\(fixture.name).steps:\(number + 1)")
      #expect(player.effects.joined(separator: ", ") == effects, "\(fixture.name).steps:\(number + 1)")
      steps += 1
    }
    #expect(steps > 2)
  }

  @Test(arguments: fixtures)
  func makesThisChart(_ fixture: Fixture) throws {
    var sources = SourceMap()
    let id = sources.add(path: fixture.path, bytes: try fixture.bytes())
    Golden.expect(ChartWriter.text(of: SyntaxFile(importingSCXML: sources[id])), at: "scxml/\(fixture.name).fsm")
  }
}
