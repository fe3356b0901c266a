import FSMDiagnostics

extension Parser {
  // type = { attribute | TYPE_PREFIX } simpleType { "&" simpleType } [ functionTail ] ;
  /// Reads a Swift type to find where it ends; its text is kept, its structure is not.
  mutating func parseType() -> TypeSyntax? {
    if isPanicking { return nil }
    let start = index
    let first = current.span
    skipType()
    if isPanicking { return nil }
    let text = normalizedText(from: start)
    var end = span(from: first)
    if let split = splits.last, split == current.span.start { end.end = split }
    return TypeSyntax(text: text, span: end)
  }

  private mutating func skipType() {
    guard enter("types") else { return }
    defer { leave() }
    skipTypePrefixes()
    var isFunction = false
    repeat { isFunction = parseSimpleType() } while !isPanicking && take(.ampersand)
    if isFunction, !isPanicking { parseFunctionTail() }
  }

  private mutating func skipTypePrefixes() {
    while !isPanicking {
      if kind == .at {
        parseAttribute()
      } else if kind == .identifier, Self.typePrefixes.contains(text(current)), startsType(index + 1) {
        advance()
      } else {
        return
      }
    }
  }

  private static let typePrefixes: Set<String> = [
    "some", "any", "inout", "borrowing", "consuming", "sending", "isolated", "each", "repeat",
  ]

  private func startsType(_ position: Int) -> Bool {
    let lexeme = lexemes[min(position, lexemes.count - 1)]
    return (lexeme.isName && !looksLikeMember(position)) || lexeme.kind == .leftParenthesis || lexeme.kind == .leftBracket
      || lexeme.kind == .at
  }

  // attribute = "@" name [ "(" { TOKEN } ")" ] ;
  mutating func parseAttribute() {
    advance()
    _ = parseName("the name of an attribute")
    if !isPanicking, touchesPrevious, kind == .leftParenthesis { skipParenthesized() }
  }

  // simpleType = ( tupleType | bracketType | namedType ) { "?" | "!" | ( "." | "?." ) namedType } ;
  /// True when it was a list in parentheses, which may be the parameters of a function type.
  private mutating func parseSimpleType() -> Bool {
    let isTuple = kind == .leftParenthesis
    switch kind {
    case .leftParenthesis: parseTupleType()
    case .leftBracket: parseBracketType()
    case .identifier where !keyword.isReserved, .quotedIdentifier: parseNamedType()
    default: fail("expected a type")
    }
    skipTypeSuffixes()
    return isTuple
  }

  private mutating func skipTypeSuffixes() {
    while !isPanicking {
      switch kind {
      case .question, .coalesce: advance()
      case .exclamation where touchesPrevious: advance()
      case .dot, .questionDot:
        advance()
        parseNamedType()
      default: return
      }
    }
  }

  // namedType = name [ "<" ( type | INTEGER ) { "," ( type | INTEGER ) } ">" ] ;
  private mutating func parseNamedType() {
    guard (current.isName || kind == .identifier) && !isAtNextMember else { return fail("expected a type") }
    advance()
    guard take(.less) else { return }
    repeat {
      if !take(.integer) { skipType() }
    } while !isPanicking && take(.comma)
    if isPanicking || take(.greater) { return }
    if kind == .greaterOrEqual { splitCurrent(leaving: .assign) } else { fail("expected `,` or `>`") }
  }

  // tupleType = "(" [ [ [ "_" ] name ":" ] type [ "..." ] { "," [ [ "_" ] name ":" ] type [ "..." ] } [ "," ] ] ")" ;
  private mutating func parseTupleType() {
    advance()
    while kind != .rightParenthesis, !isPanicking {
      _ = take(.underscore)
      if kind == .identifier || kind == .quotedIdentifier, ahead(1).kind == .colon { index += 2 }
      skipType()
      _ = take(.range)
      if !isPanicking, !take(.comma), kind != .rightParenthesis { fail("expected `,` or `)`") }
    }
    expect(.rightParenthesis, "`)`")
  }

  // bracketType = "[" ( type [ ":" type ] | INTEGER "of" type ) "]" ;
  private mutating func parseBracketType() {
    advance()
    if take(.integer) {  // `[3 of Int]`
      guard text(current) == "of" else { return fail("expected `of`") }
      advance()
    }
    skipType()
    if !isPanicking, take(.colon) { skipType() }
    expect(.rightBracket, "`]`")
  }

  // functionTail = [ "async" ] [ "throws" [ "(" type ")" ] ] "->" type ;
  /// Only behind a type in parentheses.
  private mutating func parseFunctionTail() {
    guard kind == .arrow || keyword == .async || keyword == .throws else { return }
    _ = take(.async)
    if take(.throws), take(.leftParenthesis) {
      skipType()
      expect(.rightParenthesis, "`)`")
    }
    if expect(.arrow, "`->`") { skipType() }
  }

  private mutating func skipParenthesized() {
    advance()
    while kind != .rightParenthesis, kind != .endOfFile, kind != .rightBrace { advance() }
    expect(.rightParenthesis, "`)`")
  }
}
