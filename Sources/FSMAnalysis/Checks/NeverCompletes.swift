import FSMDiagnostics
import FSMModel

/// A state completes when a final state inside it is entered, a parallel one when all its regions have. A `done` of a state that has no
/// final state inside is never taken.
struct NeverCompletes: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    let completes = machine.completableStates { facts.usage.completes[$0.index] }
    return machine.reactions.compactMap { reaction in
      guard case .done(let state) = reaction.trigger, !completes[state.index] else { return nil }
      return Diagnostic(
        .neverCompletes, at: reaction.triggerSpan, "`\(machine.pathName(of: state))` is never done: \(reason(state, completes, machine))",
        severity: .warning, labels: [.init(machine[state].nameSpan, "declared here")],
        hint: "give it a `final state`, or leave this reaction out")
    }
  }
}

extension NeverCompletes {
  fileprivate static func reason(_ state: StateID, _ completes: [Bool], _ machine: Machine) -> String {
    let open = machine.activeChildren(of: state).first { !completes[$0.index] }
    guard machine[state].kind == .parallel, let open else { return "no final state lies inside it" }
    return "its region `\(machine[open].name)` never is"
  }
}

extension Machine {
  /// For each state whether it can complete, as far as final states tell; `machineCompletes` says it of the machines used as states.
  ///
  /// Innermost first: children have higher IDs than what is around them.
  func completableStates(_ machineCompletes: (MachineID) -> Bool) -> [Bool] {
    var completes = Array(repeating: false, count: states.count)
    for state in states.reversed() {
      switch state.kind {
      case .composite: completes[state.id.index] = state.children.contains { self[$0].kind == .final }
      case .parallel:
        let regions = activeChildren(of: state.id)
        completes[state.id.index] = !regions.isEmpty && regions.allSatisfy { completes[$0.index] }
      case .machine(let used): completes[state.id.index] = machineCompletes(used)
      case .simple, .final, .choice, .history: break
      }
    }
    return completes
  }
}
