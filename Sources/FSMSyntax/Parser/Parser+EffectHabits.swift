import FSMDiagnostics

extension Parser {
  /// An effect that assigns nothing must be a call; says what else it may have been meant as.
  mutating func finishCall(_ place: ExprSyntax) -> EffectSyntax? {
    if case .call = place.kind { return .call(place) }
    let text = source.text(of: place.span)
    if isDoubled(.plus) || isDoubled(.minus) {
      let sign = kind == .plus ? "+" : "-"
      let whole = current.span.joined(with: ahead(1).span)
      report(
        .wrongOperator, at: whole, "there is no `\(sign)\(sign)`", hint: "write `\(text) \(sign)= 1`",
        fixes: [.init("write `\(sign)= 1`", [.init(whole, " \(sign)= 1")])])
      index += 2
      return nil
    }
    if [.slash, .percent].contains(kind), ahead(1).kind == .assign, touchesNext {
      giveUp(
        .wrongOperator, at: current.span.joined(with: ahead(1).span), "there is no `\(self.text(current))=`",
        hint: "write `\(text) = \(text) \(self.text(current)) …`")
      return nil
    }
    if kind == .equal {
      giveUp(
        .wrongOperator, at: current.span, "`==` compares, and an effect assigns", hint: "write `\(text) = …`",
        fixes: [.init("write `=`", [.init(current.span, "=")])])
      return nil
    }
    if isReference(place) {
      reportMissingArguments(behind: place.span)
      return .call(ExprSyntax(.call(place, []), place.span))
    }
    fail("expected `(` or an assignment", hint: "an effect is a call, an assignment, `raise`, `send`, `cancel` or `if`")
    return nil
  }

  /// `/ display`: an action is called.
  mutating func reportMissingArguments(behind span: Span) {
    guard !isPanicking else { return }
    let text = source.text(of: span)
    report(
      .expected, at: span, "expected `(` behind `\(text)`, found \(found)", hint: "a call has parentheses: `\(text)()`",
      fixes: [.init("write `()`", [.init(span.after, "()")])])
  }

  /// `send e after 3s` on one line: the delay of a `send` stands behind `in`.
  mutating func checkSendAfter() {
    guard !isPanicking, keyword == .after, !current.startsLine, ahead(1).kind == .duration else { return }
    report(
      .expected, at: current.span, "expected `in` and a delay, found `after`", hint: "write `send event in 3s`",
      fixes: [.init("write `in`", [.init(current.span, "in")])])
    lexemes[index].keyword = .in
  }

  /// Effects joined by `;`: goes on as if it were a comma.
  mutating func checkSemicolon() {
    guard !isPanicking, kind == .semicolon, startsEffect(ahead(1)), !looksLikeMember(index + 1) else { return }
    let span = current.span
    report(
      .effectSeparator, at: span, "effects are joined by `;`", hint: "effects are joined by `,`",
      fixes: [.init("write `,`", [.init(span, ",")])])
    lexemes[index].kind = .comma
  }

  private func startsEffect(_ lexeme: Lexeme) -> Bool {
    guard lexeme.keyword != .if else { return true }
    return lexeme.isName && !Keyword.memberStarts.contains(lexeme.keyword)
  }

  private func isDoubled(_ sign: Token.Kind) -> Bool { kind == sign && ahead(1).kind == sign && touchesNext }

  private func isReference(_ expression: ExprSyntax) -> Bool {
    switch expression.kind {
    case .name, .member: true
    default: false
    }
  }
}
