import FSMDiagnostics
import FSMSyntax

extension SyntaxFile {
  /// Reads a W3C SCXML document (Recommendation of 2015-09-01) as the chart it describes: the same tree that a chart of the language gives.
  ///
  /// Spans point into the SCXML file. What has no counterpart is an error that names the element, so a tree without errors means what the
  /// document means. Conditions and scripts are read as ECMAScript. The tree has no tokens.
  ///
  /// For example: `SyntaxFile(importingSCXML: sources[id]).machines.first?.name.text`.
  public init(importingSCXML source: SourceFile) {
    let end = Span(file: source.id, start: source.bytes.count, end: source.bytes.count)
    let tokens = [Token(kind: .endOfFile, span: end)]
    let (document, problem) = XMLReader.read(source)
    guard let document else {
      self.init(file: source.id, items: [], tokens: tokens, diagnostics: problem.map { [$0] } ?? [])
      return
    }
    let (outline, found) = SCXMLReader.read(document)
    guard !found.contains(where: { $0.severity == .error && $0.code == .badForeignChart }), !outline.states.isEmpty else {
      self.init(file: source.id, items: [], tokens: tokens, diagnostics: Array(found.inReadingOrder.prefix(Self.mostImportFindings)))
      return
    }
    let (machine, more) = SCXMLTranslator.translate(outline, fileName: Self.name(of: source.path))
    let diagnostics = Array((found + more).inReadingOrder.prefix(Self.mostImportFindings))
    self.init(file: source.id, items: [.machine(machine)], tokens: tokens, diagnostics: diagnostics)
  }

  /// The comments of an SCXML document, which have no place in the tree.
  public static func commentsOfSCXML(_ source: SourceFile) -> [Span] { XMLReader.read(source).document?.comments ?? [] }

  /// Findings of one file; more say nothing new.
  static var mostImportFindings: Int { 200 }

  /// `trafficLight` for `charts/trafficLight.scxml`.
  static func name(of path: String) -> String {
    let file = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "Machine"
    let stem = file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init) ?? "Machine"
    return stem.isEmpty || stem == "-" ? "Machine" : stem.prefix(1).uppercased() + stem.dropFirst()
  }
}
