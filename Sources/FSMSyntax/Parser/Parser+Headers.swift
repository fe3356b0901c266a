import FSMDiagnostics

extension Parser {
  /// Counts an open block; false when it is one too many, which the pairing of braces has reported.
  mutating func enterBlock() -> Bool {
    blockDepth += 1
    guard blockDepth > Blocks.maximumDepth else { return true }
    blockDepth -= 1
    index = max(0, index - 1)  // The brace just read: recovery skips its block.
    isPanicking = true
    return false
  }

  /// Reports words between a declaration's name and what may follow it, and skips them.
  mutating func checkStrayWords(after name: Name, takesLabel: Bool = false) {
    guard !isPanicking, current.isName, !current.startsLine, !looksLikeMember(index), keyword != .from, keyword != .throws else { return }
    let first = current
    var last = index
    while lexemes[last + 1].isName, !lexemes[last + 1].startsLine, !looksLikeMember(last + 1) { last += 1 }
    let whole = name.span.joined(with: lexemes[last].span)
    let raw = source.text(of: whole)
    let (hint, fix) = mend(raw, at: whole, takesLabel: takesLabel)
    report(
      .badName, at: first.span, "unexpected `\(text(first))` behind the name `\(name.text)`: a space cannot stand in a name",
      hint: "if it belongs to the name, \(hint)", fixes: [fix])
    index = last + 1
  }

  /// After an error in a header: goes on at its block, if it begins on the same line.
  mutating func resumeAtBlock() -> Bool { resume(at: .leftBrace) }

  /// The doc comments before the lexeme here.
  func documentation() -> String? {
    let start = index > 0 ? Int(lexemes[index - 1].span.end) : 0
    return Documentation.text(in: source, from: start, to: Int(current.span.start))
  }

  /// The text from a lexeme to what was read last, with comments left out and blanks reduced to one.
  func normalizedText(from start: Int) -> String {
    var result = ""
    var end = lexemes[start].span.start
    for lexeme in lexemes[start..<max(index, start)] {
      if lexeme.span.start > end { result += " " }
      result += text(lexeme)
      end = lexeme.span.end
    }
    if let split = splits.last, split == current.span.start, touchesSplit(split) { result += source.text(of: splitHead(split)) }
    return result
  }

  private func touchesSplit(_ offset: Int32) -> Bool { index > 0 && lexemes[index - 1].span.end < offset }

  private func splitHead(_ offset: Int32) -> Span { Span(file: source.id, start: Int(offset) - 1, end: Int(offset)) }

  /// Reads the first character of a token of two, and leaves the second as a token of its own.
  mutating func splitCurrent(leaving kind: Token.Kind) {
    let offset = current.span.start + 1
    if stringDepth == 0 { splits.append(offset) }
    lexemes[index].kind = kind
    lexemes[index].span.start = offset
    lexemes[index].startsLine = false
  }
}
