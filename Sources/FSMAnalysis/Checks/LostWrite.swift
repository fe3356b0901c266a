import FSMDiagnostics
import FSMModel

/// A transition runs exit effects first, then its own. What it writes into the data of a state that it leaves is gone with the state,
/// unless a later effect or an argument of the target reads it.
struct LostWrite: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    guard machine.variables.contains(where: { $0.owner != .root }) else { return [] }
    return machine.transitions.flatMap { transition -> [Diagnostic] in
      guard transition.mode != .internal, !transition.effects.isEmpty else { return [] }
      let domain = machine.domain(of: transition)
      return transition.effects.indices.flatMap { index in
        lost(transition.effects[index], behind: transition.effects[(index + 1)...], transition, domain, machine)
      }
    }
  }

  private static func lost(
    _ effect: Effect, behind later: ArraySlice<Effect>, _ transition: Transition, _ domain: StateID, _ machine: Machine
  ) -> [Diagnostic] {
    guard case .assign(let place, _, _, let span) = effect, case .variable(let id) = place.kind else { return [] }
    let owner = machine[id].owner
    guard owner != .root, machine.properlyContains(domain, owner), isAlone(transition.source, in: owner, machine) else { return [] }
    var isRead = false
    later.forEachEffect { effect in
      for expr in effect.expressions { expr.forEachPart { if case .variable(id) = $0.kind { isRead = true } } }
    }
    for target in transition.targets {
      for argument in target.arguments { argument.value.forEachPart { if case .variable(id) = $0.kind { isRead = true } } }
    }
    guard !isRead else { return [] }
    return [
      Diagnostic(
        .lostWrite, at: span, "nobody can read this value: `\(machine[owner].name)` is left and its data with it",
        labels: [.init(machine[id].nameSpan, "data of `\(machine[owner].name)`")],
        hint: "keep it in a `var` of the machine, or pass it to the target")
    ]
  }

  /// No region beside the source could read data of the owner in the same step.
  private static func isAlone(_ source: StateID, in owner: StateID, _ machine: Machine) -> Bool {
    guard machine.contains(owner, source) else { return false }
    return !([owner] + machine.path(from: owner, to: source)).contains { machine[$0].kind == .parallel }
  }
}
