import FSMDiagnostics
import FSMModel
import FSMSyntax

/// A binary expression with its parts named.
struct BinarySyntax {
  var lhs: ExprSyntax
  var sign: ExprSyntax.BinaryOperator
  /// Where the operator stands.
  var place: Span
  var rhs: ExprSyntax
  var span: Span
}

/// Operators by Swift's rules: both operands of one type, no implicit conversion.
extension MachineResolver {
  mutating func binary(_ syntax: BinarySyntax, expecting expected: ValueType?, in scope: Scope) -> Expr {
    switch syntax.sign {
    case .and, .or:
      let lhs = check(syntax.lhs, .bool, in: scope)
      let rhs = check(syntax.rhs, .bool, in: scope)
      return Expr(.binary(lhs, .init(syntax.sign), rhs), type: .bool, span: syntax.span)
    case .coalesce: return coalesce(syntax, expecting: expected, in: scope)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      let (lhs, rhs) = together(syntax.lhs, syntax.rhs, expecting: nil, in: scope)
      checkComparison(syntax, lhs, rhs)
      return Expr(.binary(lhs, .init(syntax.sign), rhs), type: .bool, span: syntax.span)
    case .add, .subtract, .multiply, .divide, .remainder:
      let guide = expected.flatMap { $0.isNumber || !$0.isKnown ? $0 : nil }
      let bothNeedIt = syntax.lhs.needsContext && syntax.rhs.needsContext
      let (lhs, rhs) = together(syntax.lhs, syntax.rhs, expecting: bothNeedIt ? guide : nil, in: scope)
      return arithmetic(syntax, lhs, rhs)
    }
  }

  private mutating func arithmetic(_ syntax: BinarySyntax, _ lhs: Expr, _ rhs: Expr) -> Expr {
    let sign = Expr.BinaryOperator(syntax.sign)
    guard lhs.type.isKnown, rhs.type.isKnown else { return Expr(.binary(lhs, sign, rhs), type: .unknown, span: syntax.span) }
    guard let type = resultType(lhs.type, sign, rhs.type) else {
      reportOperands(syntax, lhs, rhs)
      return Expr(.binary(lhs, sign, rhs), type: .unknown, span: syntax.span)
    }
    // Swift multiplies a duration only from the right.
    let swapped = type == .duration && sign == .multiply && lhs.type != .duration
    return checkConstant(Expr(swapped ? .binary(rhs, sign, lhs) : .binary(lhs, sign, rhs), type: type, span: syntax.span))
  }

  /// The type of arithmetic on two known types; nil where Swift has no such operator.
  private func resultType(_ lhs: ValueType, _ sign: Expr.BinaryOperator, _ rhs: ValueType) -> ValueType? {
    switch (lhs, sign, rhs) {
    case (.integer, .remainder, _) where lhs == rhs: lhs
    case (_, .remainder, _): nil
    case _ where lhs.isNumber && lhs == rhs: lhs
    case (.string, .add, .string): .string
    case (.duration, .add, .duration), (.duration, .subtract, .duration): .duration
    case (.duration, .multiply, .integer), (.duration, .multiply, .double), (.duration, .divide, .integer), (.duration, .divide, .double):
      .duration
    case (.integer, .multiply, .duration), (.double, .multiply, .duration): .duration
    case (.duration, .divide, .duration): .double
    default: nil
    }
  }

  private mutating func checkComparison(_ syntax: BinarySyntax, _ lhs: Expr, _ rhs: Expr) {
    guard lhs.type.isKnown, rhs.type.isKnown else { return }
    let isEquality = syntax.sign == .equal || syntax.sign == .notEqual
    if lhs.type != rhs.type || !(isEquality || lhs.type.isOrdered) { reportOperands(syntax, lhs, rhs) }
  }

  mutating func reportOperands(_ syntax: BinarySyntax, _ lhs: Expr, _ rhs: Expr) {
    let (left, right) = (text(lhs.type), text(rhs.type))
    let sign = syntax.sign.rawValue
    let message = lhs.type == rhs.type ? "`\(sign)` is not defined for `\(left)`" : "`\(sign)` cannot take `\(left)` and `\(right)`"
    reporter.report(
      .badOperands, at: syntax.place, message, labels: [.init(lhs.span, "`\(left)`"), .init(rhs.span, "`\(right)`")],
      hint: operandHint(lhs.type, syntax.sign, rhs.type))
  }

