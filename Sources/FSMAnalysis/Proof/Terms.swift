import FSMModel

/// The values that guards ask about, each once: the same text counts as the same value inside one evaluation.
struct TermTable {
  /// One value and the points at which it must be tried.
  struct Term {
    enum Kind {
      case boolean
      /// Within the type's and the variable's bounds, where known.
      case integer(ClosedRange<Int128>?)
      case real
      case enumeration(cases: Int)
      /// Only compared with literals for equality.
      case literals
      /// How two values stand to each other; NaNs stand in no order.
      case relation(mayBeUnordered: Bool)
      case isIn(StateID)
    }

    var expr: Expr
    var kind: Kind
    var integers: [Int128] = []
    var reals: [Double] = []
    /// Literals it is compared with; of a relation its two sides.
    var literals: [Expr] = []
    /// Variables and parameters that the value is made of, functions of the caller left aside: these may answer anything.
    var leaves: [Expr] = []
  }

  struct Key: Hashable {
    var expr: Expr
    /// The second value of a relation.
    var other: Expr?
  }

  var terms: [Term] = []
  private var indices: [Key: Int] = [:]

  mutating func index(of key: Key, _ make: () -> Term) -> Int {
    if let known = indices[key] { return known }
    indices[key] = terms.count
    terms.append(make())
    return terms.count - 1
  }

  /// True when no two terms share a variable, so that each may have any of its values whatever the others have.
  var areIndependent: Bool {
    var seen: Set<Expr> = []
    for term in terms {
      let own = Set(term.leaves)
      if !seen.isDisjoint(with: own) { return false }
      seen.formUnion(own)
    }
    return true
  }
}

extension TermTable.Term {
  /// One point of every interval that the guards tell apart, in ascending order.
  func candidates(assumesWhole: Bool) -> [TermValue] {
    switch kind {
    case .boolean, .isIn: [.boolean(true), .boolean(false)]
    case .integer(let bounds): bounds == nil && !assumesWhole ? realCandidates(integers.map { Double($0) }) : integerCandidates(bounds)
    case .real: realCandidates(reals + integers.map { Double($0) })
    case .enumeration(let cases): (0..<cases).map { .enumCase($0) }
    case .literals: literals.indices.map { .literal($0) } + [.literal(nil)]
    case .relation(let mayBeUnordered): [.less, .equal, .greater] + (mayBeUnordered ? [.unordered] : [])
    }
  }

  /// The ends of a type's own range come last: a small number makes the better example.
  private func integerCandidates(_ bounds: ClosedRange<Int128>?) -> [TermValue] {
    if expr.type == .duration { return durationCandidates }
    var points: Set<Int128> = []
    for value in integers { points.formUnion([value - 1, value, value + 1]) }
    guard let bounds else { return (points.isEmpty ? [0] : points.sorted()).map { .integer($0) } }
    points = points.filter { bounds.contains($0) }
    let ends = Set([bounds.lowerBound, bounds.upperBound]).subtracting(points)
    return (points.sorted() + ends.sorted()).map { .integer($0) }
  }

  /// Durations are compared with round ones, so examples are round too.
  private var durationCandidates: [TermValue] {
    let second: Int128 = 1_000_000_000
    let sorted = Set(integers).sorted()
    guard let first = sorted.first, let last = sorted.last else { return [.integer(0)] }
    let between = zip(sorted, sorted.dropFirst()).map { ($0 + $1) / 2 }
    return Set(sorted + between + [first - second, last + second]).sorted().map { .integer($0) }
  }

  private func realCandidates(_ bounds: [Double]) -> [TermValue] {
    let sorted = Set(bounds).sorted()
    guard let first = sorted.first, let last = sorted.last else { return [.real(0)] }
    let between = zip(sorted, sorted.dropFirst()).map { ($0 + $1) / 2 }
    return ([first - 1, last + 1] + sorted + between).sorted().map { .real($0) } + [.real(.nan)]
  }
}
