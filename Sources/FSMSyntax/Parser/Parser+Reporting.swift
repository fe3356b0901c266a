import FSMDiagnostics

extension Parser {
  /// Reports that what stands here is not what the grammar wants, and panics.
  ///
  /// Says nothing about text that the lexer or the pairing of braces has reported already. `what` is "expected …"; what was found is
  /// added to it.
  mutating func fail(_ what: String, at span: Span? = nil, hint: String? = nil, fixes: [Diagnostic.Fix] = []) {
    defer { isPanicking = true }
    guard !isAlreadyReported else { return }
    report(.expected, at: span ?? place, "\(what), found \(found)", hint: hint, fixes: fixes)
  }

  /// Reports what the parser understood all the same, and can go on behind.
  mutating func report(
    _ code: DiagnosticCode, at span: Span, _ message: String, labels: [Diagnostic.Label] = [], hint: String? = nil,
    fixes: [Diagnostic.Fix] = []
  ) {
    guard !isPanicking, diagnostics.count < Self.maximumFindings else { return }
    diagnostics.append(
      Diagnostic(code, at: span, Clipping.clip(message), labels: labels, hint: hint.map(Clipping.clip), fixes: fixes))
  }

  /// Reports and panics: the text behind cannot be told.
  mutating func giveUp(_ code: DiagnosticCode, at span: Span, _ message: String, hint: String? = nil, fixes: [Diagnostic.Fix] = []) {
    report(code, at: span, message, hint: hint, fixes: fixes)
    isPanicking = true
  }

  /// Where to point for what is missing: here, or at the end of the line before when something is unfinished there.
  private var place: Span { current.startsLine && index > 0 ? previousSpan.after : current.span }

  /// The lexeme here as messages show it.
  var found: String { isLine && kind == .endOfFile ? "the end of the line" : Self.shown(current, in: source) }

  static func shown(_ lexeme: Lexeme, in source: SourceFile) -> String {
    switch lexeme.kind {
    case .endOfFile: return "the end of the file"
    case .string: return "a string"
    default:
      if lexeme.isVirtual { return "the end of the block" }
      let text = source.text(of: lexeme.span)
      return text.contains("`") ? text : "`\(text)`"
    }
  }

  private var isAlreadyReported: Bool {
    if isPanicking || kind == .invalid || (index > 0 && lexemes[index - 1].kind == .invalid) { return true }
    return unclosedBlocks.contains(current.span.start) || (!unclosedBlocks.isEmpty && (current.isVirtual || kind == .endOfFile))
  }

  /// Takes over what the lexer said about the lexemes of a span: the caller says it better.
  mutating func claimProblems(in span: Span) {
    problems.removeAll { span.start <= $0.diagnostic.span.start && $0.diagnostic.span.start < span.end }
  }
}
