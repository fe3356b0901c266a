import FSMDiagnostics

extension Parser {
  // name = IDENTIFIER | QUOTED_IDENTIFIER ;
  /// `role` says what the name is of: "a state". Text that is meant as a name and is none is reported and taken as one.
  mutating func parseName(_ role: String) -> Name? {
    if isPanicking { return nil }
    let words = runOfWords()
    if words.count > 1 || (words.count == 1 && !current.isName && kind != .identifier) { return parseBadName(words) }
    if current.isName { return takeName() }
    if keyword.isReserved { return parseReservedName() }
    if kind == .string, role != "the name of a member" { return parseStringAsName(role) }
    fail("expected \(role)")
    return nil
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

  private mutating func parseBadName(_ words: Range<Int>) -> Name {
    let span = lexemes[words.lowerBound].span.joined(with: lexemes[words.upperBound - 1].span)
    let raw = source.text(of: span)
    claimProblems(in: span)
    report(
      .badName, at: span, "\(NameSuggestion.offender(in: raw)) cannot stand in the name `\(raw)`",
      hint: "keep it as a label: `\(NameSuggestion.labelled(raw))`",
      fixes: [.init("write `\(NameSuggestion.labelled(raw))`", [.init(span, NameSuggestion.labelled(raw))])])
    index = words.upperBound
    return Name(raw, span)
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

  private mutating func parseStringAsName(_ role: String) -> Name? {
    let span = current.span
    guard let string = parsePlainString() else { return nil }
    let suggestion = NameSuggestion.labelled(string.value)
    report(
      .badName, at: span, "expected \(role), found a string", hint: "a name stands before its label: `\(suggestion)`",
      fixes: [.init("write `\(suggestion)`", [.init(span, suggestion)])])
    return Name(string.value, span)
  }
}
