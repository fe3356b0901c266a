import FSMModel

/// What the edges of a machine need at composite states, found before anything is drawn.
struct DotEnds {
  /// The state is one end of an edge whose other end is inside it, or it again.
  private(set) var needsTitle: [Bool] = []

  /// The state is an end of an edge.
  private(set) var isTouched: [Bool] = []

  init() {}

  init(of viewed: ViewedMachine) {
    let machine = viewed.machine
    needsTitle = Array(repeating: false, count: machine.states.count)
    isTouched = needsTitle
    for transition in machine.transitions where !transition.targets.isEmpty && viewed.isShown(transition) {
      let fork = Self.fork(of: transition, in: viewed)
      let source = viewed.shown[transition.source.index]
      if let fork { add(source, seenFrom: fork, in: machine) }
      for target in transition.targets.map({ viewed.shown[$0.state.index] }) {
        if fork == nil { add(source, seenFrom: target, in: machine) }
        add(target, seenFrom: fork ?? source, in: machine)
      }
    }
    for state in machine.states where viewed.isShown(state.id) && !viewed.isClosed(state) {
      let inside = if case .history = state.kind { state.parent ?? .root } else { state.id }
      for target in state.initial?.targets ?? [] { add(viewed.shown[target.state.index], seenFrom: inside, in: machine) }
    }
  }

  /// The state in which the fork bar of a transition stands; nil for a transition with one target, which has none.
  static func fork(of transition: Transition, in viewed: ViewedMachine) -> StateID? {
    guard transition.targets.count > 1 else { return nil }
    let domain = viewed.shown[viewed.machine.domain(of: transition).index]
    // Inside a closed state there is no room for a bar.
    return viewed.isClosed(viewed.machine[domain]) ? viewed.machine[domain].parent ?? .root : domain
  }

  private mutating func add(_ end: StateID, seenFrom other: StateID, in machine: Machine) {
    isTouched[end.index] = true
    if machine.contains(end, other) { needsTitle[end.index] = true }
  }
}
