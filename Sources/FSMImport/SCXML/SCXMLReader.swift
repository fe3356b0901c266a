import FSMDiagnostics

/// Reads an outline out of XML elements: what stands where, what is missing, what has no counterpart.
///
/// Recursion goes as deep as elements are nested, which the XML reader bounds.
struct SCXMLReader {
  static let namespace = "http://www.w3.org/2005/07/scxml"
  /// States, `<if>`s and `<elseif>`s inside each other: a little less than blocks of the language may nest.
  static let maximumDepth = 80

  let document: XMLDocument
  var outline: SCXMLOutline
  var diagnostics: [Diagnostic] = []
  var depth = 0
  /// Where each of the data is declared.
  var dataSpans: [String: Span] = [:]

  private init(_ document: XMLDocument) {
    self.document = document
    outline = SCXMLOutline(nameSpan: document[0].nameSpan, span: document[0].wholeSpan)
  }

  static func read(_ document: XMLDocument) -> (outline: SCXMLOutline, diagnostics: [Diagnostic]) {
    var reader = SCXMLReader(document)
    reader.readRoot()
    return (reader.outline, reader.diagnostics)
  }

  private mutating func readRoot() {
    let root = document[0]
    guard root.name == "scxml", root.namespace == Self.namespace || root.namespace.isEmpty else {
      return report(
        .badForeignChart, at: root.nameSpan, "the root is `<\(root.tag)>`, not `<scxml>` of the namespace `\(Self.namespace)`",
        hint: "write `<scxml xmlns=\"\(Self.namespace)\" version=\"1.0\">`")
    }
    checkAttributes(of: root, ["version", "datamodel", "name", "binding", "initial", "exmode"])
    checkDataModel(of: root)
    if let name = root.attribute("name")?.value.trimmed, !name.text.isEmpty { outline.name = name }
    readState(0, kind: .root, parent: nil)
    if outline.states[0].children.isEmpty, diagnostics.isEmpty {
      report(.badForeignChart, at: root.nameSpan, "the chart has no states", hint: "write a `<state id=\"…\"/>` inside")
    }
  }

  private mutating func checkDataModel(of root: XMLElement) {
    if let model = root.attribute("datamodel"), !["ecmascript", "null", ""].contains(model.value.string) {
      report(
        .notImported, at: model.span, "the data model `\(model.value.string)` is not read", hint: "fsmc reads `ecmascript` and `null`")
    }
    guard let binding = root.attribute("binding"), binding.value.string != "early" else { return }
    let atTop = Set(children(of: 0))
    let isInState = document.elements.indices.contains { element($0, is: "datamodel") && !atTop.contains($0) }
    if isInState {
      report(
        .notImported, at: binding.span, "`binding=\"\(binding.value.string)\"` has no counterpart where a state has data",
        hint: "data get their values when the machine starts, as with `early`")
    }
  }

  // MARK: Helpers

  mutating func report(_ code: DiagnosticCode, at span: Span, _ message: String, hint: String? = nil, labels: [Diagnostic.Label] = []) {
    diagnostics.append(Diagnostic(code, at: span, message, labels: labels, hint: hint))
  }

  /// True for an element of SCXML with this name.
  func element(_ index: Int, is name: String) -> Bool { document[index].name == name && isOwn(document[index]) }

  func isOwn(_ element: XMLElement) -> Bool { element.namespace == document[0].namespace }

  /// The elements inside one that belong to SCXML; those of other namespaces are some editor's notes.
  func children(of index: Int) -> [Int] {
    document[index].children.compactMap { node in
      if case .element(let child) = node, isOwn(document[child]) { child } else { nil }
    }
  }

  /// Reports text where none belongs.
  mutating func checkNoText(in index: Int) {
    for case .text(let text) in document[index].children where !text.isBlank {
      return report(
        .badForeignChart, at: text.trimmed.span, "text inside `<\(document[index].tag)>`", hint: "remove it, or make it a comment")
    }
  }

  /// Reports attributes of no namespace that are none of `known`.
  mutating func checkAttributes(of element: XMLElement, _ known: [String]) {
    for attribute in element.attributes where attribute.namespace.isEmpty && !known.contains(attribute.name) {
      report(
        .notImported, at: attribute.span, "the attribute `\(attribute.name)` of `<\(element.tag)>` has no counterpart",
        hint: "leave it out, or put what only an editor needs into that editor's namespace")
    }
  }

  mutating func reportUnknown(_ index: Int, in parent: Int) {
    let element = document[index]
    let (message, hint) = SCXMLElements.refusal(of: element.name, tag: element.tag, in: document[parent].tag)
    report(SCXMLElements.known.contains(element.name) ? .badForeignChart : .notImported, at: element.nameSpan, message, hint: hint)
  }

  /// The value of an attribute read as an expression; nil, and reported, when it is none.
  mutating func expression(_ attribute: XMLAttribute?) -> JSExpr? {
    guard let attribute else { return nil }
    return expression(attribute.value)
  }

  mutating func expression(_ text: XMLText) -> JSExpr? {
    do { return try JSParser.expression(text) } catch {
      report(error.code, at: error.span, error.message, hint: error.hint)
      return nil
    }
  }

  /// The text inside an element.
  func content(of index: Int) -> XMLText? {
    for case .text(let text) in document[index].children where !text.isBlank { return text }
    return nil
  }
}

/// What is said about elements that do not import.
enum SCXMLElements {
  /// Elements with a counterpart, in their place.
  static let known: Set<String> = [
    "scxml", "state", "parallel", "final", "history", "initial", "transition", "onentry", "onexit", "datamodel", "data", "raise", "send",
    "cancel", "log", "assign", "script", "if", "elseif", "else", "donedata", "param", "content",
  ]

  static func refusal(of name: String, tag: String, in parent: String) -> (message: String, hint: String?) {
    switch name {
    case "invoke", "finalize":
      (
        "`<\(tag)>` has no counterpart",
        "a service that runs while a state is active is an activity of your program: `do load(…)` in the chart"
      )
    case "foreach": ("`<\(tag)>` has no counterpart", "a loop over a list belongs into an action of your program")
    case _ where known.contains(name): ("`<\(tag)>` stands inside `<\(parent)>`, where it has no meaning", nil)
    default: ("the element `<\(tag)>` has no counterpart", nil)
    }
  }
}
