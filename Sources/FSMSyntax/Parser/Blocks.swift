import FSMDiagnostics

/// Pairs the braces of a file before it is parsed, so that a brace left open or left over costs one error and nothing else.
///
/// Where the braces do not add up, the indentation of the lines that open and close blocks tells which one is at fault: it gets a
/// virtual partner (an empty `}`), and a brace left over is dropped. Charts whose braces add up are never judged by indentation.
struct Blocks {
  /// How deep braces may nest.
  static let maximumDepth = 64

  private(set) var lexemes: [Lexeme]
  private(set) var diagnostics: [Diagnostic] = []
  /// For each `{` the index of its `}`; zero elsewhere.
  private(set) var partner: [Int32] = []
  private(set) var isTooDeep = false
  private let source: SourceFile

  init(_ lexemes: [Lexeme], source: SourceFile) {
    self.lexemes = lexemes
    self.source = source
    let counts = count()
    if counts.unclosed > 0 || counts.surplus > 0 {
      var mender = BlockMender(lexemes, source: source, unclosed: counts.unclosed, surplus: counts.surplus)
      mender.run()
      self.lexemes = mender.mended()
      // Braces nested beyond the limit are one mistake, whether or not they are closed.
      if counts.tooDeep == nil { diagnostics = mender.diagnostics }
    }
    if let brace = counts.tooDeep {
      isTooDeep = true
      diagnostics.append(Self.tooDeep(at: lexemes[brace].span))
    }
    pair()
  }

  private static func tooDeep(at span: Span) -> Diagnostic {
    Diagnostic(
      .nestedTooDeep, at: span, "blocks are nested more than \(maximumDepth) deep here",
      hint: "move inner states to a machine of their own and write `state name: Machine`")
  }

  /// The braces without a partner, and the first one that opens a block too deep.
  private func count() -> (unclosed: Int, surplus: Int, tooDeep: Int?) {
    var depth = 0
    var surplus = 0
    var tooDeep: Int?
    for (index, lexeme) in lexemes.enumerated() {
      switch lexeme.kind {
      case .leftBrace:
        depth += 1
        if depth > Self.maximumDepth, tooDeep == nil { tooDeep = index }
      case .rightBrace:
        if depth == 0 { surplus += 1 } else { depth -= 1 }
      default: break
      }
    }
    return (depth, surplus, tooDeep)
  }

  private mutating func pair() {
    partner = Array(repeating: 0, count: lexemes.count)
    var open: [Int] = []
    for (index, lexeme) in lexemes.enumerated() {
      if lexeme.kind == .leftBrace { open.append(index) }
      if lexeme.kind == .rightBrace, let start = open.popLast() { partner[start] = Int32(index) }
    }
    for start in open { partner[start] = Int32(lexemes.count - 1) }
  }
}
