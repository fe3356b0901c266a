import FSMDiagnostics
import FSMModel

/// A state completes when a final state inside it is entered, a parallel one when all its regions have. A `done` of a state that has no
/// final state inside is never taken.
struct NeverCompletes: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    let completes = facts.chart.completableStates(of: machine)
    return machine.reactions.compactMap { reaction in
      guard case .done(let state) = reaction.trigger, !completes[state.index] else { return nil }
      return Diagnostic(
        .neverCompletes, at: reaction.triggerSpan, "`\(machine.pathName(of: state))` is never done: no final state lies inside it",
        severity: .warning, labels: [.init(machine[state].nameSpan, "declared here")],
        hint: "give it a `final state`, or leave this reaction out")
    }
  }
}

extension Chart {
  /// For each state of a machine whether it can complete, as far as its final states tell.
  ///
  /// Innermost first: children have higher IDs than what is around them.
  func completableStates(of machine: Machine) -> [Bool] {
    var completes = Array(repeating: false, count: machine.states.count)
    for state in machine.states.reversed() {
      switch state.kind {
      case .composite: completes[state.id.index] = state.children.contains { machine[$0].kind == .final }
      case .parallel:
        let regions = state.children.filter { !machine[$0].isPseudo }
        completes[state.id.index] = !regions.isEmpty && regions.allSatisfy { completes[$0.index] }
      case .machine(let used):
        // A machine never contains itself, so this ends.
        completes[state.id.index] = completableStates(of: self[used])[0]
      case .simple, .final, .choice, .history: break
      }
    }
    return completes
  }
}
