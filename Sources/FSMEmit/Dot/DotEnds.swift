import FSMModel

/// What the edges of a machine need at composite states, found before anything is drawn.
struct DotEnds {
  /// The state is one end of an edge whose other end is inside it, or it again.
  private(set) var needsTitle: [Bool] = []

  /// The state is an end of an edge.
  private(set) var isTouched: [Bool] = []

  init() {}

  init(of machine: Machine) {
    needsTitle = Array(repeating: false, count: machine.states.count)
    isTouched = needsTitle
    for transition in machine.transitions where !transition.targets.isEmpty {
      let fork = Self.fork(of: transition, in: machine)
      if let fork { add(transition.source, seenFrom: fork, in: machine) }
      for target in transition.targets {
        if fork == nil { add(transition.source, seenFrom: target.state, in: machine) }
        add(target.state, seenFrom: fork ?? transition.source, in: machine)
      }
    }
    for state in machine.states {
      let inside = if case .history = state.kind { state.parent ?? .root } else { state.id }
      for target in state.initial?.targets ?? [] { add(target.state, seenFrom: inside, in: machine) }
    }
  }

  /// The state in which the fork bar of a transition stands; nil for a transition with one target, which has none.
  static func fork(of transition: Transition, in machine: Machine) -> StateID? {
    transition.targets.count > 1 ? machine.domain(of: transition) : nil
  }

  private mutating func add(_ end: StateID, seenFrom other: StateID, in machine: Machine) {
    isTouched[end.index] = true
    if machine.contains(end, other) { needsTitle[end.index] = true }
  }
}
