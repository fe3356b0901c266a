import FSMDiagnostics

extension Lexer {
  /// Skips `// …` up to its line end.
  mutating func skipLineComment() {
    while position < end, !isLineEnd(bytes[position]) { position += 1 }
  }

  /// Skips `/* … */` with the comments inside it; counting, so nesting costs nothing.
  mutating func skipBlockComment() {
    let start = position
    position += 2
    var depth = 1
    while position < end {
      switch (bytes[position], peek(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        position += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        position += 2
        if depth == 0 { return }
      case (0x0A, _), (0x0D, _):
        startsLine = true
        position += 1
      default:
        position += 1
      }
    }
    position = end
    problem(
      .unterminatedComment, start, start + 2, "this comment does not end",
      hint: depth > 1 ? "comments nest, and \(depth) of them are open: each needs its own `*/`" : "a comment ends with `*/`")
  }

  /// `*/` outside a comment: after `on` it is a wildcard and a slash that merged, elsewhere a comment's end left over.
  mutating func lexCommentEnd() {
    let start = position
    let previous = lexemes.last?.keyword ?? .none
    let isWildcard = previous == .on || previous == .from || previous == .ignore
    let fix = Diagnostic.Fix("put a blank between `*` and `/`", [.init(span(start + 1, start + 1), " ")])
    problem(
      .strayCommentEnd, start, start + 2, "`*/` ends a comment, and none is open here",
      hint: isWildcard ? "write `* /` with a blank for a wildcard and its effects" : "remove it, or open the comment with `/*`",
      fixes: isWildcard ? [fix] : [])
    position += isWildcard ? 1 : 2
    add(isWildcard ? .star : .invalid, from: start)
    guard isWildcard else { return }
    position += 1
    add(.slash, from: start + 1)
  }
}
