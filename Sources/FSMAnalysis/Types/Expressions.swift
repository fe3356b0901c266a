import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Types expressions in both directions: what is expected flows down (literals, `.case`), what is found flows up.
///
/// fsmc judges the types it knows by Swift's own rules; whatever involves an opaque type is left to swiftc. Nothing is converted
/// implicitly. After a mistake the type is `.unknown`, which fits everywhere, so one mistake is one error.
///
/// Recursion goes as deep as the expression is nested, which the parser bounds.
extension MachineResolver {
  /// The expression, which must have the type expected, if any.
  mutating func check(_ syntax: ExprSyntax, _ expected: ValueType?, in scope: Scope) -> Expr {
    let found = infer(syntax, expecting: expected, in: scope)
    guard let expected, !fits(found.type, expected) else { return found }
    reportMismatch(found, expected)
    return Expr(found.kind, type: .unknown, span: found.span)
  }

  /// The expression with the type it has; `expected` only guides literals and `.case`.
  mutating func infer(_ syntax: ExprSyntax, expecting expected: ValueType?, in scope: Scope) -> Expr {
    let span = syntax.span
    switch syntax.kind {
    case .integer(let text): return integer(text, expecting: expected, negated: false, span: span)
    case .float(let text): return float(text, expecting: expected, span: span)
    case .string(let segments): return string(segments, span: span, in: scope)
    case .boolean(let value): return Expr(.boolean(value), type: .bool, span: span)
    case .nil: return null(expecting: expected, span: span)
    case .duration(let parts): return duration(parts, span: span)
    case .array(let elements):
      let values = elements.map { check($0, elementType(of: expected), in: scope) }
      return collection(.array(values), expecting: expected, span: span)
    case .dictionary(let pairs):
      let values = pairs.map {
        Expr.KeyedValue(key: check($0.key, .unknown, in: scope), value: check($0.value, .unknown, in: scope))
      }
      return collection(.dictionary(values), expecting: expected, span: span)
    case .name(let name): return value(named: name, in: scope)
    case .implicitMember(let name): return implicitMember(name, expecting: expected, span: span)
    case .parenthesized(let inner): return infer(inner, expecting: expected, in: scope)
    case .isIn(let path): return isIn(path, span: span, in: scope)
    case .prefix(let sign, let operand): return prefix(sign, operand, expecting: expected, span: span, in: scope)
    case .binary(let lhs, let sign, let place, let rhs):
      return binary(BinarySyntax(lhs: lhs, sign: sign, place: place, rhs: rhs, span: span), expecting: expected, in: scope)
    case .ternary(let condition, let then, let otherwise):
      return ternary(condition, then, otherwise, expecting: expected, span: span, in: scope)
    case .call(let callee, let arguments): return call(callee, arguments, expecting: expected, span: span, in: scope)
    case .subscripted(let base, let arguments):
      let value = infer(base, expecting: nil, in: scope)
      return Expr(.subscripted(value, opaqueArguments(arguments, in: scope)), type: .unknown, span: span)
    case .member(let base, let name, let isOptional): return member(base, name, isOptional: isOptional, span: span, in: scope)
    case .forced(let inner): return forced(inner, span: span, in: scope)
    case .invalid: return broken(span)
    }
  }

  /// Stands for what could not be understood and was reported.
  func broken(_ span: Span) -> Expr { Expr(.swiftName("_"), type: .unknown, span: span) }

  /// True unless fsmc knows that swiftc will refuse it.
  func fits(_ found: ValueType, _ expected: ValueType) -> Bool {
    if found == expected { return true }
    if let unwrapped = found.unwrappedText, expected.isKnown { return unwrapped != text(expected) }
    return !found.isKnown || !expected.isKnown
  }

  mutating func reportMismatch(_ found: Expr, _ expected: ValueType) {
    let (have, want) = (text(found.type), text(expected))
    var fixes: [Diagnostic.Fix] = []
    let hint: String? =
      switch (found.type, expected) {
      case (.double, .integer) where found.isFloatLiteral: "write a whole number"
      case (.integer, .duration), (.double, .duration): "write a unit, as in `30s` or `250ms`, or multiply: `n * 1s`"
      case (.integer, .double), (.integer, .float), (.integer, .integer), (.double, .integer), (.float, .integer), (.double, .float),
        (.float, .double):
        "Swift converts nothing by itself: write `\(want)(…)`"
      case (.opaque, _): "it may be nil: unwrap it with `!`, or give a default with `??`"
      case (.integer, .bool): "compare it, as in `… != 0`"
      case (_, .string): "write it in a string: `\"\\(…)\"`"
      default: nil
      }
    if expected.isNumber, found.type.isNumber, !found.isFloatLiteral { fixes = [wrap(found.span, in: "\(want)(", ")")] }
    reporter.report(.typeMismatch, at: found.span, "found `\(have)` where `\(want)` is needed", hint: hint, fixes: fixes)
  }

