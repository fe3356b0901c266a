import FSMDiagnostics
import FSMModel

/// Traces as scenarios of the chart's machine: what a script says line by line, typed.
struct TraceScenarios {
  /// What a scenario expects of the machine.
  enum Expectation {
    /// What the trace shows, call by call.
    case asFound
    /// That what the finding complains about does not come to pass; so it fails until the chart is mended.
    case mended(Diagnostic)
  }

  private let machine: Machine
  private var simulation: Simulation
  private let states: [String: StateID]

  /// Nil where the machine cannot be simulated.
  init?(_ compilation: Compilation, _ machine: Machine) {
    guard let simulation = Simulation(compilation, machine: machine.id) else { return nil }
    self.machine = machine
    self.simulation = simulation
    states = Dictionary(machine.states.map { (machine.pathName(of: $0.id), $0.id) }) { first, _ in first }
  }

  /// Nil where a scenario cannot say it: what the trace takes for granted about a text that only Swift understands.
  mutating func scenario(named name: String, _ trace: Diagnostic.Trace, _ expectation: Expectation) -> Scenario? {
    var steps: [Scenario.Step] = []
    for (index, call) in trace.steps.enumerated() {
      // A trap ends the process that tests run in.
      if case .asFound = expectation, call.outcome == .trapped { break }
      for line in call.answers + [call.input] {
        guard let step = step(line) else { return nil }
        steps.append(step)
      }
      let isLast = index + 1 == trace.steps.count
      switch expectation {
      case .asFound: steps += found(call)
      case .mended(let finding): if isLast { steps += wanted(finding, call) } else { steps += found(call) }
      }
    }
    return Scenario(name: name, steps: steps, span: machine.nameSpan)
  }

  private mutating func step(_ line: String) -> Scenario.Step? {
    switch simulation.command(InputLine(path: "trace", number: 1, bytes: Array(line.utf8)), known: []).part {
    case .step(let step)?: step
    case .word(.start, _, let span)?: Scenario.Step(kind: .start([]), span: span)
    default: nil
    }
  }

  private func found(_ call: Diagnostic.Trace.Step) -> [Scenario.Step] {
    if call.outcome != .taken { return [step(.expectRejected)] }
    return condition(of: call).map { [step(.expect($0))] } ?? []
  }

  private func wanted(_ finding: Diagnostic, _ call: Diagnostic.Trace.Step) -> [Scenario.Step] {
    // A call that is refused is expected to be taken.
    guard call.outcome == .taken else { return [] }
    if let assertion = machine.assertions.first(where: { $0.span == finding.span }), case .never(let condition) = assertion.kind {
      return [step(.expect(not(condition)))]
    }
    return condition(of: call).map { [step(.expect(not($0)))] } ?? []
  }

  /// `in(a) && in(b)`, of the innermost states; nil where none is a state of the machine itself.
  private func condition(of call: Diagnostic.Trace.Step) -> Expr? {
    let tests = call.states.compactMap { states[$0] }.map { Expr(.isIn($0), type: .bool, span: machine.nameSpan) }
    guard let first = tests.first else { return nil }
    return tests.dropFirst().reduce(first) { Expr(.binary($0, .and, $1), type: .bool, span: machine.nameSpan) }
  }

  private func not(_ condition: Expr) -> Expr { Expr(.not(condition), type: .bool, span: condition.span) }

  private func step(_ kind: Scenario.Step.Kind) -> Scenario.Step { Scenario.Step(kind: kind, span: machine.nameSpan) }
}
