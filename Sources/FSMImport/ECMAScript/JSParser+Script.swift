import FSMDiagnostics

/// Scripts, as far as they are assignments: `x = 1; y += x; z++`.
extension JSParser {
  mutating func parseScript() throws(JSFailure) -> [JSAssignment] {
    var statements: [JSAssignment] = []
    while kind != .end {
      if take(";") { continue }
      statements += try parseStatement()
      guard kind == .end || kind == .symbol(";") || current.startsLine else { throw unexpected("`;` or a new line") }
    }
    return statements
  }

  private mutating func parseStatement() throws(JSFailure) -> [JSAssignment] {
    guard kind == .word("var") || kind == .word("let") else { return [try parseAssignment()] }
    advance()
    var statements: [JSAssignment] = []
    repeat {
      var statement = try parseAssignment(declares: true)
      statement.isDeclaration = true
      statements.append(statement)
    } while take(",")
    return statements
  }

  /// `x = e`, `x += e`, `x++`, `++x`
  private mutating func parseAssignment(declares: Bool = false) throws(JSFailure) -> JSAssignment {
    let start = current.range.lowerBound
    let leading = !declares ? step : nil
    if leading != nil { advance() }
    guard case .word(let name) = kind, !["function", "if", "for", "while", "return", "throw", "switch", "try"].contains(name) else {
      throw unexpected("an assignment")
    }
    let nameSpan = text.span(current.range)
    advance()
    let target = JSExpr(kind: .name(name), span: nameSpan)
    let value: JSExpr
    if let leading {
      value = stepped(target, by: leading)
    } else if !declares, let trailing = step, !current.startsLine {
      advance()
      value = stepped(target, by: trailing)
    } else {
      value = try parseValue(of: target, mayLack: declares)
    }
    return JSAssignment(name: name, nameSpan: nameSpan, value: value, isDeclaration: false, span: span(from: start))
  }

  private var step: Int? {
    switch kind {
    case .symbol("++"): 1
    case .symbol("--"): -1
    default: nil
    }
  }

  private func stepped(_ target: JSExpr, by step: Int) -> JSExpr {
    let one = JSExpr(kind: .number("1"), span: target.span)
    return JSExpr(kind: .binary(target, step > 0 ? .add : .subtract, one), span: target.span, height: 2)
  }

  private mutating func parseValue(of target: JSExpr, mayLack: Bool) throws(JSFailure) -> JSExpr {
    let sign: JSBinary? =
      switch kind {
      case .symbol("+="): .add
      case .symbol("-="): .subtract
      case .symbol("*="): .multiply
      case .symbol("/="): .divide
      case .symbol("%="): .remainder
      default: nil
      }
    if let sign {
      advance()
      let operand = try parseExpression()
      return JSExpr(kind: .binary(target, sign, operand), span: target.span.joined(with: operand.span), height: operand.height + 1)
    }
    if mayLack, kind != .symbol("=") { return JSExpr(kind: .undefined, span: target.span) }
    guard take("=") else { throw unexpected("`=`") }
    return try parseExpression()
  }
}
