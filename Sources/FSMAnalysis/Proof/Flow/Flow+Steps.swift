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
      let isInternal = reaction.transitions.contains { machine[$0].targets.isEmpty } && !isLeaf(state)
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

  /// Whether there is nothing inside that belongs to the same level.
  func isLeaf(_ state: StateID) -> Bool { machine[state].children.isEmpty || machine[state].kind == .parallel }

  private func leaves(of state: StateID) -> [StateID] {
    let own = levels.all[levels.numbers[state.index]].states
    let first = own.partitioningIndex { $0 > state }
    return own[first...].prefix { $0.index < machine[state].end }.filter { isLeaf($0) && values[$0.index] != nil }
  }

  /// What is left of the values where nothing goes on by itself; nil where something always does.
  ///
  /// Events are looked at only when no `always` is enabled, neither of the state nor of one around it.
  func resting(_ values: Values, at state: StateID, beside other: StateID? = nil) -> Values? {
    if machine[state].isPseudo { return nil }
    var rest = values
    for around in machine.ancestorsAndSelf(of: state) {
      for id in machine[around].reactions {
        guard case .always = machine[id].trigger else { continue }
        for branch in machine[id].transitions {
          guard let condition = machine[branch].condition,
            let left = narrowed(rest, condition, holds: false, at: Place(state: state, other: other, isBetween: true))
          else { return nil }
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
      condition.map { doubt(about: $0, rest) }
      let holding = condition.map { narrowed(rest, $0, holds: true, at: Place(state: place, isBetween: true)) } ?? rest
      if let holding, base.isFeasible[branch.index] {
        if transition.targets.isEmpty {
          take(branch)
          if isLeaf(place) { stay(transition, holding, at: place) }
        } else if !staysOnly {
          take(branch)
          leave(transition, holding)
        }
      }
      guard let condition, let left = narrowed(rest, condition, holds: false, at: Place(state: place, isBetween: true)) else { return }
      rest = left
    }
  }

  /// Effects alone.
  private mutating func stay(_ transition: Transition, _ values: Values, at place: StateID) {
    var step = FlowStep()
    defer { note(step.doubts) }
    var before = values
    mix(&before, transition, &step)
    // Another region may have left the state in the same step.
    let known = levels.hasRegions ? nil : place
    guard let after = ran(transition.effects, changing: sites.changed[transition.id.index], before, at: known, &step) else { return }
    for around in machine.ancestorsAndSelf(of: place) { join(after, at: around) }
    tell(step, transition, after) { machine, top in
      machine.properlyContains(place, top) || !machine.contains(top, place) && machine.canBeActiveTogether(top, place)
    }
  }

  /// Exits, effects, entries.
  private mutating func leave(_ transition: Transition, _ values: Values) {
    let (source, domain) = (transition.source, machine.domain(of: transition))
    let regions = machine[domain].kind == .parallel ? concerned(by: transition, in: domain) : nil
    var before = values
    widen(&before, from: source, to: domain)
    var step = FlowStep()
    defer { note(step.doubts) }
    mix(&before, transition, &step)
    var after = before
    if let regions {
      for region in regions.reversed() { after = left(region.index..<machine[region].end, from: source, after, &step) }
    } else {
      after = left(domain.index + 1..<machine[domain].end, from: source, after, &step)
    }
    guard let done = ran(transition.effects, changing: sites.changed[transition.id.index], after, at: nil, &step) else { return }
    if isTakingBack { base.doubt(about: transition.targets, done, &step.doubts) }
    let targets = Way.targets(transition.targets.map(\.state)).inside(domain, machine)
    guard let last = opened(domain, targets, done, &step, regions: regions) else { return }
    commit(step, by: transition.id)
    for around in machine.ancestorsAndSelf(of: domain) { join(last, at: around) }
    tell(step, transition, last) { machine, top in
      if machine.properlyContains(domain, top) {
        return regions.map { !$0.contains { machine.contains($0, top) } } ?? false
      }
      return !machine.contains(top, domain) && machine.canBeActiveTogether(top, domain)
    }
  }

  /// The regions of a parallel state that a transition inside it leaves and enters.
  private func concerned(by transition: Transition, in parallel: StateID) -> [StateID] {
    let inside = (transition.targets.map(\.state) + [transition.source]).filter { machine.properlyContains(parallel, $0) }
    return Set(inside.compactMap { machine.path(from: parallel, to: $0).first }).filter { !machine[$0].isPseudo }.sorted()
  }

  /// Adds what is known of other variables where regions are left with all beside them.
  private func widen(_ values: inout Values, from source: StateID, to domain: StateID) {
    guard levels.numbers[source.index] > 0 else { return }
    for around in machine.ancestors(of: source) {
      if around == domain { return }
      guard machine[around].kind == .parallel, let known = self.values[around.index] else { continue }
      values.merge(known) { own, _ in own }
    }
  }

  /// Adds what others do that are taken in the same step.
  private func mix(_ values: inout Values, _ transition: Transition, _ step: inout FlowStep) {
    for moment in sites.moments[transition.reaction.index] where hearing.contains(.sameStep) {
      let rivals: [FlowStep.Moment]
      switch moment {
      case .event: rivals = [moment, .any]
      case .any, .anyEvent: rivals = [.anyEvent]
      case .settling, .done: rivals = [moment]
      }
      for rival in rivals {
        guard let list = made[rival] else { continue }
        if list.count < values.count {
          for variable in list.keys where values[variable] != nil { mix(variable, list[variable] ?? [], transition, &step) }
        } else {
          for variable in values.keys { mix(variable, list[variable] ?? [], transition, &step) }
        }
      }
    }
    step.mix(&values)
  }

  private func mix(_ variable: VariableID, _ list: [FlowStep.Made], _ transition: Transition, _ step: inout FlowStep) {
    for other in list {
      if let source = other.source, !levels.canReactTogether(source, transition.source, in: machine) { continue }
      step.mixed.append((variable, other.extent))
    }
  }

  mutating func commit(_ step: FlowStep, by transition: TransitionID?) {
    for (state, values) in step.arrivals {
      join(values, at: state)
      if isLeaf(state) { note(state, by: transition) }
    }
    for (level, variable, extent) in step.seen { see(variable, extent, from: level) }
  }

  /// Lets others know what was written: regions that stay, for good, and reactions taken in the same step.
  private mutating func tell(
    _ step: FlowStep, _ transition: Transition, _ last: Values, stays: (Machine, StateID) -> Bool
  ) {
    guard levels.hasRegions, !step.written.isEmpty else { return }
    for variable in Set(step.written.map(\.variable)) {
      guard let extent = last[variable], let users = levels.users[variable] else { continue }
      // One without targets is followed in several places, from which others see different things.
      guard transition.targets.isEmpty || isNews(variable, extent, of: transition.id) else { continue }
      count(users.count)
      for level in users where hearing.contains(.others) && stays(machine, levels.all[level].top) { see(variable, extent, from: level) }
    }
    for moment in sites.moments[transition.reaction.index] {
      for (variable, extent) in step.written {
        note(variable, extent, by: transition.source, at: moment)
        if case .event = moment { note(variable, extent, by: transition.source, at: .anyEvent) }
        if case .any = moment { note(variable, extent, by: transition.source, at: .anyEvent) }
      }
    }
  }
}

extension Reaction.Trigger {
  /// Whether it is looked at only when the machine has settled.
  var waits: Bool {
    switch self {
    case .always, .choice: false
    default: true
    }
  }
}
