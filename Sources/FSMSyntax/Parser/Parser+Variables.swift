import FSMDiagnostics

extension Parser {
  // variables = ( "let" | "var" ) variable { "," variable } ;
  mutating func parseVariables(into members: inout [MemberSyntax]) {
    let doc = documentation()
    let isConstant = keyword == .let
    advance()
    repeat {
      guard let variable = parseVariable(isConstant: isConstant, doc: documentation() ?? doc) else { return }
      members.append(.variable(variable))
    } while take(.comma)
  }

  // variable = name [ label ] ":" type [ "in" range ] [ "=" expression ] ;
  mutating func parseVariable(isConstant: Bool, doc: String?) -> VariableSyntax? {
    let start = current.span
    guard let name = parseName("the name of a variable", takesLabel: true) else { return nil }
    let label = parseLabel()
    guard let type = parseVariableType(of: name, isConstant: isConstant) else { return nil }
    let range = take(.in) ? parseRange() : nil
    let value = take(.assign) ? parseExpression() : nil
    return VariableSyntax(
      doc: doc, isConstant: isConstant, name: name, label: label, type: type, range: range, value: value, span: span(from: start))
  }

  /// `: Type`; where it is missing, the type that the value tells.
  private mutating func parseVariableType(of name: Name, isConstant: Bool) -> TypeSyntax? {
    if take(.colon) { return parseType() ?? TypeSyntax(text: "_", span: name.span.after) }
    if isPanicking { return nil }
    let word = isConstant ? "let" : "var"
    guard kind == .assign || kind == .comma || isAtMemberEnd || current.startsLine else {
      fail("expected `:` and a type", hint: "for example: `\(word) \(name.text): Int = 0`")
      return nil
    }
    let guess = kind == .assign ? typeOfLiteral(ahead(1)) : nil
    report(
      .missingType, at: name.span, "`\(name.text)` has no type",
      hint: "write it behind the name: `\(word) \(name.text): \(guess ?? "Int")`",
      fixes: guess.map { [.init("write `: \($0)`", [.init(name.span.after, ": \($0)")])] } ?? [])
    return TypeSyntax(text: guess ?? "_", span: name.span.after)
  }

  private func typeOfLiteral(_ lexeme: Lexeme) -> String? {
    switch lexeme.kind {
    case .integer: "Int"
    case .float: "Double"
    case .string: "String"
    case .duration: "Duration"
    default: lexeme.keyword == .true || lexeme.keyword == .false ? "Bool" : nil
    }
  }

  // range = [ binary ] ( "..." | "..<" ) [ binary ] ;
  mutating func parseRange() -> RangeSyntax? {
    if isPanicking { return nil }
    let start = current.span
    let lower = kind == .range || kind == .halfOpenRange ? nil : parseBinary()
    guard !isPanicking, kind == .range || kind == .halfOpenRange else {
      fail("expected `...` or `..<`", hint: "a range is written `0...9`, `0..<n` or `0...`")
      return nil
    }
    let includesUpper = kind == .range
    let touchesLower = lower != nil && touchesPrevious
    advance()
    let upper = hasUpperBound(touchesLower: touchesLower) ? parseBinary() : nil
    if lower == nil, upper == nil { fail("expected a bound") }
    if upper == nil, !includesUpper { fail("expected the bound that `..<` leaves out") }
    return RangeSyntax(lower: lower, upper: upper, includesUpper: includesUpper, span: span(from: start))
  }

  /// As in Swift, a range that touches only what is before it is open: the next member may follow.
  private func hasUpperBound(touchesLower: Bool) -> Bool {
    switch kind {
    case .integer, .float, .duration, .minus, .leftParenthesis: true
    case .identifier, .quotedIdentifier: current.isName && (touchesPrevious || !touchesLower)
    default: false
    }
  }

  // enumeration = "enum" name "{" [ name { "," name } [ "," ] ] "}" ;
  mutating func parseEnumeration() -> EnumSyntax? {
    let start = current.span
    let doc = documentation()
    advance()
    guard let name = parseName("the name of an enumeration") else { return nil }
    checkStrayWords(after: name)
    if kind == .colon {
      fail("expected `{`", hint: "an enumeration here has no raw values and no conformances: `enum \(name.text) { first, second }`")
      _ = resumeAtBlock()
    }
    guard expect(.leftBrace, "`{` and the cases") else { return nil }
    var cases: [Name] = []
    while kind != .rightBrace, !isPanicking {
      skipCaseKeyword()
      guard let next = parseName("the name of a case") else { break }
      cases.append(next)
      if kind == .leftParenthesis { fail("expected `,` or `}`", hint: "cases have no values here; declare an opaque Swift type instead") }
      let isAtCase = keyword == .case || kind == .semicolon
      if !isAtCase, !take(.comma), kind != .rightBrace { fail("expected `,` or `}`") }
      if kind == .semicolon { advance() }
    }
    if isPanicking { leaveBlock() } else { advance() }
    return EnumSyntax(doc: doc, name: name, cases: cases, span: span(from: start))
  }

  /// `case`, as Swift has it: reported, and left out.
  private mutating func skipCaseKeyword() {
    guard keyword == .case, ahead(1).isName else { return }
    let removed = Span(file: source.id, start: Int(current.span.start), end: Int(ahead(1).span.start))
    report(
      .expected, at: current.span, "expected the name of a case, found `case`", hint: "the names stand alone: `enum Mode { slow, fast }`",
      fixes: [.init("remove `case`", [.init(removed, "")])])
    advance()
  }

  /// After an error inside braces that hold no members: goes on behind them.
  mutating func leaveBlock() {
    isPanicking = isTooDeep
    while kind != .rightBrace, kind != .endOfFile {
      if kind == .leftBrace { skipBlock() } else { advance() }
    }
    _ = take(.rightBrace)
  }
}
