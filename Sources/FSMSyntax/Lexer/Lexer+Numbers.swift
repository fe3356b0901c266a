import FSMDiagnostics

extension Lexer {
  /// An integer, a float or a duration: `7`, `0xFF`, `1_000`, `2.5`, `1e3`, `250ms`.
  mutating func lexNumber() {
    let start = position
    if bytes[start] == UInt8(ascii: "0"), let radix = radix(peek(1)) { return lexPrefixed(radix, from: start) }
    skipDigits()
    var kind = Token.Kind.integer
    if peek(0) == UInt8(ascii: "."), IdentifierCharacters.isDigit(peek(1)) {
      position += 1
      skipDigits()
      kind = .float
    }
    if skipExponent() { kind = .float }
    let suffix = position
    skipWord()
    guard position > suffix else { return add(kind, from: start) }
    if isUnit(suffix..<position) { return add(.duration, from: start) }
    let unit = text(suffix, position)
    problem(
      .badNumber, start, position, "`\(text(start, position))` is no number: `\(unit)` is no unit",
      hint: "the units of time are `ms`, `s`, `min`, `h` and `d`")
    add(.invalid, from: start)
  }

  private func radix(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  private mutating func lexPrefixed(_ radix: Int, from start: Int) {
    position += 2
    skipWord()
    let digits = bytes[(start + 2)..<position].filter { $0 != UInt8(ascii: "_") }
    let bad = digits.first { !isDigit($0, radix: radix) }
    if !digits.isEmpty, bad == nil { return add(.integer, from: start) }
    let what = bad.map { "`\(Character(Unicode.Scalar($0)))` is no digit to base \(radix)" } ?? "a digit is missing"
    problem(.badNumber, start, position, "`\(text(start, position))` is no number: \(what)")
    add(.invalid, from: start)
  }

  private func isDigit(_ byte: UInt8, radix: Int) -> Bool {
    byte < 0x80 && Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix } ?? false
  }

  private mutating func skipDigits() {
    while position < end, IdentifierCharacters.isDigit(bytes[position]) || bytes[position] == UInt8(ascii: "_") { position += 1 }
  }

  private mutating func skipExponent() -> Bool {
    guard peek(0) | 0x20 == UInt8(ascii: "e") else { return false }
    let hasSign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
    guard IdentifierCharacters.isDigit(peek(hasSign ? 2 : 1)) else { return false }
    position += hasSign ? 2 : 1
    skipDigits()
    return true
  }

  private func isUnit(_ range: Range<Int>) -> Bool {
    guard range.count <= 3 else { return false }
    return ExprSyntax.DurationPart.Unit(rawValue: text(range.lowerBound, range.upperBound)) != nil
  }
}
