import FSMModel

/// What is ruled out.
extension Flow {
  func isEntered(_ state: StateID) -> Bool { machine[state].isHistory || values[state.index] != nil }

  /// False where a transition is never taken, as no values lead to it.
  func canBeTaken(_ transition: Transition) -> Bool {
    guard isTaken[transition.id.index], let known = values[transition.source.index] else { return false }
    let reaction = machine[transition.reaction]
    guard transition.condition != nil || reaction.transitions.count > 1 else { return true }
    let question = GuardReasoner.Question(
      oneOf: [[machine.guarding(transition.id, of: reaction)]], none: machine.guardsTried(before: transition.id, of: reaction),
      state: transition.source, assumesWhole: false)
    if case .impossible = reasoner(known).answer(question) { return false }
    return true
  }

  func reasoner(_ known: Values) -> GuardReasoner {
    var areApart: (@Sendable (StateID, StateID) -> Bool)?
    if !pairs.all.isEmpty {
      let (pairs, machine, levels) = (pairs, machine, levels)
      areApart = { !pairs.canMeet($0, $1, machine, levels) }
    }
    let extents = base.extents.merging(known) { $1 }
    return GuardReasoner(machine: machine, extents: extents, whileActive: levels.hasRegions ? values : [], areApart: areApart)
  }

  /// Where a condition is in doubt, with bounds of the variables that it asks about.
  typealias Doubt = (state: StateID, values: [String])

  /// A state in which a condition of an assertion may hold, for all that is known; nil where it cannot hold anywhere.
  func doubt(about condition: Expr) -> Doubt? {
    guard let known = values[0] else { return nil }
    return doubt(about: condition, level: 0, known)
  }

  /// One region is enough to rule a condition out. Recursion goes as deep as states are nested.
  private func doubt(about condition: Expr, level: Int, _ around: Values) -> Doubt? {
    for state in levels.all[level].states where isLeaf(state) && !machine[state].isPseudo {
      guard let own = values[state.index] else { continue }
      let known = level == 0 ? own : around.merging(own) { $1 }
      guard let rest = mayHaveEnded(state) ? known : resting(known, at: state), isPossible(condition, rest, at: state) else { continue }
      let regions = machine[state].kind == .parallel ? machine.activeChildren(of: state) : []
      guard regions.allSatisfy({ doubt(about: condition, level: levels.numbers[$0.index], rest) != nil }) else { continue }
      return (state, texts(rest, condition))
    }
    return nil
  }

  /// At the end of the machine nothing goes on by itself, whatever guards say.
  private func mayHaveEnded(_ state: StateID) -> Bool {
    if machine[.root].kind == .parallel { return machine[state].kind == .final || machine[state].kind == .parallel }
    return machine[state].kind == .final && machine[state].parent == .root
  }

  private func isPossible(_ condition: Expr, _ known: Values, at state: StateID) -> Bool {
    guard narrowed(known, condition, holds: true, at: Place(state: state, isBetween: true)) != nil else { return false }
    guard !condition.mentionsData(of: machine, outside: state) else { return true }
    if case .impossible = reasoner(known).answer(.init(oneOf: [[.init(condition: condition, parameters: [])]], state: state)) {
      return false
    }
    return true
  }

  /// `stock` is 0...20, of the variables that a condition asks about and something is known of.
  private func texts(_ values: Values, _ condition: Expr) -> [String] {
    condition.variables.sorted().compactMap { id in
      guard let extent = values[id], machine[id].type.isInteger, let most = base.whole(machine[id]), extent != most else { return nil }
      let (low, high) = (extent.lowerBound, extent.upperBound)
      let text = low == high ? "\(low)" : high == most.upperBound ? "\(low)..." : low == most.lowerBound ? "...\(high)" : "\(low)...\(high)"
      return "`\(machine[id].name)` is \(text)"
    }
  }
}
