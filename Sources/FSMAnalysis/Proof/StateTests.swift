import FSMModel

/// Which `in(…)` answers can be true at once: active states form one configuration.
struct StateTests {
  private let shared: SharedMachine
  /// Terms that are `in(…)`, with their states.
  private let tests: [(term: Int, state: StateID)]
  private let state: StateID

  init(terms: TermTable, _ shared: SharedMachine, state: StateID) {
    let machine = shared.machine
    self.shared = shared
    // A choice is never active itself.
    self.state = machine[state].isPseudo ? machine[state].parent ?? .root : state
    tests = terms.terms.enumerated().compactMap { index, term in if case .isIn(let state) = term.kind { (index, state) } else { nil } }
  }

  var machine: Machine { shared.machine }

  /// True where some configuration has all the answers that are given.
  func areConsistent(_ values: [Int: Bool]) -> Bool {
    guard !tests.isEmpty else { return true }
    var active: [StateID] = [state]
    var inactive: [StateID] = []
    for test in tests {
      switch values[test.term] {
      case true?: active.append(test.state)
      case false?: inactive.append(test.state)
      case nil: break
      }
    }
    return canBeActive(.root, active, inactive)
  }

  /// Whether the state can be active with all of `active` inside it, and none of `inactive`. Recursion goes as deep as states are nested,
  /// and only where one of them lies.
  private func canBeActive(_ state: StateID, _ active: [StateID], _ inactive: [StateID]) -> Bool {
    let active = active.filter { machine.properlyContains(state, $0) }
    let inactive = inactive.filter { machine.contains(state, $0) }
    if inactive.contains(state) { return false }
    guard !active.isEmpty || !inactive.isEmpty else { return true }
    let children = machine.activeChildren(of: state)
    switch machine[state].kind {
    case .parallel: return children.allSatisfy { canBeActive($0, active, inactive) }
    case .composite:
      let holders = children.filter { child in active.contains { machine.contains(child, $0) } }
      if holders.count > 1 { return false }
      return (holders.isEmpty ? children : holders).contains { canBeActive($0, active, inactive) }
    case .simple, .final, .choice, .history, .machine: return active.isEmpty
    }
  }
}
