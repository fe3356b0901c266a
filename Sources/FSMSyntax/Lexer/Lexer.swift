import FSMDiagnostics

/// Cuts the bytes of a file, or of a part of it, into tokens; what is no token becomes `.invalid` and a problem.
///
/// It works on bytes, makes no strings for what is well formed, and visits each byte a bounded number of times.
struct Lexer {
  /// Something wrong with a token; the parser may know better what it was meant to be.
  struct Problem {
    /// The index of the token among `lexemes`.
    var lexeme: Int
    var diagnostic: Diagnostic
  }

  /// Problems beyond these are not noted; few of them are shown.
  static let maximumProblems = 100

  let source: SourceFile
  let bytes: [UInt8]
  let end: Int
  var position: Int
  var lexemes: [Lexeme] = []
  var problems: [Problem] = []
  var startsLine = true

  /// A lexer for `range` of the file, or for the whole file behind its byte-order mark.
  init(_ source: SourceFile, range: Range<Int>? = nil) {
    self.source = source
    bytes = source.bytes
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let range = range ?? (hasMark ? 3 : 0)..<bytes.count
    position = range.lowerBound
    end = range.upperBound
    if range.count > 256 { lexemes.reserveCapacity(range.count / 4) }
  }

  /// Cuts everything; the last lexeme is the end of the file.
  mutating func run() {
    while position < end { lexOne() }
    add(.endOfFile, from: end)
  }

  private mutating func lexOne() {
    let byte = bytes[position]
    switch byte {
    case 0x0A, 0x0D:
      startsLine = true
      position += 1
    case 0x20, 0x09, 0x0B, 0x0C:
      position += 1
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      lexWord()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      lexNumber()
    case UInt8(ascii: "\""):
      lexString()
    case UInt8(ascii: "`"):
      lexQuotedWord()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
      skipLineComment()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
      skipBlockComment()
    case 0x80...:
      if scalar(at: position).map({ IdentifierCharacters.isHead($0.scalar) }) ?? false { lexWord() } else { lexBadCharacters() }
    default:
      lexPunctuation()
    }
  }

  /// The byte `distance` behind the position, or zero behind the end.
  func peek(_ distance: Int) -> UInt8 {
    position + distance < end ? bytes[position + distance] : 0
  }

  /// Adds a lexeme from `start` to the position.
  mutating func add(_ kind: Token.Kind, from start: Int, keyword: Keyword = .none) {
    lexemes.append(Lexeme(kind: kind, keyword: keyword, startsLine: startsLine, span: span(start, position)))
    startsLine = false
  }

  /// Notes a problem of the lexeme that is about to be added, or of the last one.
  mutating func problem(
    _ code: DiagnosticCode, _ start: Int, _ end: Int, _ message: String, hint: String? = nil, fixes: [Diagnostic.Fix] = [],
    ofNext: Bool = true
  ) {
    guard problems.count < Self.maximumProblems else { return }
    let diagnostic = Diagnostic(code, at: span(start, end), Clipping.clip(message), hint: hint.map(Clipping.clip), fixes: fixes)
    problems.append(Problem(lexeme: ofNext ? lexemes.count : lexemes.count - 1, diagnostic: diagnostic))
  }

  func span(_ start: Int, _ end: Int) -> Span { Span(file: source.id, start: start, end: end) }

  func text(_ start: Int, _ end: Int) -> String { source.text(of: span(start, end)) }
}
