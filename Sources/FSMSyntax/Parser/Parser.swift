import FSMDiagnostics

/// A recursive-descent parser: each method reads the production that stands above it, from `Grammar/fsm.ebnf`.
///
/// A method that meets what it cannot read reports it once and sets `isPanicking`; everything unwinds quietly, with what was
/// understood, to the nearest place that knows where to go on (see `Parser+Recovery.swift`). It reads the lexemes once, from first to
/// last, looks at most three ahead, and never goes back.
struct Parser {
  /// How deep expressions, types and effects may nest.
  ///
  /// With this limit parsing fits a stack of 512 KB, the smallest that threads have on the platforms, without optimization, too.
  static let maximumDepth = 64
  /// How high a tree an expression may build: a chain of operators is as high as it is long.
  static let maximumHeight = 100
  /// Findings beyond these tell no more.
  static let maximumFindings = 20

  let source: SourceFile
  var lexemes: [Lexeme]
  /// For each `{` the index of its `}`.
  var partner: [Int32]
  var index = 0
  var diagnostics: [Diagnostic] = []
  /// True from an error until the parser has found its feet again; meanwhile nothing is reported.
  var isPanicking = false
  var depth = 0
  /// The height of the expression read last.
  var height = 0
  /// Offsets at which a token turned out to be two: `Array<Int>= []`.
  var splits: [Int32] = []
  /// What the lexer found; a name that was not one takes its problem over.
  var problems: [Lexer.Problem]
  /// How many strings the parser is inside of.
  var stringDepth = 0
  /// Where the braces stand that are never closed.
  var unclosedBlocks: Set<Int32> = []
  /// Blocks nest too deep somewhere, which is reported already.
  var hasDeepBlocks = false
  /// True from text that nests too deep to the end of its member: nothing inside is worth resuming at.
  var isTooDeep = false
  /// The headers of the states whose members are being read.
  var openStates: [StateSyntax] = []
  /// How many blocks of members are open.
  var blockDepth = 0
  /// The text is one line for the simulator, no file.
  var isLine = false

  init(_ source: SourceFile, lexemes: [Lexeme], problems: [Lexer.Problem], blocks: Blocks) {
    self.source = source
    self.lexemes = lexemes
    self.problems = problems
    partner = blocks.partner
    self.lexemes = blocks.lexemes
    unclosedBlocks = Set(blocks.diagnostics.filter { $0.code != .surplusBrace }.map(\.span.start))
    hasDeepBlocks = blocks.isTooDeep
  }

  var current: Lexeme { lexemes[index] }
  var kind: Token.Kind { lexemes[index].kind }
  var keyword: Keyword { lexemes[index].keyword }

  /// The lexeme `distance` further on, or the end of the file.
  func ahead(_ distance: Int) -> Lexeme { lexemes[min(index + distance, lexemes.count - 1)] }

  /// The span of the lexeme just read; where nothing was read yet, an empty one at the start.
  var previousSpan: Span { index > 0 ? lexemes[index - 1].span : current.span.before }

  /// True when nothing stands between the lexeme just read and this one.
  var touchesPrevious: Bool { index > 0 && lexemes[index - 1].span.end == current.span.start }

  /// True when nothing stands between this lexeme and the next.
  var touchesNext: Bool { ahead(1).span.start == current.span.end && ahead(1).kind != .endOfFile }

  /// The span from `start` to what was read last; an empty one where nothing was read since.
  func span(from start: Span) -> Span { previousSpan.end >= start.end ? start.joined(with: previousSpan) : previousSpan.after }

  func text(_ lexeme: Lexeme) -> String { source.text(of: lexeme.span) }

  mutating func advance() { if index < lexemes.count - 1 { index += 1 } }

  /// Reads a lexeme of a kind if it is next.
  mutating func take(_ wanted: Token.Kind) -> Bool {
    guard kind == wanted else { return false }
    advance()
    return true
  }

  mutating func take(_ wanted: Keyword) -> Bool {
    guard keyword == wanted else { return false }
    advance()
    return true
  }

  /// Reads a lexeme of a kind, or reports that it is missing.
  @discardableResult
  mutating func expect(_ wanted: Token.Kind, _ what: String, hint: String? = nil) -> Bool {
    if isPanicking { return false }
    if take(wanted) { return true }
    fail("expected \(what)", hint: hint)
    return false
  }

  /// Counts a level of nesting; false, and reported, when it is one too many.
  mutating func enter(_ what: String) -> Bool {
    if isPanicking { return false }
    if depth < Self.maximumDepth {
      depth += 1
      return true
    }
    tooDeep(at: current.span, "\(what) nested more than \(Self.maximumDepth) deep here")
    return false
  }

  /// Reports what nests too deep, once, and gives the member up.
  mutating func tooDeep(at span: Span, _ message: String) {
    if !hasDeepBlocks { report(.nestedTooDeep, at: span, message, hint: "split it: a `func` can hold a part") }
    isPanicking = true
    isTooDeep = true
  }

  mutating func leave() { depth -= 1 }
}
