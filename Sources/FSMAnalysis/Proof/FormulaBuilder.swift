import FSMModel

/// Turns expressions into formulas. Recursion goes as deep as expressions are nested, and functions are seen through only while the
/// budget lasts.
struct FormulaBuilder {
  private let shared: SharedMachine
  var terms = TermTable()
  /// Set when a condition is too large to reason about.
  var isExhausted = false
  private var budget = 2_000

  init(_ shared: SharedMachine) { self.shared = shared }

  private var machine: Machine { shared.machine }

  /// The condition as a formula; no condition always holds.
  mutating func formula(_ condition: Expr?, _ parameters: [Parameter]) -> Formula {
    guard let condition else { return .constant(true) }
    // Parameters of the same name are the same value, whichever reaction they stand in.
    let named = parameters.map { Expr(.swiftName($0.name), type: $0.type, span: $0.span) }
    return formula(plain(condition, named))
  }

  private mutating func formula(_ expr: Expr) -> Formula {
    switch expr.kind {
    case .boolean(let value): return .constant(value)
    case .not(let inner): return .not(formula(inner))
    case .binary(let lhs, .and, let rhs): return .all([formula(lhs), formula(rhs)])
    case .binary(let lhs, .or, let rhs): return .any([formula(lhs), formula(rhs)])
    case .conditional(let condition, let then, let otherwise):
      let test = formula(condition)
      return .any([.all([test, formula(then)]), .all([.not(test), formula(otherwise)])])
    case .binary(let lhs, let sign, let rhs) where sign.isComparison: return comparison(lhs, sign, rhs)
    case .isIn(let state): return .test(term(expr, .isIn(state)), .isTrue)
    default: return .test(term(expr, .boolean), .isTrue)
    }
  }

  private mutating func comparison(_ lhs: Expr, _ sign: Expr.BinaryOperator, _ rhs: Expr) -> Formula {
    if lhs.type == .bool, rhs.type == .bool {
      let both = Formula.same(formula(lhs), formula(rhs))
      return sign == .equal ? both : .not(both)
    }
    if let test = constantTest(lhs, sign, rhs) { return test }
    if let test = constantTest(rhs, sign.mirrored, lhs) { return test }
    return relation(lhs, sign, rhs)
  }

  /// A test of one value against a literal; nil when `rhs` is none.
  private mutating func constantTest(_ lhs: Expr, _ sign: Expr.BinaryOperator, _ rhs: Expr) -> Formula? {
    let isEquality = sign == .equal || sign == .notEqual
    switch rhs.kind {
    case .enumCase(let id, let index) where isEquality:
      if case .enumCase(_, let other) = lhs.kind { return .constant((index == other) == (sign == .equal)) }
      let test = Formula.test(term(lhs, .enumeration(cases: machine[id].cases.count)), .isCase(index))
      return sign == .equal ? test : .not(test)
    case .duration(let value): return integerTest(lhs, sign, value)
    case .integer(let value) where !rhs.type.isFloatingPoint: return integerTest(lhs, sign, value)
    case .integer, .float, .negate: return realTest(lhs, sign, rhs)
    case .nil where isEquality, .implicitMember where isEquality: return literalTest(lhs, sign, rhs)
    case .string(let segments) where isEquality && segments.allSatisfy(\.isText): return literalTest(lhs, sign, rhs)
    default: return nil
    }
  }

  private mutating func integerTest(_ lhs: Expr, _ sign: Expr.BinaryOperator, _ value: Int128) -> Formula? {
    if let number = lhs.constant { return .constant(sign.compare(number, value)) }
    let (base, shift) = lhs.withoutShift
    let bound = value - shift
    let index = term(base, .integer(bounds(of: base)))
    switch terms.terms[index].kind {
    case .integer, .real: break
    default: return nil
    }
    terms.terms[index].integers.append(bound)
    return .test(index, .integer(sign, bound))
  }

  private mutating func realTest(_ lhs: Expr, _ sign: Expr.BinaryOperator, _ rhs: Expr) -> Formula? {
    guard let value = rhs.realLiteral, lhs.realLiteral == nil else { return nil }
    let index = term(lhs, .real)
    guard case .real = terms.terms[index].kind else { return nil }
    terms.terms[index].reals.append(value)
    return .test(index, .real(sign, value))
  }

