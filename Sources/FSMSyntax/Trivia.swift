import FSMDiagnostics

/// What stands between two tokens: comments and blank lines, in the order written.
public struct Trivia: Sendable, Hashable {
  /// One comment, or a run of empty lines.
  public struct Piece: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      /// `// …`, without its line end.
      case lineComment
      /// `/// …`, without its line end.
      case docComment
      /// `/* … */`, with the comments inside it.
      case blockComment
      /// One or more lines without anything on them; `count` is how many.
      case blankLines(count: Int)
      /// The mark before the first character of a file.
      case byteOrderMark
    }

    public var kind: Kind
    public var span: Span
    /// True when nothing but blanks stands before it on its line: it has the line to itself, or begins it.
    public var startsLine: Bool

    public init(kind: Kind, span: Span, startsLine: Bool) {
      self.kind = kind
      self.span = span
      self.startsLine = startsLine
    }
  }

  /// All of the gap, blanks included.
  public var span: Span
  public var pieces: [Piece]
  /// How many line ends the gap holds, those inside block comments included.
  public var lineEnds: Int

  /// Reads the gap from one offset to another.
  static func read(in source: SourceFile, from start: Int, to end: Int) -> Trivia {
    var scanner = TriviaScanner(source: source, start: start, end: end)
    scanner.run()
    return Trivia(span: Span(file: source.id, start: start, end: end), pieces: scanner.pieces, lineEnds: scanner.lineEnds)
  }

  static func pieces(in source: SourceFile, from start: Int, to end: Int) -> [Piece] { read(in: source, from: start, to: end).pieces }
}

extension SyntaxFile {
  /// What stands before the token of this index; the tokens and these gaps together are the whole file.
  ///
  /// For example, `trivia(before: tokens.count - 1, in: source)` is what follows the last token of the text.
  public func trivia(before token: Int, in source: SourceFile) -> Trivia {
    Trivia.read(in: source, from: token > 0 ? Int(tokens[token - 1].span.end) : 0, to: Int(tokens[token].span.start))
  }

  /// The comments of a file that document nothing.
  public func comments(in source: SourceFile) -> [Span] {
    var comments: [Span] = []
    var start = 0
    for (index, token) in tokens.enumerated() {
      // Most gaps are a blank or a line end.
      if source.bytes[start..<Int(token.span.start)].contains(UInt8(ascii: "/")) {
        for piece in trivia(before: index, in: source).pieces {
          switch piece.kind {
          case .lineComment, .blockComment: comments.append(piece.span)
          case .docComment, .blankLines, .byteOrderMark: break
          }
        }
      }
      start = Int(token.span.end)
    }
    return comments
  }
}
