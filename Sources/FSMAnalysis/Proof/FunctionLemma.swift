import FSMModel

/// A function answers equally for equal arguments: where two calls differ in their answers, their arguments differ.
struct FunctionLemma {
  var id: Int
  var first: Int
  var second: Int
  var argumentsDiffer: Formula

  /// True where the facts give the two calls different answers.
  func isViolated(by booleans: [Int: Bool]) -> Bool {
    guard let one = booleans[first], let other = booleans[second] else { return false }
    return one != other
  }
}

extension GuardTranslator {
  /// Pairs of calls compared, at most.
  private static let mostPairs = 60

  /// The lemmas for the calls among the terms so far: those about truth are used when they are needed, the others come as a formula.
  mutating func functionLemmas() -> (lemmas: [FunctionLemma], axioms: [Formula]) {
    var lemmas: [FunctionLemma] = []
    var axioms: [Formula] = []
    let calls = terms.terms.indices.filter { terms[$0].origin == .call }
    for (place, first) in calls.enumerated() {
      for second in calls.dropFirst(place + 1) where lemmas.count + axioms.count < GuardTranslator.mostPairs {
        guard case .call(let one, let lhs) = terms[first].expr.kind, case .call(let other, let rhs) = terms[second].expr.kind,
          one == other, terms[first].kind == terms[second].kind, lhs != rhs
        else { continue }
        let pairs = zip(lhs, rhs).filter { $0 != $1 }
        let differ = Formula.either(pairs.map { unequal($0, $1) })
        if terms[first].kind == .boolean {
          lemmas.append(FunctionLemma(id: lemmas.count, first: first, second: second, argumentsDiffer: differ))
        } else {
          let (a, b) = (terms[first].expr, terms[second].expr)
          axioms.append(.either([differ, truth(Expr(.binary(a, .equal, b), type: .bool, span: a.span), true)]))
        }
      }
    }
    return (lemmas, axioms)
  }

  private mutating func unequal(_ lhs: Expr, _ rhs: Expr) -> Formula {
    truth(Expr(.binary(lhs, .notEqual, rhs), type: .bool, span: lhs.span), true)
  }
}
