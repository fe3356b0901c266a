import FSMDiagnostics

extension Parser {
  // expression = binary [ "?" expression ":" expression ] ;
  mutating func parseExpression() -> ExprSyntax {
    guard enter("expressions") else { return invalid }
    let condition = parseBinary()
    return finish(condition)
  }

  /// Methods like this one keep what is rarely needed out of frames that lie on the stack for each level of nesting.
  private mutating func finish(_ condition: ExprSyntax) -> ExprSyntax {
    defer { leave() }
    return isPanicking || (kind != .question && kind != .questionDot) ? condition : parseTernary(of: condition)
  }

  private mutating func parseTernary(of condition: ExprSyntax) -> ExprSyntax {
    var highest = height
    if kind == .questionDot { splitCurrent(leaving: .dot) } else { advance() }
    let then = parseExpression()
    highest = max(highest, height)
    guard expect(.colon, "`:` and the other value", hint: "a choice of values is written `condition ? one : other`") else { return invalid }
    let otherwise = parseExpression()
    height = max(highest, height)
    return raised(ExprSyntax(.ternary(condition, then, otherwise), condition.span.joined(with: otherwise.span)))
  }

  // binary = prefix { BINARY_OPERATOR prefix } ;
  /// Operators bind as in Swift. Source of the method: E. W. Dijkstra's shunting yard (1961).
  mutating func parseBinary() -> ExprSyntax {
    parseOperators(behind: parsePrefix())
  }

  private mutating func parseOperators(behind first: ExprSyntax) -> ExprSyntax {
    if isPanicking { return first }
    if binaryOperator == nil {
      checkHalfOperator()
      return first
    }
    var stack = OperatorStack(first: first, height: height)
    while !isPanicking, let next = binaryOperator {
      push(next, on: &stack)
      let operand = parsePrefix()
      stack.operands.append((operand, height))
    }
    if !isPanicking { checkHalfOperator() }
    while !stack.operators.isEmpty { reduce(&stack) }
    height = stack.operands[0].height
    return stack.operands[0].expression
  }

  private mutating func push(_ next: ExprSyntax.BinaryOperator, on stack: inout OperatorStack) {
    while let top = stack.operators.last, top.symbol.binds(before: next), !top.symbol.clashes(with: next) { reduce(&stack) }
    if let top = stack.operators.last, top.symbol.clashes(with: next) { reportChain(stack, next) }
    stack.operators.append((next, current.span))
    advance()
  }

  /// Joins the two topmost operands by the topmost operator.
  private mutating func reduce(_ stack: inout OperatorStack) {
    let (symbol, operatorSpan) = stack.operators.removeLast()
    let (right, rightHeight) = stack.operands.removeLast()
    let (left, leftHeight) = stack.operands.removeLast()
    height = max(leftHeight, rightHeight)
    let node = ExprSyntax(.binary(left, symbol, operatorSpan: operatorSpan, right), left.span.joined(with: right.span))
    let expression = raised(node, at: operatorSpan)
    stack.operands.append((expression, height))
  }

  /// One more level on top of the expression read last; an invalid one when that makes too many.
  mutating func raised(_ expression: ExprSyntax, at span: Span? = nil) -> ExprSyntax {
    height += 1
    guard height > Self.maximumHeight else { return expression }
    height = 1
    tooDeep(at: span ?? expression.span, "an expression of more than \(Self.maximumHeight) levels")
    return ExprSyntax(.invalid, expression.span)
  }

  // prefix = { "!" | "-" } postfix ;
  mutating func parsePrefix() -> ExprSyntax {
    kind == .exclamation || kind == .minus ? parsePrefixed() : parsePostfix()
  }

  private mutating func parsePrefixed() -> ExprSyntax {
    let operators = takePrefixOperators()
    return isPanicking ? invalid : apply(operators, to: parsePostfix())
  }

  private mutating func takePrefixOperators() -> [(ExprSyntax.PrefixOperator, Span)] {
    var operators: [(ExprSyntax.PrefixOperator, Span)] = []
    while kind == .exclamation || kind == .minus {
      guard operators.count < Self.maximumHeight else {
        tooDeep(at: current.span, "more than \(Self.maximumHeight) operators in a row")
        return []
      }
      operators.append((kind == .minus ? .negate : .not, current.span))
      advance()
    }
    return operators
  }

  private mutating func apply(_ operators: [(ExprSyntax.PrefixOperator, Span)], to operand: ExprSyntax) -> ExprSyntax {
    var expression = operand
    for (symbol, span) in operators.reversed() {
      expression = raised(ExprSyntax(.prefix(symbol, expression), span.joined(with: expression.span)), at: span)
    }
    return expression
  }

  /// What stands for an expression that could not be read.
  var invalid: ExprSyntax { ExprSyntax(.invalid, previousSpan.after) }

  var canStartExpression: Bool {
    switch kind {
    case .quotedIdentifier, .integer, .float, .duration, .string, .leftParenthesis, .leftBracket, .dot, .exclamation, .minus: true
    case .identifier: keyword != .if && keyword != .else
    default: false
    }
  }
}
