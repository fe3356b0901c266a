import FSMDiagnostics
import FSMSyntax

extension SCXMLTranslator {
  mutating func translate(
    _ left: JSExpr, _ sign: JSBinary, _ right: JSExpr, _ span: Span, _ context: Context
  ) -> Translated? {
    switch sign {
    case .and, .or: return logic(left, sign, right, span, context)
    default: break
    }
    guard let lhs = translate(left, context), let rhs = translate(right, context) else { return nil }
    // Said already, where the data are declared or given a value that does not import.
    if lhs.type == .mixed || rhs.type == .mixed { return nil }
    switch sign {
    case .equal, .strictEqual: return equality(lhs, .equal, rhs, span)
    case .notEqual, .strictNotEqual: return equality(lhs, .notEqual, rhs, span)
    case .less: return comparison(lhs, .less, rhs, span)
    case .lessOrEqual: return comparison(lhs, .lessOrEqual, rhs, span)
    case .greater: return comparison(lhs, .greater, rhs, span)
    case .greaterOrEqual: return comparison(lhs, .greaterOrEqual, rhs, span)
    case .add where lhs.type == .string || rhs.type == .string: return joined(lhs, rhs, span, context)
    case .add: return arithmetic(lhs, .add, rhs, span)
    case .subtract: return arithmetic(lhs, .subtract, rhs, span)
    case .multiply: return arithmetic(lhs, .multiply, rhs, span)
    case .divide: return arithmetic(lhs, .divide, rhs, span)
    case .remainder: return arithmetic(lhs, .remainder, rhs, span)
    case .and, .or: return nil
    }
  }

  private mutating func logic(_ left: JSExpr, _ sign: JSBinary, _ right: JSExpr, _ span: Span, _ context: Context) -> Translated? {
    guard let lhs = condition(left, context), let rhs = condition(right, context) else { return nil }
    let isAnd = sign == .and
    if case .boolean(let known) = lhs.kind {
      return Translated(expression: known == isAnd ? rhs : ExprSyntax(.boolean(!isAnd), span), type: .bool)
    }
    if case .boolean(let known) = rhs.kind, known == isAnd { return Translated(expression: lhs, type: .bool) }
    return Translated(expression: ExprSyntax(.binary(lhs, isAnd ? .and : .or, operatorSpan: span, rhs), span), type: .bool)
  }

  /// Comparisons of two known texts are decided here.
  private mutating func equality(_ lhs: Translated, _ sign: ExprSyntax.BinaryOperator, _ rhs: Translated, _ span: Span) -> Translated? {
    if let left = lhs.expression.plainText, let right = rhs.expression.plainText {
      return Translated(expression: ExprSyntax(.boolean((left == right) == (sign == .equal)), span), type: .bool)
    }
    return comparison(lhs, sign, rhs, span)
  }

  private mutating func comparison(_ lhs: Translated, _ sign: ExprSyntax.BinaryOperator, _ rhs: Translated, _ span: Span) -> Translated? {
    let isKnown = lhs.type.joined(with: rhs.type) != .mixed
    let isOrdered = sign == .equal || sign == .notEqual || lhs.type != .bool && rhs.type != .bool
    guard isKnown, isOrdered else {
      return refuse(span, "\(lhs.type.name) is compared with \(rhs.type.name)", hint: "values of different types are never compared")
    }
    return Translated(expression: ExprSyntax(.binary(lhs.expression, sign, operatorSpan: span, rhs.expression), span), type: .bool)
  }

  private mutating func arithmetic(_ lhs: Translated, _ sign: ExprSyntax.BinaryOperator, _ rhs: Translated, _ span: Span) -> Translated? {
    let type = lhs.type.joined(with: rhs.type)
    guard type == .int || type == .double || type == .unknown else { return refuse(span, "arithmetic is for numbers") }
    if sign == .divide, type != .double {
      return refuse(
        span, "the quotient of whole numbers may be a fraction in ECMAScript, and never in Swift",
        hint: "give the data a value with a fraction, as in `1.0`")
    }
    return Translated(expression: ExprSyntax(.binary(lhs.expression, sign, operatorSpan: span, rhs.expression), span), type: type)
  }

  /// `'x: ' + x` as `"x: \(x)"`.
  private mutating func joined(_ lhs: Translated, _ rhs: Translated, _ span: Span, _ context: Context) -> Translated? {
    for part in [lhs, rhs] where part.type == .duration || part.type == .double && !context.isLog {
      return refuse(part.expression.span, "this is written differently as text", hint: "join texts, whole numbers and booleans")
    }
    let isPlain = lhs.type == .string && rhs.type == .string && (lhs.expression.segments == nil || rhs.expression.segments == nil)
    if isPlain {
      return Translated(expression: ExprSyntax(.binary(lhs.expression, .add, operatorSpan: span, rhs.expression), span), type: .string)
    }
    return Translated(expression: text(lhs.expression, rhs.expression, span), type: .string)
  }

  /// The two as one text, with what is no text put in.
  func text(_ lhs: ExprSyntax, _ rhs: ExprSyntax, _ span: Span) -> ExprSyntax {
    var segments = lhs.segments ?? [.interpolation(lhs)]
    for segment in rhs.segments ?? [.interpolation(rhs)] {
      if case .text(let added) = segment, case .text(let before)? = segments.last {
        segments[segments.count - 1] = .text(before + added)
      } else {
        segments.append(segment)
      }
    }
    return ExprSyntax(.string(segments), span)
  }
}

extension ExprSyntax {
  /// The parts of a string literal.
  var segments: [StringSegment]? { if case .string(let segments) = kind { segments } else { nil } }

  /// The text of a string literal without interpolation.
  var plainText: String? {
    guard case .string(let segments) = kind else { return nil }
    var text = ""
    for segment in segments {
      guard case .text(let part) = segment else { return nil }
      text += part
    }
    return text
  }

  /// The value of a boolean literal.
  var literalTruth: Bool? { if case .boolean(let value) = kind { value } else { nil } }
}
