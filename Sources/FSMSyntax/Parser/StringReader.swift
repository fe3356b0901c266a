import FSMDiagnostics

/// Takes a string token apart: text with escapes resolved, and the ranges of interpolations.
struct StringReader {
  enum Piece {
    case text(String)
    /// The bytes between `\(` and `)`.
    case interpolation(Range<Int>)
    case badEscape(Span, message: String, hint: String)
  }

  private let source: SourceFile
  private let end: Int
  private var position: Int
  private var pending: [Piece] = []

  init(source: SourceFile, token: Span) {
    self.source = source
    position = Int(token.start) + 1
    end = max(position, Int(token.end) - 1)
  }

  mutating func next() -> Piece? {
    if let piece = pending.popLast() { return piece }
    guard position < end else { return nil }
    var text: [UInt8] = []
    while position < end {
      let byte = source.bytes[position]
      guard byte == UInt8(ascii: "\\"), position + 1 < end else {
        text.append(byte)
        position += 1
        continue
      }
      if let piece = escape(into: &text) {
        if text.isEmpty { return piece }
        pending.append(piece)
        break
      }
    }
    return .text(String(decoding: text, as: UTF8.self))
  }

  /// Resolves the escape here; a piece when it is not text.
  private mutating func escape(into text: inout [UInt8]) -> Piece? {
    let start = position
    let byte = source.bytes[position + 1]
    position += 2
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): text.append(byte)
    case UInt8(ascii: "u"): return unicode(from: start, into: &text)
    case UInt8(ascii: "("):
      var scan = StringScan(bytes: source.bytes, end: end)
      let stop = scan.interpolation(from: position) ?? end
      defer { position = stop }
      return .interpolation(position..<max(position, stop - 1))
    default:
      position = start + 1 + (UTF8Damage.scalar(in: source.bytes, at: start + 1)?.length ?? 1)
      let shown = source.text(of: span(start))
      return .badEscape(
        span(start), message: "`\(shown)` is no escape",
        hint: "the escapes are `\\n`, `\\r`, `\\t`, `\\0`, `\\\\`, `\\\"`, `\\'`, `\\u{…}` and `\\(…)`; a backslash itself is `\\\\`")
    }
    return nil
  }

  /// `\u{1F600}`
  private mutating func unicode(from start: Int, into text: inout [UInt8]) -> Piece? {
    let hint = "write one to eight hexadecimal digits in braces: `\\u{E9}`"
    guard position < end, source.bytes[position] == UInt8(ascii: "{") else {
      return .badEscape(span(start), message: "`\\u` without a number", hint: hint)
    }
    var value: UInt32 = 0
    var digits = 0
    position += 1
    while position < end, let digit = Character(Unicode.Scalar(source.bytes[position])).hexDigitValue {
      value = value &<< 4 | UInt32(digit)
      digits += 1
      position += 1
    }
    let isClosed = position < end && source.bytes[position] == UInt8(ascii: "}")
    if isClosed { position += 1 }
    guard isClosed, (1...8).contains(digits), let scalar = Unicode.Scalar(value) else {
      return .badEscape(span(start), message: "`\(source.text(of: span(start)))` names no character", hint: hint)
    }
    text.append(contentsOf: String(Character(scalar)).utf8)
    return nil
  }

  private func span(_ start: Int) -> Span { Span(file: source.id, start: start, end: position) }
}
