import FSMDiagnostics

/// Writes the tokens and comments of a chart as its layout says.
struct LineWriter {
  /// A line before its columns are aligned.
  struct Line {
    var indent: Int
    var text = ""
    /// A comment behind the text.
    var comment: String?
    var table = Layout.Table.none
    /// Where in the text the second column begins, in bytes.
    var split = 0
    /// True for text that is copied: nothing is put before or behind it.
    var isCopied = false
  }

  let layout: Layout
  private(set) var lines: [Line] = []
  /// A line end stands before whatever comes next.
  private var mustBreak = true
  private var wantsBlankLine = false
  /// A block comment has begun the line that the next token goes on with.
  private var isBehindLeadingComment = false

  init(_ layout: Layout) { self.layout = layout }

  mutating func run() -> [UInt8] {
    for index in layout.tokens.indices {
      if layout.gaps[index].isVerbatim { copyGap(before: index) } else { writeGap(before: index) }
      if index < layout.tokens.count - 1 { writeToken(index) }
    }
    return LineJoiner(layout.source).join(lines)
  }

  // MARK: Gaps

  private mutating func writeGap(before index: Int) {
    let gap = layout.gaps[index]
    let trivia = layout.file.trivia(before: index, in: layout.source)
    let isAtEnd = index == layout.tokens.count - 1
    let isClosing = layout.kind(index) == .rightBrace && gap.startsUnit
    let indent = Int(gap.indent) + (isClosing ? 2 : 0)
    wantsBlankLine = gap.needsBlankLine
    isBehindLeadingComment = false
    for piece in trivia.pieces {
      switch piece.kind {
      case .blankLines: if gap.startsUnit { wantsBlankLine = true }
      case .byteOrderMark: break
      case .lineComment, .docComment, .blockComment: write(piece, before: index, indent: indent)
      }
    }
    if isAtEnd { return }
    if isClosing { wantsBlankLine = false }
    if gap.breaks, !isBehindLeadingComment { mustBreak = true }
  }

  private mutating func write(_ comment: Trivia.Piece, before index: Int, indent: Int) {
    let text = Self.trimmed(layout.source.text(of: comment.span))
    let endsLine = comment.kind != .blockComment || layout.lineEnd(in: gapBehind(comment, before: index))
    let isClosing = layout.kind(index) == .rightBrace && layout.gaps[index].breaks
    let leads = comment.startsLine || mustBreak || lines.isEmpty || (!endsLine && layout.gaps[index].breaks && !isClosing)
    if isBehindLeadingComment, !comment.startsLine {
      append(text, blanks: 1)
    } else if leads {
      breakLine(indent: indent)
      append(text, blanks: 0)
    } else if endsLine || isClosing, lines[lines.count - 1].comment == nil {
      lines[lines.count - 1].comment = text
      mustBreak = mustBreak || isClosing
    } else {
      append(text, blanks: touches(comment) ? 0 : 1)
    }
    isBehindLeadingComment = leads && !endsLine && !isClosing || isBehindLeadingComment && !endsLine
    if endsLine { mustBreak = true }
  }

  /// What lies between a comment and the next comment or the token.
  private func gapBehind(_ comment: Trivia.Piece, before index: Int) -> Span {
    var end = Int(comment.span.end)
    let bytes = layout.source.bytes
    while end < layout.tokens[index].span.start, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    let next = end < bytes.count && end < layout.tokens[index].span.start ? end + 1 : end
    return Span(file: comment.span.file, start: Int(comment.span.end), end: next)
  }

  private func touches(_ comment: Trivia.Piece) -> Bool {
    guard comment.span.start > 0 else { return true }
    let before = layout.source.bytes[Int(comment.span.start) - 1]
    return before != 0x20 && before != 0x09 && before != 0x0A && before != 0x0D
  }

  private mutating func copyGap(before index: Int) {
    let start = Int(layout.tokens[index - 1].span.end)
    let text = layout.source.text(of: Span(file: layout.source.id, start: start, end: Int(layout.tokens[index].span.start)))
    for (number, part) in LineJoiner.lines(of: text).enumerated() {
      if number > 0 { lines.append(Line(indent: 0, isCopied: true)) }
      lines[lines.count - 1].text += part
    }
    lines[lines.count - 1].isCopied = true
  }

  // MARK: Tokens

  private mutating func writeToken(_ index: Int) {
    let gap = layout.gaps[index]
    let text = layout.text(index)
    if gap.isVerbatim {
      lines[lines.count - 1].text += text
      return
    }
    if mustBreak {
      breakLine(indent: Int(gap.indent))
    } else {
      let isBehindComment = layout.hasComment(before: index)
      append("", blanks: isBehindComment ? (isApart(index) ? 1 : 0) : Int(gap.blanks))
    }
    if gap.table != .none, lines[lines.count - 1].table == .none {
      lines[lines.count - 1].table = gap.table
      lines[lines.count - 1].split = lines[lines.count - 1].text.utf8.count
    }
    lines[lines.count - 1].text += text
  }

  private func isApart(_ index: Int) -> Bool {
    let start = Int(layout.tokens[index].span.start)
    guard start > 0 else { return false }
    return layout.source.bytes[start - 1] == 0x20 || layout.source.bytes[start - 1] == 0x09
  }

  // MARK: Lines

  private mutating func breakLine(indent: Int) {
    if wantsBlankLine, let last = lines.last, !last.text.hasSuffix("{") || last.isCopied, !last.text.isEmpty {
      lines.append(Line(indent: 0))
    }
    wantsBlankLine = false
    mustBreak = false
    lines.append(Line(indent: indent))
  }

  private mutating func append(_ text: String, blanks: Int) {
    lines[lines.count - 1].text += (lines[lines.count - 1].text.isEmpty ? "" : String(repeating: " ", count: blanks)) + text
  }

  private static func trimmed(_ text: String) -> String {
    var end = text.endIndex
    while end > text.startIndex, [" ", "\t"].contains(text[text.index(before: end)]) { end = text.index(before: end) }
    return String(text[..<end])
  }
}
