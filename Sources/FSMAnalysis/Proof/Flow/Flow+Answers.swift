import FSMModel

/// What is ruled out.
extension Flow {
  func isEntered(_ state: StateID) -> Bool {
    if case .history = machine[state].kind { return true }
    return values[state.index] != nil
  }

  /// False where a transition is never taken, as no values lead to it.
  func canBeTaken(_ transition: Transition) -> Bool {
    guard isTaken[transition.id.index], let known = values[transition.source.index] else { return false }
    let reaction = machine[transition.reaction]
    guard transition.condition != nil || reaction.transitions.count > 1 else { return true }
    let earlier = reaction.transitions.prefix { $0 != transition.id }.suffix(16).map { machine.guarding($0, of: reaction) }
    let question = GuardReasoner.Question(
      oneOf: [[machine.guarding(transition.id, of: reaction)]], none: Array(earlier), state: transition.source, assumesWhole: false)
    if case .impossible = reasoner(known).answer(question) { return false }
    return true
  }

  private func reasoner(_ values: Values) -> GuardReasoner {
    GuardReasoner(machine: machine, extents: base.extents.merging(values) { $1 })
  }

  /// A state in which a condition of an assertion may hold, for all that is known, with bounds of the variables it asks about; nil where it
  /// cannot hold anywhere.
  func doubt(about condition: Expr) -> (state: StateID, values: [String])? {
    for state in machine.states where state.children.isEmpty && !state.isPseudo {
      guard let known = values[state.id.index] else { continue }
      let hasEnded = state.kind == .final && state.parent == .root
      guard let rest = hasEnded ? known : resting(known, at: state.id),
        narrowed(rest, condition, holds: true, at: state.id) != nil
      else { continue }
      let isAsked = !condition.mentionsData(of: machine, outside: state.id)
      if isAsked, case .impossible = reasoner(rest).answer(.init(oneOf: [[.init(condition: condition, parameters: [])]], state: state.id)) {
        continue
      }
      return (state.id, texts(rest, condition))
    }
    return nil
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
