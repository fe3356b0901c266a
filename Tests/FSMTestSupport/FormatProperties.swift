import FSMDiagnostics
import FSMSyntax
import Testing

/// What holds for the layout of any text.
public enum FormatProperties {
  public static func expect(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let before = SourceFile(id: FileID(0), path: "a.fsm", bytes: bytes)
    let file = SyntaxFile(parsing: before)
    let result = ChartFormatter.format(before)
    let after = SourceFile(id: FileID(0), path: "a.fsm", bytes: result.bytes)
    let again = SyntaxFile(parsing: after)
    let shown = Comment(rawValue: String(decoding: bytes, as: UTF8.self) + "\n---\n" + after.text)
    #expect(tokens(again, after) == tokens(file, before), shown, sourceLocation: sourceLocation)
    #expect(comments(again, after) == comments(file, before), shown, sourceLocation: sourceLocation)
    #expect(again.diagnostics.map(\.code) == file.diagnostics.map(\.code), shown, sourceLocation: sourceLocation)
    #expect(ChartFormatter.format(after).bytes == result.bytes, shown, sourceLocation: sourceLocation)
    guard file.diagnostics.isEmpty else { return }
    // A type is its text, in which blanks say nothing.
    #expect(again.dump.filter { $0 != " " } == file.dump.filter { $0 != " " }, shown, sourceLocation: sourceLocation)
    // What is understood whole is laid out, not left alone because the result was found wanting.
    let laidOut = ChartFormatter.layOut(file, before)
    #expect(ChartFormatter.keepsEverything(laidOut, of: file, before), shown, sourceLocation: sourceLocation)
    #expect(after.text.split(separator: "\n").allSatisfy { $0.last != " " }, shown, sourceLocation: sourceLocation)
  }

  private static func tokens(_ file: SyntaxFile, _ source: SourceFile) -> [String] { file.tokens.map { source.text(of: $0.span) } }

  private static func comments(_ file: SyntaxFile, _ source: SourceFile) -> [String] {
    file.tokens.indices.flatMap { index in
      file.trivia(before: index, in: source).pieces.compactMap { piece -> String? in
        if case .blankLines = piece.kind { return nil }
        var text = source.text(of: piece.span)
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
      }
    }
  }
}

extension SourceFile {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
