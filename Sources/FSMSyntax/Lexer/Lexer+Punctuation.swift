import FSMDiagnostics

extension Lexer {
  /// A token of punctuation, the longest that fits.
  mutating func lexPunctuation() {
    let start = position
    let (first, second, third) = (bytes[position], peek(1), peek(2))
    if first == UInt8(ascii: "*"), second == UInt8(ascii: "/") { return lexCommentEnd() }
    if first == UInt8(ascii: "#") {
      return lexHashes()
    }
    if let kind = triple(first, second, third) {
      position += 3
      add(kind, from: start)
    } else if let kind = pair(first, second) {
      position += 2
      add(kind, from: start)
    } else if let kind = single(first) {
      position += 1
      add(kind, from: start)
    } else {
      lexBadCharacters()
    }
  }

  private func triple(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Token.Kind? {
    guard first == UInt8(ascii: "."), second == UInt8(ascii: ".") else { return nil }
    return third == UInt8(ascii: ".") ? .range : third == UInt8(ascii: "<") ? .halfOpenRange : nil
  }

  private func pair(_ first: UInt8, _ second: UInt8) -> Token.Kind? {
    switch (first, second) {
    case (UInt8(ascii: "-"), UInt8(ascii: ">")): .arrow
    case (UInt8(ascii: "="), UInt8(ascii: "=")): .equal
    case (UInt8(ascii: "!"), UInt8(ascii: "=")): .notEqual
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): .lessOrEqual
    case (UInt8(ascii: ">"), UInt8(ascii: "=")): .greaterOrEqual
    case (UInt8(ascii: "&"), UInt8(ascii: "&")): .and
    case (UInt8(ascii: "|"), UInt8(ascii: "|")): .or
    case (UInt8(ascii: "?"), UInt8(ascii: "?")): .coalesce
    case (UInt8(ascii: "?"), UInt8(ascii: ".")): peek(2) == UInt8(ascii: ".") ? nil : .questionDot
    case (UInt8(ascii: "+"), UInt8(ascii: "=")): .addAssign
    case (UInt8(ascii: "-"), UInt8(ascii: "=")): .subtractAssign
    case (UInt8(ascii: "*"), UInt8(ascii: "=")): .multiplyAssign
    default: nil
    }
  }

  private func single(_ byte: UInt8) -> Token.Kind? {
    switch byte {
    case UInt8(ascii: "{"): .leftBrace
    case UInt8(ascii: "}"): .rightBrace
    case UInt8(ascii: "("): .leftParenthesis
    case UInt8(ascii: ")"): .rightParenthesis
    case UInt8(ascii: "["): .leftBracket
    case UInt8(ascii: "]"): .rightBracket
    case UInt8(ascii: ","): .comma
    case UInt8(ascii: ";"): .semicolon
    case UInt8(ascii: ":"): .colon
    case UInt8(ascii: "."): .dot
    case UInt8(ascii: "?"): .question
    case UInt8(ascii: "!"): .exclamation
    case UInt8(ascii: "@"): .at
    case UInt8(ascii: "="): .assign
    case UInt8(ascii: "+"): .plus
    case UInt8(ascii: "-"): .minus
    case UInt8(ascii: "*"): .star
    case UInt8(ascii: "/"): .slash
    case UInt8(ascii: "%"): .percent
    case UInt8(ascii: "&"): .ampersand
    case UInt8(ascii: "<"): .less
    case UInt8(ascii: ">"): .greater
    default: nil
    }
  }
}
