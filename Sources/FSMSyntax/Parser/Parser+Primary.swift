import FSMDiagnostics

extension Parser {
  // postfix = primary { ( "." | "?." ) name | "!" | arguments | "[" argument { "," argument } "]" } ;
  /// A bracket counts only when it touches what it follows.
  mutating func parsePostfix() -> ExprSyntax {
    parseSuffixes(behind: parsePrimary())
  }

  private var isAtPostfix: Bool {
    switch kind {
    case .dot: true
    case .questionDot, .exclamation, .leftParenthesis, .leftBracket: touchesPrevious
    default: false
    }
  }

  private mutating func parseSuffixes(behind first: ExprSyntax) -> ExprSyntax {
    var expression = first
    while !isPanicking, isAtPostfix, !isLiteral(first) {
      switch kind {
      case .leftParenthesis, .leftBracket: parseCallOrSubscript(of: &expression)
      default: parseMemberOrForce(of: &expression)
      }
    }
    return expression
  }

  private mutating func parseMemberOrForce(of expression: inout ExprSyntax) {
    let suffix = kind
    advance()
    if suffix == .exclamation {
      expression = raised(.init(.forced(expression), expression.span.joined(with: previousSpan)))
    } else if let member = parseMemberName() {
      let isOptional = suffix == .questionDot
      expression = raised(.init(.member(expression, member, isOptional: isOptional), expression.span.joined(with: member.span)))
    }
  }

  private mutating func parseCallOrSubscript(of expression: inout ExprSyntax) {
    let outer = height
    let isCall = kind == .leftParenthesis
    let opening = current.span
    advance()
    let arguments = parseArgumentList(until: isCall ? .rightParenthesis : .rightBracket)
    if !isCall, arguments.isEmpty, !isPanicking { fail("expected a subscript", at: opening) }
    height = max(height, outer)
    finish(&expression, isCall: isCall, arguments)
  }

  private mutating func finish(_ expression: inout ExprSyntax, isCall: Bool, _ arguments: [ArgumentSyntax]) {
    let kind: ExprSyntax.Kind = isCall ? .call(expression, arguments) : .subscripted(expression, arguments)
    expression = raised(.init(kind, expression.span.joined(with: previousSpan)))
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

  // primary = INTEGER | FLOAT | duration | STRING | "true" | "false" | "nil" | name | "." name | parenthesized | isIn | collection ;
  mutating func parsePrimary() -> ExprSyntax {
    height = 1
    switch kind {
    case .string: return parseString()
    case .leftParenthesis: return parseParenthesized()
    case .leftBracket: return parseCollection()
    default: return parseLeafExpression()
    }
  }

  /// An expression without expressions inside.
  private mutating func parseLeafExpression() -> ExprSyntax {
    let lexeme = current
    if isAtNextMember {
      fail("expected an expression")
      return invalid
    }
    switch lexeme.kind {
    case .integer, .float:
      advance()
      return .init(lexeme.kind == .integer ? .integer(text(lexeme)) : .float(text(lexeme)), lexeme.span)
    case .duration: return parseDuration()
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

  // parenthesized = "(" expression ")" ;
  private mutating func parseParenthesized() -> ExprSyntax {
    let start = current.span
    advance()
    return closeParenthesis(behind: parseExpression(), from: start)
  }

  private mutating func closeParenthesis(behind inner: ExprSyntax, from start: Span) -> ExprSyntax {
    if !isPanicking, kind == .comma { fail("expected `)`", hint: "tuples are not supported; pass values one by one") }
    expect(.rightParenthesis, "`)`")
    return raised(.init(.parenthesized(inner), span(from: start)))
  }
}
