import FSMDiagnostics
import FSMModel

/// A state with several inner states says which of them it starts in. Only one that is never entered by default needs no initial state:
/// every transition into it then names an inner one, those of states that are never entered included, for they become Swift as well.
struct MissingInitial: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let lacking = Reachability(facts.machine, everywhere: true).lackInitial.filter { !facts.machine[$0.state].children.isEmpty }
    return lacking.map { finding($0.state, enteredAt: $0.because, facts.machine) }
      + facts.machine.states.compactMap { circle($0, facts.machine) }
  }

  private static func finding(_ state: StateID, enteredAt span: Span, _ machine: Machine) -> Diagnostic {
    let children = machine[state].children.filter { !machine[$0].isHistory }.map { machine[$0] }
    let fix = children.first.map { Diagnostic.Fix("mark `\($0.name)`", [.init($0.span.before, "initial ")]) }
    let isMachine = state == .root
    return Diagnostic(
      .missingInitial, at: machine[state].nameSpan, "\(isMachine ? "machine" : "state") `\(machine[state].name)` has no initial state",
      labels: isMachine ? [] : [.init(span, "entered here without naming an inner state")],
      hint: "mark one of \(list(children.map(\.name))) `initial`", fixes: fix.map { [$0] } ?? [])
  }

  /// A history without a default asks the composite where to start, so it cannot be what the composite starts with.
  private static func circle(_ state: State, _ machine: Machine) -> Diagnostic? {
    guard state.kind == .composite, let target = state.initial?.targets.first, machine[target.state].isHistory,
      machine[target.state].initial == nil
    else { return nil }
    let history = machine[target.state]
    return Diagnostic(
      .missingInitial, at: target.span, "`\(state.name)` starts in history `\(history.name)`, which has no default of its own",
      labels: [.init(history.nameSpan, "remembers nothing at first")], hint: "give it one: `history \(history.name) -> …`")
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(4).map { "`\($0)`" }.joined(separator: ", ") + (names.count > 4 ? ", …" : "")
  }
}
