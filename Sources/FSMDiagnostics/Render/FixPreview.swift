/// The line as it would read after a fix, when the fix changes one line.
struct FixPreview {
  let line: Int
  /// The text after the change.
  let text: String
  /// Where new text stands in `text`, in columns counted from 0.
  let marks: [Range<Int>]

  /// Longer lines are not worth a preview.
  private static let longestLine = 1000

  /// Nil when the edits change several lines, several files, or nothing that can be shown in one line.
  init?(_ fix: Diagnostic.Fix, in sources: SourceMap, width: Int) {
    let edits = fix.edits.sorted { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
    guard let first = edits.first?.span, edits.allSatisfy({ $0.span.file == first.file }) else { return nil }
    let file = sources[first.file]
    line = file.line(at: first.start)
    let range = file.range(ofLine: line)
    guard range.count <= Self.longestLine, let last = edits.last?.span, Int(last.end) <= range.upperBound else { return nil }

    var bytes: [UInt8] = []
    var inserted: [Range<Int>] = []
    var offset = range.lowerBound
    for edit in edits {
      guard Int(edit.span.start) >= offset, !edit.replacement.contains(where: \.isNewline) else { return nil }
      bytes += file.bytes[offset..<Int(edit.span.start)]
      inserted.append(bytes.count..<(bytes.count + edit.replacement.utf8.count))
      bytes += edit.replacement.utf8
      offset = Int(edit.span.end)
    }
    bytes += file.bytes[offset..<range.upperBound]
    guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }

    let shown = SourceLine(bytes: bytes, line: bytes.indices, focus: inserted[0], width: width)
    text = shown.text
    marks = inserted.filter { !$0.isEmpty }.map(shown.columns(of:))
  }
}
