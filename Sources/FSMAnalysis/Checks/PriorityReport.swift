import FSMDiagnostics
import FSMModel

/// Where the rules decide which of several reactions is taken: an inner state before the ones around it, a region before those written
/// after it. Nothing is wrong with that; who wants to know asks for it.
public enum PriorityReport {
  private static let mostNeighbours = 16

  /// Notes on the file's own machines, in reading order.
  public static func notes(on chart: Chart) -> [Diagnostic] {
    chart.machines.prefix(chart.ownMachineCount).flatMap { machine -> [Diagnostic] in
      let reasoner = GuardReasoner(machine: machine, isInner: true)
      let named = reactionsByEvent(machine)
      return (inner(machine, named, reasoner) + regions(machine, named, reasoner)).inReadingOrder
    }
  }

  /// Reactions that name an event, in document order of their states.
  private static func reactionsByEvent(_ machine: Machine) -> [[ReactionID]] {
    var named: [[ReactionID]] = Array(repeating: [], count: machine.events.count)
    for state in machine.states {
      for id in state.reactions {
        if case .events(let events) = machine[id].trigger { for event in events { named[event.index].append(id) } }
      }
    }
    return named
  }

  private static func inner(_ machine: Machine, _ named: [[ReactionID]], _ reasoner: GuardReasoner) -> [Diagnostic] {
    named.enumerated().flatMap { index, reactions -> [Diagnostic] in
      var holders: [StateID: ReactionID] = [:]
      for id in reactions where holders[machine[id].source] == nil { holders[machine[id].source] = id }
      return reactions.compactMap { id in
        let reaction = machine[id]
        guard let outer = machine.ancestors(of: reaction.source).lazy.compactMap({ holders[$0] }).first,
          bothHold(reaction, machine[outer], machine, reasoner)
        else { return nil }
        let name = machine.events[index].name
        let mayPass = reaction.transitions.allSatisfy { machine[$0].condition != nil }
        return Diagnostic(
          .innerFirst, at: reaction.triggerSpan,
          "`\(name)` is taken here before `\(machine.pathName(of: machine[outer].source))` sees it",
          labels: [.init(machine[outer].triggerSpan, mayPass ? "tried where this one's guard fails" : "not tried here")])
      }
    }
  }

  private static func regions(_ machine: Machine, _ named: [[ReactionID]], _ reasoner: GuardReasoner) -> [Diagnostic] {
    guard machine.states.contains(where: { $0.kind == .parallel }) else { return [] }
    return named.enumerated().flatMap { index, reactions -> [Diagnostic] in
      reactions.enumerated().flatMap { place, first -> [Diagnostic] in
        reactions.dropFirst(place + 1).prefix(mostNeighbours).compactMap { second in
          let (one, other) = (machine[first], machine[second])
          guard conflict(one, other, machine), bothHold(one, other, machine, reasoner) else { return nil }
          return Diagnostic(
            .regionFirst, at: other.triggerSpan,
            "where both can be taken, `\(machine.events[index].name)` is taken in `\(machine.pathName(of: one.source))` and not here",
            labels: [.init(one.triggerSpan, "its region is written first")])
        }
      }
    }
  }

  /// Reactions of different regions one of which leaves the other's source.
  private static func conflict(_ one: Reaction, _ other: Reaction, _ machine: Machine) -> Bool {
    guard !machine.contains(one.source, other.source), !machine.contains(other.source, one.source),
      machine.canBeActiveTogether(one.source, other.source)
    else { return false }
    let (first, second) = (one.transitions.map { machine[$0] }, other.transitions.map { machine[$0] })
    guard first.contains(where: { $0.mode != .internal }), second.contains(where: { $0.mode != .internal }) else { return false }
    return first.contains { leaves($0, other.source, machine) } || second.contains { leaves($0, one.source, machine) }
  }

  private static func leaves(_ transition: Transition, _ state: StateID, _ machine: Machine) -> Bool {
    guard transition.mode != .internal else { return false }
    let domain = machine.domain(of: transition)
    return machine[domain].kind != .parallel && machine.contains(domain, state)
  }

  private static func bothHold(_ one: Reaction, _ other: Reaction, _ machine: Machine, _ reasoner: GuardReasoner) -> Bool {
    let guards = [one, other].map { reaction in reaction.transitions.map { machine.guarding($0, of: reaction) } }
    if case .impossible = reasoner.answer(.init(oneOf: guards, state: one.source)) { return false }
    return true
  }
}
