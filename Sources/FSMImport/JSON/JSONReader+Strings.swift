import FSMDiagnostics

/// Strings, and their image: the same bytes with escapes resolved, no longer than before.
extension JSONReader {
  mutating func readString() throws(Malformed) -> JSONString {
    let start = position
    position += 1
    var text: [UInt8] = []
    var image = StringImage()
    while true {
      guard position < bytes.count else { throw fail(start, start + 1, "this string does not end") }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { break }
      if byte < 0x20 {
        let isLineEnd = byte == 0x0A || byte == 0x0D
        throw fail(
          isLineEnd ? start : position, isLineEnd ? start + 1 : position + 1,
          isLineEnd ? "this string does not end on its line" : "a control character in a string",
          hint: isLineEnd ? "a line end in a string is written `\\n`" : "write `\\u\(Self.hex(byte))`")
      }
      if byte == UInt8(ascii: "\\") {
        let from = position
        let resolved = try readEscape()
        text += resolved
        image.add(resolved, from: position - from)
      } else {
        text.append(byte)
        image.add([byte], from: 1)
        position += 1
      }
    }
    let content = start + 1..<position
    if image.hasEscapes { self.image.replaceSubrange(content, with: image.bytes(count: content.count, plain: text)) }
    position += 1
    let shown = content.isEmpty ? span(start, position) : span(content.lowerBound, content.upperBound)
    return JSONString(text: String(decoding: text, as: UTF8.self), content: content, span: shown)
  }

  private mutating func readEscape() throws(Malformed) -> [UInt8] {
    let start = position
    position += 2
    switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [bytes[start + 1]]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      position = start
      return Array(String(Character(try readUnicode())).utf8)
    default:
      throw fail(start, min(start + 2, bytes.count), "no such escape", hint: "a backslash itself is written `\\\\`")
    }
  }

  /// `\uD83D\uDE00`: one scalar, of one code unit or a pair of surrogates.
  private mutating func readUnicode() throws(Malformed) -> Unicode.Scalar {
    let start = position
    let first = try readUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") else {
      throw lone(start)
    }
    let second = try readUnit()
    guard (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
      throw lone(start)
    }
    return scalar
  }

  private func lone(_ start: Int) -> Malformed {
    fail(
      start, start + 6, "half of a surrogate pair stands alone",
      hint: "a character beyond U+FFFF takes two escapes, such as `\\uD83D\\uDE00`")
  }

  private mutating func readUnit() throws(Malformed) -> UInt32 {
    let start = position
    var value: UInt32 = 0
    for offset in 2..<6 {
      let byte = start + offset < bytes.count ? bytes[start + offset] : 0
      guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fail(start, min(start + 2, bytes.count), "`\\u` without four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
    }
    position = start + 6
    return value
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// What a string says, stretched to the length it has in the file: blanks stand where a literal of the language begins or ends, so that
/// every other character keeps its place.
struct StringImage {
  private(set) var hasEscapes = false
  private var bytes: [UInt8] = []
  /// How many bytes the image lags behind the file.
  private var lag = 0
  private var isInLiteral = false
  private var isEscaped = false
  private var hasInterpolation = false

  mutating func add(_ text: [UInt8], from length: Int) {
    hasEscapes = hasEscapes || length != text.count
    lag += length - text.count
    let byte = text.first ?? 0
    if byte == UInt8(ascii: "\""), !isEscaped {
      if !isInLiteral { fill() }
      bytes.append(byte)
      if isInLiteral { fill() }
      isInLiteral.toggle()
      return
    }
    if !isInLiteral, byte == 0x20 { fill() }
    if isEscaped, byte == UInt8(ascii: "(") { hasInterpolation = true }
    isEscaped = isInLiteral && byte == UInt8(ascii: "\\") && !isEscaped
    bytes += text
  }

  private mutating func fill() {
    bytes += Array(repeating: 0x20, count: lag)
    lag = 0
  }

  /// Literals inside literals cannot be told apart here: then all blanks stand at the end.
  func bytes(count: Int, plain: [UInt8]) -> [UInt8] {
    let base = hasInterpolation ? plain : bytes
    return base + Array(repeating: 0x20, count: count - base.count)
  }
}
