import FSMModel

/// A condition as boolean structure over tests of terms.
indirect enum Formula {
  case constant(Bool)
  /// A test of the term at an index of the table.
  case test(Int, Test)
  case not(Formula)
  case all([Formula])
  case any([Formula])
  case same(Formula, Formula)

  /// What is asked of a term's value.
  enum Test {
    case isTrue
    case integer(Expr.BinaryOperator, Int128)
    case real(Expr.BinaryOperator, Double)
    case isCase(Int)
    /// Equal to the literal at an index of the term's list.
    case isLiteral(Int)
    /// The first of two compared terms stands so to the second.
    case relation(Expr.BinaryOperator)
  }

  /// True, false, or nil while terms it needs have no value yet.
  func value(_ values: [TermValue?]) -> Bool? {
    switch self {
    case .constant(let value): return value
    case .test(let term, let test): return values[term].map { test.holds(for: $0) }
    case .not(let inner): return inner.value(values).map { !$0 }
    case .all(let parts): return Formula.combine(parts, values, decisive: false)
    case .any(let parts): return Formula.combine(parts, values, decisive: true)
    case .same(let lhs, let rhs):
      guard let left = lhs.value(values), let right = rhs.value(values) else { return nil }
      return left == right
    }
  }

  private static func combine(_ parts: [Formula], _ values: [TermValue?], decisive: Bool) -> Bool? {
    var isOpen = false
    for part in parts {
      guard let value = part.value(values) else {
        isOpen = true
        continue
      }
      if value == decisive { return decisive }
    }
    return isOpen ? nil : !decisive
  }
}

/// A value tried for a term.
enum TermValue {
  case boolean(Bool)
  case integer(Int128)
  case real(Double)
  case enumCase(Int)
  /// The literal at an index of the term's list; nil for any other value.
  case literal(Int?)
  case less, equal, greater
  /// As a NaN stands to everything.
  case unordered
}

extension Formula.Test {
  func holds(for value: TermValue) -> Bool {
    switch (self, value) {
    case (.isTrue, .boolean(let value)): value
    case (.integer(let sign, let bound), .integer(let value)): sign.compare(value, bound)
    case (.integer(let sign, let bound), .real(let value)): sign.compare(value, Double(bound))
    case (.real(let sign, let bound), .real(let value)): sign.compare(value, bound)
    case (.isCase(let wanted), .enumCase(let value)): wanted == value
    case (.isLiteral(let wanted), .literal(let value)): wanted == value
    case (.relation(let sign), .less): sign.compare(0, 1)
    case (.relation(let sign), .equal): sign.compare(0, 0)
    case (.relation(let sign), .greater): sign.compare(1, 0)
    case (.relation(let sign), .unordered): sign == .notEqual
    default: false
    }
  }
}

extension Expr.BinaryOperator {
  /// The outcome of a comparison; false for other operators.
  func compare<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> Bool {
    switch self {
    case .equal: lhs == rhs
    case .notEqual: lhs != rhs
    case .less: lhs < rhs
    case .lessOrEqual: lhs <= rhs
    case .greater: lhs > rhs
    case .greaterOrEqual: lhs >= rhs
    default: false
    }
  }

  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// The comparison that says the same with the sides exchanged.
  var mirrored: Expr.BinaryOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
