import FSMModel

/// What exits and entries do to values.
extension Flow {
  /// How a state is entered: with targets inside, or with all that may be remembered of it.
  enum Way {
    case targets([StateID])
    case remembered

    /// What remains of it inside a state.
    func inside(_ state: StateID, _ machine: Machine) -> Way {
      switch self {
      case .targets(let targets): .targets(targets.filter { machine.properlyContains(state, $0) })
      case .remembered: .remembered
      }
    }
  }

  /// Values at the start.
  mutating func begin(_ start: Values) {
    var step = FlowStep()
    defer { note(step.doubts) }
    guard let first = ran(machine[.root].entry, changing: sites.changedOnEntry[0], start, at: .root, &step),
      let last = opened(.root, .targets([]), first, &step)
    else { return }
    commit(step, by: nil)
    join(last, at: .root)
  }

  /// Regions that have all come to their ends are left by the end of the machine, while what is known of them stays readable.
  mutating func finish() {
    guard machine[.root].kind == .parallel, let known = values[0] else { return }
    let isPossible = machine.activeChildren(of: .root).allSatisfy { region in
      machine.states[region.index..<machine[region].end].contains { $0.kind == .final && values[$0.id.index] != nil }
    }
    guard isPossible else { return }
    var step = FlowStep()
    defer { note(step.doubts) }
    var after = left(0..<machine.states.count, from: .root, known, &step)
    if let last = ran(machine[.root].exit, changing: sites.changedOnExit[0], after, at: nil, &step) { after = last }
    join(after, at: .root)
    for (variable, extent) in step.written { for level in levels.users[variable] ?? [] { see(variable, extent, from: level) } }
  }

  /// The values after the exits of all that may be active inside a range while `source` is, innermost first.
  func left(_ range: Range<Int>, from source: StateID, _ before: Values, _ step: inout FlowStep) -> Values {
    var values = before
    for state in sites.exiting(in: range) where state != .root && self.values[state.index] != nil {
      guard machine.canBeActiveTogether(state, source),
        let next = ran(machine[state].exit, changing: sites.changedOnExit[state.index], values, at: nil, &step)
      else { continue }
      values = machine.contains(state, source) ? next : Flow.join(values, next)
    }
    return values
  }

  /// The values after a state has been entered with all inside; nil where the call is undone.
  mutating func entered(_ state: StateID, _ way: Way, _ before: Values, _ step: inout FlowStep) -> Values? {
    guard let own = ran(machine[state].entry, changing: sites.changedOnEntry[state.index], before, at: state, &step),
      var inside = opened(state, way, own, &step)
    else { return nil }
    if machine[state].kind == .final, machine[state].parent == .root, machine[.root].kind == .composite {
      // The machine ends, and what it does on leaving is done.
      var last = ran(machine[state].exit, changing: sites.changedOnExit[state.index], inside, at: nil, &step)
      last = last.flatMap { ran(machine[.root].exit, changing: sites.changedOnExit[0], $0, at: nil, &step) }
      if let last { inside = Flow.join(inside, last) }
    }
    step.arrivals.append((state, inside))
    return inside
  }

  /// What follows inside a state that has been entered, or stays. Recursion goes as deep as states are nested, and as defaults of histories
  /// lead on to others.
  ///
  /// - Parameter regions: Those entered, of a parallel state that stays.
  mutating func opened(
    _ state: StateID, _ way: Way, _ before: Values, _ step: inout FlowStep, regions: [StateID]? = nil
  ) -> Values? {
    step.depth += 1
    defer { step.depth -= 1 }
    count(1)
    guard step.depth <= 3 * levels.height + 16 else {
      giveUp()
      return before
    }
    if case .targets(let targets) = way, let history = targets.first(where: { machine[$0].parent == state && machine[$0].isHistory }) {
      return restored(history, inside: state, before, &step)
    }
    switch machine[state].kind {
    case .parallel: return openedRegions(of: state, regions ?? machine.activeChildren(of: state), way, before, &step)
    case .composite: return openedChild(of: state, way, before, &step)
    case .simple, .final, .choice, .history, .machine: return before
    }
  }

  private mutating func openedChild(of state: StateID, _ way: Way, _ before: Values, _ step: inout FlowStep) -> Values? {
    switch way {
    case .targets(let targets):
      if let target = targets.first {
        guard let child = machine.path(from: state, to: target).first else { return before }
        return entered(child, way.inside(child, machine), before, &step)
      }
      guard let initial = machine[state].initial,
        let after = ran(initial.effects, changing: sites.changedInside[state.index], before, at: state, &step)
      else { return nil }
      if isTakingBack { base.doubt(about: initial.targets, after, &step.doubts) }
      return opened(state, .targets(initial.targets.map(\.state)), after, &step)
    case .remembered:
      return either(machine.activeChildren(of: state).filter { values[$0.index] != nil }, &step) { flow, child, step in
        flow.entered(child, .remembered, before, &step)
      }
    }
  }

  private mutating func openedRegions(
    of state: StateID, _ regions: [StateID], _ way: Way, _ before: Values, _ step: inout FlowStep
  ) -> Values? {
    var values = before
    for region in regions {
      let first = step.written.count
      guard let next = entered(region, way.inside(region, machine), values, &step) else { return nil }
      values = next
      // Regions that stand before it are active by then.
      for variable in Set(step.written[first...].map(\.variable)) {
        guard let extent = values[variable] else { continue }
        for level in levels.users[variable] ?? [] {
          let top = levels.all[level].top
          if machine.properlyContains(state, top), top < region { step.seen.append((level, variable, extent)) }
        }
      }
    }
    return values
  }

  /// A history's default, and all that it may remember.
  private mutating func restored(_ history: StateID, inside state: StateID, _ before: Values, _ step: inout FlowStep) -> Values? {
    var ways: [Values] = []
    let mark = step.mark
    if let initial = machine.standard(of: history) {
      let changed = sites.changedInside[machine[history].initial == nil ? state.index : history.index]
      let after = ran(initial.effects, changing: changed, before, at: state, &step)
      if isTakingBack, let after { base.doubt(about: initial.targets, after, &step.doubts) }
      if let values = after.flatMap({ opened(state, .targets(initial.targets.map(\.state)), $0, &step) }) { ways.append(values) }
    } else if machine[state].kind == .parallel, let values = opened(state, .targets([]), before, &step) {
      ways.append(values)
    }
    if ways.isEmpty { step.back(to: mark) }
    if case .history(isDeep: false) = machine[history].kind, machine[state].kind == .composite {
      let children = machine.activeChildren(of: state).filter { values[$0.index] != nil }
      if let values = either(children, &step, { $0.entered($1, .targets([]), before, &$2) }) { ways.append(values) }
    } else if let values = opened(state, .remembered, before, &step) {
      ways.append(values)
    }
    return ways.dropFirst().reduce(ways.first) { all, next in all.map { Flow.join($0, next) } }
  }

  /// One of several ways is taken.
  private mutating func either(
    _ states: [StateID], _ step: inout FlowStep, _ enter: (inout Flow, StateID, inout FlowStep) -> Values?
  ) -> Values? {
    var all: Values?
    for state in states {
      let mark = step.mark
      if let values = enter(&self, state, &step) {
        all = all.map { Flow.join($0, values) } ?? values
      } else {
        step.back(to: mark)
      }
    }
    return all
  }
}
