import FSMDiagnostics

extension Parser {
  // postfix = primary { "." name | "?." name | "!" | arguments | "[" argument { "," argument } "]" } ;
  /// A bracket counts only when it touches what it follows.
  mutating func parsePostfix() -> ExprSyntax {
    var expression = parsePrimary()
    if isLiteral(expression) { return expression }
    while !isPanicking {
      switch kind {
      case .dot:
        advance()
        guard let member = parseMemberName() else { return expression }
        expression = raised(.init(.member(expression, member, isOptional: false), expression.span.joined(with: member.span)))
      case .questionDot where touchesPrevious:
        advance()
        guard let member = parseMemberName() else { return expression }
        expression = raised(.init(.member(expression, member, isOptional: true), expression.span.joined(with: member.span)))
      case .exclamation where touchesPrevious:
        advance()
        expression = raised(.init(.forced(expression), expression.span.joined(with: previousSpan)))
      case .leftParenthesis where touchesPrevious, .leftBracket where touchesPrevious:
        expression = parseCallOrSubscript(of: expression)
      default: return expression
      }
    }
    return expression
  }

  private mutating func parseCallOrSubscript(of expression: ExprSyntax) -> ExprSyntax {
    let outer = height
    let isCall = kind == .leftParenthesis
    let opening = current.span
    guard enter("expressions") else { return expression }
    defer { leave() }
    advance()
    let arguments = parseArgumentList(until: isCall ? .rightParenthesis : .rightBracket)
    if !isCall, arguments.isEmpty, !isPanicking { fail("expected a subscript", at: opening) }
    height = max(height, outer)
    let span = expression.span.joined(with: previousSpan)
    return raised(.init(isCall ? .call(expression, arguments) : .subscripted(expression, arguments), span))
  }

  /// A number or a duration takes nothing behind it, so a guard may touch one: `after 3s[ready]`.
  private func isLiteral(_ expression: ExprSyntax) -> Bool {
    switch expression.kind {
    case .integer, .float, .duration: true
    default: false
    }
  }

  private mutating func parseMemberName() -> Name? {
    if kind == .identifier || kind == .quotedIdentifier { return takeName() }
    fail("expected a member behind `.`")
    return nil
  }

  // primary = INTEGER | FLOAT | DURATION { DURATION } | STRING | "true" | "false" | "nil" | name | "." name
  //         | "(" expression ")" | isIn | collection ;
  mutating func parsePrimary() -> ExprSyntax {
    height = 1
    let lexeme = current
    switch lexeme.kind {
    case .integer, .float:
      advance()
      return .init(lexeme.kind == .integer ? .integer(text(lexeme)) : .float(text(lexeme)), lexeme.span)
    case .duration: return parseDuration()
    case .string: return parseString()
    case .leftParenthesis: return parseParenthesized()
    case .leftBracket: return parseCollection()
    case .dot:
      advance()
      guard let name = parseMemberName() else { return invalid }
      return .init(.implicitMember(name), lexeme.span.joined(with: name.span))
    case .identifier where lexeme.keyword.isReserved: return parseReserved()
    case .identifier, .quotedIdentifier: return .init(.name(takeName()), lexeme.span)
    default:
      fail("expected an expression")
      return invalid
    }
  }

  private mutating func parseReserved() -> ExprSyntax {
    let span = current.span
    switch keyword {
    case .true, .false:
      let value = keyword == .true
      advance()
      return .init(.boolean(value), span)
    case .nil:
      advance()
      return .init(.nil, span)
    case .in: return parseIsIn()
    default:
      fail("expected an expression")
      return invalid
    }
  }

  // isIn = "in" "(" path ")" ;
  mutating func parseIsIn() -> ExprSyntax {
    let start = current.span
    advance()
    guard expect(.leftParenthesis, "`(` and a state", hint: "for example: `in(door.open)`"), let path = parsePath("the name of a state")
    else {
      return invalid
    }
    expect(.rightParenthesis, "`)`")
    return .init(.isIn(path), span(from: start))
  }

  private mutating func parseParenthesized() -> ExprSyntax {
    let start = current.span
    advance()
    let inner = parseExpression()
    if !isPanicking, kind == .comma { fail("expected `)`", hint: "tuples are not supported; pass values one by one") }
    expect(.rightParenthesis, "`)`")
    return raised(.init(.parenthesized(inner), span(from: start)))
  }
}
