import FSMDiagnostics
import FSMModel

/// A state that no path from the start leads to is never entered. Guards are taken to hold sometimes, so a state reported here is
/// certainly unreachable; of nested ones only the outermost is reported.
struct UnreachableState: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    return machine.states.filter { state in
      guard let parent = state.parent, !facts.reach.isEntered[state.id.index] else { return false }
      return facts.reach.isEntered[parent.index]
    }.map { state in
      let (what, hint) =
        switch state.kind {
        case .history: ("history", "no transition leads to it; remove it, or lead one there")
        case .choice: ("choice", "no transition leads to it; remove it, or lead one there")
        default: ("state", "no transition from a reachable state leads to it; remove it, or add one")
        }
      return Diagnostic(.unreachableState, at: state.nameSpan, "\(what) `\(machine.pathName(of: state.id))` is never entered", hint: hint)
    }
  }
}
