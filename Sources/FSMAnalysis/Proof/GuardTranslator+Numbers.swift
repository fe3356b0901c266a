import FSMModel

/// Whole numbers: integers, durations in attoseconds, enums by the number of their case.
extension GuardTranslator {
  /// The expression as a linear form; `conditions` gets what must hold for it to have a value, and what defines the numbers in it.
  ///
  /// Nil where numbers grow too large. What is no sum (a product of two variables) is a term of its own.
  mutating func linear(_ expr: Expr, _ conditions: inout [Formula]) -> LinearForm? {
    switch expr.kind {
    case .integer(let value): return LinearForm(value)
    case .duration(let nanoseconds): return LinearForm(0).adding(LinearForm(nanoseconds), times: 1_000_000_000)
    case .enumCase(_, let index): return LinearForm(Int128(index))
    case .negate(let inner):
      guard let form = linear(inner, &conditions)?.times(-1) else { return nil }
      return checked(form, expr, &conditions)
    case .binary(let lhs, let sign, let rhs) where sign == .add || sign == .subtract:
      guard let left = linear(lhs, &conditions), let right = linear(rhs, &conditions),
        let form = left.adding(right, times: sign == .add ? 1 : -1)
      else { return nil }
      return checked(form, expr, &conditions)
    case .binary(let lhs, .multiply, let rhs) where lhs.isScalar && rhs.isScalar: return product(lhs, rhs, expr, &conditions)
    case .binary(let lhs, let sign, let rhs) where (sign == .divide || sign == .remainder) && expr.type.isInteger:
      return quotient(lhs, sign, rhs, expr, &conditions)
    case .conditional(let condition, let then, let otherwise):
      return choice(condition, then, otherwise, expr, &conditions)
    default: return number(expr, &conditions)
    }
  }

  /// A term of its own. What is computed counts as asked about even where it cancels out: it may trap.
  private mutating func number(_ expr: Expr, _ conditions: inout [Formula]) -> LinearForm {
    let index = term(expr, .integer)
    if terms[index].origin == .computed, let upper = terms[index].upper {
      conditions.append(.linear(LinearConstraint([.init(term: index, factor: 1)], atMost: upper)))
    }
    return LinearForm(term: index)
  }

  private mutating func product(_ lhs: Expr, _ rhs: Expr, _ expr: Expr, _ conditions: inout [Formula]) -> LinearForm? {
    guard let left = linear(lhs, &conditions), let right = linear(rhs, &conditions) else { return nil }
    guard let factor = left.known ?? right.known else { return number(expr, &conditions) }
    guard let form = (left.known == nil ? left : right).times(factor) else { return nil }
    return checked(form, expr, &conditions)
  }

  /// Division by a constant, rounded towards zero: `value = divisor * quotient + rest`, the rest having the sign of the value.
  private mutating func quotient(
    _ lhs: Expr, _ sign: Expr.BinaryOperator, _ rhs: Expr, _ expr: Expr, _ conditions: inout [Formula]
  ) -> LinearForm? {
    guard let value = linear(lhs, &conditions), let divisor = linear(rhs, &conditions) else { return nil }
    guard let size = divisor.known, size.magnitude > 1, size != .min else {
      if divisor.known == 1 { return sign == .divide ? value : LinearForm(0) }
      guard let above = divisor.adding(LinearForm(1)), let below = divisor.times(-1)?.adding(LinearForm(1)) else { return nil }
      conditions.append(.either([.atMostZero(above), .atMostZero(below)]))
      return number(expr, &conditions)
    }
    let whole = LinearForm(term: own(Expr(.binary(lhs, .divide, rhs), type: expr.type, span: expr.span)))
    let rest = LinearForm(term: own(Expr(.binary(lhs, .remainder, rhs), type: expr.type, span: expr.span)))
    let most = LinearForm(-(Int128(size.magnitude) - 1))
    guard let difference = value.adding(whole, times: -size)?.adding(rest, times: -1), let opposite = difference.times(-1),
      let below = rest.times(-1), let above = rest.adding(most), let least = below.adding(most), let negative = value.times(-1),
      let atMostMinusOne = value.adding(LinearForm(1))
    else { return nil }
    conditions.append(.both([.atMostZero(difference), .atMostZero(opposite)]))
    conditions.append(
      .either([
        .both([.atMostZero(negative), .atMostZero(below), .atMostZero(above)]),
        .both([.atMostZero(atMostMinusOne), .atMostZero(rest), .atMostZero(least)]),
      ]))
    return sign == .divide ? whole : rest
  }

