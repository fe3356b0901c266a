import FSMDiagnostics
import FSMSyntax

extension SyntaxFile {
  /// Reads a chart in JSON: a machine configuration as XState writes it, with what the language adds; `Grammar/fsm.schema.json` describes it.
  ///
  /// Spans point into the JSON file. What has no counterpart is an error with a place; what says nothing about behaviour is left out with a
  /// note. The tree has no tokens.
  ///
  /// For example: `SyntaxFile(importingJSON: sources[id]).machines.first?.name.text`.
  public init(importingJSON source: SourceFile) {
    let end = Span(file: source.id, start: source.bytes.count, end: source.bytes.count)
    let tokens = [Token(kind: .endOfFile, span: end)]
    let (document, problems) = JSONReader.read(source)
    var reader = JSONFile(fileName: Self.name(of: source.path))
    if let document { reader.read(document) }
    let found = Array((problems + reader.diagnostics).inReadingOrder.prefix(Self.mostImportFindings))
    self.init(file: source.id, items: reader.items, tokens: tokens, diagnostics: found)
    assumed = reader.assumed
  }
}

/// The top of a JSON file: one machine, or several in `machines`.
struct JSONFile {
  let fileName: String
  private(set) var items: [SyntaxFile.Item] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var assumed: Set<Span> = []

  init(fileName: String) { self.fileName = fileName }

  mutating func read(_ document: JSONDocument) {
    let root = document.root
    guard let object = root.object else {
      let machines = root.array?.compactMap { $0.object == nil ? nil : $0 } ?? []
      if machines.isEmpty { report(.badForeignChart, root.span, "the file holds \(root.description), and a chart is an object") }
      for machine in machines { read(machine, document) }
      return
    }
    let fragments = ChartFragment(document.image)
    for text in strings(object["imports"]) {
      let reading = fragments.importing(text.content)
      diagnostics += reading.diagnostics
      if let item = reading.part { items.append(.importing(item)) }
    }
    for text in strings(object["uses"]) {
      items.append(.use(UseSyntax(path: PlainStringSyntax(value: text.text, span: text.span), span: text.span)))
    }
    guard let machines = object["machines"] else { return read(root, document) }
    guard let list = machines.array else {
      return report(.badForeignChart, machines.span, "`machines` is \(machines.description), and an array is needed")
    }
    if list.isEmpty { report(.noMachine, machines.span, "the file holds no machine") }
    for machine in list { read(machine, document) }
  }

  private mutating func read(_ value: JSONValue, _ document: JSONDocument) {
    guard let object = value.object else {
      return report(.badForeignChart, value.span, "\(value.description) stands here, and a machine is an object")
    }
    let result = JSONTranslator.translate(value, object, document, fileName: fileName)
    items.append(.machine(result.machine))
    diagnostics += result.diagnostics
    assumed.formUnion(result.assumed)
  }

  private func strings(_ value: JSONValue?) -> [JSONString] { (value?.array ?? []).compactMap(\.string) }

  private mutating func report(_ code: DiagnosticCode, _ span: Span, _ message: String) {
    diagnostics.append(Diagnostic(code, at: span, message))
  }
}
