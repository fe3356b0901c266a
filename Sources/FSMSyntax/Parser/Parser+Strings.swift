import FSMDiagnostics

extension Parser {
  /// A string, its escapes resolved and its interpolations parsed.
  mutating func parseString() -> ExprSyntax {
    let token = current.span
    advance()
    var reader = StringReader(source: source, token: token)
    var segments: [ExprSyntax.StringSegment] = []
    var highest = 0
    while let piece = reader.next() {
      switch piece {
      case .text(let text): segments.append(.text(text))
      case .badEscape(let span, let message, let hint): report(.badEscape, at: span, message, hint: hint)
      case .interpolation(let range):
        segments.append(.interpolation(parseInterpolation(range, in: token)))
        highest = max(highest, height)
      }
    }
    height = highest
    return raised(ExprSyntax(.string(segments), token))
  }

  /// A string without interpolations: a label, a path.
  mutating func parsePlainString() -> PlainStringSyntax? {
    let span = current.span
    guard case .string(let segments) = parseString().kind else { return nil }
    var value = ""
    for segment in segments {
      switch segment {
      case .text(let text): value += text
      case .interpolation(let expression):
        report(.unsupportedString, at: expression.span, "an interpolation in a string that is fixed", hint: "write the text itself")
      }
    }
    return PlainStringSyntax(value: value, span: span)
  }

  /// The expression in `\( … )`: its own lexemes, read by the same methods.
  private mutating func parseInterpolation(_ range: Range<Int>, in token: Span) -> ExprSyntax {
    var lexer = Lexer(source, range: range)
    lexer.run()
    let outer = (lexemes, index, partner)
    problems += lexer.problems
    (lexemes, index, partner) = (lexer.lexemes, 0, Array(repeating: Int32(lexer.lexemes.count - 1), count: lexer.lexemes.count))
    stringDepth += 1
    let expression = parseExpression()
    if !isPanicking, kind != .endOfFile { fail("expected `)`") }
    stringDepth -= 1
    (lexemes, index, partner) = outer
    return expression
  }
}
