import FSMAnalysis
import FSMDiagnostics
import FSMTestSupport
import Testing

/// The fixtures of names, types, structure, determinism and unused things: each finding marked, each marker met.
struct DiagnosticFixtureTests {
  static let fixtures = Fixtures.files(in: "diagnostics", extension: "fsm").filter { fixture in
    ["FSM2", "FSM3", "FSM4", "FSM5", "FSM6"].contains { fixture.name.hasPrefix($0) }
  }

  @Test(arguments: fixtures)
  func findingsAreWhereTheyAreMarked(_ fixture: Fixture) throws {
    let analyzed = Analyzed(texts: [try fixture.bytes()], paths: [fixture.path])
    let mismatches = MarkerComparison.mismatches(analyzed.diagnostics, in: analyzed.sources)
    #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
  }

  /// Each fixture shows the code it is named for.
  @Test(arguments: fixtures)
  func showsItsCode(_ fixture: Fixture) throws {
    let analyzed = Analyzed(texts: [try fixture.bytes()])
    #expect(analyzed.diagnostics.contains { fixture.name.hasPrefix($0.code.rawValue) })
  }

  @Test func everyCodeIsShown() {
    // What only trying everything shows has its charts in a folder of its own.
    let names = (Self.fixtures + Fixtures.files(in: "proofs", extension: "fsm")).map(\.name)
    for code in DiagnosticCode.allCases where ["FSM2", "FSM3", "FSM4", "FSM5", "FSM6"].contains(String(code.rawValue.prefix(4))) {
      #expect(names.contains { $0.hasPrefix(code.rawValue) }, "\(code.rawValue) has no fixture in Tests/Fixtures/diagnostics")
    }
  }

  /// Charts with nothing to complain about: no check raises a false alarm.
  @Test(arguments: Fixtures.files(in: "charts", extension: "fsm"))
  func soundChartsAreSilent(_ fixture: Fixture) throws {
    let analyzed = Analyzed(texts: [try fixture.bytes()], paths: [fixture.path])
    #expect(analyzed.diagnostics.isEmpty, "\(analyzed.report)")
    #expect(analyzed.chart.ownMachineCount > 0)
  }
}
