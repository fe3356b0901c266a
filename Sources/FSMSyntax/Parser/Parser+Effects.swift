import FSMDiagnostics

extension Parser {
  // effects = effect { "," effect } ;
  mutating func parseEffects() -> [EffectSyntax] {
    var effects: [EffectSyntax] = []
    repeat {
      guard !isPanicking else { break }
      if looksLikeMember(index), current.startsLine || kind == .rightBrace {
        fail("expected an effect")
        break
      }
      if let effect = parseEffect() { effects.append(effect) }
      checkSemicolon()
    } while !isPanicking && take(.comma)
    return effects
  }

  // effect = raise | send | cancel | conditional | assignment ;
  mutating func parseEffect() -> EffectSyntax? {
    let next = ahead(1)
    switch keyword {
    case .raise where next.isName: return parseRaise()
    case .send where next.isName: return parseSend()
    case .cancel where next.isName: return parseCancel()
    case .if: return parseConditional()
    default: return parseAssignment()
    }
  }

  // raise = "raise" call ;
  mutating func parseRaise() -> EffectSyntax? {
    let start = current.span
    advance()
    guard var call = parseCall("the name of an event", needsArguments: false) else { return nil }
    call.span = call.span.joined(with: start)
    return .raise(call)
  }

  // send = "send" call [ "in" expression ] ;
  mutating func parseSend() -> EffectSyntax? {
    let start = current.span
    advance()
    guard let call = parseCall("the name of an event", needsArguments: false) else { return nil }
    checkSendAfter()
    let delay = !isPanicking && take(.in) ? parseExpression() : nil
    return .send(call, delay: delay, span: span(from: start))
  }

  // cancel = "cancel" name ;
  mutating func parseCancel() -> EffectSyntax? {
    let start = current.span
    advance()
    guard let name = parseName("the name of an event") else { return nil }
    checkPayload(behind: name.span)
    return .cancel(name, span: span(from: start))
  }

  // call = name [ arguments ] ;
  mutating func parseCall(_ role: String, needsArguments: Bool) -> CallSyntax? {
    let start = current.span
    guard let name = parseName(role) else { return nil }
    if kind == .leftParenthesis, !isPanicking {
      let arguments = parseArguments()
      return CallSyntax(name: name, arguments: arguments, span: span(from: start))
    }
    if needsArguments { reportMissingArguments(behind: name.span) }
    return CallSyntax(name: name, arguments: [], span: name.span)
  }

  // conditional = "if" expression block [ "else" ( conditional | block ) ] ;
  mutating func parseConditional() -> EffectSyntax? {
    let start = current.span
    guard enter("effects") else { return nil }
    defer { leave() }
    guard let condition = parseCondition() else { return nil }
    let then = parseBlock()
    let otherwise = isAtOtherwise ? parseOtherwise() : []
    return .conditional(.init(condition: condition, then: then, otherwise: otherwise), span: span(from: start))
  }

  /// Reads `if` and what it asks, up to the block.
  private mutating func parseCondition() -> ExprSyntax? {
    advance()
    let condition = parseExpression()
    if !isPanicking, kind == .assign { failAtAssignment(in: condition) }
    if isPanicking, !resume(at: .leftBrace) { return nil }
    if kind == .leftBrace { return condition }
    fail("expected `{` and effects", hint: "for example: `if ready { go() } else { wait() }`")
    return nil
  }

  /// `else` belongs to an `if` only before `{` or `if`; else it begins a branch.
  private var isAtOtherwise: Bool { !isPanicking && keyword == .else && (ahead(1).kind == .leftBrace || ahead(1).keyword == .if) }

  private mutating func parseOtherwise() -> [EffectSyntax] {
    advance()
    if keyword != .if { return parseBlock() }
    return parseConditional().map { [$0] } ?? []
  }

  // block = "{" effects "}" ;
  mutating func parseBlock() -> [EffectSyntax] {
    advance()
    if kind == .rightBrace { fail("expected an effect", hint: "a block without effects says nothing; leave it out") }
    let effects = isPanicking ? [] : parseEffects()
    if !isPanicking, kind != .rightBrace { failInBlock() }
    if isPanicking { leaveBlock() } else { advance() }
    return effects
  }

  private mutating func failInBlock() {
    let hint = isAtArrow ? "a target stands behind the effects of a branch, not inside `if`" : "effects are joined by `,`"
    fail("expected `,` or `}`", hint: hint)
  }

  // assignment = postfix [ ( "=" | "+=" | "-=" | "*=" ) expression ] ;
  mutating func parseAssignment() -> EffectSyntax? {
    let start = current.span
    guard canStartExpression else {
      fail("expected an effect", hint: "for example: `action()`, `count += 1`, `raise event`")
      return nil
    }
    let place = parsePostfix()
    if isPanicking { return .call(place) }
    if let assigning = assignmentOperator {
      advance()
      let value = parseExpression()
      return .assign(place: place, assigning, value: value, span: span(from: start))
    }
    return finishCall(place)
  }

  private var assignmentOperator: EffectSyntax.AssignmentOperator? {
    if oddOperatorMeansArrow { return nil }
    switch kind {
    case .assign: return .set
    case .addAssign: return .add
    case .subtractAssign: return .subtract
    case .multiplyAssign: return .multiply
    default: return nil
    }
  }

  /// `fx => target`: the `=` is half of an arrow.
  private var oddOperatorMeansArrow: Bool { kind == .assign && isAtArrow }
}
