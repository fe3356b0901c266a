import FSMDiagnostics

/// Finds the braces at fault in a file whose braces do not add up, and what to put in their place.
struct BlockMender {
  private struct Block {
    var lexeme: Int
    var indentation: Int
  }

  private let lexemes: [Lexeme]
  private let source: SourceFile
  /// How many braces are still to be found left open, and left over.
  private var unclosed: Int
  private var surplus: Int
  private var open: [Block] = []
  private var dropped: Set<Int> = []
  /// Lexemes before which a virtual brace goes, as often as they are named.
  private var insertions: [Int] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Beyond this many, no search for where a block should have ended; keeps the work linear.
  private static let maximumSearches = 20

  init(_ lexemes: [Lexeme], source: SourceFile, unclosed: Int, surplus: Int) {
    self.lexemes = lexemes
    self.source = source
    self.unclosed = unclosed
    self.surplus = surplus
  }

  mutating func run() {
    for index in lexemes.indices {
      switch lexemes[index].kind {
      case .leftBrace: open.append(Block(lexeme: index, indentation: indentation(of: index)))
      case .rightBrace: close(index)
      default: break
      }
    }
    leaveRestOpen()
  }

  /// The lexemes with virtual braces put in and braces left over taken out.
  func mended() -> [Lexeme] {
    var result: [Lexeme] = []
    result.reserveCapacity(lexemes.count + insertions.count)
    var pending = insertions.sorted()[...]
    for (index, lexeme) in lexemes.enumerated() {
      while pending.first == index {
        pending.removeFirst()
        result.append(Lexeme(kind: .rightBrace, keyword: .none, startsLine: true, span: lexeme.span.before))
      }
      if !dropped.contains(index) { result.append(lexeme) }
    }
    return result
  }

  private mutating func close(_ index: Int) {
    guard let top = open.last else { return drop(index) }
    if lexemes[index].startsLine {
      let column = indentation(of: index)
      if surplus > 0, column > top.indentation, isOnLaterLine(index, than: top.lexeme) { return drop(index) }
      while unclosed > 0, open.count > 1, let top = open.last, column < top.indentation {
        open.removeLast()
        unclosed -= 1
        leaveOpen(top, before: index)
      }
    }
    open.removeLast()
  }

  private mutating func drop(_ index: Int) {
    dropped.insert(index)
    surplus -= 1
    let span = lexemes[index].span
    let fix = Diagnostic.Fix("remove the brace", [.init(span, "")])
    diagnostics.append(Diagnostic(.surplusBrace, at: span, "this `}` closes nothing", hint: "remove it", fixes: [fix]))
  }

  /// Ends `block`, which nothing closed before the lexeme `limit`, where its indentation says that it ends.
  private mutating func leaveOpen(_ block: Block, before limit: Int) {
    let end = insertions.count < Self.maximumSearches ? dedent(after: block, before: limit) : limit
    insertions.append(end)
    guard diagnostics.count < Self.maximumSearches else { return }
    var labels = [Diagnostic.Label(lexemes[end].span, "a `}` is missing before this")]
    if lexemes[end].kind != .endOfFile { labels.append(.init(endOfFile, "so the file ends one `}` short")) }
    diagnostics.append(unclosedDiagnostic(block, labels: labels))
  }

  /// What is open at the end of the file is one mistake: the text stops too early.
  private mutating func leaveRestOpen() {
    guard let innermost = open.last else { return }
    var labels = open.dropLast().suffix(3).reversed().map { Diagnostic.Label(lexemes[$0.lexeme].span, "this block is open, too") }
    for block in open.reversed() {
      insertions.append(
        insertions.count < Self.maximumSearches ? dedent(after: block, before: lexemes.count - 1) : lexemes.count - 1)
    }
    let end = insertions.min() ?? lexemes.count - 1
    if open.count == 1, lexemes[end].kind != .endOfFile { labels.append(.init(lexemes[end].span, "a `}` is missing before this")) }
    labels.append(.init(endOfFile, "the file ends here"))
    diagnostics.append(unclosedDiagnostic(innermost, labels: labels))
  }

  private func unclosedDiagnostic(_ block: Block, labels: [Diagnostic.Label]) -> Diagnostic {
    Diagnostic(.unclosedBrace, at: lexemes[block.lexeme].span, "this `{` is never closed", labels: labels, hint: "end the block with `}`")
  }

  /// The first lexeme behind `block` that begins a line no further in than the line that opens the block.
  private func dedent(after block: Block, before limit: Int) -> Int {
    var index = block.lexeme + 1
    while index < limit {
      if lexemes[index].startsLine, indentation(of: index) <= block.indentation, isOnLaterLine(index, than: block.lexeme) { return index }
      index += 1
    }
    return limit
  }

  private var endOfFile: Span { lexemes[lexemes.count - 1].span }

  private func isOnLaterLine(_ index: Int, than other: Int) -> Bool {
    source.line(at: lexemes[index].span.start) > source.line(at: lexemes[other].span.start)
  }

  /// The number of blanks that begin the line of a lexeme.
  private func indentation(of index: Int) -> Int {
    let start = Int(source.lineStarts[source.line(at: lexemes[index].span.start) - 1])
    var offset = start
    while offset < source.bytes.count, source.bytes[offset] == 0x20 || source.bytes[offset] == 0x09 { offset += 1 }
    return offset - start
  }
}