  private func wrap(_ span: Span, in opening: String, _ closing: String) -> Diagnostic.Fix {
    .init("write `\(opening)…\(closing)`", [.init(span.before, opening), .init(span.after, closing)])
  }

  private mutating func isIn(_ path: PathSyntax, span: Span, in scope: Scope) -> Expr {
    guard scope.place == .condition || scope.place == .assertion else {
      reporter.report(
        .misplacedStateTest, at: span, "`in(…)` stands where a value is worked out",
        hint: "ask in a guard, in the `if` of an effect, in `assert` or in `expect`")
      return Expr(.boolean(false), type: .bool, span: span)
    }
    guard let state = state(at: path, from: scope.holder) else { return Expr(.boolean(false), type: .unknown, span: span) }
    if machine[state].isPseudo {
      let what = machine[state].kind == .choice ? "a choice, which is left as soon as it is entered" : "a history, which is never active"
      reporter.report(
        .misplacedStateTest, at: path.span, "`\(path.text)` is \(what)", labels: [.init(machine[state].nameSpan, "declared here")])
      return Expr(.boolean(false), type: .unknown, span: span)
    }
    return Expr(.isIn(state), type: .bool, span: span)
  }

  private mutating func ternary(
    _ condition: ExprSyntax, _ then: ExprSyntax, _ otherwise: ExprSyntax, expecting expected: ValueType?, span: Span, in scope: Scope
  ) -> Expr {
    let test = check(condition, .bool, in: scope)
    let (first, second) = together(then, otherwise, expecting: expected, in: scope)
    let type = first.type.isKnown ? first.type : second.type
    if !fits(second.type, first.type) || !fits(first.type, second.type) {
      reporter.report(
        .typeMismatch, at: second.span, "the two outcomes of `?:` have different types",
        labels: [.init(first.span, "`\(text(first.type))`"), .init(second.span, "`\(text(second.type))`")])
      return Expr(.conditional(test, then: first, else: second), type: .unknown, span: span)
    }
    return Expr(.conditional(test, then: first, else: second), type: type, span: span)
  }

  /// Two expressions that must agree: one that only has a type by what is around it takes that of the other.
  mutating func together(_ lhs: ExprSyntax, _ rhs: ExprSyntax, expecting expected: ValueType?, in scope: Scope) -> (Expr, Expr) {
    switch (lhs.needsContext, rhs.needsContext) {
    case (true, false):
      let second = infer(rhs, expecting: expected, in: scope)
      return (infer(lhs, expecting: second.type, in: scope), second)
    case (false, true):
      let first = infer(lhs, expecting: expected, in: scope)
      return (first, infer(rhs, expecting: first.type, in: scope))
    case (true, true):
      let common = expected ?? (lhs.isFloatingLiteral || rhs.isFloatingLiteral ? .double : nil)
      let first = infer(lhs, expecting: common, in: scope)
      // Where the first has been reported, the second is not.
      let guide = common ?? (first.type == .unknown ? .unknown : nil)
      return (first, infer(rhs, expecting: guide, in: scope))
    case (false, false): return (infer(lhs, expecting: expected, in: scope), infer(rhs, expecting: expected, in: scope))
    }
  }
}

extension Expr {
  fileprivate var isFloatLiteral: Bool {
    switch kind {
    case .float: true
    case .negate(let inner): inner.isFloatLiteral
    default: false
    }
  }
}

extension ExprSyntax {
  /// True where the type comes from what is around: literals of numbers, `.case`, `nil`.
  var needsContext: Bool {
    switch kind {
    case .integer, .float, .implicitMember, .nil, .array, .dictionary: true
    case .prefix(.negate, let inner), .parenthesized(let inner): inner.needsContext
    case .binary(let lhs, let sign, _, let rhs): sign.isArithmetic && lhs.needsContext && rhs.needsContext
    case .ternary(_, let then, let otherwise): then.needsContext && otherwise.needsContext
    case .call(let callee, _): if case .implicitMember = callee.kind { true } else { false }
    default: false
    }
  }

  /// True where a literal with a fraction decides that literals beside it are `Double` too.
  var isFloatingLiteral: Bool {
    switch kind {
    case .float: true
    case .prefix(.negate, let inner), .parenthesized(let inner): inner.isFloatingLiteral
    case .binary(let lhs, _, _, let rhs): lhs.isFloatingLiteral || rhs.isFloatingLiteral
    default: false
    }
  }
}
