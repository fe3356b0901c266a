import FSMDiagnostics
import FSMModel

/// A state with an `always` that is taken whatever the values are never comes to rest, so no event, timer or completion ever finds it
/// active: its other reactions are never taken.
struct BlockedByAlways: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    return machine.states.flatMap { state -> [Diagnostic] in
      guard let always = state.reactions.first(where: { machine[$0].trigger == .always && facts.alwaysTakes[$0.index] }) else { return [] }
      return state.reactions.filter { machine[$0].trigger != .always }.map { id in
        Diagnostic(
          .neverTaken, at: machine[id].triggerSpan, "`\(machine.text(of: machine[id]))` is never taken: `\(state.name)` is left first",
          labels: [.init(machine[always].triggerSpan, "taken as soon as the state is entered")],
          hint: "remove it, or give `always` a guard")
      }
    }
  }
}
