import FSMDiagnostics

/// Parts of the language that stand in other formats: an expression, effects, a target.
///
/// Each method reads a range of a file's bytes as one such part, whole; the spans are those of the file.
public struct ChartFragment: Sendable {
  /// What was read; nil where nothing could be.
  public struct Reading<Part: Sendable>: Sendable {
    public var part: Part?
    public var diagnostics: [Diagnostic]

    /// The part, where nothing is wrong with it.
    public var whole: Part? { diagnostics.isEmpty ? part : nil }
  }

  private let source: SourceFile

  /// - Parameter source: A file whose bytes are the language's own in the ranges that will be read.
  public init(_ source: SourceFile) { self.source = source }

  /// For example: `a > 1 && in(b)`.
  public func expression(_ range: Range<Int>) -> Reading<ExprSyntax> { read(range) { $0.parseExpression() } }

  /// For example: `x = 1, raise go`.
  public func effects(_ range: Range<Int>) -> Reading<[EffectSyntax]> { read(range) { $0.parseEffects() } }

  /// For example: `player(volume: 1).paused & lamp.on`.
  public func targets(_ range: Range<Int>) -> Reading<TargetsSyntax> { read(range) { $0.parseTargets() } }

  /// For example: `door.open`.
  public func path(_ range: Range<Int>) -> Reading<PathSyntax> { read(range) { $0.parsePath("a path") } }

  /// For example: `load(url: address)`, or only `load`.
  public func call(_ range: Range<Int>) -> Reading<CallSyntax> { read(range) { $0.parseCall("a name", needsArguments: false) } }

  /// For example: `[String: Int]`.
  public func type(_ range: Range<Int>) -> Reading<TypeSyntax> { read(range) { $0.parseType() } }

  /// For example: `0...20`.
  public func range(_ range: Range<Int>) -> Reading<RangeSyntax> { read(range) { $0.parseRange() } }

  /// What a timer waits, without the parentheses that it has behind `after`: `2 * delay`.
  public func delay(_ range: Range<Int>) -> Reading<ExprSyntax> { expression(range) }

  /// For example: `expect in(open)`.
  public func step(_ range: Range<Int>) -> Reading<ScenarioSyntax.Step> { read(range) { $0.parseStep() } }

  /// For example: `import struct Foundation.Date`.
  public func importing(_ range: Range<Int>) -> Reading<ImportSyntax> { read(range) { $0.parseImport() } }

  private func read<Part: Sendable>(_ range: Range<Int>, _ parse: (inout Parser) -> Part?) -> Reading<Part> {
    var lexer = Lexer(source, range: range)
    lexer.run()
    let blocks = Blocks(lexer.lexemes, source: source)
    var parser = Parser(source, lexemes: lexer.lexemes, problems: lexer.problems, blocks: blocks)
    let part = parse(&parser)
    if !parser.isPanicking, parser.kind != .endOfFile { parser.fail("expected the end of the text") }
    let found = parser.diagnostics + blocks.diagnostics + parser.problems.map(\.diagnostic)
    return Reading(part: part, diagnostics: found.map(Self.shown))
  }

  /// What ends here is a text, not a file; and mends would spoil the other format.
  private static func shown(_ finding: Diagnostic) -> Diagnostic {
    var finding = finding
    finding.message = finding.message.replacingOccurrences(of: "the end of the file", with: "the end of the text")
    finding.fixes = []
    return finding
  }
}

extension String {
  fileprivate func replacingOccurrences(of old: String, with new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
