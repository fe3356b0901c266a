import FSMDiagnostics

extension XMLReader {
  /// `<name a="b">` or `<name/>`
  mutating func readStartTag() throws(Malformed) {
    let start = position
    position += 1
    let (tag, nameSpan) = try readName("the name of an element")
    if document.elements.isEmpty == false, open.isEmpty {
      throw fail(at: nameSpan, "a second element `<\(tag)>` beside the root", hint: "an XML file has one element around all others")
    }
    guard open.count < Self.maximumDepth else {
      throw Malformed(
        diagnostic: Diagnostic(.unsafeXML, at: nameSpan, "elements are nested more than \(Self.maximumDepth) deep here"))
    }
    let written = try readAttributes(of: tag)
    let isEmpty = looks(at: "/>")
    guard isEmpty || looks(at: ">") else {
      throw fail(at: span(position, min(position + 1, bytes.count)), "expected an attribute, `>` or `/>` in `<\(tag)>`")
    }
    position += isEmpty ? 2 : 1
    namespaces.open(declaredBy: written)
    let attributes = try written.filter { !$0.isDeclaration }.map { written throws(Malformed) in try resolve(written) }
    let (namespace, name) = try split(tag, at: nameSpan, isElement: true)
    try checkTwins(attributes)
    let index = document.elements.count
    let whole = span(start, position)
    document.elements.append(
      XMLElement(
        namespace: namespace, name: name, tag: tag, attributes: attributes, span: whole, nameSpan: nameSpan, wholeSpan: whole))
    if let parent = open.last { document.elements[parent].children.append(.element(index)) }
    if isEmpty { namespaces.close() } else { open.append(index) }
  }

  mutating func readEndTag() throws(Malformed) {
    let start = position
    position += 2
    let (tag, nameSpan) = try readName("the name of an element")
    guard let index = open.popLast() else { throw fail(at: nameSpan, "`</\(tag)>` closes nothing") }
    let element = document[index]
    guard element.tag == tag else {
      throw Malformed(
        diagnostic: Diagnostic(
          .malformedXML, at: nameSpan, "`</\(tag)>` stands where `</\(element.tag)>` is expected",
          labels: [.init(element.nameSpan, "`<\(element.tag)>` is open since here")]))
    }
    guard try skipBlanks(), looks(at: ">") else { throw fail(at: span(start, position), "expected `>` behind `</\(tag)`") }
    position += 1
    document.elements[index].wholeSpan.end = Int32(position)
    namespaces.close()
  }

  private mutating func readAttributes(of tag: String) throws(Malformed) -> [WrittenAttribute] {
    var attributes: [WrittenAttribute] = []
    while true {
      let before = position
      guard try skipBlanks(), position < bytes.count, XMLCharacters.isNameHead(bytes[position]) else { return attributes }
      if before == position { throw fail(at: span(position, position + 1), "expected a blank before the attribute") }
      guard attributes.count < Self.maximumAttributes else {
        throw Malformed(
          diagnostic: Diagnostic(
            .unsafeXML, at: span(position, position + 1), "`<\(tag)>` has more than \(Self.maximumAttributes) attributes"))
      }
      attributes.append(try readAttribute())
    }
  }

  /// `name="value"`
  mutating func readAttribute() throws(Malformed) -> WrittenAttribute {
    let (name, nameSpan) = try readName("the name of an attribute")
    guard try skipBlanks(), looks(at: "="),
      {
        position += 1
        return true
      }(), try skipBlanks(), position < bytes.count,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else { throw fail(at: nameSpan, "the attribute `\(name)` has no value in quotes", hint: "write `\(name)=\"…\"`") }
    let quote = bytes[position]
    let opening = position
    position += 1
    var value = XMLText(file: file, start: position)
    while position < bytes.count, bytes[position] != quote {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        throw fail(at: span(position, position + 1), "`<` in the value of `\(name)`", hint: "write `&lt;`")
      case UInt8(ascii: "&"): try readReference(into: &value)
      case 0x09, 0x0A, 0x0D:
        value.append([0x20], from: position..<position + 1)
        position += 1
      default: try readPlain(into: &value) { $0 == quote || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 < 0x20 }
      }
    }
    guard position < bytes.count else {
      throw fail(at: span(opening, opening + 1), "the value of `\(name)` is never closed", hint: "write the closing quote")
    }
    position += 1
    return WrittenAttribute(name: name, nameSpan: nameSpan, value: value, span: span(Int(nameSpan.start), position))
  }

  mutating func readName(_ role: String) throws(Malformed) -> (String, Span) {
    let start = position
    guard position < bytes.count, XMLCharacters.isNameHead(bytes[position]) else {
      throw fail(
        at: span(start, min(start + 1, bytes.count)), "expected \(role)",
        hint: start > 0 && bytes[start - 1] == UInt8(ascii: "<") ? "a `<` that opens no tag is written `&lt;`" : nil)
    }
    while position < bytes.count, XMLCharacters.isNameTail(bytes[position]) { position += 1 }
    return (String(decoding: bytes[start..<position], as: UTF8.self), span(start, position))
  }
}
