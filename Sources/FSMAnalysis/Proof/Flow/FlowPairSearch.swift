import FSMModel

/// The search for the pairs of two regions.
struct FlowPairSearch {
  private struct Move {
    var transition: TransitionID
    var targets: [Int]
  }

  private let flow: Flow
  private var pair: FlowPairs.Pair
  /// What can be done from each state of the first region, and of the second.
  private var moves: [[[Move]]] = []
  private var starts: [(Int, Int)] = []
  private var open: [(Int, Int)] = []
  private var work = 0

  private static let mostPairs = 2_048
  private static let mostWork = 100_000

  /// Nil where the regions are large.
  init?(_ flow: Flow, _ link: FlowPairs.Key) {
    self.flow = flow
    let sides = [link.first, link.second].map { level in
      flow.levels.all[level].states.filter { flow.isLeaf($0) && flow.values[$0.index] != nil }
    }
    guard sides[0].count * sides[1].count <= Self.mostPairs else { return nil }
    pair = FlowPairs.Pair(first: sides[0], second: sides[1], isPossible: Array(repeating: false, count: sides[0].count * sides[1].count))
    moves = sides.map { $0.map { _ in [] } }
    let reached = [flow.reached[link.first] ?? [:], flow.reached[link.second] ?? [:]]
    for (transition, states) in reached[0] {
      let targets = sides[0].indices.filter { states.contains(sides[0][$0]) }
      if let others = reached[1][transition] {
        for target in targets { for other in sides[1].indices where others.contains(sides[1][other]) { starts.append((target, other)) } }
      } else if let transition {
        add(Move(transition: transition, targets: targets), side: 0, sides[0])
      }
    }
    for (transition, states) in reached[1] where reached[0][transition] == nil {
      guard let transition else { continue }
      add(Move(transition: transition, targets: sides[1].indices.filter { states.contains(sides[1][$0]) }), side: 1, sides[1])
    }
  }

  private mutating func add(_ move: Move, side: Int, _ states: [StateID]) {
    let source = flow.machine[move.transition].source
    for (index, state) in states.enumerated() where flow.machine.touches(source, state) { moves[side][index].append(move) }
  }

  /// Nil where it takes too long.
  mutating func run() -> FlowPairs.Pair? {
    for (first, second) in starts { reach(first, second) }
    while let (first, second) = open.popLast() {
      let (a, b) = (pair.first[first], pair.second[second])
      let own = moves[0][first].filter { canMove($0.transition, from: a, beside: b) }
      let others = moves[1][second].filter { canMove($0.transition, from: b, beside: a) }
      work += moves[0][first].count + moves[1][second].count + own.count * others.count
      guard work <= Self.mostWork else { return nil }
      for move in own { for target in move.targets { reach(target, second) } }
      for move in others { for target in move.targets { reach(first, target) } }
      for move in own where flow.hearing.contains(.sameStep) {
        for other in others where flow.sites.areTogether(flow.machine[move.transition].reaction, flow.machine[other.transition].reaction) {
          for target in move.targets { for next in other.targets { reach(target, next) } }
        }
      }
    }
    return pair
  }

  private mutating func reach(_ first: Int, _ second: Int) {
    let place = first * pair.second.count + second
    guard !pair.isPossible[place], known(pair.first[first], pair.second[second]) != nil else { return }
    pair.isPossible[place] = true
    open.append((first, second))
  }

  /// What is known of the first state's variables while both are active; nil where they cannot be.
  private func known(_ first: StateID, _ second: StateID) -> Flow.Values? {
    guard let own = flow.values[first.index], let other = flow.values[second.index] else { return nil }
    return Flow.meet(own, other)
  }

  private func canMove(_ id: TransitionID, from state: StateID, beside other: StateID) -> Bool {
    let transition = flow.machine[id]
    let reaction = flow.machine[transition.reaction]
    let place = flow.machine.contains(transition.source, state) ? state : transition.source
    guard var rest = known(place, other) else { return false }
    if reaction.trigger.waits {
      guard let left = flow.resting(rest, at: place, beside: other), let both = flow.resting(left, at: other, beside: place) else {
        return false
      }
      rest = both
    }
    let here = Flow.Place(state: place, other: other, isBetween: true)
    for branch in reaction.transitions {
      let condition = flow.machine[branch].condition
      if branch == id { return condition.map { flow.narrowed(rest, $0, holds: true, at: here) != nil } ?? true }
      guard let condition, let left = flow.narrowed(rest, condition, holds: false, at: here) else { return false }
      rest = left
    }
    return true
  }
}
