import FSMDiagnostics

/// Reads doc comments: the last run of `///` lines before a declaration.
enum Documentation {
  /// The text of the `///` lines in `start..<end`, without slashes and the blank after them, joined by line ends; nil when there are none.
  ///
  /// An ordinary comment between two runs parts them, and only the last counts; `////` is an ordinary comment.
  static func text(in source: SourceFile, from start: Int, to end: Int) -> String? {
    guard end - start > 3 else { return nil }
    var lines: [String] = []
    var isParted = false
    for piece in Trivia.pieces(in: source, from: start, to: end) {
      switch piece.kind {
      case .docComment:
        if isParted { lines = [] }
        isParted = false
        lines.append(content(of: source.text(of: piece.span)))
      case .lineComment, .blockComment: isParted = true
      case .byteOrderMark, .blankLines: break
      }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func content(of comment: String) -> String {
    var body = comment.dropFirst(3)
    if body.first == " " { body.removeFirst() }
    while let last = body.last, last == " " || last == "\t" { body.removeLast() }
    return String(body)
  }
}
