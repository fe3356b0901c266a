import FSMDiagnostics

/// What is decided about each gap between two tokens before a line is written.
///
/// Two walks over the tree fill it in: the first (`Layout+Spacing`) says where blanks go and where a long line may be broken, the second
/// (`Layout+Blocks` and the files beside it) which tokens begin a line, and how far in.
struct Layout {
  /// Lines of one kind that follow each other stand in columns, split before one of their tokens.
  enum Table: UInt8 {
    case none
    /// Branches between braces.
    case branch
    /// `on event -> target`
    case bare
    /// `entry / …` above `exit / …`
    case own
    /// `from source …`
    case source
  }

  /// A gap, named after the token behind it.
  struct Gap {
    /// Blanks when no line begins here.
    var blanks: UInt8 = 1
    /// True where a line that is too long may be broken.
    var mayBreak = false
    /// True where a line begins.
    var breaks = false
    /// True where a line begins that a blank line may set off: a member, a branch, a step.
    var startsUnit = false
    /// True where a blank line must stand.
    var needsBlankLine = false
    /// True where the text of the file is copied.
    var isVerbatim = false
    /// Where the column of a table begins.
    var table = Table.none
    /// The indentation of a line that begins here, whether it should or a comment makes it.
    var indent: Int32 = 0
  }

  let source: SourceFile
  let file: SyntaxFile
  let tokens: [Token]
  var gaps: [Gap]
  /// Columns from the first token to the start of each on one endless line.
  private(set) var offsets: [Int] = []
  /// Columns of each token.
  private(set) var widths: [Int] = []

  init(_ file: SyntaxFile, _ source: SourceFile) {
    self.source = source
    self.file = file
    tokens = file.tokens
    gaps = Array(repeating: Gap(), count: file.tokens.count)
  }

  mutating func run() {
    spaceTokens()
    for item in file.items { space(item) }
    measure()
    layOutFile()
  }

  private mutating func measure() {
    var offset = 0
    for (index, token) in tokens.enumerated() {
      let bytes = source.bytes(of: token.span)
      let width = bytes.allSatisfy { $0 < 0x80 } ? bytes.count : DisplayWidth.of(source.text(of: token.span))
      offset += index > 0 ? Int(gaps[index].blanks) + commentWidth(before: index) : 0
      offsets.append(offset)
      widths.append(width)
      offset += width
    }
  }

  /// What comments between two tokens add to a line; one that ends the line makes it too long for anything.
  private func commentWidth(before index: Int) -> Int {
    guard tokens[index].span.start - tokens[index - 1].span.end > 2 else { return 0 }
    var width = 0
    for piece in file.trivia(before: index, in: source).pieces {
      switch piece.kind {
      case .lineComment, .docComment: width += 1000
      case .blockComment: width += 1 + Int(piece.span.end - piece.span.start) + (lineEnd(in: piece.span) ? 1000 : 0)
      case .blankLines, .byteOrderMark: break
      }
    }
    return width
  }

  // MARK: Questions

  /// The columns of the tokens in a range on one line.
  func width(_ range: Range<Int>) -> Int {
    range.isEmpty ? 0 : offsets[range.upperBound - 1] + widths[range.upperBound - 1] - offsets[range.lowerBound]
  }

  /// The token that begins at an offset or is the first behind it.
  func token(at offset: Int32) -> Int {
    tokens.dropLast().partitioningIndex { $0.span.start >= offset }
  }

  /// The tokens of a node.
  func range(_ span: Span) -> Range<Int> {
    let start = token(at: span.start)
    return start..<max(start, token(at: span.end))
  }

  func kind(_ index: Int) -> Token.Kind { tokens.indices.contains(index) ? tokens[index].kind : .endOfFile }

  func text(_ index: Int) -> String { tokens.indices.contains(index) ? source.text(of: tokens[index].span) : "" }

  /// True when the token begins a line of the file.
  func startsLine(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return lineEnd(in: Span(file: source.id, start: Int(tokens[index - 1].span.end), end: Int(tokens[index].span.start)))
  }

  /// True when the tokens stand on one line of the file.
  func isOneLine(_ range: Range<Int>) -> Bool {
    guard let last = range.last else { return true }
    return !lineEnd(in: Span(file: source.id, start: Int(tokens[range.lowerBound].span.start), end: Int(tokens[last].span.end)))
  }

  func lineEnd(in span: Span) -> Bool { source.bytes(of: span).contains { $0 == 0x0A || $0 == 0x0D } }

  /// True when nothing stands between the token and the one before it in the file.
  func touches(_ index: Int) -> Bool { index > 0 && tokens[index - 1].span.end == tokens[index].span.start }
}
