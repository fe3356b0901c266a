import FSMModel

/// Whether one call can go on for ever: a cycle of `always` and choices from state to state, or of events that the machine gives itself
/// in no time.
///
/// The answer errs towards "it can": guards and values are left out of account.
struct Settling {
  let canBeEndless: Bool

  init(_ machine: Machine) {
    canBeEndless = Self.hasAlwaysCycle(machine) || Self.hasRaiseCycle(machine)
  }

  /// States are nodes; an `always` or a choice leads from its source to what its target enters, and a state to what contains it, since it
  /// has that one's `always` too.
  private static func hasAlwaysCycle(_ machine: Machine) -> Bool {
    var edges: [[Int]] = machine.states.map { $0.parent.map { [$0.index] } ?? [] }
    for transition in machine.transitions {
      let reaction = machine[transition.reaction]
      guard reaction.trigger == .always || reaction.trigger == .choice else { continue }
      if transition.targets.isEmpty { return true }
      edges[transition.source.index] += transition.targets.map { machine.defaultEntry(of: $0.state).index }
    }
    return hasCycle(edges)
  }

  /// Events are nodes; an event leads to those that may be raised while it is taken.
  private static func hasRaiseCycle(_ machine: Machine) -> Bool {
    let exits = machine.bottomUp { state, inner in inner.reduce(raised(in: state.exit, machine)) { $0.union($1) } }
    var edges: [Set<Int>] = Array(repeating: [], count: machine.events.count)
    // What `always`, choices and wildcards raise can follow any event.
    var anywhere: Set<Int> = []
    for reaction in machine.reactions {
      let own = reaction.transitions.reduce(into: Set<Int>()) { $0.formUnion(raised(by: machine[$1], in: machine, exits)) }
      if own.isEmpty { continue }
      if case .events(let events) = reaction.trigger {
        for event in events { edges[event.index].formUnion(own) }
      } else {
        anywhere.formUnion(own)
      }
    }
    return hasCycle(edges.map { Array($0.union(anywhere)) })
  }

  private static func raised(by transition: Transition, in machine: Machine, _ exits: [Set<Int>]) -> Set<Int> {
    var events = raised(in: transition.effects, machine)
    guard let target = transition.targets.first?.state else { return events }
    let domain = machine.domain(of: transition)
    events.formUnion(exits[domain.index])
    for state in machine.path(from: domain, to: target) { events.formUnion(raised(in: machine[state].entry, machine)) }
    var current = target
    while let initial = machine[current].initial, let next = initial.targets.first?.state, machine.properlyContains(current, next) {
      events.formUnion(raised(in: initial.effects, machine))
      for state in machine.path(from: current, to: next) { events.formUnion(raised(in: machine[state].entry, machine)) }
      current = next
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

extension Machine {
  /// The innermost state that entering `state` by default reaches: a simple or final state, or a choice.
  func defaultEntry(of state: StateID) -> StateID {
    var current = state
    while let next = self[current].initial?.targets.first?.state, next != current { current = next }
    return current
  }
}
