import FSMDiagnostics
import FSMSyntax

/// Makes the syntax of a machine of one in JSON: the shape of an XState configuration, and what the language adds to it.
///
/// Texts are read as expressions and effects of the language in place, so that their findings have places in the JSON. A chart that only
/// names its guards, actions and activities gets them declared, each under a name of its own.
struct JSONTranslator {
  let file: FileID
  let fragments: ChartFragment
  var outline: JSONOutline
  let object: JSONObject
  /// Charts with `cond` have the meaning that version 4 of XState gives them.
  let isVersion4: Bool
  var names: JSONNames
  var diagnostics: [Diagnostic] = []
  /// What is left out, by key: the first place and how many there are.
  var leftOut: [String: (span: Span, count: Int)] = [:]
  var leftOutOrder: [String] = []

  /// The machine, its findings, and the spans of what was declared because the chart only names it.
  static func translate(_ root: JSONValue, _ object: JSONObject, _ document: JSONDocument, fileName: String) -> (
    machine: MachineSyntax, diagnostics: [Diagnostic], assumed: Set<Span>
  ) {
    let file = document.image.id
    let name = machineName(object, fileName: fileName)
    let outline = JSONOutline(root, object, machine: name.text)
    var translator = JSONTranslator(
      file: file, fragments: ChartFragment(document.image), outline: outline, object: object, isVersion4: usesCond(outline),
      names: JSONNames(outline, object))
    let machine = translator.machine(name, root.span)
    translator.reportLeftOut()
    return (machine, outline.diagnostics + translator.diagnostics, translator.names.assumed)
  }

  /// The key `name` as it is; an `id` begins with a capital, as types do.
  private static func machineName(_ object: JSONObject, fileName: String) -> (text: String, label: String?) {
    if let name = object["name"]?.string?.text, UniqueNames.isName(name) { return (name, nil) }
    guard let id = object["id"]?.string?.text, !id.isEmpty else { return (fileName, nil) }
    var unique = UniqueNames(reserving: [id])
    let name = unique.name(for: id)
    return (name.prefix(1).uppercased() + name.dropFirst(), UniqueNames.isName(id) ? nil : id)
  }

  private static func usesCond(_ outline: JSONOutline) -> Bool {
    func isOld(_ value: JSONValue, _ depth: Int) -> Bool {
      switch value.kind {
      case .object(let object):
        depth > 0 && (object["cond"] != nil || object["internal"] != nil || object.members.contains { isOld($0.value, depth - 1) })
      case .array(let values): values.contains { isOld($0, depth) }
      default: false
      }
    }
    return outline.nodes.contains { node in
      node.object.members.contains { ["on", "always", "after", "onDone", "invoke"].contains($0.key.text) && isOld($0.value, 3) }
    }
  }

  private mutating func machine(_ name: (text: String, label: String?), _ span: Span) -> MachineSyntax {
    let nameSpan = object["id"]?.string?.span ?? span.before
    let explicit = object["label"]?.string
    let label = explicit.map { plain($0) } ?? name.label.map { PlainStringSyntax(value: $0, span: nameSpan) }
    survey(JSONValue(kind: .object(object), span: span))
    var members = members(of: 0)
    // Behind the variables, before all that uses them.
    let start = members.firstIndex { if case .variable = $0 { false } else { true } } ?? members.count
    let assumed = assumedDeclarations()
    names.assumed.formUnion(assumed.map(\.span))
    members.insert(contentsOf: assumed, at: start)
    return MachineSyntax(
      doc: doc(object), isParallel: outline.nodes[0].kind == .parallel, name: Name(name.text, nameSpan), label: label,
      conformances: strings(object["conformances"]).compactMap { type($0) }, members: members, span: span)
  }

  // MARK: Small parts

  func doc(_ object: JSONObject) -> String? { object["description"]?.string?.text }

  func plain(_ string: JSONString) -> PlainStringSyntax { PlainStringSyntax(value: string.text, span: string.span) }

  /// A string, or the strings of an array; anything else is reported.
  mutating func strings(_ value: JSONValue?) -> [JSONString] {
    guard let value else { return [] }
    if let string = value.string { return [string] }
    guard let array = value.array else {
      unfit(value, "a string or an array of strings")
      return []
    }
    return array.compactMap { element in
      if element.string == nil { unfit(element, "a string") }
      return element.string
    }
  }

  mutating func unfit(_ value: JSONValue, _ wanted: String) {
    report(.badForeignChart, at: value.string?.span ?? value.span, "\(value.description) stands here, and \(wanted) is needed")
  }

  mutating func report(_ code: DiagnosticCode, at span: Span, _ message: String, hint: String? = nil) {
    diagnostics.append(Diagnostic(code, at: span, message, hint: hint))
  }

  mutating func leaveOut(_ key: JSONString) {
    if leftOut[key.text] == nil { leftOutOrder.append(key.text) }
    leftOut[key.text, default: (key.span, 0)].count += 1
  }

  private mutating func reportLeftOut() {
    for key in leftOutOrder {
      guard let (span, count) = leftOut[key] else { continue }
      let more = count > 1 ? ", here and \(count - 1) more time\(count == 2 ? "" : "s")" : ""
      report(.leftOut, at: span, "`\(key.clipped)` says nothing to fsmc; it is left out\(more)")
    }
  }

  /// What a fragment holds; its findings are reported.
  mutating func take<Part>(_ reading: ChartFragment.Reading<Part>) -> Part? {
    diagnostics += reading.diagnostics
    return reading.part
  }

  mutating func type(_ string: JSONString) -> TypeSyntax? { take(fragments.type(string.content)) }
}
