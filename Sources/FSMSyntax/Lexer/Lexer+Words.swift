import FSMDiagnostics

extension Lexer {
  /// An identifier, keywords included.
  mutating func lexWord() {
    let start = position
    let isASCII = skipWord()
    let keyword = isASCII ? Keyword.spelled(by: bytes, in: start..<position) : .none
    let isUnderscore = position == start + 1 && bytes[start] == UInt8(ascii: "_")
    add(isUnderscore ? .underscore : .identifier, from: start, keyword: keyword)
  }

  /// Skips characters that belong to a name; true when all were ASCII.
  @discardableResult
  mutating func skipWord() -> Bool {
    var isASCII = true
    while position < end {
      let byte = bytes[position]
      if byte < 0x80 {
        guard IdentifierCharacters.isASCIITail(byte) else { break }
        position += 1
      } else {
        guard let (next, length) = scalar(at: position), IdentifierCharacters.isTail(next) else { break }
        isASCII = false
        position += length
      }
    }
    return isASCII
  }

  /// A name in backticks.
  mutating func lexQuotedWord() {
    let start = position
    position += 1
    let inside = position
    while position < end, bytes[position] != UInt8(ascii: "`"), !isLineEnd(bytes[position]) { position += 1 }
    guard position < end, bytes[position] == UInt8(ascii: "`") else {
      return lexUnclosedBacktick(from: start)
    }
    let name = inside..<position
    position += 1
    if isIdentifier(name) { return add(.quotedIdentifier, from: start) }
    let raw = text(name.lowerBound, name.upperBound)
    let offender = NameSuggestion.offender(in: raw)
    let what = name.isEmpty ? "there is no name between the backticks" : "\(offender) cannot stand in the name `\(raw)`"
    let hint = name.isEmpty ? nil : "backticks make a name of a keyword; for other text use a label: `\(NameSuggestion.labelled(raw))`"
    problem(.badName, start, position, what, hint: hint)
    add(.invalid, from: start)
  }

  private mutating func lexUnclosedBacktick(from start: Int) {
    position = start + 1
    skipWord()
    problem(
      .unexpectedCharacter, start, start + 1, "a backtick without its partner",
      hint: "a name in backticks ends with a backtick: `` `done` ``")
    add(.invalid, from: start)
  }

  private func isIdentifier(_ range: Range<Int>) -> Bool {
    var word = Lexer(source, range: range)
    guard let (head, _) = scalar(at: range.lowerBound), !range.isEmpty, IdentifierCharacters.isHead(head) else { return false }
    word.skipWord()
    return word.position == range.upperBound && !(range.count == 1 && bytes[range.lowerBound] == UInt8(ascii: "_"))
  }

  func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The character at `offset` and its length in bytes; nil when the bytes are not UTF-8.
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? { UTF8Damage.scalar(in: bytes, at: offset) }
}
