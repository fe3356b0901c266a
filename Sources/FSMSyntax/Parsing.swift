import FSMDiagnostics

extension SyntaxFile {
  /// Parses a chart: the tree of all that was understood, and a finding for whatever was not.
  ///
  /// It never fails: a text that is no chart at all gives a tree without machines and at least one error.
  ///
  /// For example: `SyntaxFile(parsing: sources[id]).machines.first?.name.text`.
  public init(parsing source: SourceFile) {
    var lexer = Lexer(source)
    lexer.run()
    let blocks = Blocks(lexer.lexemes, source: source)
    var parser = Parser(source, lexemes: lexer.lexemes, problems: lexer.problems, blocks: blocks)
    let items = parser.parseFile()
    var found = parser.diagnostics + blocks.diagnostics + parser.problems.map(\.diagnostic)
    if let damage = UTF8Damage.diagnostic(for: source) { found.append(damage) }
    found = Array(found.inReadingOrder.prefix(Parser.maximumFindings))
    self.init(file: source.id, items: items, tokens: Self.tokens(lexer.lexemes, splits: parser.splits), diagnostics: found)
    if machines.isEmpty, found.isEmpty { diagnostics = [noMachine(in: source)] }
  }

  /// The tokens, those taken apart that the parser read as two.
  private static func tokens(_ lexemes: [Lexeme], splits: [Int32]) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(lexemes.count + splits.count)
    var pending = splits[...]
    for lexeme in lexemes {
      while let split = pending.first, split <= lexeme.span.start { pending.removeFirst() }
      guard let split = pending.first, split < lexeme.span.end else {
        tokens.append(lexeme.token)
        continue
      }
      var (first, second) = (lexeme.token, lexeme.token)
      (first.span.end, second.span.start) = (split, split)
      (first.kind, second.kind) = lexeme.kind == .questionDot ? (.question, .dot) : (.greater, .assign)
      tokens += [first, second]
    }
    return tokens
  }

  private func noMachine(in source: SourceFile) -> Diagnostic {
    let isEmpty = tokens.count == 1
    let end = Span(file: source.id, start: source.bytes.count, end: source.bytes.count)
    return Diagnostic(
      .noMachine, at: isEmpty ? end : tokens[0].span, isEmpty ? "the file is empty of declarations" : "the file holds no machine",
      hint: "declare one: `machine Name { … }`")
  }
}
