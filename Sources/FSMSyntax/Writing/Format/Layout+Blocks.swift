import FSMDiagnostics

/// The second walk: which tokens begin a line, and how far in.
extension Layout {
  /// Members declared together: `event a, b`.
  struct Declaration {
    var tokens: Range<Int>
    var members: ArraySlice<MemberSyntax>
    /// True where something in it was not understood.
    var isDamaged = false
  }

  mutating func layOutFile() {
    let end = tokens.count - 1
    var starts = file.items.map { token(at: $0.span.start) }
    starts.append(end)
    if starts[0] > 0 { leaveAlone(0..<starts[0], indent: 0) }
    for (index, item) in file.items.enumerated() {
      let whole = starts[index]..<starts[index + 1]
      startUnit(whole.lowerBound, indent: 0)
      if case .machine = item { gaps[whole.lowerBound].needsBlankLine = index > 0 }
      layOut(item, whole)
    }
    startUnit(end, indent: 0)
  }

  private mutating func layOut(_ item: SyntaxFile.Item, _ whole: Range<Int>) {
    guard case .machine(let machine) = item else {
      if findings(in: whole).isEmpty { return layOutRest(whole, from: range(item.span).upperBound, indent: 0) }
      return leaveAlone(whole, indent: 0)
    }
    let span = range(machine.span)
    guard
      let open = openBrace(
        of: machine.members, in: span, headEnd: machine.conformances.last?.span ?? machine.label?.span ?? machine.name.span)
    else { return leaveAlone(whole, indent: 0) }
    let close = span.upperBound - 1
    guard isWhole(open, close), findings(in: whole.lowerBound..<open + 1).isEmpty, findings(in: close + 1..<whole.upperBound).isEmpty else {
      return leaveAlone(whole, indent: 0)
    }
    fill(span.lowerBound..<open + 1, indent: 0)
    layOut(machine.members, open, close, indent: 0)
    layOutRest(whole, from: close + 1, indent: 0)
  }

  /// The members between two braces.
  mutating func layOut(_ members: [MemberSyntax], _ open: Int, _ close: Int, indent: Int) {
    guard open + 1 < close else {
      startUnit(close, indent: indent)
      // `{}`, `{ /* nothing */ }`, or comments on lines of their own.
      gaps[close].breaks = !isOneLine(open..<close + 1) && hasComment(before: close)
      gaps[close].blanks = 0
      return
    }
    let inner = indent + 2
    for declaration in declarations(members, open, close) {
      if declaration.isDamaged {
        layOutDamaged(declaration, indent: inner)
      } else {
        startUnit(declaration.tokens.lowerBound, indent: inner)
        layOut(declaration, indent: inner)
      }
    }
    startUnit(close, indent: indent)
  }

  /// The brace that opens a block: the first behind the head.
  func openBrace(of members: [MemberSyntax]?, in range: Range<Int>, headEnd: Span) -> Int? {
    let index = token(at: headEnd.end)
    return range.contains(index) && kind(index) == .leftBrace ? index : nil
  }

  /// True for a pair of braces that the file has.
  private func isWhole(_ open: Int, _ close: Int) -> Bool { close > open && kind(open) == .leftBrace && kind(close) == .rightBrace }

  /// A line begins at the token; a blank line before it stays.
  mutating func startUnit(_ index: Int, indent: Int) {
    gaps[index].breaks = true
    gaps[index].startsUnit = true
    gaps[index].indent = Int32(indent)
  }

  /// Semicolons behind a member stay with it.
  mutating func layOutRest(_ whole: Range<Int>, from start: Int, indent: Int) {
    for index in min(start, whole.upperBound)..<whole.upperBound {
      if kind(index) == .semicolon { gaps[index].blanks = 0 }
      gaps[index].indent = Int32(indent + 4)
    }
  }

  // MARK: What is left as it is

  /// Copies the text of the tokens, with the blanks before the first one when it begins a line.
  mutating func leaveAlone(_ range: Range<Int>, indent: Int) {
    guard let first = range.first else { return }
    startUnit(first, indent: startsLine(first) ? columns(before: first) : indent)
    for index in range.dropFirst() { gaps[index].isVerbatim = true }
  }

  private mutating func layOutDamaged(_ declaration: Declaration, indent: Int) {
    // A state whose head is right is damaged inside only.
    guard declaration.members.count == 1, case .state(let state)? = declaration.members.first, let members = state.members,
      let open = openBrace(of: members, in: range(state.span), headEnd: headEnd(of: state))
    else { return leaveAlone(declaration.tokens, indent: indent) }
    let close = range(state.span).upperBound - 1
    guard isWhole(open, close), findings(in: declaration.tokens.lowerBound..<open + 1).isEmpty,
      findings(in: close + 1..<declaration.tokens.upperBound).isEmpty, restIsFine(declaration.tokens, from: close + 1)
    else { return leaveAlone(declaration.tokens, indent: indent) }
    startUnit(declaration.tokens.lowerBound, indent: indent)
    fill(declaration.tokens.lowerBound..<open + 1, indent: indent)
    layOut(members, open, close, indent: indent)
    layOutRest(declaration.tokens, from: close + 1, indent: indent)
  }

  /// Findings that point at one of the tokens, or between them.
  func findings(in range: Range<Int>) -> [Diagnostic] {
    guard !file.diagnostics.isEmpty, range.lowerBound < range.upperBound else { return [] }
    let start = tokens[range.lowerBound].span.start
    let end = range.upperBound < tokens.count ? tokens[range.upperBound].span.start : Int32.max
    return file.diagnostics.filter { $0.span.start < end && max($0.span.end, $0.span.start + 1) > start }
  }

  /// The columns of white space that begin the token's line.
  private func columns(before index: Int) -> Int {
    var offset = Int(tokens[index].span.start)
    let end = offset
    while offset > 0, source.bytes[offset - 1] == 0x20 || source.bytes[offset - 1] == 0x09 { offset -= 1 }
    return end - offset
  }

  func hasComment(before index: Int) -> Bool {
    guard index > 0, tokens[index].span.start - tokens[index - 1].span.end > 2 else { return false }
    return file.trivia(before: index, in: source).pieces.contains { if case .blankLines = $0.kind { false } else { true } }
  }
}
