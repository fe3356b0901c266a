import FSMDiagnostics
import FSMModel

/// An `always` without a guard is taken as soon as its state is entered. When such reactions lead in a circle, the machine never comes to
/// rest: a step that gets there is rejected as endless. Only what is certain is reported: one target, no guard, no parallel state around.
struct EndlessAlways: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    let always = machine.states.map { state in state.reactions.filter { machine[$0].trigger == .always } }
    guard always.contains(where: { !$0.isEmpty }) else { return [] }
    let next = machine.states.map { facts.reach.isEntered[$0.id.index] ? step(from: $0, always, facts) : nil }
    var round = Array(repeating: 0, count: machine.states.count)
    var findings: [Diagnostic] = []
    for start in machine.states.indices where round[start] == 0 {
      var current = start
      while round[current] == 0, let following = next[current] {
        round[current] = start + 1
        guard following.state.index != current else { break }
        current = following.state.index
      }
      guard round[current] == start + 1, let closing = next[current] else {
        if round[current] == 0 { round[current] = start + 1 }
        continue
      }
      findings.append(finding(machine.states[current], closing.span, machine))
    }
    return findings
  }

  /// Where an unguarded `always` certainly leads from a simple state, and the place that says so.
  private static func step(from state: State, _ reactions: [[ReactionID]], _ facts: MachineFacts) -> (state: StateID, span: Span)? {
    let machine = facts.machine
    guard state.kind == .simple else { return nil }
    let chain = machine.ancestorsAndSelf(of: state.id)
    guard !chain.contains(where: { machine[$0].kind == .parallel }) else { return nil }
    for holder in chain {
      let always = reactions[holder.index]
      guard let first = always.first else { continue }
      // Whichever branch is taken, none leaves the state.
      if holder == state.id, facts.alwaysTakes[first.index], always.allSatisfy({ machine.isInternal($0) }) {
        return (state.id, machine[first].triggerSpan)
      }
      guard always.count == 1, let branch = machine[first].transitions.first.map({ machine[$0] }), branch.condition == nil else {
        return nil
      }
      let span = machine[first].triggerSpan
      if branch.mode == .internal { return (state.id, span) }
      guard branch.targets.count == 1 else { return nil }
      return resting(at: branch.targets[0].state, machine).map { ($0, span) }
    }
    return nil
  }

  /// The simple state that is active after entering the target, where that is certain.
  private static func resting(at target: StateID, _ machine: Machine) -> StateID? {
    var current = target
    while machine[current].kind == .composite {
      guard let initial = machine[current].initial, initial.targets.count == 1 else { return nil }
      current = initial.targets[0].state
    }
    return machine[current].kind == .simple ? current : nil
  }

  private static func finding(_ state: State, _ span: Span, _ machine: Machine) -> Diagnostic {
    Diagnostic(
      .endlessLoop, at: span, "this `always` leads back to `\(machine.pathName(of: state.id))` without end",
      labels: [.init(state.nameSpan, "never comes to rest here")], hint: "give one `always` of the circle a guard that turns false")
  }
}

extension Machine {
  /// True when no branch has a target.
  fileprivate func isInternal(_ reaction: ReactionID) -> Bool { self[reaction].transitions.allSatisfy { self[$0].mode == .internal } }
}
