import FSMDiagnostics

extension Parser {
  // callables = ( "action" | "func" | "activity" ) callable { "," callable } ;
  mutating func parseCallables(into members: inout [MemberSyntax]) {
    let doc = documentation()
    let kind: CallableSyntax.Kind = keyword == .action ? .action : keyword == .func ? .function : .activity
    advance()
    repeat {
      guard let callable = parseCallable(kind, doc: documentation() ?? doc) else { return }
      members.append(.callable(callable))
    } while !isPanicking && take(.comma)
  }

  // callable = name [ label ] parameters [ throws ] [ "->" type ] [ "=" expression ] ;
  mutating func parseCallable(_ kind: CallableSyntax.Kind, doc: String?) -> CallableSyntax? {
    let start = current.span
    let role = kind == .action ? "an action" : kind == .function ? "a function" : "an activity"
    guard let name = parseName("the name of \(role)", takesLabel: true) else { return nil }
    checkStrayWords(after: name, takesLabel: true)
    let label = parseLabel()
    let parameters = parseCallableParameters(of: name)
    skipAsync()
    let throwing = parseThrows(kind)
    let result = parseResult(of: name, kind)
    let body = parseDefinition(kind)
    if self.kind == .leftBrace, kind == .function, !isPanicking {
      fail("expected `=`", hint: "a function is defined by one expression: `func \(name.text)(…) -> Int = …`, or supplied by the caller")
    }
    return CallableSyntax(
      doc: doc, kind: kind, name: name, label: label, parameters: parameters, throwing: throwing, result: result, body: body,
      span: span(from: start))
  }

  private mutating func parseCallableParameters(of name: Name) -> [ParameterSyntax] {
    if isPanicking || kind == .leftParenthesis { return isPanicking ? [] : parseParameters() }
    let place = previousSpan.after
    report(
      .expected, at: name.span, "expected parameters behind `\(name.text)`, found \(found)",
      hint: "write `\(name.text)()` when it takes none", fixes: [.init("write `()`", [.init(place, "()")])])
    return []
  }

  private mutating func skipAsync() {
    guard keyword == .async, !isPanicking else { return }
    report(.expected, at: current.span, "`async` is not written here", hint: "only an `activity` waits, and it always may")
    advance()
  }

  // throws = "throws" [ "(" type ")" ] ;
  mutating func parseThrows(_ kind: CallableSyntax.Kind) -> CallableSyntax.Throws {
    guard keyword == .throws, !isPanicking else { return .never }
    if kind != .activity { report(.expected, at: current.span, "only an activity throws", hint: "remove `throws`") }
    advance()
    guard take(.leftParenthesis) else { return .any }
    let type = parseType()
    expect(.rightParenthesis, "`)`")
    return type.map { .type($0) } ?? .any
  }

  private mutating func parseResult(of name: Name, _ kind: CallableSyntax.Kind) -> TypeSyntax? {
    guard !isPanicking else { return nil }
    let arrow = current.span
    guard takeArrow() else {
      if kind == .function {
        report(
          .expected, at: name.span, "the function `\(name.text)` has no result", hint: "write its type behind the parameters: `-> Bool`")
      }
      return nil
    }
    let type = parseType()
    if kind == .action {
      report(.expected, at: arrow, "an action has no result", hint: "what returns a value is a `func` or an `activity`")
      return nil
    }
    return type
  }

  private mutating func parseDefinition(_ kind: CallableSyntax.Kind) -> ExprSyntax? {
    guard !isPanicking, self.kind == .assign else { return nil }
    if kind != .function {
      fail("expected the next member", hint: "only a `func` is defined in the chart; the caller supplies actions and activities")
      return nil
    }
    advance()
    return parseExpression()
  }
}