  private func operandHint(_ lhs: ValueType, _ sign: ExprSyntax.BinaryOperator, _ rhs: ValueType) -> String? {
    if sign == .remainder, lhs.isFloatingPoint || rhs.isFloatingPoint { return "the remainder is for integers" }
    if lhs.isNumber, rhs.isNumber {
      let wanted = lhs.isFloatingPoint ? lhs : rhs.isFloatingPoint ? rhs : lhs
      return "Swift converts nothing by itself: write `\(text(wanted))(…)`"
    }
    if lhs == .duration || rhs == .duration, lhs.isNumber || rhs.isNumber { return "write a unit, as in `30s` or `250ms`" }
    if sign == .add, lhs == .string || rhs == .string { return "put the value into the string: `\"… \\(value)\"`" }
    return nil
  }

  private mutating func coalesce(_ syntax: BinarySyntax, expecting expected: ValueType?, in scope: Scope) -> Expr {
    let lhs = infer(syntax.lhs, expecting: .unknown, in: scope)
    if lhs.type.isKnown {
      reporter.report(
        .badOperands, at: syntax.place, "`??` has nothing to do: `\(text(lhs.type))` is never nil",
        labels: [.init(lhs.span, "`\(text(lhs.type))`")], hint: "leave `??` and what follows it out")
      return Expr(lhs.kind, type: .unknown, span: syntax.span)
    }
    let inner = lhs.type.unwrappedText.map { ValueType(named: $0, enumerations: names.enumerations) }
    let rhs = infer(syntax.rhs, expecting: inner ?? expected ?? .unknown, in: scope)
    if let inner, inner.isKnown, rhs.type.isKnown, inner != rhs.type {
      reportMismatch(rhs, inner)
      return Expr(.binary(lhs, .coalesce, rhs), type: .unknown, span: syntax.span)
    }
    return Expr(.binary(lhs, .coalesce, rhs), type: rhs.type.isKnown ? rhs.type : .unknown, span: syntax.span)
  }

  mutating func prefix(
    _ sign: ExprSyntax.PrefixOperator, _ operand: ExprSyntax, expecting expected: ValueType?, span: Span, in scope: Scope
  ) -> Expr {
    if sign == .not { return Expr(.not(check(operand, .bool, in: scope)), type: .bool, span: span) }
    if case .integer(let text) = operand.kind { return integer(text, expecting: expected, negated: true, span: span) }
    let value = infer(operand, expecting: expected, in: scope)
    if value.type.isKnown, !value.type.isNumber {
      reporter.report(
        .badOperands, at: span, "`-` is not defined for `\(text(value.type))`",
        hint: value.type == .duration ? "subtract it from another duration: `0s - …`" : nil)
      return broken(span)
    }
    return Expr(.negate(value), type: value.type, span: span)
  }

  mutating func forced(_ inner: ExprSyntax, span: Span, in scope: Scope) -> Expr {
    let value = infer(inner, expecting: .unknown, in: scope)
    if value.type.isKnown {
      reporter.report(
        .badOperands, at: span, "`!` has nothing to unwrap: `\(text(value.type))` is never nil", hint: "leave the `!` out",
        fixes: [.init("remove `!`", [.init(Span(file: span.file, start: Int(inner.span.end), end: Int(span.end)), "")])])
      return value
    }
    let type = value.type.unwrappedText.map { ValueType(named: $0, enumerations: names.enumerations) }
    return Expr(.forced(value), type: type ?? .unknown, span: span)
  }
}

extension Expr.BinaryOperator {
  init(_ sign: ExprSyntax.BinaryOperator) {
    switch sign {
    case .multiply: self = .multiply
    case .divide: self = .divide
    case .remainder: self = .remainder
    case .add: self = .add
    case .subtract: self = .subtract
    case .coalesce: self = .coalesce
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .and: self = .and
    case .or: self = .or
    }
  }
}

extension ExprSyntax.BinaryOperator {
  var isArithmetic: Bool {
    switch self {
    case .multiply, .divide, .remainder, .add, .subtract: true
    default: false
    }
  }
}