  /// `a ? b : c`, as a number that equals one of the two.
  private mutating func choice(
    _ condition: Expr, _ then: Expr, _ otherwise: Expr, _ expr: Expr, _ conditions: inout [Formula]
  ) -> LinearForm? {
    let result = LinearForm(term: own(expr))
    var cases: [Formula] = []
    for (value, holds) in [(then, true), (otherwise, false)] {
      var inner: [Formula] = []
      guard let form = linear(value, &inner), let difference = form.adding(result, times: -1), let opposite = difference.times(-1) else {
        return nil
      }
      cases.append(.both([truth(condition, holds), .atMostZero(difference), .atMostZero(opposite)] + inner))
    }
    conditions.append(.either(cases))
    return result
  }

  /// A number that the reasoning defines.
  private mutating func own(_ expr: Expr) -> Int {
    terms.index(of: expr, .integer) { .init(expr: expr, kind: .integer, origin: .own) }
  }

  /// Adds that a result fits its type, unless that is certain.
  private func checked(_ form: LinearForm, _ expr: Expr, _ conditions: inout [Formula]) -> LinearForm? {
    guard case .integer(let type) = expr.type else { return form }
    let bounds = type.bounds
    if let (low, high) = extent(of: form), bounds.contains(low), bounds.contains(high) { return form }
    guard let above = form.adding(LinearForm(-bounds.upperBound)), let below = form.times(-1)?.adding(LinearForm(bounds.lowerBound)) else {
      return nil
    }
    conditions += [.atMostZero(above), .atMostZero(below)]
    return form
  }

  /// The least and the greatest value that terms allow; nil where one of them is open.
  private func extent(of form: LinearForm) -> (Int128, Int128)? {
    var (low, high) = (form.constant, form.constant)
    for part in form.parts {
      guard let lower = terms[part.term].lower, let upper = terms[part.term].upper else { return nil }
      let (first, last) = part.factor > 0 ? (lower, upper) : (upper, lower)
      guard let sum = low.plus(first, times: part.factor), let other = high.plus(last, times: part.factor) else { return nil }
      (low, high) = (sum, other)
    }
    return (low, high)
  }

  /// What is known of a number's size: its type, and the range of a variable where that is constant.
  func bounds(of expr: Expr) -> (Int128?, Int128?) {
    if case .variable(let id) = expr.kind, let extent = shared.extents[id] { return (extent.lowerBound, extent.upperBound) }
    switch expr.type {
    case .integer(let type):
      var (low, high) = (type.bounds.lowerBound, type.bounds.upperBound)
      if case .variable(let id) = expr.kind, let range = machine[id].range {
        if let bound = range.lower?.constant { low = max(low, bound) }
        if let bound = range.upper?.constant { high = min(high, range.includesUpper ? bound : bound - 1) }
      }
      return low <= high ? (low, high) : (type.bounds.lowerBound, type.bounds.upperBound)
    case .enumeration(let id): return (0, Int128(machine[id].cases.count) - 1)
    case .duration: return (nil, nil)
    default: return expr.isCount ? (0, Int128(Int64.max)) : (nil, nil)
    }
  }
}

extension Expr {
  /// True of what is a whole number, or counts as one beside a duration.
  fileprivate var isScalar: Bool { type.isInteger || type == .duration || type == .unknown }

  /// `list.count` of one of Swift's own collections: a whole number.
  var isCount: Bool {
    guard case .member(let base, "count", false) = kind else { return false }
    switch base.type {
    case .string: return true
    case .opaque(let text): return !text.hasSuffix("?") && (text.hasPrefix("[") || text.hasPrefix("Set<") || text.hasPrefix("Array<"))
    default: return false
    }
  }
}
