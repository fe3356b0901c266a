import FSMDiagnostics

/// One line for the simulator: a step as scenarios have them, or a command of the simulator's own.
public struct CommandSyntax: Sendable {
  public enum Kind: Sendable {
    /// `push(n: 3)`, `advance 30s`, `expect in(open)`; a bare `undo` is a step too, until names are known.
    case step(ScenarioSyntax.Step.Kind)
    /// `given "list.count > 3" = true`: what a condition of opaque values, given by its text, is from here on.
    case answer(PlainStringSyntax, ExprSyntax)
    /// `why push(n: 3)`; the arguments are nil where there are no parentheses.
    case why(Name, [ArgumentSyntax]?)
    /// `:undo`, `undo 2`, `help why`: never an event.
    case word(Name, argument: Name?)
  }

  public var kind: Kind
  public var span: Span

  public init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
  }

  /// Reads one line.
  ///
  /// - Returns: Nil where the line holds nothing but blanks and comments, and where it cannot be understood, which is then reported.
  public static func parse(_ line: SourceFile) -> (command: CommandSyntax?, diagnostics: [Diagnostic]) {
    read(line) { $0.readCommand() }
  }

  /// Reads an expression that stands alone: an answer.
  public static func parseValue(_ line: SourceFile) -> (value: ExprSyntax?, diagnostics: [Diagnostic]) {
    read(line) { $0.kind == .endOfFile ? nil : $0.parseExpression() }
  }

  /// Reads what `--let` gives: `stock = 1`, `isOpen(at: 3) = true`.
  public static func parseSetting(_ line: SourceFile) -> (setting: Setting?, diagnostics: [Diagnostic]) {
    read(line) { $0.readSetting() }
  }

  /// A name with the value it is to have.
  public struct Setting: Sendable {
    public var name: Name
    /// Empty where there are no parentheses.
    public var arguments: [ArgumentSyntax]
    public var value: ExprSyntax
  }

  private static func read<Part>(_ line: SourceFile, _ body: (inout Parser) -> Part?) -> (Part?, [Diagnostic]) {
    var lexer = Lexer(line)
    lexer.run()
    let blocks = Blocks(lexer.lexemes, source: line)
    var parser = Parser(line, lexemes: lexer.lexemes, problems: lexer.problems, blocks: blocks)
    parser.isLine = true
    let part = body(&parser)
    if part != nil, !parser.isPanicking, parser.kind != .endOfFile { parser.fail("expected the end of the line") }
    var found = parser.diagnostics + blocks.diagnostics + parser.problems.map(\.diagnostic)
    if let damage = UTF8Damage.diagnostic(for: line) { found.append(damage) }
    found = Array(found.inReadingOrder.prefix(Parser.maximumFindings))
    return (found.isEmpty ? part : nil, found)
  }
}
