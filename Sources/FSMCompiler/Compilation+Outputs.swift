import FSMDiagnostics
import FSMEmit
import FSMImport
import FSMModel
import FSMSyntax

extension Compilation {
  /// The picture of the file's machines as Graphviz DOT, or of the one named; findings are marked where they lie.
  public func dot(machine name: String? = nil) -> String {
    let chosen = ownMachines.filter { name == nil || $0.name == name }.map(\.id)
    return DotOutput.render(chart, machines: chosen, findings: diagnostics)
  }

  /// The text formats of pictures.
  public enum PictureFormat: Sendable {
    case dot, mermaid, plantUML
  }

  /// The picture as text in one of the formats, or the path among those to stand out that is no state.
  public func picture(_ format: PictureFormat, machine name: String? = nil, _ request: PictureRequest) -> (text: String?, unknown: String?)
  {
    let machines = ownMachines.filter { name == nil || $0.name == name }[...]
    let (views, unknown) = request.views(of: machines)
    if let unknown { return (nil, unknown) }
    let chosen = machines.map(\.id)
    let text =
      switch format {
      case .dot: DotOutput.render(chart, machines: chosen, findings: diagnostics + request.findings, views: views)
      case .mermaid: MermaidOutput.render(chart, machines: chosen, findings: diagnostics + request.findings, views: views)
      case .plantUML: PlantUMLOutput.render(chart, machines: chosen, findings: diagnostics + request.findings, views: views)
      }
    return (text, nil)
  }

  /// The Swift of the file's machines; none when the chart has errors or says what Swift output cannot carry, which is then reported.
  public func swift(_ options: SwiftOptions) -> (text: String?, diagnostics: [Diagnostic]) {
    guard !hasErrors else { return (nil, []) }
    let found = SwiftCarries.check(chart, host: options.host).inReadingOrder
    return (found.hasErrors ? nil : SwiftOutput.render(chart, sources, options), found)
  }

  /// The file as a chart of another language, with what the step leaves out.
  public func converted(to format: ChartFormat) -> (text: String?, diagnostics: [Diagnostic]) {
    switch format {
    case .fsm: (chartText, leftOutComments)
    case .json: (ChartJSONWriter.text(of: files[0]), leftOutComments)
    case .scxml: scxml
    }
  }

  /// The file's machine as SCXML, which has one machine in a file.
  private var scxml: (text: String?, diagnostics: [Diagnostic]) {
    guard let machine = ownMachines.first else { return (nil, []) }
    if let second = ownMachines.dropFirst().first {
      let hint = "put each machine into a file of its own"
      return (nil, [Diagnostic(.notCarried, at: second.nameSpan, "an SCXML file holds one machine", hint: hint)])
    }
    let (text, found) = SCXMLOutput.render(chart, machine: machine.id)
    return (text, (found + leftOutComments).inReadingOrder)
  }

  /// The file as a chart of the compiler's own language, laid out.
  public var chartText: String {
    let text = ChartWriter.text(of: files[0])
    let laidOut = ChartFormatter.format(SourceFile(id: FileID(0), path: "", bytes: Array(text.utf8)))
    return String(decoding: laidOut.bytes, as: UTF8.self)
  }

  /// Comments have no place in other languages, except those that document a declaration.
  private var leftOutComments: [Diagnostic] {
    let comments: [Span] =
      switch format {
      case .fsm: files[0].comments(in: sources.files[0])
      case .scxml: SyntaxFile.commentsOfSCXML(sources.files[0])
      case .json: []
      }
    guard let first = comments.first else { return [] }
    let more = comments.count > 1 ? ", here and \(comments.count - 1) more time\(comments.count == 2 ? "" : "s")" : ""
    return [
      Diagnostic(
        .leftOut, at: first, "a comment has no place in the other language; it is left out\(more)",
        hint: format == .fsm ? "`///` documents a declaration, and stays" : nil)
    ]
  }

  /// The machines that the file itself declares, in the order written.
  public var ownMachines: ArraySlice<Machine> { chart.machines.prefix(chart.ownMachineCount) }
}
