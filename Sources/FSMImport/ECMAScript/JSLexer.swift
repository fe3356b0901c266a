import FSMDiagnostics
import FSMSyntax

/// One token of a script, with its place in the text.
struct JSToken {
  enum Kind: Hashable {
    case number(String)
    case string(String)
    case word(String)
    case symbol(String)
    case end
  }

  var kind: Kind
  var range: Range<Int>
  /// First on its line.
  var startsLine: Bool
}

/// What keeps a text from being read as ECMAScript.
struct JSFailure: Error {
  var code: DiagnosticCode
  var span: Span
  var message: String
  var hint: String?
}

/// Splits a text into tokens.
struct JSLexer {
  private static let symbols: [String] = [
    "===", "!==", ">>>", "...", "**=", "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "=>",
    "**", "<<", ">>", "??", "?.", "+", "-", "*", "/", "%", "<", ">", "=", "!", "?", ":", "(", ")", "[", "]", "{", "}", ",", ";", ".", "&",
    "|", "^", "~",
  ]
  /// By their first byte, longer ones first.
  private static let symbolsByHead = Dictionary(grouping: symbols.map { (text: $0, bytes: Array($0.utf8)) }) { $0.bytes[0] }

  let text: XMLText
  private var position = 0
  private var tokens: [JSToken] = []
  private var startsLine = true

  private init(_ text: XMLText) { self.text = text }

  static func tokens(of text: XMLText) throws(JSFailure) -> [JSToken] {
    var lexer = JSLexer(text)
    try lexer.run()
    return lexer.tokens
  }

  private mutating func run() throws(JSFailure) {
    while try skipTrivia() {
      let byte = text.bytes[position]
      if isDigit(byte) || byte == UInt8(ascii: ".") && position + 1 < text.bytes.count && isDigit(text.bytes[position + 1]) {
        readNumber()
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        try readString(quote: byte)
      } else if isHead(byte) {
        readWord()
      } else {
        try readSymbol()
      }
    }
    add(.end, from: position)
  }

  private mutating func add(_ kind: JSToken.Kind, from start: Int) {
    tokens.append(JSToken(kind: kind, range: start..<position, startsLine: startsLine))
    startsLine = false
  }

  private mutating func skipTrivia() throws(JSFailure) -> Bool {
    while position < text.bytes.count {
      let byte = text.bytes[position]
      if byte == 0x0A { startsLine = true }
      if XMLCharacters.isBlank(byte) {
        position += 1
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while position < text.bytes.count, text.bytes[position] != 0x0A { position += 1 }
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        let start = position
        position += 2
        while position < text.bytes.count, !(text.bytes[position] == UInt8(ascii: "*") && next == UInt8(ascii: "/")) { position += 1 }
        guard position < text.bytes.count else { throw fail(start..<start + 2, "the comment is never closed") }
        position += 2
      } else {
        return true
      }
    }
    return false
  }

  private var next: UInt8? { position + 1 < text.bytes.count ? text.bytes[position + 1] : nil }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private func isHead(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80
  }

  private mutating func readNumber() {
    let start = position
    while position < text.bytes.count {
      let byte = text.bytes[position]
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      let isExponent = isSign && (text.bytes[position - 1] | 0x20) == UInt8(ascii: "e") && !isHexadecimal(start)
      guard isDigit(byte) || isHead(byte) || byte == UInt8(ascii: ".") || isExponent, position > start || !isSign else { break }
      position += 1
    }
    add(.number(String(decoding: text.bytes[start..<position], as: UTF8.self)), from: start)
  }

  private func isHexadecimal(_ start: Int) -> Bool { start + 1 < text.bytes.count && (text.bytes[start + 1] | 0x20) == UInt8(ascii: "x") }

  private mutating func readWord() {
    let start = position
    while position < text.bytes.count, isHead(text.bytes[position]) || isDigit(text.bytes[position]) { position += 1 }
    add(.word(String(decoding: text.bytes[start..<position], as: UTF8.self)), from: start)
  }

  private mutating func readSymbol() throws(JSFailure) {
    let start = position
    for symbol in Self.symbolsByHead[text.bytes[start]] ?? [] where text.bytes[position...].starts(with: symbol.bytes) {
      position += symbol.bytes.count
      return add(.symbol(symbol.text), from: start)
    }
    throw fail(start..<start + 1, "`\(String(decoding: text.bytes[start..<start + 1], as: UTF8.self))` means nothing here")
  }

  private mutating func readString(quote: UInt8) throws(JSFailure) {
    let start = position
    var value: [UInt8] = []
    position += 1
    while position < text.bytes.count, text.bytes[position] != quote, text.bytes[position] != 0x0A {
      if text.bytes[position] == UInt8(ascii: "\\") {
        try readEscape(into: &value)
      } else {
        value.append(text.bytes[position])
        position += 1
      }
    }
    guard position < text.bytes.count, text.bytes[position] == quote else { throw fail(start..<start + 1, "the string is never closed") }
    position += 1
    add(.string(String(decoding: value, as: UTF8.self)), from: start)
  }

  private mutating func readEscape(into value: inout [UInt8]) throws(JSFailure) {
    let start = position
    guard let escaped = next else { throw fail(start..<start + 1, "the string is never closed") }
    position += 2
    switch escaped {
    case UInt8(ascii: "n"): value.append(0x0A)
    case UInt8(ascii: "t"): value.append(0x09)
    case UInt8(ascii: "r"): value.append(0x0D)
    case UInt8(ascii: "u"), UInt8(ascii: "x"):
      let length = escaped == UInt8(ascii: "u") ? 4 : 2
      let digits = text.bytes[position..<min(position + length, text.bytes.count)]
      guard digits.count == length, let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(number)
      else { throw fail(start..<position, "the escape names no character") }
      value.append(contentsOf: String(Character(scalar)).utf8)
      position += length
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): value.append(escaped)
    default: throw fail(start..<position, "the escape is not read")
    }
  }

  private func fail(_ range: Range<Int>, _ message: String) -> JSFailure {
    JSFailure(code: .badForeignExpression, span: text.span(range), message: message)
  }
}
