import FSMDiagnostics

extension Parser {
  // assertion = "assert" ( "never" expression | "always" "reachable" path ) ;
  mutating func parseAssertion() -> AssertionSyntax? {
    let start = current.span
    let doc = documentation()
    advance()
    if take(.never) {
      let condition = parseExpression()
      return AssertionSyntax(doc: doc, kind: .never(condition), span: span(from: start))
    }
    if keyword == .always, ahead(1).keyword == .reachable {
      index += 2
      guard let path = parsePath("the name of a state") else { return nil }
      return AssertionSyntax(doc: doc, kind: .alwaysReachable(path), span: span(from: start))
    }
    fail("expected `never` or `always reachable`", hint: "for example: `assert never in(a) && in(b)`, `assert always reachable idle`")
    return nil
  }

  // scenario = "scenario" STRING "{" { step | ";" } "}" ;
  mutating func parseScenario() -> ScenarioSyntax? {
    let start = current.span
    let doc = documentation()
    advance()
    guard kind == .string else {
      fail("expected the name of the scenario in quotes", hint: "for example: `scenario \"a refund\" { … }`")
      return nil
    }
    guard let name = parsePlainString(), expect(.leftBrace, "`{` and steps") else { return nil }
    var steps: [ScenarioSyntax.Step] = []
    while kind != .rightBrace, kind != .endOfFile {
      let before = index
      if !take(.semicolon), let step = parseStep() { steps.append(step) }
      if isPanicking { recoverToStep() }
      if index == before { advance() }
    }
    expect(.rightBrace, "`}`")
    return ScenarioSyntax(doc: doc, name: name, steps: steps, span: span(from: start))
  }

  // step = start | advance | given | expectation | occurrence ;
  mutating func parseStep() -> ScenarioSyntax.Step? {
    let start = current.span
    let kind: ScenarioSyntax.Step.Kind?
    switch keyword {
    case .start where ahead(1).kind == .leftParenthesis: kind = parseStart()
    case .advance where isAtStepWithValue: kind = parseAdvance()
    case .given where ahead(1).isName && [.leftParenthesis, .assign].contains(ahead(2).kind): kind = parseGiven()
    case .expect where isAtStepWithValue: kind = parseExpectation()
    default: kind = parseOccurrence()
    }
    return kind.map { .init(kind: $0, span: span(from: start)) }
  }

  /// True for `expect` and `advance` with a value behind them; `advance(by: 3)`, `advance()` and a lone `expect` are events.
  private var isAtStepWithValue: Bool {
    let next = ahead(1)
    guard next.kind == .leftParenthesis, touchesNext else {
      return [.quotedIdentifier, .identifier, .integer, .float, .duration, .string, .leftParenthesis, .exclamation, .minus, .dot]
        .contains(next.kind)
    }
    return ahead(2).kind != .rightParenthesis && ahead(3).kind != .colon
  }

  // start = "start" arguments ;
  mutating func parseStart() -> ScenarioSyntax.Step.Kind {
    advance()
    return .start(parseArguments())
  }

  // advance = "advance" expression ;
  mutating func parseAdvance() -> ScenarioSyntax.Step.Kind {
    advance()
    return .advance(parseExpression())
  }

  // given = "given" name arguments "=" expression ;
  mutating func parseGiven() -> ScenarioSyntax.Step.Kind? {
    advance()
    guard let name = parseName("the name of a function") else { return nil }
    if kind == .assign { reportMissingArguments(behind: name.span) }
    let arguments = kind == .leftParenthesis ? parseArguments() : []
    guard expect(.assign, "`=` and what the function answers", hint: "for example: `given \(name.text)() = true`") else { return nil }
    return .given(name, arguments, parseExpression())
  }

  // expectation = "expect" ( "rejected" | "performed" call { "," call } | expression ) ;
  mutating func parseExpectation() -> ScenarioSyntax.Step.Kind? {
    advance()
    if keyword == .performed, ahead(1).isName { return parsePerformed() }
    if keyword == .rejected, !continuesExpression(index + 1) {
      advance()
      return .expectRejected
    }
    let condition = parseExpression()
    if !isPanicking, kind == .assign { failAtAssignment(in: condition) }
    return .expect(condition)
  }

  private mutating func parsePerformed() -> ScenarioSyntax.Step.Kind? {
    advance()
    var calls: [CallSyntax] = []
    repeat {
      guard let call = parseCall("the name of an action", needsArguments: true) else { return nil }
      calls.append(call)
    } while !isPanicking && take(.comma)
    return .expectPerformed(calls)
  }

  // occurrence = path [ arguments ] ;
  /// An event, or the outcome of an activity: a path that ends in `done` or `failed`.
  mutating func parseOccurrence() -> ScenarioSyntax.Step.Kind? {
    guard current.isName || kind == .invalid else {
      fail("expected a step", at: current.span, hint: "a step is an event, `expect`, `given`, `advance` or `start(…)`")
      return nil
    }
    guard let path = parsePath("a step: an event, `expect`, `given`, `advance` or `start(…)`") else { return nil }
    let arguments = kind == .leftParenthesis && !isPanicking ? parseArguments() : []
    if path.segments.count == 1 { return .event(path.segments[0], arguments) }
    var activity = path.segments
    let last = activity.removeLast()
    guard last.text == "done" || last.text == "failed" else {
      report(
        .expected, at: last.span, "expected `done` or `failed`, found `\(last.text)`",
        hint: "the outcome of an activity is `name.done(value)` or `name.failed(error)`")
      return nil
    }
    return .outcome(PathSyntax(segments: activity), failed: last.text == "failed", arguments)
  }

  /// True when the lexeme would carry an expression on.
  private func continuesExpression(_ position: Int) -> Bool {
    let lexeme = lexemes[min(position, lexemes.count - 1)]
    switch lexeme.kind {
    case .dot, .questionDot, .question, .star, .slash, .percent, .plus, .minus, .coalesce, .equal, .notEqual, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .and, .or, .assign:
      return true
    case .leftParenthesis, .leftBracket, .exclamation: return lexeme.span.start == lexemes[position - 1].span.end
    default: return false
    }
  }

  /// Goes on at the next line, or the end of the block.
  private mutating func recoverToStep() {
    isPanicking = false
    while kind != .rightBrace, kind != .endOfFile, kind != .semicolon {
      if current.startsLine, current.isName { return }
      if kind == .leftBrace { skipBlock() } else { advance() }
    }
  }
}
