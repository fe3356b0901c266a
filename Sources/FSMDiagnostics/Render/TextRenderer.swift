/// Findings as text for people, with the source lines they are about.
///
/// The first line of each is `path:line:column: error: message [FSM123]`, which Xcode, SwiftPM and editors understand:
///
///     door.fsm:12:8: error: no event is called `pus` [FSM201]
///       9 |   event push, pull
///         |         ---- the nearest name is declared here
///      ...
///      12 |     on pus -> open
///         |        ^~~
///      fix: write `push`
///      12 |     on push -> open
///         |        ++++
public struct TextRenderer: Sendable {
  private let palette: Palette
  private let width: Int

  /// - Parameters:
  ///   - isColoured: Whether to write ANSI colours.
  ///   - width: The columns that source text may take; a longer line is shown in part.
  public init(isColoured: Bool = false, width: Int = 120) {
    palette = Palette(isColoured: isColoured)
    self.width = max(width, 20)
  }

  /// All findings, in the order given, a blank line between two. Empty when there are none.
  public func render(_ diagnostics: [Diagnostic], in sources: SourceMap) -> String {
    diagnostics.map { render($0, in: sources) }.joined(separator: "\n")
  }

  /// One finding; ends with a line end.
  public func render(_ diagnostic: Diagnostic, in sources: SourceMap) -> String {
    let snippets = snippets(of: diagnostic, in: sources)
    let gutter = 1 + max(snippets.map(\.numberWidth).max() ?? 1, 2)
    var lines = [header(of: diagnostic, in: sources)]
    for (index, snippet) in snippets.enumerated() {
      if index > 0 { lines.append(arrow(to: snippet)) }
      lines += snippet.lines(gutter: gutter)
    }
    if let trace = diagnostic.trace { lines += self.lines(of: trace) }
    if let hint = diagnostic.hint { lines.append(" " + palette.paint("hint:", .hint) + " " + VisibleText.line(hint)) }
    for fix in diagnostic.fixes { lines += self.lines(of: fix, in: sources, gutter: gutter) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The calls that lead to the finding, numbered, each with where it leads; they are the lines of a script.
  private func lines(of trace: Diagnostic.Trace) -> [String] {
    let inputs = trace.steps.map { VisibleText.line($0.input) }
    let column = min(inputs.map(\.count).max() ?? 0, 40)
    let digits = String(trace.steps.count).count
    var lines = [" " + palette.paint("trace:", .hint)]
    for (index, step) in trace.steps.enumerated() {
      for answer in step.answers { lines.append(String(repeating: " ", count: digits + 4) + VisibleText.line(answer)) }
      let number = String(index + 1)
      let gap = String(repeating: " ", count: max(0, column - inputs[index].count) + 2)
      lines.append(
        "  " + String(repeating: " ", count: digits - number.count) + number + ". " + inputs[index] + gap + VisibleText.line(step.result))
    }
    return lines
  }

  private func header(of diagnostic: Diagnostic, in sources: SourceMap) -> String {
    let position = sources.position(of: diagnostic.span)
    let path = VisibleText.line(sources[diagnostic.span.file].path)
    return palette.paint("\(path):\(position.line):\(position.column):", .path) + " "
      + palette.paint(diagnostic.severity.rawValue + ":", .severity(diagnostic.severity)) + " "
      + palette.paint(VisibleText.line(diagnostic.message), .message) + " [\(diagnostic.code.rawValue)]"
  }

  /// One for the file of the finding, then one for each other file with a label, in order of the labels.
  private func snippets(of diagnostic: Diagnostic, in sources: SourceMap) -> [Snippet] {
    var notes = [Snippet.Note(span: diagnostic.span, text: "", isPrimary: true)]
    notes += diagnostic.labels.map { Snippet.Note(span: $0.span, text: VisibleText.line($0.message), isPrimary: false) }
    var files: [FileID] = []
    for note in notes where !files.contains(note.span.file) { files.append(note.span.file) }
    return files.compactMap { id in
      let file = sources[id]
      guard !file.bytes.isEmpty else { return nil }
      return Snippet(
        file: file, notes: notes.filter { $0.span.file == id }, palette: palette, severity: diagnostic.severity, width: width)
    }
  }

  private func arrow(to snippet: Snippet) -> String {
    let span = snippet.notes[0].span
    let position = snippet.file.position(at: span.start)
    return palette.paint(" -->", .gutter) + " \(VisibleText.line(snippet.file.path)):\(position.line):\(position.column)"
  }

  private func lines(of fix: Diagnostic.Fix, in sources: SourceMap, gutter: Int) -> [String] {
    let title = " " + palette.paint("fix:", .fix) + " " + VisibleText.line(fix.title)
    guard let preview = FixPreview(fix, in: sources, width: width) else { return [title] }
    let number = String(preview.line)
    let front = String(repeating: " ", count: max(gutter - number.count, 0)) + number + " |"
    var lines = [title, palette.paint(front, .gutter) + " " + preview.text]
    if !preview.marks.isEmpty {
      let marks = preview.marks.map {
        MarkRows.Piece(column: $0.lowerBound, text: String(repeating: "+", count: $0.count), isPrimary: false)
      }
      lines.append(palette.paint(String(repeating: " ", count: gutter) + " |", .gutter) + row(of: marks))
    }
    return lines
  }

  private func row(of pieces: [MarkRows.Piece]) -> String {
    var text = " "
    var column = 0
    for piece in pieces {
      text += String(repeating: " ", count: max(piece.column - column, 0)) + palette.paint(piece.text, .fix)
      column = piece.column + piece.text.count
    }
    return text
  }
}
