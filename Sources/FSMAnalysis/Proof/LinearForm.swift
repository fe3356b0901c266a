/// A sum of terms with whole factors, and a constant: `2 * n - m + 3`. Terms are named by their place in the table.
///
/// Operations give nil where a number outgrows 128 bits.
struct LinearForm: Hashable {
  /// One term with its factor, which is never zero.
  struct Part: Hashable {
    var term: Int
    var factor: Int128
  }

  /// In ascending order of terms.
  var parts: [Part] = []
  var constant: Int128 = 0

  init(_ constant: Int128) { self.constant = constant }

  init(term: Int) { parts = [Part(term: term, factor: 1)] }

  /// The value where there are no terms.
  var known: Int128? { parts.isEmpty ? constant : nil }

  /// `self + other * factor`
  func adding(_ other: LinearForm, times factor: Int128 = 1) -> LinearForm? {
    var sum = LinearForm(0)
    guard let constant = constant.plus(other.constant, times: factor) else { return nil }
    sum.constant = constant
    guard let parts = LinearForm.sum(parts, other.parts, times: factor) else { return nil }
    sum.parts = parts
    return sum
  }

  /// Sorted parts merged, the second ones times a factor.
  static func sum(_ first: [Part], _ second: [Part], times factor: Int128) -> [Part]? {
    var sum: [Part] = []
    sum.reserveCapacity(first.count + second.count)
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      var part: Part
      if j == second.count || i < first.count && first[i].term < second[j].term {
        part = first[i]
        i += 1
      } else {
        part = Part(term: second[j].term, factor: 0)
        if i < first.count, first[i].term == part.term {
          part.factor = first[i].factor
          i += 1
        }
        guard let total = part.factor.plus(second[j].factor, times: factor) else { return nil }
        part.factor = total
        j += 1
      }
      if part.factor != 0 { sum.append(part) }
    }
    return sum
  }

  func times(_ factor: Int128) -> LinearForm? { LinearForm(0).adding(self, times: factor) }
}

/// `2 * n - m <= 7`: a linear form that a number bounds from above, factors without a common divisor.
struct LinearConstraint: Hashable {
  var parts: [LinearForm.Part]
  var bound: Int128

  /// Says that a form is at most zero; a constant where it has no terms.
  static func atMostZero(_ form: LinearForm) -> Formula {
    if let known = form.known { return .constant(known <= 0) }
    let (bound, overflow) = Int128(0).subtractingReportingOverflow(form.constant)
    return overflow ? .constant(true) : .linear(LinearConstraint(form.parts, atMost: bound))
  }

  /// Whole numbers let the bound be rounded down once the factors' common divisor is taken out.
  init(_ parts: [LinearForm.Part], atMost bound: Int128) {
    var divisor: UInt128 = 0
    for part in parts { divisor = LinearConstraint.gcd(divisor, part.factor.magnitude) }
    guard divisor > 1, let size = Int128(exactly: divisor) else {
      (self.parts, self.bound) = (parts, bound)
      return
    }
    self.parts = parts.map { .init(term: $0.term, factor: $0.factor / size) }
    self.bound = bound.floored(by: size)
  }

  /// The opposite: at least one more than the bound.
  var opposite: LinearConstraint? {
    var turned: [LinearForm.Part] = []
    for part in parts {
      guard part.factor != .min else { return nil }
      turned.append(.init(term: part.term, factor: -part.factor))
    }
    guard let least = bound.plus(1, times: 1), least != .min else { return nil }
    return LinearConstraint(turned, atMost: -least)
  }

  private static func gcd(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}

extension Int128 {
  /// `self + other * factor`, where it fits.
  func plus(_ other: Int128, times factor: Int128) -> Int128? {
    let (product, tooLarge) = other.multipliedReportingOverflow(by: factor)
    let (sum, overflow) = addingReportingOverflow(product)
    return tooLarge || overflow ? nil : sum
  }

  /// The quotient rounded down; the divisor is positive.
  func floored(by divisor: Int128) -> Int128 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