  private mutating func literalTest(_ lhs: Expr, _ sign: Expr.BinaryOperator, _ literal: Expr) -> Formula? {
    if lhs.kind == literal.kind { return .constant(sign == .equal) }
    let index = term(lhs, .literals)
    guard case .literals = terms.terms[index].kind else { return nil }
    let place: Int
    if let known = terms.terms[index].literals.firstIndex(where: { $0.kind == literal.kind }) {
      place = known
    } else {
      place = terms.terms[index].literals.count
      terms.terms[index].literals.append(literal)
    }
    let test = Formula.test(index, .isLiteral(place))
    return sign == .equal ? test : .not(test)
  }

  private mutating func relation(_ lhs: Expr, _ sign: Expr.BinaryOperator, _ rhs: Expr) -> Formula {
    let swaps = machine.text(of: rhs) < machine.text(of: lhs)
    let (first, second) = swaps ? (rhs, lhs) : (lhs, rhs)
    // Opaque values may stand in no order, as a NaN does.
    let isTotal = lhs.type.isKnown && !lhs.type.isFloatingPoint
    let index = terms.index(of: .init(expr: first, other: second)) {
      .init(
        expr: first, kind: .relation(mayBeUnordered: !isTotal), literals: [first, second], leaves: first.leaves + second.leaves)
    }
    return .test(index, .relation(swaps ? sign.mirrored : sign))
  }

  private mutating func term(_ expr: Expr, _ kind: TermTable.Term.Kind) -> Int {
    terms.index(of: .init(expr: expr)) { .init(expr: expr, kind: kind, leaves: expr.leaves) }
  }

  /// What is known of a number's size: its type, and the range of a variable where that is constant.
  private func bounds(of expr: Expr) -> ClosedRange<Int128>? {
    if expr.type == .duration { return Int128(Int64.min)...Int128(Int64.max) }
    guard case .integer(let type) = expr.type else { return nil }
    var (low, high) = (type.bounds.lowerBound, type.bounds.upperBound)
    if case .variable(let id) = expr.kind, let range = machine[id].range {
      if let bound = range.lower?.constant { low = max(low, bound) }
      if let bound = range.upper?.constant { high = min(high, range.includesUpper ? bound : bound - 1) }
    }
    return low <= high ? low...high : type.bounds
  }

  /// The expression with parameters named and defined functions replaced by their bodies.
  private mutating func plain(_ expr: Expr, _ arguments: [Expr]) -> Expr {
    budget -= 1
    guard budget > 0 else {
      isExhausted = true
      return expr
    }
    switch expr.kind {
    case .parameter(let index): return index < arguments.count ? arguments[index] : expr
    case .call(let id, let values):
      let passed = values.map { plain($0, arguments) }
      if let body = machine[id].body { return plain(body, passed) }
      return Expr(.call(id, passed), type: expr.type, span: expr.span)
    default: return expr.mappingParts { plain($0, arguments) }
    }
  }
}

extension Expr.StringSegment {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension Expr {
  /// The value of a floating-point literal.
  fileprivate var realLiteral: Double? {
    switch kind {
    case .float(let text): Double(text.filter { $0 != "_" })
    case .integer(let value): Double(value)
    case .negate(let inner): inner.realLiteral.map { -$0 }
    default: nil
    }
  }

  /// `x` and 2 for `x + 2`: comparisons of integers move the constant to the other side.
  fileprivate var withoutShift: (Expr, Int128) {
    guard type.isInteger, case .binary(let lhs, let sign, let rhs) = kind else { return (self, 0) }
    switch (sign, lhs.constant, rhs.constant) {
    case (.add, nil, let step?): return (lhs, step)
    case (.add, let step?, nil): return (rhs, step)
    case (.subtract, nil, let step?): return (lhs, -step)
    default: return (self, 0)
    }
  }

  /// Variables and parameters inside, what is passed to functions of the caller left aside.
  fileprivate var leaves: [Expr] {
    switch kind {
    case .variable: [self]
    case .swiftName(let name): name.first?.isUppercase == true ? [] : [self]
    case .call: []
    default: parts.flatMap(\.leaves)
    }
  }
}
