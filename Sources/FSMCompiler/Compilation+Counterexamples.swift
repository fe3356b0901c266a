import FSMDiagnostics
import FSMEmit
import FSMModel
import FSMProof
import FSMSimulate

extension Compilation {
  /// Counterexamples as Swift tests, one each; none where no finding has a trace, or the chart no Swift.
  ///
  /// - Parameter asFound: Whether the tests expect what the traces show, instead of failing until the chart is mended.
  public func counterexampleTests(
    _ proof: ChartProof, _ options: SwiftTestsOutput.Options, asFound: Bool = false
  ) -> (text: String?, diagnostics: [Diagnostic]) {
    swiftTests(options, suite: "Counterexamples") { machine, making in counterexamples(machine, proof, asFound: asFound, &making) }
  }

  /// The counterexamples of one machine as scenarios.
  func counterexamples(_ machine: Machine, _ proof: ChartProof, asFound: Bool) -> [Scenario] {
    guard var making = TraceScenarios(self, machine) else { return [] }
    return counterexamples(machine, proof, asFound: asFound, &making).compactMap(\.scenario)
  }

  private func counterexamples(
    _ machine: Machine, _ proof: ChartProof, asFound: Bool, _ making: inout TraceScenarios
  ) -> [Sketch] {
    let findings = proof.machines.filter { $0.machine == machine.id }.flatMap(\.proof.findings)
    return findings.compactMap { finding in
      guard let trace = finding.trace else { return nil }
      let name = "\(finding.code.rawValue) on line \(sources.position(of: finding.span).line): \(finding.message)"
      return Sketch(name: name, scenario: making.scenario(named: name, trace, asFound ? .asFound : .mended(finding)))
    }
  }

  /// Sequences of calls that together take every reaction of a machine, as Swift tests.
  public func pathTests(
    of machine: MachineID, pairs: Bool, bound: Int, _ options: SwiftTestsOutput.Options
  ) -> (text: String?, diagnostics: [Diagnostic]) {
    swiftTests(options, suite: "Paths") { own, making in
      guard own.id == machine, let paths = Paths(through: machine, of: chart, pairs: pairs, bound: bound) else { return [] }
      return paths.traces.enumerated().map { index, trace in
        let name = "path \(index + 1)"
        return Sketch(name: name, scenario: making.scenario(named: name, trace, .asFound))
      }
    }
  }

  private struct Sketch {
    var name: String
    /// Nil where no test can say it.
    var scenario: Scenario?
  }

  private func swiftTests(
    _ options: SwiftTestsOutput.Options, suite: String, _ make: (Machine, inout TraceScenarios) -> [Sketch]
  ) -> (text: String?, diagnostics: [Diagnostic]) {
    guard !hasErrors else { return (nil, []) }
    let found = SwiftCarries.check(chart).inReadingOrder
    guard !found.hasErrors else { return (nil, found) }
    var chart = chart
    var missing: [String] = []
    for machine in ownMachines {
      guard var making = TraceScenarios(self, machine) else { continue }
      let sketches = make(machine, &making)
      chart.machines[machine.id.index].scenarios = sketches.compactMap(\.scenario)
      missing += sketches.filter { $0.scenario == nil }.map(\.name)
    }
    guard chart.machines.prefix(chart.ownMachineCount).contains(where: { !$0.scenarios.isEmpty }) else { return (nil, found) }
    var options = options
    options.suite = suite
    let tested = chart
    var text = SwiftTestsOutput.render(tested, sources, options) { Self.startedActivities(in: $1, of: $0, tested) }
    for name in missing {
      let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
      text += "\n// No test: \(line). What leads there is up to Swift code that the chart does not see.\n"
    }
    return (text, found)
  }
}
