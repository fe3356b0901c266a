import FSMDiagnostics

/// An XML file as elements in document order; processing instructions are left out.
struct XMLDocument: Sendable {
  /// Parents before children; the first is the root.
  var elements: [XMLElement] = []
  var comments: [Span] = []

  subscript(index: Int) -> XMLElement { elements[index] }
}

/// One element: a name in a namespace, attributes, and what stands inside.
struct XMLElement: Sendable {
  enum Node: Sendable {
    /// The index of an element of the document.
    case element(Int)
    case text(XMLText)
  }

  /// The namespace's address; empty without one.
  var namespace: String
  /// Without prefix.
  var name: String
  /// As written, prefix included.
  var tag: String
  var attributes: [XMLAttribute]
  var children: [Node] = []
  /// The start tag, `<` and `>` included.
  var span: Span
  var nameSpan: Span
  /// Up to the end of the end tag.
  var wholeSpan: Span

  /// The attribute of a name, in no namespace.
  func attribute(_ name: String) -> XMLAttribute? { attributes.first { $0.namespace.isEmpty && $0.name == name } }
}

/// One attribute with its value.
struct XMLAttribute: Sendable {
  /// The namespace's address; empty without a prefix.
  var namespace: String
  /// Without prefix.
  var name: String
  var value: XMLText
  /// From the name to the closing quote.
  var span: Span
}
