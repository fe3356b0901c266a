import FSMDiagnostics

extension Lexer {
  /// A run of characters that mean nothing here: one token, one problem.
  mutating func lexBadCharacters() {
    let start = position
    if let (character, length) = scalar(at: position), let meant = Self.lookalikes[character] {
      position += length
      return lexLookalike(character, meant, from: start)
    }
    if skipQuoted() { return lexOddQuotes(from: start) }
    skipBad()
    guard let (character, _) = scalar(at: start) else {
      return add(.invalid, from: start)  // Not UTF-8: reported once for the file.
    }
    problem(.unexpectedCharacter, start, position, Self.message(for: character, in: text(start, position)), hint: Self.hint(for: character))
    // What cannot be seen counts as a blank once it is reported.
    if !Self.isInvisible(character) { add(.invalid, from: start) }
  }

  /// Moves behind text in other quotes than `"`, if its closing quote stands on the same line.
  private mutating func skipQuoted() -> Bool {
    guard let (opening, length) = scalar(at: position), let closing = Self.oddQuotes[opening] else { return false }
    var offset = position + length
    while offset < end, !isLineEnd(bytes[offset]) {
      guard let (next, length) = scalar(at: offset) else { return false }
      offset += length
      guard next == closing || (next == "\"" && opening != "'") else { continue }
      position = offset
      return true
    }
    return false
  }

  private mutating func lexOddQuotes(from start: Int) {
    let inside = String(String.UnicodeScalarView(text(start, position).unicodeScalars.dropFirst().dropLast()))
    let meant = NameSuggestion.quoted(inside)
    problem(
      .unexpectedCharacter, start, position, "a string in other quotes than `\"`", hint: "write `\(meant)`",
      fixes: [.init("write `\(meant)`", [.init(span(start, position), meant)])])
    add(.invalid, from: start)
  }

  private mutating func lexLookalike(_ character: Unicode.Scalar, _ meant: (kind: Token.Kind, text: String), from start: Int) {
    let fix = Diagnostic.Fix("write `\(meant.text)`", [.init(span(start, position), meant.text)])
    problem(.unexpectedCharacter, start, position, "`\(character)` means nothing here", hint: "write `\(meant.text)`", fixes: [fix])
    add(meant.kind, from: start)
  }

  private mutating func skipBad() {
    let isASCII = bytes[position] < 0x80
    repeat {
      position += scalar(at: position)?.length ?? 1
      position = min(position, end)
    } while position < end && !isASCII && bytes[position] >= 0x80 && isBad(position)
  }

  private func isBad(_ offset: Int) -> Bool {
    guard let (character, _) = scalar(at: offset) else { return true }
    return !IdentifierCharacters.isHead(character) && Self.lookalikes[character] == nil
  }

  private static func message(for character: Unicode.Scalar, in text: String) -> String {
    let code = "U+" + paddedHex(character.value)
    if isInvisible(character) {
      return "an invisible character, \(code)\(character.properties.name.map { " " + $0.lowercased() } ?? ""), stands here"
    }
    return "`\(text)` means nothing here"
  }

  private static func hint(for character: Unicode.Scalar) -> String? {
    switch character {
    case "'", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{AB}", "\u{BB}": "strings stand in straight double quotes: `\"text\"`"
    case "|": "or is written `||`"
    case "#", "$", "^", "~", "\\": nil
    default: isInvisible(character) ? "remove it" : nil
    }
  }

  private static func isInvisible(_ character: Unicode.Scalar) -> Bool {
    character.properties.isWhitespace || character.properties.generalCategory == .format || character.value < 0x20
      || character.value == 0x7F
  }

  private static let oddQuotes: [Unicode.Scalar: Unicode.Scalar] = [
    "'": "'", "\u{2018}": "\u{2019}", "\u{201C}": "\u{201D}", "\u{201E}": "\u{201C}", "\u{AB}": "\u{BB}",
  ]

  static func paddedHex(_ value: UInt32) -> String {
    let hex = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }

  /// Characters that input methods and word processors put in the place of what a chart needs.
  private static let lookalikes: [Unicode.Scalar: (kind: Token.Kind, text: String)] = [
    "\u{2192}": (.arrow, "->"), "\u{21D2}": (.arrow, "->"), "\u{27F6}": (.arrow, "->"),
    "\u{FF0C}": (.comma, ","), "\u{3001}": (.comma, ","), "\u{FF1A}": (.colon, ":"), "\u{FF1B}": (.semicolon, ";"),
    "\u{FF08}": (.leftParenthesis, "("), "\u{FF09}": (.rightParenthesis, ")"),
    "\u{FF5B}": (.leftBrace, "{"), "\u{FF5D}": (.rightBrace, "}"),
    "\u{2264}": (.lessOrEqual, "<="), "\u{2265}": (.greaterOrEqual, ">="), "\u{2260}": (.notEqual, "!="),
    "\u{2026}": (.range, "..."), "\u{2212}": (.minus, "-"), "\u{FF01}": (.exclamation, "!"),
  ]
}
