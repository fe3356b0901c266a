import FSMDiagnostics

/// Prefixes and what they stand for where the reader is.
struct XMLNamespaces {
  private var addresses: [String: String] = ["xml": "http://www.w3.org/XML/1998/namespace", "": ""]
  /// What each open element hides, to be brought back when it is closed.
  private var hidden: [[(prefix: String, address: String?)]] = []

  subscript(prefix: String) -> String? { addresses[prefix] }

  mutating func open(declaredBy attributes: [WrittenAttribute]) {
    var changes: [(prefix: String, address: String?)] = []
    for attribute in attributes where attribute.isDeclaration {
      let prefix = attribute.name == "xmlns" ? "" : String(attribute.name.dropFirst(6))
      changes.append((prefix, addresses[prefix]))
      addresses[prefix] = attribute.value.string
    }
    hidden.append(changes)
  }

  mutating func close() {
    for change in (hidden.popLast() ?? []).reversed() { addresses[change.prefix] = change.address }
  }
}

/// An attribute before its prefix is looked up.
struct WrittenAttribute {
  var name: String
  var nameSpan: Span
  var value: XMLText
  var span: Span

  /// True for `xmlns` and `xmlns:prefix`.
  var isDeclaration: Bool { name == "xmlns" || name.hasPrefix("xmlns:") }
}

extension XMLReader {
  func resolve(_ attribute: WrittenAttribute) throws(Malformed) -> XMLAttribute {
    let (namespace, name) = try split(attribute.name, at: attribute.nameSpan, isElement: false)
    return XMLAttribute(namespace: namespace, name: name, value: attribute.value, span: attribute.span)
  }

  /// The namespace and the name proper; attributes without prefix are in no namespace.
  func split(_ name: String, at span: Span, isElement: Bool) throws(Malformed) -> (namespace: String, name: String) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1 { return (isElement ? namespaces[""] ?? "" : "", name) }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { throw fail(at: span, "`\(name)` is no name with a prefix") }
    guard let address = namespaces[String(parts[0])] else {
      throw fail(at: span, "the prefix `\(parts[0])` is not declared", hint: "declare it: `xmlns:\(parts[0])=\"…\"`")
    }
    return (address, String(parts[1]))
  }

  /// Reports an attribute that stands twice.
  func checkTwins(_ attributes: [XMLAttribute]) throws(Malformed) {
    var seen: Set<[String]> = []
    for attribute in attributes where !seen.insert([attribute.namespace, attribute.name]).inserted {
      throw fail(at: attribute.span, "the attribute `\(attribute.name)` stands here twice")
    }
  }
}
