import FSMDiagnostics
import FSMModel

/// Ordered branches are tried one after the other. A branch behind one without a guard, behind branches that cover all its cases, or with
/// a guard that never holds, is never taken.
struct NeverTakenBranch: Check {
  /// Longer lists are compared only for branches without guards.
  private static let mostCompared = 64

  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    facts.machine.reactions.flatMap { findings(in: $0, facts) }
  }

  private static func findings(in reaction: Reaction, _ facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    // Most reactions are one branch without a guard.
    if reaction.transitions.count == 1, machine[reaction.transitions[0]].condition == nil { return [] }
    var findings: [Diagnostic] = []
    var earlier: [GuardReasoner.Guard] = []
    var last: Transition?
    for id in reaction.transitions {
      let transition = machine[id]
      if let last {
        let what = last.isElse ? "`else`" : last.condition == nil ? "a branch without a guard" : "a guard that always holds"
        findings.append(
          Diagnostic(
            .neverTaken, at: transition.span, "this branch is never taken: it stands behind \(what)",
            labels: [.init(last.span, "always taken")], hint: "branches are tried in order; put this one before it"))
        continue
      }
      let own = machine.guarding(id, of: reaction)
      guard own.condition != nil else {
        last = transition
        continue
      }
      if let finding = always(transition, own, reaction, facts) {
        findings.append(finding)
        last = transition
      }
      if earlier.count < mostCompared, let finding = covered(transition, own, earlier, reaction, facts) { findings.append(finding) }
      earlier.append(own)
    }
    return findings
  }

  /// A guard that holds by itself: what opaque numbers it takes may be fractions here.
  private static func always(
    _ transition: Transition, _ own: GuardReasoner.Guard, _ reaction: Reaction, _ facts: MachineFacts
  ) -> Diagnostic? {
    guard let span = transition.condition?.span,
      case .impossible = facts.reasoner.answer(.init(none: [own], state: reaction.source, assumesWhole: false))
    else { return nil }
    return Diagnostic(.alwaysHolds, at: span, "this guard always holds", hint: "leave it out, or mend it")
  }

  private static func covered(
    _ transition: Transition, _ own: GuardReasoner.Guard, _ earlier: [GuardReasoner.Guard], _ reaction: Reaction, _ facts: MachineFacts
  ) -> Diagnostic? {
    let span = transition.condition?.span ?? transition.span
    if case .impossible = facts.reasoner.answer(.init(oneOf: [[own]], state: reaction.source, assumesWhole: false)) {
      return Diagnostic(.neverTaken, at: span, "this guard never holds", hint: "remove what it guards, or mend the guard")
    }
    guard !earlier.isEmpty,
      case .impossible = facts.reasoner.answer(.init(oneOf: [[own]], none: earlier, state: reaction.source, assumesWhole: false))
    else { return nil }
    return Diagnostic(
      .neverTaken, at: span, "this branch is never taken: the guards before it hold whenever this one does",
      hint: "branches are tried in order; put the narrower guard first")
  }
}
