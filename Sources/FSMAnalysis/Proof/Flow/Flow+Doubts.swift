import FSMDiagnostics
import FSMModel

/// Doubts that the guard of the very reaction rules out, though no bound of a single variable does.
///
/// For example: `[level + litres <= 500] / level += litres`.
extension Flow {
  /// The doubts that remain.
  var settledDoubts: Doubts {
    var doubts = doubts
    guard !doubts.assigned.isEmpty || !doubts.traps.isEmpty else { return doubts }
    let unstable = Set(machine.states.flatMap(\.exit.assigned))
    let writers = writers
    for transition in machine.transitions {
      guard let known = values[transition.source.index] else { continue }
      var written = unstable
      for effect in transition.effects {
        defer { written.formUnion([effect].assigned) }
        guard case .assign(let place, let sign, let value, let span) = effect, case .variable(let id) = place.kind,
          doubts.traps.contains(span) || doubts.assigned[id]?.contains(span) == true
        else { continue }
        // The guard spoke of the values before; so must the value.
        let asked = value.variables.union([id])
        let level = levels.numbers[transition.source.index]
        let isOwn = asked.allSatisfy { (writers[$0] ?? []).allSatisfy { $0 == level } }
        guard isOwn, written.isDisjoint(with: asked) else { continue }
        let new = sign.binary.map { Expr(.binary(place, $0, value), type: .integer(.int), span: span) } ?? value
        if fits(new, machine[id], transition, known) { doubts.settle(span, of: id) }
      }
    }
    return doubts
  }

  /// The levels from which each variable is written.
  private var writers: [VariableID: Set<Int>] {
    guard levels.hasRegions else { return [:] }
    var found: [VariableID: Set<Int>] = [:]
    func note(_ effects: [Effect], _ state: StateID) {
      for id in effects.assigned { found[id, default: []].insert(levels.numbers[state.index]) }
    }
    for state in machine.states { note(state.entry + state.exit + (state.initial?.effects ?? []), state.id) }
    for transition in machine.transitions { note(transition.effects, transition.source) }
    return found
  }

  /// Whether the guard rules out that the value lies outside the bounds of the variable's type and range.
  private func fits(_ value: Expr, _ variable: Variable, _ transition: Transition, _ known: Values) -> Bool {
    guard let most = base.whole(variable), variable.range.map({ $0.hasLiteralBounds }) ?? true else { return false }
    let reaction = machine[transition.reaction]
    let own = machine.guarding(transition.id, of: reaction)
    let earlier = machine.guardsTried(before: transition.id, of: reaction)
    return [(Expr.BinaryOperator.less, most.lowerBound), (.greater, most.upperBound)].allSatisfy { sign, bound in
      let limit = Expr(.integer(bound), type: value.type, span: value.span)
      let outside = GuardReasoner.Guard(
        condition: Expr(.binary(value, sign, limit), type: .bool, span: value.span), parameters: own.parameters)
      let question = GuardReasoner.Question(
        oneOf: [[own], [outside]], none: earlier, state: transition.source, assumesWhole: false)
      if case .impossible = reasoner(known).answer(question) { return true }
      return false
    }
  }
}
