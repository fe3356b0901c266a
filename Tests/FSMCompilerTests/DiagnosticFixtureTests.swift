import FSMDiagnostics
import FSMTestSupport
import Testing

/// Every chart under `Tests/Fixtures/diagnostics` is reported on just as its markers say, and every code has a chart.
struct DiagnosticFixtureTests {
  /// Codes that no chart in a file of this repository can show, with the test that shows them instead.
  static let shownElsewhere: [DiagnosticCode: String] = [
    .fileTooLarge: "fsmcTests/BadFileTests.hugeInputs: a fixture would have more than 32 MB",
    .notCarried: "fsmcTests/CompileTests.whatSwiftCannotCarry: found by an output, not by compiling alone",
  ]

  @Test(arguments: DiagnosticFixture.all)
  func reportsWhatIsMarked(_ fixture: Fixture) throws {
    let chart = try DiagnosticFixture(fixture)
    #expect(chart.mismatches.isEmpty, "\n\(chart.mismatches.joined(separator: "\n\n"))")
    let code = String(fixture.name.prefix(6))
    #expect(chart.markedCodes.contains(code), "\(fixture.path) is named for \(code), which none of its markers shows")
  }

  /// What only shows when a scenario is run, or when everything is tried, has its charts in a folder of its own.
  @Test(arguments: DiagnosticCode.allCases.filter { shownElsewhere[$0] == nil })
  func everyCodeHasAFixture(_ code: DiagnosticCode) {
    let charts = DiagnosticFixture.all + Fixtures.files(in: "scenarios", extension: "fsm") + Fixtures.files(in: "proofs", extension: "fsm")
    let shown = charts.contains { $0.name.hasPrefix(code.rawValue + "-") }
    #expect(shown, "\(code.rawValue) (\(code.title)) needs a chart Tests/Fixtures/diagnostics/\(code.rawValue)-….fsm that shows it")
  }
}
