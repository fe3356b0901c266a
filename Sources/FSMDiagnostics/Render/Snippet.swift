/// The lines of one file that a finding is about, with line numbers and marks.
struct Snippet {
  /// A span to mark in the file.
  struct Note {
    var span: Span
    var text: String
    var isPrimary: Bool
  }

  let file: SourceFile
  let notes: [Note]
  let palette: Palette
  let severity: Diagnostic.Severity
  /// The columns a source line may take.
  let width: Int

  /// The finished text lines; numbers are right-aligned to `gutter` columns.
  func lines(gutter: Int) -> [String] {
    var result: [String] = []
    var previous: Int?
    for line in markedLines {
      if let previous, line == previous + 2 { result += plain(line: line - 1, gutter: gutter) }
      if let previous, line > previous + 2 { result.append(palette.paint(" " + Self.blanks(gutter - 1) + "...", .gutter)) }
      result += marked(line: line, gutter: gutter)
      previous = line
    }
    return result
  }

  /// The columns the largest line number takes.
  var numberWidth: Int { String(markedLines.last ?? 1).count }

  /// The lines on which a span starts or ends, in order.
  private var markedLines: [Int] {
    var lines: Set<Int> = []
    for note in notes {
      lines.insert(file.line(at: note.span.start))
      lines.insert(lastLine(of: note.span))
    }
    return lines.sorted()
  }

  /// The line that holds the last byte of a span: a span may reach over the line end.
  private func lastLine(of span: Span) -> Int { file.line(at: max(span.start, span.end - 1)) }

  private func plain(line: Int, gutter: Int) -> [String] {
    let range = file.range(ofLine: line)
    let shown = SourceLine(bytes: file.bytes, line: range, focus: range.lowerBound..<range.lowerBound, width: width)
    return [numbered(line, gutter, shown.text)]
  }

  private func marked(line: Int, gutter: Int) -> [String] {
    let range = file.range(ofLine: line)
    let here = notes.filter { file.line(at: $0.span.start) == line || lastLine(of: $0.span) == line }
    let focus = (here.first { $0.isPrimary } ?? here.first).map { part(of: $0.span, in: range) } ?? range
    let shown = SourceLine(bytes: file.bytes, line: range, focus: focus, width: width)
    let marks = here.map { note in
      let endsHere = lastLine(of: note.span) == line
      return MarkRows.Mark(
        columns: shown.columns(of: part(of: note.span, in: range)), text: endsHere ? note.text : "", isPrimary: note.isPrimary,
        isStart: file.line(at: note.span.start) == line)
    }
    return [numbered(line, gutter, shown.text)] + MarkRows(marks).rows.map { row($0, gutter) }
  }

  /// The bytes of a span that lie on a line; of a line that only goes on, the blanks at its start are left out.
  private func part(of span: Span, in line: Range<Int>) -> Range<Int> {
    var start = max(Int(span.start), line.lowerBound)
    let end = max(min(Int(span.end), line.upperBound), start)
    if Int(span.start) < line.lowerBound {
      while start < end, file.bytes[start] == 0x20 || file.bytes[start] == 0x09 { start += 1 }
    }
    return start..<end
  }

  private func numbered(_ line: Int, _ gutter: Int, _ text: String) -> String {
    let number = String(line)
    let front = palette.paint(Self.blanks(gutter - number.count) + number + " |", .gutter)
    return text.isEmpty ? front : front + " " + text
  }

  private func row(_ pieces: [MarkRows.Piece], _ gutter: Int) -> String {
    var text = palette.paint(Self.blanks(gutter) + " |", .gutter) + " "
    var column = 0
    for piece in pieces {
      text += Self.blanks(piece.column - column) + palette.paint(piece.text, piece.isPrimary ? .severity(severity) : .label)
      column = piece.column + DisplayWidth.of(piece.text)
    }
    return text
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
