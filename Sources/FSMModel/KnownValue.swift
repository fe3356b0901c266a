/// The value of an arithmetic expression whose operands are known, by Swift's rules.
public enum KnownValue: Hashable, Sendable {
  /// A whole number, the place of an enum's case, or a duration in attoseconds.
  case integer(Int128)
  case real(Double)
  case string(String)

  /// What a comparison with another value of the same type says; nil where the operator compares nothing.
  public func compare(_ sign: Expr.BinaryOperator, _ other: KnownValue) -> Bool? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): sign.compare(a, b)
    case (.real(let a), .real(let b)): sign.compare(a, b)
    case (.string(let a), .string(let b)): sign.compare(a, b)
    default: nil
    }
  }
}

extension Expr {
  /// The value; nil where it traps, or a part is not understood. Recursion goes as deep as the expression is nested.
  public func value(_ leaf: (Expr) -> KnownValue?) -> KnownValue? {
    switch kind {
    case .integer(let number): return type.isFloatingPoint ? real(Double(number)) : .integer(number)
    case .float(let text): return Double(text.filter { $0 != "_" }).flatMap(real)
    case .duration(let nanoseconds): return .integer(nanoseconds * 1_000_000_000)
    case .enumCase(_, let index): return .integer(Int128(index))
    case .string(let segments): return text(segments, leaf)
    case .negate(let inner): return negated(inner.value(leaf))
    case .binary(let lhs, let sign, let rhs):
      guard let left = lhs.value(leaf), let right = rhs.value(leaf) else { return nil }
      return combined(left, sign, right)
    case .variable, .swiftName, .call: return leaf(self)
    default: return nil
    }
  }

  private func real(_ value: Double) -> KnownValue? { .real(type == .float ? Double(Float(value)) : value) }

  private func text(_ segments: [StringSegment], _ leaf: (Expr) -> KnownValue?) -> KnownValue? {
    var result = ""
    for segment in segments {
      switch segment {
      case .text(let text): result += text
      case .interpolation(let inner):
        switch (inner.value(leaf), inner.type) {
        case (.string(let text)?, _): result += text
        case (.integer(let number)?, .integer): result += "\(number)"
        default: return nil
        }
      }
    }
    return .string(result)
  }

  private func negated(_ value: KnownValue?) -> KnownValue? {
    switch value {
    case .integer(let number)?: fitting(number == .min ? nil : -number)
    case .real(let number)?: .real(-number)
    default: nil
    }
  }

  private func combined(_ left: KnownValue, _ sign: BinaryOperator, _ right: KnownValue) -> KnownValue? {
    switch (left, right) {
    case (.integer(let a), .integer(let b)):
      let (value, overflow): (Int128, Bool)
      switch sign {
      case .add: (value, overflow) = a.addingReportingOverflow(b)
      case .subtract: (value, overflow) = a.subtractingReportingOverflow(b)
      case .multiply: (value, overflow) = a.multipliedReportingOverflow(by: b)
      case .divide where type != .duration: (value, overflow) = a.dividedReportingOverflow(by: b)
      case .remainder where b != -1: (value, overflow) = a.remainderReportingOverflow(dividingBy: b)
      default: return nil
      }
      return fitting(overflow ? nil : value)
    case (.real(let a), .real(let b)):
      switch sign {
      case .add: return real(a + b)
      case .subtract: return real(a - b)
      case .multiply: return real(a * b)
      case .divide: return real(a / b)
      default: return nil
      }
    case (.string(let a), .string(let b)) where sign == .add: return .string(a + b)
    default: return nil
    }
  }

  private func fitting(_ value: Int128?) -> KnownValue? {
    guard let value else { return nil }
    if case .integer(let width) = type, !width.bounds.contains(value) { return nil }
    return .integer(value)
  }

  /// True of arithmetic whose value follows from variables, parameters and what functions answer.
  public var isComputable: Bool {
    switch kind {
    case .integer, .float, .duration, .enumCase: true
    case .variable, .swiftName, .call: type.isKnown
    case .string(let segments):
      segments.allSatisfy { if case .interpolation(let inner) = $0 { inner.isComputable && inner.type.isTextual } else { true } }
    case .negate(let inner): type.isKnown && inner.isComputable
    case .binary(let lhs, let sign, let rhs):
      type.isKnown && !sign.isComparison && sign != .and && sign != .or && sign != .coalesce && !(type == .duration && sign == .divide)
        && lhs.isComputable && rhs.isComputable
    default: false
    }
  }
}

extension ValueType {
  fileprivate var isTextual: Bool { self == .string || isInteger }
}
