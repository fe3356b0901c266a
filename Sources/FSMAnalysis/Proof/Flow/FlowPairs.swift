import FSMModel

/// Which states of two regions can be active together, for regions of which one asks about the other by `in(…)`.
///
/// The product of two regions is small, and enough to see that two lights are never green together: pairs of states are followed by what
/// either region does alone, what both do in one step, and what enters them. Guards are looked at with what is known of both states.
struct FlowPairs: Sendable {
  struct Key: Hashable {
    var first: Int
    var second: Int
  }

  /// Two regions of one parallel state, and which of their states go together: first by second.
  struct Pair {
    let first: [StateID]
    let second: [StateID]
    var isPossible: [Bool]
  }

  private(set) var all: [Key: Pair] = [:]

  init() {}

  init(_ flow: Flow) {
    for link in flow.sites.links {
      var search = FlowPairSearch(flow, link)
      if let pair = search?.run() { all[link] = pair }
    }
  }

  /// False where two states are never active together.
  func canMeet(_ one: StateID, _ other: StateID, _ machine: Machine, _ levels: FlowLevels) -> Bool {
    isAny(one, other, machine, levels) { $0.touches(one, $1) && $0.touches(other, $2) }
  }

  /// False where one state is never active without the other.
  func canMiss(_ asked: StateID, while state: StateID, _ machine: Machine, _ levels: FlowLevels) -> Bool {
    isAny(state, asked, machine, levels) { $0.touches(state, $1) && !$0.contains(asked, $2) }
  }

  private func isAny(
    _ one: StateID, _ other: StateID, _ machine: Machine, _ levels: FlowLevels, _ isWanted: (Machine, StateID, StateID) -> Bool
  ) -> Bool {
    guard !all.isEmpty, let key = levels.link(one, other, in: machine) else { return true }
    let isTurned = key.first > key.second
    guard let pair = all[isTurned ? Key(first: key.second, second: key.first) : key] else { return true }
    for (row, first) in pair.first.enumerated() {
      for (column, second) in pair.second.enumerated() where pair.isPossible[row * pair.second.count + column] {
        if isTurned ? isWanted(machine, second, first) : isWanted(machine, first, second) { return true }
      }
    }
    return false
  }
}

extension Flow {
  /// The same with what follows from the pairs of states that can be active together; itself where that is too much work.
  var withPairs: Flow {
    guard !sites.links.isEmpty else { return self }
    return Flow(base, hearing: hearing, pairs: FlowPairs(self)) ?? self
  }
}

extension FlowLevels {
  /// The regions in which two states lie, where those are regions of one parallel state.
  func link(_ one: StateID, _ other: StateID, in machine: Machine) -> FlowPairs.Key? {
    if machine.contains(one, other) || machine.contains(other, one) { return nil }
    let around = machine.innermostProperAncestor(of: one, and: [other])
    guard machine[around].kind == .parallel, let first = machine.path(from: around, to: one).first,
      let second = machine.path(from: around, to: other).first
    else { return nil }
    return FlowPairs.Key(first: numbers[first.index], second: numbers[second.index])
  }
}

extension Machine {
  /// Whether one of two states contains the other.
  func touches(_ one: StateID, _ other: StateID) -> Bool { contains(one, other) || contains(other, one) }
}
