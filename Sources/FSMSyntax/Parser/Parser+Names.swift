import FSMDiagnostics

extension Parser {
  // name = IDENTIFIER | QUOTED_IDENTIFIER ;
  /// `role` says what the name is of; `takesLabel` whether a label may follow it.
  ///
  /// Text that is meant as a name and is none is reported and taken as one.
  mutating func parseName(_ role: String, takesLabel: Bool = false) -> Name? {
    if isPanicking { return nil }
    if isAtNextMember {
      fail("expected \(role)")
      return nil
    }
    let words = runOfWords()
    if words.count > 1 || (words.count == 1 && !current.isName && kind != .identifier) {
      return parseBadName(words, takesLabel: takesLabel)
    }
    if current.isName { return takeName() }
    if keyword.isReserved { return parseReservedName() }
    if kind == .string { return parseStringAsName(role, takesLabel: takesLabel) }
    fail("expected \(role)")
    return nil
  }

  /// True when a line begins here that is a member beyond doubt, so that what came before is not finished.
  ///
  /// In `on e -> ⏎ on f -> a` a target is missing; in `on e -> ⏎ on reenter` the target is called `on`.
  var isAtNextMember: Bool {
    guard current.startsLine, kind == .identifier, looksLikeMember(index), !looksLikeMember(index + 1) else { return false }
    let (next, second) = (ahead(1), ahead(2))
    if keyword == .on { return [.arrow, .slash, .leftBracket, .leftBrace, .comma, .dot].contains(second.kind) }
    return next.isName && next.keyword != .reenter && next.keyword != .external
  }

  /// Reads a lexeme that is known to be a name.
  mutating func takeName() -> Name {
    defer { advance() }
    return name(of: current)
  }

  func name(of lexeme: Lexeme) -> Name {
    var text = source.text(of: lexeme.span)
    if lexeme.kind == .quotedIdentifier { text = String(text.dropFirst().dropLast()) }
    return Name(text, lexeme.span)
  }

  // path = name { "." name } ;
  mutating func parsePath(_ role: String) -> PathSyntax? {
    guard let first = parseName(role) else { return nil }
    var segments = [first]
    while kind == .dot {
      advance()
      guard let next = parseName("a name after `.`") else { break }
      segments.append(next)
    }
    return PathSyntax(segments: segments)
  }

  // label = STRING ;
  mutating func parseLabel() -> PlainStringSyntax? {
    guard !isPanicking, kind == .string else { return nil }
    return parsePlainString()
  }

  /// The touching lexemes from here on that someone may have meant as one name: `user-login`, `2nd`, `go🐶`.
  private func runOfWords() -> Range<Int> {
    var end = index
    while end < lexemes.count - 1, end == index || lexemes[end].span.start == lexemes[end - 1].span.end {
      let lexeme = lexemes[end]
      let joins = lexeme.kind == .minus && end > index && isWord(lexemes[end + 1]) && lexemes[end + 1].span.start == lexeme.span.end
      guard joins || isWord(lexeme) else { break }
      end += 1
    }
    return index..<end
  }

  private func isWord(_ lexeme: Lexeme) -> Bool {
    switch lexeme.kind {
    case .identifier, .integer, .duration, .underscore: true
    case .invalid: !isString(lexeme)
    default: false
    }
  }

  private func isString(_ lexeme: Lexeme) -> Bool {
    let first = source.bytes[Int(lexeme.span.start)]
    return lexeme.span.end == lexeme.span.start || first == UInt8(ascii: "\"") || first == UInt8(ascii: "`") || first == UInt8(ascii: "*")
      || first == UInt8(ascii: "#")
  }

  private mutating func parseBadName(_ words: Range<Int>, takesLabel: Bool) -> Name {
    let span = lexemes[words.lowerBound].span.joined(with: lexemes[words.upperBound - 1].span)
    let raw = source.text(of: span)
    claimProblems(in: span)
    let (hint, fix) = mend(raw, at: span, takesLabel: takesLabel)
    report(.badName, at: span, "\(NameSuggestion.offender(in: raw)) cannot stand in the name `\(raw)`", hint: hint, fixes: [fix])
    index = words.upperBound
    return Name(raw, span)
  }

  /// What to write for text that is no name: a name with the text as its label where one may follow, or the name alone.
  func mend(_ raw: String, at span: Span, takesLabel: Bool) -> (hint: String, fix: Diagnostic.Fix) {
    let form = takesLabel ? NameSuggestion.labelled(raw) : NameSuggestion.name(for: raw)
    return (
      takesLabel ? "keep it as a label: `\(form)`" : "a name is one word, such as `\(form)`",
      .init("write `\(form)`", [.init(span, form)])
    )
  }

  private mutating func parseReservedName() -> Name {
    let span = current.span
    let raw = text(current)
    report(
      .badName, at: span, "`\(raw)` is reserved and is no name", hint: "as a name it stands in backticks: `` `\(raw)` ``",
      fixes: [.init("put it in backticks", [.init(span, "`\(raw)`")])])
    advance()
    return Name(raw, span)
  }

  private mutating func parseStringAsName(_ role: String, takesLabel: Bool) -> Name? {
    let span = current.span
    guard let string = parsePlainString() else { return nil }
    let (hint, fix) = mend(string.value, at: span, takesLabel: takesLabel)
    report(.badName, at: span, "expected \(role), found a string", hint: hint, fixes: [fix])
    return Name(string.value, span)
  }
}
