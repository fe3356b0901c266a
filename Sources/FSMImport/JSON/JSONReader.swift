import FSMDiagnostics
import FSMSyntax

/// Reads JSON as RFC 8259 defines it, strictly: the first thing that is no JSON ends the reading. A key that stands twice is an error too.
///
/// Depth is bounded, so recursion is.
struct JSONReader {
  /// How deep objects and arrays may nest; a state inside a state takes two levels.
  static let maximumDepth = 256

  /// Why reading ended.
  struct Malformed: Error { var diagnostic: Diagnostic }

  let source: SourceFile
  let bytes: [UInt8]
  var image: [UInt8]
  var position: Int
  var depth = 0
  /// Keys that stand twice.
  var diagnostics: [Diagnostic] = []

  private init(_ source: SourceFile) {
    self.source = source
    bytes = source.bytes
    image = source.bytes
    position = source.hasByteOrderMark ? 3 : 0
  }

  /// The document, or what keeps the file from being one.
  static func read(_ source: SourceFile) -> (document: JSONDocument?, diagnostics: [Diagnostic]) {
    if let damage = UTF8Damage.diagnostic(for: source) { return (nil, [damage]) }
    var reader = JSONReader(source)
    do {
      let root = try reader.readAll()
      if !reader.diagnostics.isEmpty { return (nil, Array(reader.diagnostics.prefix(20))) }
      let image = SourceFile(id: source.id, path: source.path, bytes: reader.image)
      return (JSONDocument(root: root, image: image), [])
    } catch {
      return (nil, reader.diagnostics.prefix(20) + [error.diagnostic])
    }
  }

  private mutating func readAll() throws(Malformed) -> JSONValue {
    skipBlanks()
    if position == bytes.count { throw fail(position, position, "the file holds no value", hint: "a chart is an object: `{ \"id\": … }`") }
    let root = try readValue()
    skipBlanks()
    if position < bytes.count { throw unexpected("the end of the file") }
    return root
  }

  private mutating func readValue() throws(Malformed) -> JSONValue {
    let start = position
    let kind: JSONValue.Kind
    switch peek {
    case UInt8(ascii: "{"): kind = .object(try readObject())
    case UInt8(ascii: "["): kind = .array(try readArray())
    case UInt8(ascii: "\""): kind = .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): kind = .number(try readNumber())
    case UInt8(ascii: "t") where take("true"): kind = .bool(true)
    case UInt8(ascii: "f") where take("false"): kind = .bool(false)
    case UInt8(ascii: "n") where take("null"): kind = .null
    default: throw unexpected("a value")
    }
    return JSONValue(kind: kind, span: span(start, position))
  }

  private mutating func readObject() throws(Malformed) -> JSONObject {
    try enter()
    var members: [JSONObject.Member] = []
    var known: [String: Span] = [:]
    var isAtEnd = skipAndTake("}")
    while !isAtEnd {
      guard peek == UInt8(ascii: "\"") else { throw unexpected(members.isEmpty ? "a key or `}`" : "a key") }
      let key = try readString()
      skipBlanks()
      guard take(":") else { throw unexpected("`:`") }
      skipBlanks()
      members.append(.init(key: key, value: try readValue()))
      noteDouble(key, &known)
      isAtEnd = skipAndTake("}")
      if !isAtEnd { try takeComma(before: "}") }
    }
    depth -= 1
    return JSONObject(members)
  }

  private mutating func readArray() throws(Malformed) -> [JSONValue] {
    try enter()
    var values: [JSONValue] = []
    var isAtEnd = skipAndTake("]")
    while !isAtEnd {
      values.append(try readValue())
      isAtEnd = skipAndTake("]")
      if !isAtEnd { try takeComma(before: "]") }
    }
    depth -= 1
    return values
  }

  private mutating func enter() throws(Malformed) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw fail(position, position + 1, "values nest more than \(Self.maximumDepth) deep here")
    }
    position += 1
  }

  private mutating func takeComma(before end: Character) throws(Malformed) {
    let start = position
    guard take(",") else { throw unexpected("`,` or `\(end)`") }
    skipBlanks()
    if let ascii = end.asciiValue, peek == ascii {
      throw fail(start, start + 1, "a comma before `\(end)`", hint: "JSON has none there; remove it")
    }
  }

  private mutating func noteDouble(_ key: JSONString, _ known: inout [String: Span]) {
    guard let first = known.updateValue(key.span, forKey: key.text) else { return }
    diagnostics.append(
      Diagnostic(
        .malformedJSON, at: key.span, "the key `\(key.text.clipped)` stands twice in this object", labels: [.init(first, "the first one")]))
  }

  /// `-12.5e3`
  private mutating func readNumber() throws(Malformed) -> String {
    let start = position
    _ = take("-")
    let whole = digits()
    let isFine = whole > 0 && (whole == 1 || bytes[position - whole] != UInt8(ascii: "0"))
    var hasRest = true
    if take(".") { hasRest = digits() > 0 }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if !take("-") { _ = take("+") }
      hasRest = digits() > 0 && hasRest
    }
    let text = source.text(of: span(start, position))
    guard isFine, hasRest else {
      throw fail(start, max(position, start + 1), "`\(text.clipped)` is no number", hint: "numbers are decimal, without leading zeros")
    }
    return text
  }

  private mutating func digits() -> Int {
    let start = position
    while peek >= UInt8(ascii: "0"), peek <= UInt8(ascii: "9") { position += 1 }
    return position - start
  }

  // MARK: Bytes

  var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  private mutating func skipAndTake(_ text: StaticString) -> Bool {
    skipBlanks()
    return take(text)
  }

  mutating func skipBlanks() {
    while [0x20, 0x09, 0x0A, 0x0D].contains(peek), position < bytes.count { position += 1 }
  }

  func span(_ start: Int, _ end: Int) -> Span { Span(file: source.id, start: start, end: min(max(start, end), bytes.count)) }

  func fail(_ start: Int, _ end: Int, _ message: String, hint: String? = nil) -> Malformed {
    Malformed(diagnostic: Diagnostic(.malformedJSON, at: span(start, end), message, hint: hint))
  }

  private func unexpected(_ wanted: String) -> Malformed {
    guard position < bytes.count else { return fail(position, position, "expected \(wanted), and the file ends") }
    let length = peek < 0x80 ? 1 : peek < 0xE0 ? 2 : peek < 0xF0 ? 3 : 4
    let found = source.text(of: span(position, position + length))
    let hint: String? =
      switch found {
      case "/", "#": "JSON has no comments"
      case "'": "strings stand in double quotes"
      default: nil
      }
    return fail(position, position + length, "expected \(wanted), found `\(found)`", hint: hint)
  }
}

extension String {
  /// Short enough for a message.
  var clipped: String { count <= 60 ? self : prefix(59) + "…" }
}
