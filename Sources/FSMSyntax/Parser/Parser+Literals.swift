import FSMDiagnostics

extension Parser {
  /// `1min 30s`: durations that follow each other are one.
  mutating func parseDuration() -> ExprSyntax {
    let start = current.span
    var parts: [ExprSyntax.DurationPart] = []
    while kind == .duration {
      let text = text(current)
      let number = text.prefix { !$0.isLetter }
      let unit = ExprSyntax.DurationPart.Unit(rawValue: String(text.dropFirst(number.count))) ?? .seconds
      parts.append(.init(number: number.filter { $0 != "_" }, unit: unit))
      advance()
    }
    return ExprSyntax(.duration(parts), span(from: start))
  }

  // collection = "[" [ element { "," element } [ "," ] ] "]" | "[" ":" "]" ;
  mutating func parseCollection() -> ExprSyntax {
    let start = current.span
    advance()
    guard enter("expressions") else { return invalid }
    defer { leave() }
    if kind == .colon, ahead(1).kind == .rightBracket {
      index += 2
      return ExprSyntax(.dictionary([]), span(from: start))
    }
    var elements: [ExprSyntax] = []
    var pairs: [(key: ExprSyntax, value: ExprSyntax)] = []
    var highest = 0
    while kind != .rightBracket, !isPanicking {
      let (key, value) = parseElement(isPair: elements.isEmpty ? nil : false, hasPairs: !pairs.isEmpty)
      highest = max(highest, height)
      if let value { pairs.append((key, value)) } else { elements.append(key) }
      if !isPanicking, !take(.comma), kind != .rightBracket { fail("expected `,` or `]`") }
    }
    expect(.rightBracket, "`]`")
    height = highest
    return raised(ExprSyntax(pairs.isEmpty ? .array(elements) : .dictionary(pairs), span(from: start)))
  }

  // element = expression [ ":" expression ] ;
  /// `isPair` says what the elements before were; the first may be either.
  mutating func parseElement(isPair: Bool?, hasPairs: Bool) -> (ExprSyntax, ExprSyntax?) {
    let first = parseExpression()
    let outer = height
    if isPanicking { return (first, nil) }
    if kind == .colon, isPair != false {
      advance()
      let value = parseExpression()
      height = max(height, outer)
      return (first, value)
    }
    if hasPairs { fail("expected `:` and a value") }
    return (first, nil)
  }
}
