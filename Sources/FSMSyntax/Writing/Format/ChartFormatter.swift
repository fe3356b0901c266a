import FSMDiagnostics

/// Lays the text of a chart out anew: the same tokens and comments, in the one layout of the language.
///
/// - Each member has a line of its own; a block of one short member may share the line of its head, when it did.
/// - Branches, `entry` above `exit`, and reactions that only name a target stand in columns.
/// - One blank line stays where there were some; lines beyond 110 columns are broken where the reading allows it.
/// - A member with a syntax error is left as it is. Where the braces do not add up, or bytes are damaged, all of the text is.
///
/// Nothing is added, left out or exchanged: the result is read again and compared, token by token, before it is handed out.
public enum ChartFormatter {
  /// Columns that lines should not exceed.
  static let width = 110

  /// A chart's text laid out.
  public struct Result: Sendable {
    /// The text; the very bytes that came in where nothing would change.
    public var bytes: [UInt8]
    /// What the parser says about the text that came in.
    public var diagnostics: [Diagnostic]
  }

  /// Lays out the text of a file.
  ///
  /// For example: `ChartFormatter.format(source).bytes == source.bytes` when the file is formatted already.
  public static func format(_ source: SourceFile) -> Result {
    let file = SyntaxFile(parsing: source)
    let unchanged = Result(bytes: source.bytes, diagnostics: file.diagnostics)
    guard !mustStay(file) else { return unchanged }
    let bytes = layOut(file, source)
    guard keepsEverything(bytes, of: file, source) else { return unchanged }
    return Result(bytes: bytes, diagnostics: file.diagnostics)
  }

  package static func layOut(_ file: SyntaxFile, _ source: SourceFile) -> [UInt8] {
    var layout = Layout(file, source)
    layout.run()
    var writer = LineWriter(layout)
    return writer.run()
  }

  /// True when no part of the text can be told from another for certain.
  static func mustStay(_ file: SyntaxFile) -> Bool {
    if file.diagnostics.count >= Parser.maximumFindings { return true }
    return file.diagnostics.contains { finding in
      switch finding.code {
      case .fileNotUTF8, .unclosedBrace, .surplusBrace, .nestedTooDeep, .unterminatedComment, .unterminatedString: true
      default: false
      }
    }
  }

  /// The proof that a layout is only a layout: the same tokens, and the same findings in the same order.
  package static func keepsEverything(_ bytes: [UInt8], of file: SyntaxFile, _ source: SourceFile) -> Bool {
    let laidOut = SourceFile(id: source.id, path: source.path, bytes: bytes)
    let again = SyntaxFile(parsing: laidOut)
    guard again.tokens.count == file.tokens.count, again.diagnostics.count == file.diagnostics.count else { return false }
    for (old, new) in zip(file.tokens, again.tokens) {
      guard old.kind == new.kind, source.bytes(of: old.span).elementsEqual(laidOut.bytes(of: new.span)) else { return false }
    }
    return zip(file.diagnostics, again.diagnostics).allSatisfy { $0.code == $1.code }
  }
}

extension SourceFile {
  func bytes(of span: Span) -> ArraySlice<UInt8> { bytes[Int(span.start)..<Int(span.end)] }
}
