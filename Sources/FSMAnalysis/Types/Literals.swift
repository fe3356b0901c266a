import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Literals, and the constant arithmetic that can go wrong before the machine runs.
extension MachineResolver {
  mutating func integer(_ text: String, expecting expected: ValueType?, negated: Bool, span: Span) -> Expr {
    guard let magnitude = Int128(literal: text) else {
      reporter.report(.literalOutOfRange, at: span, "integer `\(text)` is too large for any type")
      return broken(span)
    }
    let value = negated ? -magnitude : magnitude
    switch expected {
    case .double, .float, .unknown, .opaque: return Expr(.integer(value), type: plain(expected), span: span)
    case .integer(let type): return integer(value, of: type, span: span)
    default: return integer(value, of: .int, span: span)
    }
  }

  /// A literal in opaque surroundings is whatever swiftc makes of it.
  private func plain(_ expected: ValueType?) -> ValueType {
    if let expected, expected.isKnown { expected } else { .unknown }
  }

  private mutating func integer(_ value: Int128, of type: ValueType.IntegerType, span: Span) -> Expr {
    if !type.bounds.contains(value) {
      reporter.report(
        .literalOutOfRange, at: span, "`\(value)` does not fit into `\(type.rawValue)`",
        hint: "`\(type.rawValue)` holds \(type.bounds.lowerBound) to \(type.bounds.upperBound)")
      return Expr(.integer(value), type: .unknown, span: span)
    }
    return Expr(.integer(value), type: .integer(type), span: span)
  }

  mutating func float(_ text: String, expecting expected: ValueType?, span: Span) -> Expr {
    switch expected {
    case .float: Expr(.float(text), type: .float, span: span)
    case .unknown, .opaque: Expr(.float(text), type: .unknown, span: span)
    default: Expr(.float(text), type: .double, span: span)
    }
  }

  mutating func string(_ segments: [ExprSyntax.StringSegment], span: Span, in scope: Scope) -> Expr {
    let parts: [Expr.StringSegment] = segments.map { segment in
      switch segment {
      case .text(let text): .text(text)
      case .interpolation(let inner): .interpolation(infer(inner, expecting: nil, in: scope))
      }
    }
    return Expr(.string(parts), type: .string, span: span)
  }

  mutating func null(expecting expected: ValueType?, span: Span) -> Expr {
    if let expected, expected.isKnown {
      reporter.report(
        .typeMismatch, at: span, "`\(text(expected))` is never nil", hint: "declare it optional, as in `\(text(expected))?`")
      return broken(span)
    }
    return Expr(.nil, type: expected ?? .unknown, span: span)
  }

  mutating func duration(_ parts: [ExprSyntax.DurationPart], span: Span) -> Expr {
    var sum: Int128 = 0
    for part in parts {
      guard let nanoseconds = part.nanoseconds, nanoseconds + sum <= Duration.mostNanoseconds else {
        reporter.report(
          .literalOutOfRange, at: span, "duration `\(part.number)\(part.unit.rawValue)` is too long or finer than a nanosecond")
        return Expr(.duration(nanoseconds: 0), type: .unknown, span: span)
      }
      sum += nanoseconds
    }
    return Expr(.duration(nanoseconds: sum), type: .duration, span: span)
  }

  /// Arrays and dictionaries pass through; they are none of the types fsmc knows.
  mutating func collection(_ kind: Expr.Kind, expecting expected: ValueType?, span: Span) -> Expr {
    guard let expected, expected.isKnown else { return Expr(kind, type: expected ?? .unknown, span: span) }
    let what = if case .array = kind { "an array" } else { "a dictionary" }
    reporter.report(.typeMismatch, at: span, "found \(what) where `\(text(expected))` is needed")
    return broken(span)
  }

