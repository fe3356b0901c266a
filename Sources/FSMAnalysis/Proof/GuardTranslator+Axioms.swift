import FSMModel

/// What holds of values whatever the guards say.
extension GuardTranslator {
  /// An empty collection counts nothing.
  mutating func collectionAxioms() -> [Formula] {
    let tests = terms.terms.indices.filter { terms[$0].kind == .boolean }
    return tests.compactMap { index in
      guard case .member(let base, "isEmpty", false) = terms[index].expr.kind else { return nil }
      let count = Expr(.member(base, "count", isOptional: false), type: .unknown, span: base.span)
      guard let number = terms.find(count, .integer), count.isCount else { return nil }
      let form = LinearForm(term: number)
      guard let less = form.times(-1)?.adding(LinearForm(1)) else { return nil }
      return .either([
        .both([.boolean(index, false), .atMostZero(less)]), .both([.boolean(index, true), .atMostZero(form)]),
      ])
    }
  }

  /// A variable lies within its range where constants that the caller passes bound it. What those ranges mention may have ranges itself,
  /// one step deep.
  mutating func rangeAxioms() -> [Formula] {
    var axioms: [Formula] = []
    for index in terms.terms.indices where terms[index].kind == .integer {
      guard case .variable(let id) = terms[index].expr.kind, let range = machine[id].range else { continue }
      let value = terms[index].expr
      for (bound, sign) in [(range.lower, Expr.BinaryOperator.greaterOrEqual), (range.upper, range.includesUpper ? .lessOrEqual : .less)] {
        guard let bound, bound.constant == nil, case .variable(let other) = bound.kind, machine[other].isConstant,
          machine[other].owner == .root
        else { continue }
        axioms.append(truth(Expr(.binary(value, sign, shared.constants[other] ?? bound), type: .bool, span: bound.span), true))
      }
    }
    return axioms
  }

  /// What is known of variables while the states are active that `in(…)` asks about; those never entered are not.
  func stateAxioms(in place: StateID) -> [Formula] {
    guard !shared.whileActive.isEmpty else { return [] }
    var axioms: [Formula] = []
    for index in terms.terms.indices {
      guard case .isIn(let state) = terms[index].kind else { continue }
      guard let known = shared.whileActive[state.index] else {
        axioms.append(.boolean(index, false))
        continue
      }
      for other in terms.terms.indices {
        guard case .variable(let id) = terms[other].expr.kind, let extent = known[id] else { continue }
        if let fact = bounded(other, extent) { axioms.append(.either([.boolean(index, false), fact])) }
      }
    }
    return axioms + apartAxioms(in: place)
  }

  /// States that are never active together, with each other and with the one in which the question is asked.
  private func apartAxioms(in place: StateID) -> [Formula] {
    guard let areApart = shared.areApart else { return [] }
    let tests = terms.terms.enumerated().compactMap { index, term in if case .isIn(let state) = term.kind { (index, state) } else { nil } }
    var axioms: [Formula] = []
    for (number, (term, state)) in tests.prefix(GuardTranslator.mostTests).enumerated() {
      if areApart(place, state) { axioms.append(.boolean(term, false)) }
      for (other, second) in tests.prefix(GuardTranslator.mostTests).dropFirst(number + 1) where areApart(state, second) {
        axioms.append(.either([.boolean(term, false), .boolean(other, false)]))
      }
    }
    return axioms
  }

  private static let mostTests = 16

  private func bounded(_ term: Int, _ extent: ClosedRange<Int128>) -> Formula? {
    switch terms[term].kind {
    case .boolean: return extent.lowerBound == extent.upperBound ? .boolean(term, extent.lowerBound == 1) : nil
    case .integer:
      var parts: [Formula] = []
      if terms[term].lower.map({ $0 < extent.lowerBound }) ?? true {
        guard let form = LinearForm(term: term).times(-1)?.adding(LinearForm(extent.lowerBound)) else { return nil }
        parts.append(.atMostZero(form))
      }
      if terms[term].upper.map({ $0 > extent.upperBound }) ?? true {
        guard let form = LinearForm(extent.upperBound).times(-1)?.adding(LinearForm(term: term)) else { return nil }
        parts.append(.atMostZero(form))
      }
      return parts.isEmpty ? nil : .both(parts)
    case .isIn, .ordered: return nil
    }
  }
}
