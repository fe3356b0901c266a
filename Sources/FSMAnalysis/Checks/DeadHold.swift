import FSMDiagnostics
import FSMModel

/// Reactions of a state come before its `defer` and `ignore`. Beside a reaction to the same event that is always taken, a `defer` or
/// `ignore` has no effect; beside one with a guard it says what happens when the guard does not hold.
struct DeadHold: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    facts.machine.states.flatMap { state -> [Diagnostic] in
      let holds = state.deferred.map { ($0, "defer") } + state.ignored.map { ($0, "ignore") }
      guard !holds.isEmpty, !state.reactions.isEmpty else { return [] }
      var taken: [EventID: Span] = [:]
      var takesAny: Span?
      for id in state.reactions where facts.alwaysTakes[id.index] {
        let reaction = facts.machine[id]
        if reaction.trigger == .any { takesAny = reaction.triggerSpan }
        if case .events(let events) = reaction.trigger { for event in events { taken[event] = reaction.triggerSpan } }
      }
      return holds.compactMap { hold, word in
        guard let span = hold.event.flatMap({ taken[$0] }) ?? takesAny else { return nil }
        let name = hold.event.map { facts.machine[$0].name } ?? "*"
        return Diagnostic(
          .neverTaken, at: hold.span, "`\(word) \(name)` has no effect: a reaction of `\(state.name)` always takes the event",
          labels: [.init(span, "always taken")], hint: "remove one of the two, or give the reaction a guard")
      }
    }
  }
}
