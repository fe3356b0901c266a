import FSMDiagnostics

extension XMLReader {
  /// Text between tags, up to the next `<`.
  mutating func readText() throws(Malformed) {
    var gathered = takeText()
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      if bytes[position] == UInt8(ascii: "&") {
        try requireElement(at: span(position, position + 1))
        try readReference(into: &gathered)
      } else if looks(at: "]]>") {
        throw fail(at: span(position, position + 3), "`]]>` in text", hint: "write `]]&gt;`")
      } else if bytes[position] == 0x0D {
        readLineEnd(into: &gathered)
      } else {
        let start = position
        try readPlain(into: &gathered) { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "]") || $0 == 0x0D }
        if bytes[start..<position].contains(where: { !XMLCharacters.isBlank($0) }) { try requireElement(at: span(start, position)) }
      }
    }
    text = gathered
  }

  /// `<![CDATA[ … ]]>`: text in which nothing is markup.
  mutating func readCharacterData() throws(Malformed) {
    let start = position
    try requireElement(at: span(start, start + 9))
    var gathered = takeText()
    position += 9
    while position < bytes.count, !looks(at: "]]>") {
      if bytes[position] == 0x0D {
        readLineEnd(into: &gathered)
      } else {
        try readPlain(into: &gathered) { $0 == UInt8(ascii: "]") || $0 == 0x0D }
      }
    }
    guard position < bytes.count else { throw fail(at: span(start, start + 9), "`<![CDATA[` is never closed", hint: "write `]]>`") }
    position += 3
    text = gathered
  }

  /// `&lt;`, `&#60;`, `&#x3C;`
  mutating func readReference(into value: inout XMLText) throws(Malformed) {
    let start = position
    var end = position + 1
    while end < bytes.count, end - start < 16, XMLCharacters.isNameTail(bytes[end]) || bytes[end] == UInt8(ascii: "#") { end += 1 }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), !name.isEmpty else {
      throw fail(at: span(start, start + 1), "`&` opens no reference here", hint: "the character itself is written `&amp;`")
    }
    position = end + 1
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      guard let number, XMLCharacters.isAllowed(number), let scalar = Unicode.Scalar(number) else {
        throw fail(at: span(start, position), "`&\(name);` names no character")
      }
      value.append(String(Character(scalar)).utf8, from: start..<position)
    } else if let byte = XMLCharacters.entity(name) {
      value.append([byte], from: start..<position)
    } else {
      throw Malformed(
        diagnostic: Diagnostic(
          .unsafeXML, at: span(start, position), "the entity `&\(name);` is not read",
          hint: "XML itself knows `&lt;`, `&gt;`, `&amp;`, `&apos;` and `&quot;`; write any other character as it is"))
    }
  }

  /// Bytes that stand for themselves, up to one that `stops`; at least one.
  mutating func readPlain(into value: inout XMLText, until stops: (UInt8) -> Bool) throws(Malformed) {
    let start = position
    while position < bytes.count, position == start || !stops(bytes[position]) {
      let byte = bytes[position]
      if byte < 0x20, !XMLCharacters.isBlank(byte) {
        throw fail(at: span(position, position + 1), "the control character 0x\(String(byte, radix: 16)) is not allowed in XML")
      }
      position += 1
    }
    value.append(bytes[start..<position], from: start..<position)
  }

  private mutating func readLineEnd(into value: inout XMLText) {
    let length = position + 1 < bytes.count && bytes[position + 1] == 0x0A ? 2 : 1
    value.append([0x0A], from: position..<position + length)
    position += length
  }

  private mutating func takeText() -> XMLText {
    defer { text = nil }
    return text ?? XMLText(file: file, start: position)
  }

  private func requireElement(at span: Span) throws(Malformed) {
    if open.isEmpty { throw fail(at: span, "text outside the root element") }
  }
}
