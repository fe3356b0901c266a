import FSMDiagnostics
import FSMSyntax

/// Reads an XML file into elements, strictly: the first thing that is not well-formed ends the reading.
///
/// No part of it recurses, opens another file or expands what the file declares: a DOCTYPE is refused, so entities beyond the five that
/// XML itself knows do not exist. Namespaces are resolved as *Namespaces in XML 1.0* says.
struct XMLReader {
  /// Elements inside each other; charts nest as deep as blocks of the language.
  static let maximumDepth = 256
  static let maximumAttributes = 256

  /// Why reading ended; the finding says it all.
  struct Malformed: Error {
    var diagnostic: Diagnostic
  }

  let file: FileID
  let bytes: [UInt8]
  var position = 0
  var document = XMLDocument()
  /// Indices of the elements that are not closed.
  var open: [Int] = []
  var namespaces = XMLNamespaces()
  /// Text gathered since the last element began or ended.
  var text: XMLText?

  private init(_ source: SourceFile) {
    file = source.id
    bytes = source.bytes
    if source.hasByteOrderMark { position = 3 }
  }

  /// The document, or what keeps the file from being one.
  static func read(_ source: SourceFile) -> (document: XMLDocument?, diagnostic: Diagnostic?) {
    if let damage = UTF8Damage.diagnostic(for: source) { return (nil, damage) }
    var reader = XMLReader(source)
    do {
      try reader.readAll()
      return (reader.document, nil)
    } catch {
      return (nil, error.diagnostic)
    }
  }

  private mutating func readAll() throws(Malformed) {
    try readDeclaration()
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") { try readMarkup() } else { try readText() }
    }
    if let last = open.last {
      let element = document[last]
      throw fail(
        at: element.nameSpan, "`<\(element.tag)>` is never closed", hint: "write `</\(element.tag)>`, or `/>` at the end of the tag")
    }
    if document.elements.isEmpty { throw fail(at: span(position, position), "the file holds no element") }
  }

  /// `<?xml version="1.0" encoding="UTF-8"?>`
  private mutating func readDeclaration() throws(Malformed) {
    guard looks(at: "<?xml"), position + 5 < bytes.count, XMLCharacters.isBlank(bytes[position + 5]) else { return }
    let start = position
    position += 5
    while try skipBlanks(), !looks(at: "?>") {
      let attribute = try readAttribute()
      let value = attribute.value.string
      switch attribute.name {
      case "version" where !value.hasPrefix("1."):
        throw fail(at: attribute.value.span, "XML \(value) is not read", hint: "fsmc reads XML 1.0")
      case "encoding" where !["utf-8", "us-ascii", "ascii"].contains(value.lowercased()):
        throw fail(at: attribute.value.span, "the encoding `\(value)` is not read", hint: "save the file as UTF-8")
      case "version", "encoding", "standalone": break
      default: throw fail(at: attribute.span, "`\(attribute.name)` does not belong into an XML declaration")
      }
    }
    guard looks(at: "?>") else { throw fail(at: span(start, start + 5), "the XML declaration is never closed", hint: "write `?>`") }
    position += 2
  }

  private mutating func readMarkup() throws(Malformed) {
    if looks(at: "<!--") {
      let start = position
      try skip(past: "-->", from: 4, "comment")
      document.comments.append(span(start, position))
      return
    }
    if looks(at: "<![CDATA[") { return try readCharacterData() }
    if looks(at: "<!") {
      throw Malformed(
        diagnostic: Diagnostic(
          .unsafeXML, at: span(position, min(position + 9, bytes.count)), "a document type declaration is not read",
          hint: "remove `<!DOCTYPE …>` and the entities it declares; charts need neither"))
    }
    if looks(at: "<?") { return try skip(past: "?>", from: 2, "processing instruction") }
    flushText()
    if looks(at: "</") { return try readEndTag() }
    try readStartTag()
  }

  /// Goes behind a comment or a processing instruction.
  private mutating func skip(past end: StaticString, from: Int, _ what: String) throws(Malformed) {
    let start = position
    position += from
    while position < bytes.count, !looks(at: end) {
      if from == 4, looks(at: "--") {
        throw fail(at: span(position, position + 2), "`--` inside a comment", hint: "XML allows it only as part of `-->`")
      }
      position += 1
    }
    guard position < bytes.count else { throw fail(at: span(start, start + from), "the \(what) is never closed", hint: "write `\(end)`") }
    position += end.utf8CodeUnitCount
  }
}

extension XMLReader {
  func span(_ start: Int, _ end: Int) -> Span { Span(file: file, start: start, end: end) }

  func fail(at span: Span, _ message: String, hint: String? = nil) -> Malformed {
    Malformed(diagnostic: Diagnostic(.malformedXML, at: span, message, hint: hint))
  }

  func looks(at expected: StaticString) -> Bool {
    let length = expected.utf8CodeUnitCount
    guard position + length <= bytes.count else { return false }
    return (0..<length).allSatisfy { bytes[position + $0] == expected.utf8Start[$0] }
  }

  /// True always, so that it can stand in conditions.
  mutating func skipBlanks() throws(Malformed) -> Bool {
    while position < bytes.count, XMLCharacters.isBlank(bytes[position]) { position += 1 }
    return true
  }

  /// Ends the run of text that stands here.
  mutating func flushText() {
    guard let found = text else { return }
    text = nil
    guard let parent = open.last else { return }
    document.elements[parent].children.append(.text(found))
  }
}
