import FSMModel

/// Whether one call can go on for ever: a cycle of `always` and choices from state to state, or of events that the machine gives itself
/// in no time.
///
/// The answer errs towards "it can": guards and values are left out of account.
struct Settling {
  let canBeEndless: Bool

  /// - Parameter completions: the events of parallel states.
  init(_ machine: Machine, _ completions: [StateID: EventID]) {
    canBeEndless = Self.hasAlwaysCycle(machine) || Self.hasRaiseCycle(machine, completions)
  }

  /// States are nodes; an `always` or a choice leads from its source to what its target enters, and a state to what contains it, since it
  /// has that one's `always` too.
  private static func hasAlwaysCycle(_ machine: Machine) -> Bool {
    var edges: [[Int]] = machine.states.map { $0.parent.map { [$0.index] } ?? [] }
    for transition in machine.transitions {
      let reaction = machine[transition.reaction]
      guard reaction.trigger == .always || reaction.trigger == .choice else { continue }
      if transition.targets.isEmpty { return true }
      let plan = EntryPlan(machine, below: Leaving(transition, in: machine), targets: transition.targets.map(\.state))
      edges[transition.source.index] += plan.nodes.map(\.index) + plan.remembered(in: machine).map(\.index)
    }
    return hasCycle(edges)
  }

  /// Events are nodes; an event leads to those that may be raised while it is taken.
  private static func hasRaiseCycle(_ machine: Machine, _ completions: [StateID: EventID]) -> Bool {
    let raises = machine.containsEffect {
      switch $0 {
      case .raise, .send: true
      default: false
      }
    }
    if completions.isEmpty && !raises { return false }
    let exits = machine.bottomUp { state, inner in inner.reduce(raised(in: state.exit, machine)) { $0.union($1) } }
    var edges: [Set<Int>] = Array(repeating: [], count: machine.events.count)
    // What `always`, choices and wildcards raise can follow any event.
    var anywhere: Set<Int> = []
    for reaction in machine.reactions {
      let own = reaction.transitions.reduce(into: Set<Int>()) { $0.formUnion(raised(by: machine[$1], in: machine, exits, completions)) }
      if own.isEmpty { continue }
      if case .events(let events) = reaction.trigger {
        for event in events { edges[event.index].formUnion(own) }
      } else {
        anywhere.formUnion(own)
      }
    }
    return hasCycle(edges.map { Array($0.union(anywhere)) })
  }

  private static func raised(
    by transition: Transition, in machine: Machine, _ exits: [Set<Int>], _ completions: [StateID: EventID]
  ) -> Set<Int> {
    var events = raised(in: transition.effects, machine)
    if transition.targets.isEmpty { return events }
    let leaving = Leaving(transition, in: machine)
    events.formUnion(exits[leaving.domain.index])
    let plan = EntryPlan(machine, below: leaving, targets: transition.targets.map(\.state))
    for state in plan.openings + plan.remembered(in: machine) {
      events.formUnion(raised(in: machine[state].initial?.effects ?? [], machine))
    }
    for state in plan.nodes + plan.remembered(in: machine) {
      events.formUnion(raised(in: machine[state].entry, machine))
      guard machine[state].kind == .final, !completions.isEmpty else { continue }
      events.formUnion(machine.ancestors(of: state).compactMap { completions[$0]?.index })
    }
    return events
  }

  private static func raised(in effects: [Effect], _ machine: Machine) -> Set<Int> {
    var events: Set<Int> = []
    effects.forEachEffect {
      switch $0 {
      case .raise(let id, _, _), .send(let id, _, nil, _): events.insert(id.index)
      case .send(let id, _, let delay?, _): if delay.mayBeZero(in: machine) { events.insert(id.index) }
      default: break
      }
    }
    return events
  }

  /// Depth-first search without recursion; a grey node met again closes a cycle.
  private static func hasCycle(_ edges: [[Int]]) -> Bool {
    enum Colour { case white, grey, black }
    var colours = Array(repeating: Colour.white, count: edges.count)
    for root in edges.indices where colours[root] == .white {
      var path = [(node: root, next: 0)]
      colours[root] = .grey
      while let (node, next) = path.last {
        guard next < edges[node].count else {
          colours[node] = .black
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = edges[node][next]
        if colours[target] == .grey { return true }
        if colours[target] == .white {
          colours[target] = .grey
          path.append((target, 0))
        }
      }
    }
    return false
  }
}
