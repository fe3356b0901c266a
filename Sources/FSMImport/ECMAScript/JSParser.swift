import FSMDiagnostics

/// Reads expressions, and scripts of assignments.
struct JSParser {
  /// Levels of an expression.
  static let maximumHeight = 100

  let text: XMLText
  private(set) var tokens: [JSToken]
  private(set) var index = 0
  private var depth = 0

  private init(_ text: XMLText) throws(JSFailure) {
    self.text = text
    tokens = try JSLexer.tokens(of: text)
  }

  /// An attribute's value that is one expression.
  static func expression(_ text: XMLText) throws(JSFailure) -> JSExpr {
    var parser = try JSParser(text)
    let expression = try parser.parseExpression()
    guard parser.kind == .end else { throw parser.unexpected("the end of the expression") }
    return expression
  }

  /// A script's assignments.
  static func script(_ text: XMLText) throws(JSFailure) -> [JSAssignment] {
    var parser = try JSParser(text)
    return try parser.parseScript()
  }

  var kind: JSToken.Kind { tokens[index].kind }
  var current: JSToken { tokens[index] }

  mutating func take(_ symbol: String) -> Bool {
    guard kind == .symbol(symbol) else { return false }
    index += 1
    return true
  }

  mutating func advance() { if index + 1 < tokens.count { index += 1 } }

  func span(from start: Int) -> Span { text.span(start..<max(start, index > 0 ? tokens[index - 1].range.upperBound : start)) }

  func unexpected(_ expected: String) -> JSFailure {
    let found = text.span(current.range)
    switch kind {
    case .end: return JSFailure(code: .badForeignExpression, span: found, message: "expected \(expected), found nothing")
    case .symbol(let symbol) where ["[", "{", "=>", "&", "|", "^", "~", "<<", ">>", ">>>", "**", "...", "??", "?."].contains(symbol):
      return JSFailure(
        code: .notImported, span: found, message: "`\(symbol)` has no counterpart",
        hint: "fsmc reads arithmetic, comparisons, `&&`, `||`, `!` and `? :` on numbers, strings and booleans")
    case .word(let word) where ["function", "new", "for", "while", "if", "return", "throw", "try", "delete", "switch"].contains(word):
      return JSFailure(
        code: .notImported, span: found, message: "`\(word)` has no counterpart", hint: "scripts are read as far as they are assignments")
    default:
      let written = String(decoding: text.bytes[current.range], as: UTF8.self)
      return JSFailure(code: .badForeignExpression, span: found, message: "expected \(expected), found `\(written)`")
    }
  }

  private mutating func enter() throws(JSFailure) {
    depth += 1
    guard depth <= Self.maximumHeight else { throw tooDeep(text.span(current.range)) }
  }

  private func tooDeep(_ span: Span) -> JSFailure {
    JSFailure(code: .nestedTooDeep, span: span, message: "an expression of more than \(Self.maximumHeight) levels")
  }

  private func made(_ kind: JSExpr.Kind, from start: Int) throws(JSFailure) -> JSExpr {
    var made = JSExpr(kind: kind, span: span(from: start))
    made.height = (made.parts.map(\.height).max() ?? 0) + 1
    guard made.height <= Self.maximumHeight else { throw tooDeep(made.span) }
    return made
  }

  mutating func parseExpression() throws(JSFailure) -> JSExpr {
    try enter()
    defer { depth -= 1 }
    let start = current.range.lowerBound
    let condition = try parseBinary(above: 0)
    guard take("?") else { return condition }
    let then = try parseExpression()
    guard take(":") else { throw unexpected("`:`") }
    let otherwise = try parseExpression()
    return try made(.ternary(condition, then, otherwise), from: start)
  }

  private mutating func parseBinary(above level: Int) throws(JSFailure) -> JSExpr {
    let start = current.range.lowerBound
    var lhs = try parsePrefix()
    while case .symbol(let symbol) = kind, let sign = JSBinary(rawValue: symbol), sign.precedence > level {
      advance()
      let rhs = try parseBinary(above: sign.precedence)
      lhs = try made(.binary(lhs, sign, rhs), from: start)
    }
    return lhs
  }

  private mutating func parsePrefix() throws(JSFailure) -> JSExpr {
    try enter()
    defer { depth -= 1 }
    let start = current.range.lowerBound
    switch kind {
    case .symbol("!"): return try parsePrefix(.not, from: start)
    case .symbol("-"): return try parsePrefix(.negate, from: start)
    case .symbol("+"): return try parsePrefix(.plus, from: start)
    case .word("typeof"): return try parsePrefix(.typeof, from: start)
    case .symbol("++"), .symbol("--"):
      let step = kind == .symbol("++") ? 1 : -1
      advance()
      let operand = try parsePrefix()
      return try made(.step(operand, by: step), from: start)
    default: return try parsePostfix()
    }
  }

  private mutating func parsePrefix(_ sign: JSPrefix, from start: Int) throws(JSFailure) -> JSExpr {
    advance()
    let operand = try parsePrefix()
    return try made(.prefix(sign, operand), from: start)
  }

  private mutating func parsePostfix() throws(JSFailure) -> JSExpr {
    let start = current.range.lowerBound
    var expression = try parsePrimary()
    while true {
      if take(".") {
        guard case .word(let name) = kind else { throw unexpected("a name behind `.`") }
        advance()
        expression = try made(.member(expression, name), from: start)
      } else if take("(") {
        let arguments = try parseArguments()
        expression = try made(.call(expression, arguments), from: start)
      } else if kind == .symbol("[") || kind == .symbol("++") && !current.startsLine || kind == .symbol("--") && !current.startsLine {
        if kind == .symbol("[") { throw unexpected("") }
        return expression
      } else {
        return expression
      }
    }
  }

  private mutating func parseArguments() throws(JSFailure) -> [JSExpr] {
    var arguments: [JSExpr] = []
    if take(")") { return [] }
    repeat { arguments.append(try parseExpression()) } while take(",")
    guard take(")") else { throw unexpected("`)`") }
    return arguments
  }

  private mutating func parsePrimary() throws(JSFailure) -> JSExpr {
    let start = current.range.lowerBound
    switch kind {
    case .number(let written):
      advance()
      return try made(.number(written), from: start)
    case .string(let value):
      advance()
      return try made(.string(value), from: start)
    case .word("true"), .word("false"):
      let value = kind == .word("true")
      advance()
      return try made(.boolean(value), from: start)
    case .word("undefined"), .word("null"):
      advance()
      return try made(.undefined, from: start)
    case .word(let word) where !["function", "new", "delete", "void", "this"].contains(word):
      advance()
      return try made(.name(word), from: start)
    case .symbol("("):
      advance()
      let inner = try parseExpression()
      guard take(")") else { throw unexpected("`)`") }
      return inner
    default: throw unexpected("an expression")
    }
  }
}
