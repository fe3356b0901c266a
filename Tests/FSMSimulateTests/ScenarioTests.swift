import FSMDiagnostics
import FSMModel
import FSMSimulate
import FSMTestSupport
import Testing

/// What scenarios that fail say, marked in the fixtures.
struct ScenarioTests {
  @Test(arguments: Fixtures.files(in: "scenarios", extension: "fsm"))
  func failuresAreLocated(_ fixture: Fixture) throws {
    let test = try TestChart(try fixture.text(), path: fixture.path)
    let results = ScenarioRunner.run(MachineID(0), of: test.chart)
    let account = MarkerComparison.mismatches(results.flatMap(\.diagnostics), in: test.sources)
    #expect(account.isEmpty, "\(account.joined(separator: "\n"))")
  }

  @Test(arguments: [DiagnosticCode.expectationFailed, .unexpectedRejection, .scenarioStopped])
  func everyCodeHasAFixture(_ code: DiagnosticCode) {
    #expect(Fixtures.files(in: "scenarios", extension: "fsm").contains { $0.name.hasPrefix(code.rawValue + "-") })
  }
}
