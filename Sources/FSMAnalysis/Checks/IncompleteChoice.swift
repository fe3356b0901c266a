import FSMDiagnostics
import FSMModel

/// A choice never rests, so one of its branches must hold whatever the values are: it ends with `else`, or its guards provably cover
/// every case.
struct IncompleteChoice: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    return machine.reactions.compactMap { reaction in
      guard reaction.trigger == .choice, !facts.alwaysTakes[reaction.id.index] else { return nil }
      let choice = machine[reaction.source]
      guard !reaction.transitions.isEmpty else {
        return Diagnostic(
          .incompleteChoice, at: choice.nameSpan, "choice `\(choice.name)` has no branches", hint: "write at least `else -> …`")
      }
      var example = ""
      let question = GuardReasoner.Question(none: facts.guards(of: reaction), state: choice.id)
      if case .possible(let witness) = facts.reasoner.answer(question), !witness.isEmpty {
        example = " when \(witness.prefix(4).joined(separator: ", "))"
      }
      return Diagnostic(
        .incompleteChoice, at: choice.nameSpan, "choice `\(choice.name)` may have no branch to take\(example)",
        hint: "end it with `else -> …`")
    }
  }
}
