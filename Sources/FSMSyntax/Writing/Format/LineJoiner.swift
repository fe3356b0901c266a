import FSMDiagnostics

/// Puts lines together: columns aligned, with the line ends the file has.
struct LineJoiner {
  private let lineEnd: String
  private let mark: String

  init(_ source: SourceFile) {
    let first = source.bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
    let isPair = first.map { source.bytes[$0] == 0x0D && $0 + 1 < source.bytes.count && source.bytes[$0 + 1] == 0x0A } ?? false
    lineEnd = isPair ? "\r\n" : "\n"
    mark = source.hasByteOrderMark ? "\u{FEFF}" : ""
  }

  func join(_ lines: [LineWriter.Line]) -> [UInt8] {
    var lines = lines
    alignTables(&lines)
    let comments = commentColumns(lines)
    var text = mark
    for (index, line) in lines.enumerated() {
      let content = line.text.isEmpty ? "" : String(repeating: " ", count: line.indent) + line.text
      text += line.isCopied ? content : Self.lines(of: content).joined(separator: lineEnd)
      if let comment = line.comment {
        text +=
          String(repeating: " ", count: max(comments[index] - Self.width(line), 2)) + Self.lines(of: comment).joined(separator: lineEnd)
      }
      text += lineEnd
    }
    return Array(text.utf8)
  }

  /// The lines of a text, whatever ends them.
  static func lines(of text: String) -> [Substring] {
    text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
      ? text.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) } : [text[...]]
  }

  // MARK: Columns

  /// Second columns of lines of one kind that follow each other stand below each other, unless that would take them too far.
  private func alignTables(_ lines: inout [LineWriter.Line]) {
    var start = 0
    while start < lines.count {
      var end = start + 1
      if lines[start].table != .none {
        while end < lines.count, lines[end].table == lines[start].table, lines[end].indent == lines[start].indent { end += 1 }
        if end - start > 1 { align(&lines, start..<end) }
      }
      start = end
    }
  }

  private func align(_ lines: inout [LineWriter.Line], _ range: Range<Int>) {
    let heads = range.map { DisplayWidth.of(String(decoding: lines[$0].text.utf8.prefix(lines[$0].split), as: UTF8.self)) }
    guard let widest = heads.max(), let narrowest = heads.min(), widest - narrowest <= 24 else { return }
    guard zip(range, heads).allSatisfy({ Self.width(lines[$0]) + widest - $1 <= ChartFormatter.width }) else { return }
    for (index, head) in zip(range, heads) {
      let text = lines[index].text
      let place = text.utf8.index(text.startIndex, offsetBy: lines[index].split)
      lines[index].text.insert(contentsOf: String(repeating: " ", count: widest - head), at: place)
    }
  }

  /// Where the comments of lines that follow each other stand.
  private func commentColumns(_ lines: [LineWriter.Line]) -> [Int] {
    var columns = Array(repeating: 0, count: lines.count)
    var start = 0
    while start < lines.count {
      var end = start + 1
      if lines[start].comment != nil {
        while end < lines.count, lines[end].comment != nil, lines[end].indent == lines[start].indent { end += 1 }
        let widths = lines[start..<end].map(Self.width)
        let isNarrow = (widths.max() ?? 0) - (widths.min() ?? 0) <= 40
        for index in start..<end { columns[index] = (isNarrow ? widths.max() ?? 0 : Self.width(lines[index])) + 2 }
      }
      start = end
    }
    return columns
  }

  private static func width(_ line: LineWriter.Line) -> Int { line.indent + DisplayWidth.of(line.text) }
}
