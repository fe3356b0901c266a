import FSMModel

/// Looks for facts that make a formula hold and hold together: an analytic tableau. The parts of a conjunction are taken up one after the
/// other; where one of several must hold, each is tried in turn, with those before it denied where they are single facts.
struct Search {
  enum Outcome {
    case none
    case found(Model, Facts)
    /// Nothing was found, and something was not understood.
    case unknown
  }

  private struct Branch {
    var facts: Facts
    /// Taken up last first.
    var pending: [Formula]
    var lemmas: Set<Int> = []
  }

  private let theory: Theory
  private let lemmas: [FunctionLemma]
  /// Formulas left to take up; a search that needs more gives up.
  private var steps = 20_000
  /// Sets of facts left to solve.
  private var solutions = 300
  /// Looks ahead left.
  private var looks = 2_000
  private var isUnsure = false

  private var terms: TermTable { theory.terms }

  init(_ theory: Theory, lemmas: [FunctionLemma]) { (self.theory, self.lemmas) = (theory, lemmas) }

  mutating func run(_ formula: Formula) -> Outcome {
    var open = [Branch(facts: Facts(), pending: [formula])]
    while var branch = open.popLast() {
      if let found = follow(&branch, &open) { return found }
      guard steps > 0, solutions > 0 else { return .unknown }
    }
    return isUnsure ? .unknown : .none
  }

  /// Follows one branch to its end; what else could be tried is left in `open`.
  private mutating func follow(_ branch: inout Branch, _ open: inout [Branch]) -> Outcome? {
    while true {
      while let next = branch.pending.popLast() {
        steps -= 1
        guard steps > 0, take(next, &branch, &open) else { return nil }
      }
      solutions -= 1
      switch theory.solve(branch.facts) {
      case .impossible: return nil
      case .unknown:
        isUnsure = true
        return nil
      case .possible(let model):
        if let lemma = lemmas.firstIndex(where: { !branch.lemmas.contains($0.id) && $0.isViolated(by: branch.facts.booleans) }) {
          branch.lemmas.insert(lemmas[lemma].id)
          branch.pending = [lemmas[lemma].argumentsDiffer]
          continue
        }
        guard let confirmed = confirm(model, branch.facts) else {
          isUnsure = true
          return nil
        }
        return .found(confirmed, branch.facts)
      }
    }
  }

  /// A look ahead, while there are few facts and time is left: a contradiction found early ends many branches at once.
  private mutating func mayHold(_ facts: Facts) -> Bool {
    guard facts.linear.count + facts.orders.count <= 16, looks > 0 else { return true }
    looks -= 1
    if case .impossible = theory.solve(facts) { return false }
    return true
  }

  /// False where the branch has come to a contradiction.
  private mutating func take(_ formula: Formula, _ branch: inout Branch, _ open: inout [Branch]) -> Bool {
    switch formula {
    case .constant(let value): return value
    case .boolean(let term, let value): return branch.facts.add(boolean: term, value)
    case .linear(let constraint): return branch.facts.add(constraint, terms) && (constraint.parts.count < 2 || mayHold(branch.facts))
    case .order(let fact): return branch.facts.add(fact) && mayHold(branch.facts)
    case .all(let parts):
      branch.pending += parts.reversed()
      return true
    case .any(let parts):
      // One of the alternatives holds already.
      for case .boolean(let term, let value) in parts where branch.facts.booleans[term] == value { return true }
      var denied: [Formula] = []
      var branches: [Branch] = []
      for part in parts {
        var other = branch
        other.pending += denied + [part]
        branches.append(other)
        if let opposite = part.opposite { denied.append(opposite) }
      }
      guard let first = branches.first else { return false }
      open += branches.dropFirst().reversed()
      branch = first
      return true
    }
  }
}

/// Values that the facts are true of, whatever they are made of.
extension Search {
  /// The model, with computed values in agreement with their operands; nil where that cannot be told.
  private func confirm(_ model: Model, _ facts: Facts) -> Model? {
    guard !opaqueDepend(facts) else { return nil }
    let computed = facts.mentioned.filter { terms[$0].origin == .computed }
    guard !computed.isEmpty else { return model }
    var leaves: [Expr] = []
    for term in computed { for leaf in terms[term].leaves where !leaves.contains(leaf) { leaves.append(leaf) } }
    var choices = Assignments(leaves.map { ValueGuesses.values(for: $0, model, facts, theory) })
    while let values = choices.next() {
      var fixed: [Int: KnownValue] = [:]
      for (leaf, value) in zip(leaves, values) { if let term = theory.number(leaf) { fixed[term] = value } }
      for term in computed {
        guard let value = terms[term].expr.value({ leaf in leaves.firstIndex(of: leaf).map { values[$0] } }) else { break }
        fixed[term] = value
      }
      guard computed.allSatisfy({ fixed[$0] != nil }) else { continue }
      if case .possible(let confirmed) = theory.solve(facts, fixing: fixed) { return confirmed }
    }
    return nil
  }

  /// True where what only swiftc understands shares a variable with something else that matters: the two may depend on each other.
  private func opaqueDepend(_ facts: Facts) -> Bool {
    var seen: Set<Expr> = []
    var opaque: Set<Expr> = []
    for index in facts.mentioned {
      let own = Set(terms[index].leaves)
      if terms[index].origin == .opaque {
        if !seen.isDisjoint(with: own) { return true }
        opaque.formUnion(own)
      } else if !opaque.isDisjoint(with: own) {
        return true
      }
      seen.formUnion(own)
    }
    return false
  }
}
