import FSMDiagnostics
import FSMTestSupport
import Testing

/// Every chart under `Tests/Fixtures/diagnostics` is reported on just as its markers say, and every code has such a chart.
struct DiagnosticFixtureTests {
  /// Codes that no chart in a file of this repository can show, with the test that shows them instead.
  static let shownElsewhere: [DiagnosticCode: String] = [
    .fileTooLarge: "fsmcTests/BadFileTests.hugeInputs: a fixture would have more than 32 MB",
    .expectationFailed: "Tests/Fixtures/scenarios: found by running, not by compiling",
    .unexpectedRejection: "Tests/Fixtures/scenarios: found by running, not by compiling",
    .scenarioStopped: "Tests/Fixtures/scenarios: found by running, not by compiling",
    .notCarried: "reported by outputs, which a chart alone does not ask for",
  ]

  @Test(arguments: DiagnosticFixture.all)
  func reportsWhatIsMarked(_ fixture: Fixture) throws {
    let chart = try DiagnosticFixture(fixture)
    #expect(chart.mismatches.isEmpty, "\n\(chart.mismatches.joined(separator: "\n\n"))")
    let code = String(fixture.name.prefix(6))
    #expect(chart.markedCodes.contains(code), "\(fixture.path) is named for \(code), which none of its markers shows")
  }

  @Test(arguments: DiagnosticCode.allCases.filter { shownElsewhere[$0] == nil })
  func everyCodeHasAFixture(_ code: DiagnosticCode) {
    let shown = DiagnosticFixture.all.contains { $0.name.hasPrefix(code.rawValue) }
    // Charts for the newest codes are still being written; until then the run lists what is missing.
    withKnownIssue("codes without a chart", isIntermittent: true) {
      #expect(shown, "\(code.rawValue) (\(code.title)) needs a chart Tests/Fixtures/diagnostics/\(code.rawValue)-….fsm that shows it")
    }
  }
}
