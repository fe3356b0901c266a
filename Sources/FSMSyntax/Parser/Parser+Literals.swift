import FSMDiagnostics

extension Parser {
  // duration = DURATION { DURATION } ;
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

  // collection = "[" ( [ element { "," element } [ "," ] ] | ":" ) "]" ;
  mutating func parseCollection() -> ExprSyntax {
    let start = current.span
    advance()
    var content = CollectionContent()
    if kind == .colon, ahead(1).kind == .rightBracket { takeEmptyDictionary(into: &content) }
    while kind != .rightBracket, !isPanicking {
      parseElement(of: &content)
      if !isPanicking, !take(.comma), kind != .rightBracket { fail("expected `,` or `]`") }
    }
    return finish(content, from: start)
  }

  private mutating func takeEmptyDictionary(into content: inout CollectionContent) {
    advance()
    content.isEmptyDictionary = true
  }

  /// The elements read so far.
  struct CollectionContent {
    var elements: [ExprSyntax] = []
    var pairs: [(key: ExprSyntax, value: ExprSyntax)] = []
    /// `[:]`
    var isEmptyDictionary = false
    var height = 0
  }

  // element = expression [ ":" expression ] ;
  /// The first decides whether it is an array or a dictionary.
  mutating func parseElement(of content: inout CollectionContent) {
    let first = parseExpression()
    content.height = max(content.height, height)
    if !isPanicking, kind == .colon, content.elements.isEmpty {
      advance()
      let value = parseExpression()
      content.height = max(content.height, height)
      content.pairs.append((first, value))
    } else if content.pairs.isEmpty {
      content.elements.append(first)
    } else {
      fail("expected `:` and a value")
    }
  }

  private mutating func finish(_ content: CollectionContent, from start: Span) -> ExprSyntax {
    expect(.rightBracket, "`]`")
    height = content.height
    return raised(
      ExprSyntax(
        content.pairs.isEmpty && !content.isEmptyDictionary ? .array(content.elements) : .dictionary(content.pairs), span(from: start)))
  }
}
