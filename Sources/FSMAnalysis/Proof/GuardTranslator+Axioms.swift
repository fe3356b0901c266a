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
}
