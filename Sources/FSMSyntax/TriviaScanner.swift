import FSMDiagnostics

/// Cuts a gap between two tokens into comments and blank lines.
struct TriviaScanner {
  let source: SourceFile
  let start: Int
  let end: Int
  private(set) var pieces: [Trivia.Piece] = []
  private(set) var lineEnds = 0
  private var position: Int
  /// Nothing but blanks since the last line end.
  private var isLineEmpty: Bool
  private var blankStart = 0
  private var blanks = 0

  init(source: SourceFile, start: Int, end: Int) {
    self.source = source
    self.start = start
    self.end = end
    position = start
    isLineEmpty = start == 0
  }

  mutating func run() {
    if start == 0, source.bytes.starts(with: [0xEF, 0xBB, 0xBF]), end >= 3 { take(.byteOrderMark, length: 3, keepsLineEmpty: true) }
    while position < end {
      switch (source.bytes[position], peek(1)) {
      case (0x0D, 0x0A): endLine(length: 2)
      case (0x0A, _), (0x0D, _): endLine(length: 1)
      case (UInt8(ascii: "/"), UInt8(ascii: "/")): lineComment()
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): blockComment()
      default: position += 1
      }
    }
    flushBlanks()
  }

  private func peek(_ distance: Int) -> UInt8 { position + distance < end ? source.bytes[position + distance] : 0 }

  private mutating func endLine(length: Int) {
    if isLineEmpty {
      if blanks == 0 { blankStart = position }
      blanks += 1
    }
    isLineEmpty = true
    lineEnds += 1
    position += length
  }

  private mutating func flushBlanks() {
    guard blanks > 0 else { return }
    let span = Span(file: source.id, start: blankStart, end: position)
    pieces.append(.init(kind: .blankLines(count: blanks), span: span, startsLine: true))
    blanks = 0
  }

  private mutating func take(_ kind: Trivia.Piece.Kind, length: Int, keepsLineEmpty: Bool = false) {
    flushBlanks()
    let span = Span(file: source.id, start: position, end: position + length)
    pieces.append(.init(kind: kind, span: span, startsLine: isLineEmpty))
    isLineEmpty = keepsLineEmpty
    position += length
  }

  private mutating func lineComment() {
    var length = 2
    while position + length < end, source.bytes[position + length] != 0x0A, source.bytes[position + length] != 0x0D { length += 1 }
    let isDoc = peek(2) == UInt8(ascii: "/") && peek(3) != UInt8(ascii: "/")
    take(isDoc ? .docComment : .lineComment, length: length)
  }

  private mutating func blockComment() {
    var depth = 1
    var offset = position + 2
    while offset < end, depth > 0 {
      let pair = (source.bytes[offset], offset + 1 < end ? source.bytes[offset + 1] : 0)
      switch pair {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, offset) = (depth + 1, offset + 2)
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, offset) = (depth - 1, offset + 2)
      default:
        if pair.0 == 0x0A || (pair.0 == 0x0D && pair.1 != 0x0A) { lineEnds += 1 }
        offset += 1
      }
    }
    take(.blockComment, length: offset - position)
  }
}
