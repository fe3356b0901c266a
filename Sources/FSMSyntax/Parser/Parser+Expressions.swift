import FSMDiagnostics

extension Parser {
  // expression = binary [ "?" expression ":" expression ] ;
  mutating func parseExpression() -> ExprSyntax {
    if isPanicking { return invalid }
    guard enter("expressions") else { return invalid }
    defer { leave() }
    let condition = parseBinary()
    guard !isPanicking, kind == .question || kind == .questionDot else { return condition }
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
    let first = parsePrefix()
    guard !isPanicking, binaryOperator != nil else { return first }
    var stack = OperatorStack(first: first, height: height)
    while !isPanicking, let next = binaryOperator {
      while let top = stack.operators.last, top.symbol.binds(before: next) { reduce(&stack) }
      if let top = stack.operators.last, top.symbol.clashes(with: next) { reportChain(stack, next) }
      stack.operators.append((next, current.span))
      advance()
      let operand = parsePrefix()
      stack.operands.append((operand, height))
    }
    if !isPanicking { checkHalfOperator() }
    while !stack.operators.isEmpty { reduce(&stack) }
    height = stack.operands[0].height
    return stack.operands[0].expression
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
    guard height > Self.maximumDepth else { return expression }
    height = 1
    giveUp(
      .nestedTooDeep, at: span ?? expression.span, "an expression of more than \(Self.maximumDepth) levels",
      hint: "split it: a `func` can hold a part")
    return ExprSyntax(.invalid, expression.span)
  }

  // prefix = { "!" | "-" } postfix ;
  mutating func parsePrefix() -> ExprSyntax {
    if isPanicking { return invalid }
    guard kind == .exclamation || kind == .minus else { return parsePostfix() }
    var operators: [(ExprSyntax.PrefixOperator, Span)] = []
    while kind == .exclamation || kind == .minus {
      guard operators.count < Self.maximumDepth else {
        giveUp(.nestedTooDeep, at: current.span, "more than \(Self.maximumDepth) operators in a row", hint: "remove them")
        return invalid
      }
      operators.append((kind == .minus ? .negate : .not, current.span))
      advance()
    }
    var expression = parsePostfix()
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
