import FSMDiagnostics
import FSMModel

/// Reactions of one state to one trigger that are written apart must exclude each other: nothing says which comes first. Guards that can
/// hold together are an error, shown with values for which they do; a reaction that repeats another one is merely redundant.
///
/// A fallback `on *` beside named events is no clash, nor are reactions of different states, nor a timer beside an event.
struct OverlappingReactions: Check {
  /// What is one trigger: reactions with equal keys compete.
  private enum Key: Hashable {
    case event(EventID)
    case other(Reaction.Trigger)
  }

  /// Of so many reactions of one state to one trigger all pairs are compared; of more, so many neighbours of each, and that is said.
  private static let mostNeighbours = 64

  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for state in facts.machine.states where state.reactions.count > 1 {
      // Reactions to several common events clash once.
      var reported: Set<[ReactionID]> = []
      for group in groups(of: state, facts.machine) {
        if group.count > mostNeighbours + 1 { findings.append(uncompared(group, facts.machine)) }
        for (index, first) in group.enumerated() {
          for second in group.dropFirst(index + 1).prefix(mostNeighbours) where reported.insert([first, second]).inserted {
            if let finding = compare(facts.machine[first], facts.machine[second], facts) { findings.append(finding) }
          }
        }
      }
    }
    return findings
  }

  /// Reactions by trigger, in the order written.
  private static func groups(of state: State, _ machine: Machine) -> [[ReactionID]] {
    if haveOneEventEach(state, machine) { return [] }
    var places: [Key: Int] = [:]
    var groups: [[ReactionID]] = []
    for id in state.reactions {
      let keys: [Key] =
        if case .events(let events) = machine[id].trigger { events.map { .event($0) } } else { [.other(machine[id].trigger)] }
      for key in keys {
        if let place = places[key] {
          groups[place].append(id)
        } else {
          places[key] = groups.count
          groups.append([id])
        }
      }
    }
    return groups.filter { $0.count > 1 }
  }

  /// True where every reaction is to one event, each to another one: most states are so, and it is quickly seen.
  private static func haveOneEventEach(_ state: State, _ machine: Machine) -> Bool {
    var events: [EventID] = []
    for id in state.reactions {
      guard case .events(let named) = machine[id].trigger, named.count == 1 else { return false }
      events.append(named[0])
    }
    events.sort()
    return zip(events, events.dropFirst()).allSatisfy { $0 != $1 }
  }

  private static func compare(_ first: Reaction, _ second: Reaction, _ facts: MachineFacts) -> Diagnostic? {
    let machine = facts.machine
    if machine.says(first, theSameAs: second) {
      return Diagnostic(
        .redundantReaction, at: second.triggerSpan, "`\(machine.text(of: second))` repeats a reaction of `\(machine[second.source].name)`",
        labels: [.init(first.triggerSpan, "the same reaction")], hint: "remove one of the two")
    }
    let question = GuardReasoner.Question(oneOf: [facts.guards(of: first), facts.guards(of: second)], state: first.source)
    let witness: [String]
    switch facts.reasoner.answer(question) {
    case .impossible: return nil
    case .unknown: return undecided(first, second, machine)
    case .possible(let values): witness = values
    }
    let trigger = machine.text(of: second)
    let when = witness.isEmpty ? "" : " when \(witness.prefix(4).joined(separator: ", "))"
    let message =
      witness.isEmpty
      ? "two reactions to `\(trigger)` have no guards that tell them apart" : "two reactions to `\(trigger)` can both be taken\(when)"
    return Diagnostic(
      .overlappingReactions, at: second.triggerSpan, message, labels: [.init(first.triggerSpan, "the other reaction")],
      hint: "make the guards exclusive, or write one reaction with ordered branches: `\(trigger) { [ … ] …  else … }`")
  }

  private static func uncompared(_ group: [ReactionID], _ machine: Machine) -> Diagnostic {
    let first = machine[group[0]]
    let trigger = machine.text(of: first)
    return Diagnostic(
      .undecidedOverlap, at: first.triggerSpan,
      "cannot tell whether all \(group.count) reactions to `\(trigger)` exclude each other: each was compared with \(mostNeighbours) others",
      hint: "write one reaction with ordered branches: `\(trigger) { [ … ] …  [ … ] … }`")
  }

  private static func undecided(_ first: Reaction, _ second: Reaction, _ machine: Machine) -> Diagnostic {
    let trigger = machine.text(of: second)
    return Diagnostic(
      .undecidedOverlap, at: second.triggerSpan, "cannot tell whether two reactions to `\(trigger)` exclude each other",
      labels: [.init(first.triggerSpan, "taken first where both guards hold")],
      hint: "write one reaction with ordered branches: `\(trigger) { [ … ] …  [ … ] … }`, or negate one guard in the other")
  }
}

extension Machine {
  /// True when two reactions do the same under the same conditions.
  func says(_ first: Reaction, theSameAs second: Reaction) -> Bool {
    guard first.transitions.count == second.transitions.count, first.parameters.map(\.name) == second.parameters.map(\.name) else {
      return false
    }
    return zip(first.transitions, second.transitions).allSatisfy { one, other in
      let (lhs, rhs) = (self[one], self[other])
      return lhs.condition == rhs.condition && lhs.isElse == rhs.isElse && lhs.mode == rhs.mode
        && lhs.targets.map(\.state) == rhs.targets.map(\.state) && lhs.targets.map(\.arguments) == rhs.targets.map(\.arguments)
        && sameEffects(lhs.effects, rhs.effects)
    }
  }
}

/// Equal effects wherever they stand. Recursion goes as deep as `if`s are nested.
func sameEffects(_ lhs: [Effect], _ rhs: [Effect]) -> Bool {
  lhs.count == rhs.count
    && zip(lhs, rhs).allSatisfy { one, other in
      switch (one, other) {
      case (.perform(let a, let x, _), .perform(let b, let y, _)): a == b && x == y
      case (.assign(let a, let s, let x, _), .assign(let b, let t, let y, _)): a == b && s == t && x == y
      case (.mutate(let a, _), .mutate(let b, _)): a == b
      case (.raise(let a, let x, _), .raise(let b, let y, _)): a == b && x == y
      case (.send(let a, let x, let d, _), .send(let b, let y, let e, _)): a == b && x == y && d == e
      case (.cancel(let a, _), .cancel(let b, _)): a == b
      case (.conditional(let c, let t, let e, _), .conditional(let d, let u, let f, _)): c == d && sameEffects(t, u) && sameEffects(e, f)
      default: false
      }
    }
}