  /// `T` for `[T]`; anything otherwise.
  func elementType(of expected: ValueType?) -> ValueType {
    guard case .opaque(let text) = expected, text.hasPrefix("["), text.hasSuffix("]"), !text.contains(":") else { return .unknown }
    return ValueType(named: String(text.dropFirst().dropLast()), enumerations: names.enumerations)
  }

  /// Checks constant arithmetic as it is built: an overflow or a division by zero would trap each time.
  mutating func checkConstant(_ expr: Expr) -> Expr {
    guard case .integer(let type) = expr.type, case .binary(_, let sign, let rhs) = expr.kind else { return expr }
    if sign == .divide || sign == .remainder, rhs.constant == 0 {
      reporter.report(.divisionByZero, at: rhs.span, "division by zero", hint: "this would stop the program each time it is reached")
      return Expr(expr.kind, type: .unknown, span: expr.span)
    }
    guard let value = expr.constant, !type.bounds.contains(value) else { return expr }
    reporter.report(
      .literalOutOfRange, at: expr.span, "the result \(value) does not fit into `\(type.rawValue)`",
      hint: "`\(type.rawValue)` holds \(type.bounds.lowerBound) to \(type.bounds.upperBound)")
    return Expr(expr.kind, type: .unknown, span: expr.span)
  }
}

extension Expr {
  /// The value of integer arithmetic on literals alone; nil for everything else and where the arithmetic itself leaves 128 bits.
  public var constant: Int128? {
    guard type.isInteger else { return nil }
    switch kind {
    case .integer(let value): return value
    case .negate(let inner): return inner.constant.map { -$0 }
    case .binary(let lhs, let sign, let rhs):
      guard let left = lhs.constant, let right = rhs.constant else { return nil }
      let (value, overflow): (Int128, Bool)
      switch sign {
      case .add: (value, overflow) = left.addingReportingOverflow(right)
      case .subtract: (value, overflow) = left.subtractingReportingOverflow(right)
      case .multiply: (value, overflow) = left.multipliedReportingOverflow(by: right)
      case .divide: (value, overflow) = left.dividedReportingOverflow(by: right)
      case .remainder: (value, overflow) = left.remainderReportingOverflow(dividingBy: right)
      default: return nil
      }
      return overflow ? nil : value
    default: return nil
    }
  }
}

extension Int128 {
  /// The value of a literal: decimal, `0x`, `0o` or `0b`, with underscores; nil above 127 bits.
  init?(literal text: String) {
    // Nearly all are short and decimal.
    if let plain = Int(text) {
      self.init(plain)
      return
    }
    let digits = text.filter { $0 != "_" }
    let radix =
      if digits.hasPrefix("0x") { 16 } else if digits.hasPrefix("0o") { 8 } else if digits.hasPrefix("0b") { 2 } else { 10 }
    self.init(digits.dropFirst(radix == 10 ? 0 : 2), radix: radix)
  }
}

extension Duration {
  /// Durations of a chart fit into 64 bits of nanoseconds: 292 years.
  static var mostNanoseconds: Int128 { Int128(Int64.max) }
}

extension ExprSyntax.DurationPart {
  /// Nil above 292 years, and for fractions of a nanosecond.
  var nanoseconds: Int128? {
    let unit: Int128 =
      switch unit {
      case .milliseconds: 1_000_000
      case .seconds: 1_000_000_000
      case .minutes: 60_000_000_000
      case .hours: 3_600_000_000_000
      case .days: 86_400_000_000_000
      }
    let parts = number.filter { $0 != "_" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ Int128($0) }), whole <= Duration.mostNanoseconds / unit else { return nil }
    guard parts.count > 1 else { return whole * unit }
    guard parts[1].count <= 15, let fraction = Int128(parts[1]) else { return nil }
    let scale = (0..<parts[1].count).reduce(Int128(1)) { power, _ in power * 10 }
    guard (fraction * unit) % scale == 0 else { return nil }
    return whole * unit + fraction * unit / scale
  }
}
