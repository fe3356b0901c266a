import FSMModel

/// What microsteps do to values.
extension Flow {
  /// Lets the values of a state flow on through its reactions.
  mutating func follow(_ state: StateID) {
    guard let known = values[state.index] else { return }
    let resting = resting(known, at: state)
    for id in machine[state].reactions {
      let reaction = machine[id]
      let isWaiting = reaction.trigger.waits
      guard let own = isWaiting ? resting : known else { continue }
      // What stays where it is stays in each state inside.
      let isInternal = reaction.transitions.contains { machine[$0].targets.isEmpty } && !machine[state].children.isEmpty
      let places = isInternal ? leaves(of: state) : [state]
      count(places.count)
      for place in places {
        var before: Values? = own
        if place != state {
          before = values[place.index]
          if isWaiting { before = before.flatMap { self.resting($0, at: place) } }
        }
        if let before { follow(reaction, before, at: place, staysOnly: place != state) }
      }
      if isInternal { follow(reaction, own, at: state, staysOnly: false) }
    }
  }

  private func leaves(of state: StateID) -> [StateID] {
    (state.index + 1..<machine[state].end).map { StateID($0) }.filter { machine[$0].children.isEmpty && values[$0.index] != nil }
  }

  /// What is left of the values where nothing goes on by itself; nil where something always does.
  ///
  /// Events are looked at only when no `always` is enabled, neither of the state nor of one around it.
  func resting(_ values: Values, at state: StateID) -> Values? {
    if machine[state].isPseudo { return nil }
    var rest = values
    for around in machine.ancestorsAndSelf(of: state) {
      for id in machine[around].reactions {
        guard case .always = machine[id].trigger else { continue }
        for branch in machine[id].transitions {
          guard let condition = machine[branch].condition, let left = narrowed(rest, condition, holds: false, at: state) else { return nil }
          rest = left
        }
      }
    }
    return rest
  }

  /// - Parameter staysOnly: Whether branches with targets are left out.
  private mutating func follow(_ reaction: Reaction, _ values: Values, at place: StateID, staysOnly: Bool) {
    var rest = values
    for branch in reaction.transitions {
      let transition = machine[branch]
      let condition = transition.condition
      let holding = condition.map { narrowed(rest, $0, holds: true, at: place) } ?? rest
      if let holding, base.isFeasible[branch.index] {
        if transition.targets.isEmpty {
          take(branch)
          if machine[place].children.isEmpty, let after = apply(transition.effects, holding, at: place) { arrive(at: place, after) }
        } else if !staysOnly {
          take(branch)
          leave(transition, holding)
        }
      }
      guard let condition, let left = narrowed(rest, condition, holds: false, at: place) else { return }
      rest = left
    }
  }

  /// Exits, effects, entries.
  private mutating func leave(_ transition: Transition, _ values: Values) {
    let (source, domain) = (transition.source, machine.domain(of: transition))
    var after = values
    // Which of the states inside is left is not known.
    for (state, variables) in exiting where machine.properlyContains(source, state) {
      for id in variables where after[id] != nil { after[id] = base.extents[id] ?? base.whole(machine[id]) }
    }
    for state in machine.path(from: domain, to: source).reversed() {
      guard let next = apply(machine[state].exit, after, at: nil) else { return }
      after = next
    }
    guard let done = apply(transition.effects, after, at: nil), let target = transition.targets.first?.state else { return }
    enter(target, from: domain, done)
  }

  private mutating func enter(_ target: StateID, from domain: StateID, _ values: Values) {
    guard let inside = entered(machine.path(from: domain, to: target), values) else { return }
    descend(into: target, inside)
  }

  /// After the entry effects of states, outermost first; nil where they are not survived.
  private func entered(_ states: [StateID], _ values: Values) -> Values? {
    var after = values
    for state in states where !machine[state].isPseudo {
      guard let next = apply(machine[state].entry, after, at: state) else { return nil }
      after = next
    }
    return after
  }

  /// What follows when a state is the innermost one named: initial transitions, and all that a history may bring back.
  mutating func descend(into state: StateID, _ values: Values) {
    var open = [(state: state, values: values)]
    var steps = 0
    while let (state, values) = open.popLast(), steps <= machine.states.count {
      steps += 1
      switch machine[state].kind {
      case .composite: open += opened(machine[state].initial, inside: state, values)
      case .history(let isDeep):
        let parent = machine[state].parent ?? .root
        open += opened(machine.standard(of: state), inside: parent, values)
        for known in isDeep ? leaves(of: parent) : machine.activeChildren(of: parent) where !machine[known].isPseudo {
          guard self.values[known.index] != nil, let inside = entered(machine.path(from: parent, to: known), values) else { continue }
          if isDeep { arrive(at: known, inside) } else { open.append((known, inside)) }
        }
      case .simple, .final, .choice, .machine, .parallel: arrive(at: state, values)
      }
    }
  }

  private func opened(_ initial: State.Initial?, inside state: StateID, _ values: Values) -> [(state: StateID, values: Values)] {
    guard let initial, let after = apply(initial.effects, values, at: state) else { return [] }
    return initial.targets.compactMap { target in
      entered(machine.path(from: state, to: target.state), after).map { (target.state, $0) }
    }
  }
}

extension Reaction.Trigger {
  /// Whether it is looked at only when the machine has settled.
  fileprivate var waits: Bool {
    switch self {
    case .always, .choice: false
    default: true
    }
  }
}
