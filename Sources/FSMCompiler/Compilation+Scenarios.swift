import FSMDiagnostics
import FSMEmit
import FSMModel
import FSMSimulate

/// What came of the scenarios of one chart.
public struct ScenarioReport: Sendable {
  /// A scenario with the machine it is about.
  public struct Entry: Sendable {
    public var result: ScenarioResult
    public var assembly: Assembly
  }

  /// In the order written.
  public var entries: [Entry] = []
  public var coverage: Coverage

  /// A reaction that no scenario took: `paying: eject / release() -> idle`.
  public struct Gap: Sendable {
    public var span: Span
    public var text: String
  }

  public var gaps: [Gap] = []
}

extension Compilation {
  /// Runs the scenarios of the file's machines; those whose name contains `filter`, whatever the case, where one is given.
  public func runScenarios(filter: String? = nil, options: Interpreter.Options = .init()) -> ScenarioReport {
    var report = ScenarioReport(coverage: Coverage(of: chart))
    guard !hasErrors else { return report }
    let wanted = filter?.lowercased()
    for machine in ownMachines where !machine.scenarios.isEmpty {
      guard let assembly = Assembly(chart, machine: machine.id) else { continue }
      let results = ScenarioRunner.run(machine.id, of: chart, options: options) { scenario in
        wanted.map { scenario.name.lowercased().contains($0) } ?? true
      }
      for result in results { report.coverage.add(result.calls, of: assembly) }
      report.entries += results.map { .init(result: $0, assembly: assembly) }
    }
    report.gaps = report.coverage.missing.map { gap(at: $0) }
    return report
  }

  private func gap(at branch: Coverage.Branch) -> ScenarioReport.Gap {
    let machine = chart[branch.machine]
    let transition = machine[branch.transition]
    let reaction = machine[transition.reaction]
    let text = ChartText(chart: chart, machine: branch.machine)
    let targets = transition.targets.map { text.reference(to: $0.state) }.joined(separator: " & ")
    let line = text.reaction(branch.transition).line
    let parts = ["\(text.reference(to: transition.source)):", line, targets.isEmpty ? "" : "-> \(targets)"].filter { !$0.isEmpty }
    return ScenarioReport.Gap(
      span: reaction.transitions.count == 1 ? reaction.triggerSpan : transition.span, text: parts.joined(separator: " "))
  }
}

extension Compilation {
  /// The scenarios of the file's machines as Swift tests; none when there are no scenarios, or no Swift either.
  public func swiftTests(_ options: SwiftTestsOutput.Options) -> (text: String?, diagnostics: [Diagnostic]) {
    guard !hasErrors else { return (nil, []) }
    let found = SwiftCarries.check(chart).inReadingOrder
    guard !found.hasErrors, ownMachines.contains(where: { !$0.scenarios.isEmpty }) else { return (nil, found) }
    let text = SwiftTestsOutput.render(chart, sources, options) { Self.startedActivities(in: $1, of: $0, chart) }
    return (text, found)
  }

  /// Before each step of a scenario the activities started, as the machine with all that it uses calls them.
  static func startedActivities(in scenario: Scenario, of machine: MachineID, _ chart: Chart) -> [[ActivityUseID]] {
    // Only completions ask; without one there is no need to run anything.
    guard scenario.steps.contains(where: { if case .outcome = $0.kind { true } else { false } }) else { return [] }
    guard let assembly = Assembly(chart, machine: machine), let whole = Inlining(machine, in: chart),
      // As it is written, not as the whole machine has it.
      let written = chart[machine].scenarios.first(where: { $0.span == scenario.span && $0.name == scenario.name })
    else { return [] }
    return ScenarioRunner.startedActivities(in: written, of: assembly).map { places in
      places.compactMap { whole.activity($0.use, within: assembly.states(around: $0.scope)) }
    }
  }
}
