import FSMDiagnostics

extension Parser {
  // reaction = trigger ( body | ownEffects ) ;
  /// `ownEffects` follow `entry` and `exit`, a body follows the others.
  mutating func parseReaction() -> ReactionSyntax? {
    let start = current.span
    let doc = documentation()
    guard let trigger = parseTrigger() else { return nil }
    let triggerSpan = span(from: start)
    let body: ReactionBodySyntax?
    switch trigger {
    case .entry, .exit: body = parseOwnEffects(trigger: start)
    default: body = parseBody(trigger: triggerSpan)
    }
    guard let body else { return nil }
    return ReactionSyntax(doc: doc, trigger: trigger, triggerSpan: triggerSpan, body: body, span: span(from: start))
  }

  // trigger = "entry" | "exit" | "always" | "done" | "on" ( "*" | path { "," path } ) | "after" delay ;
  mutating func parseTrigger() -> ReactionSyntax.Trigger? {
    let word = keyword
    advance()
    switch word {
    case .entry: return .entry
    case .exit: return .exit
    case .always: return .always
    case .done: return .done
    case .after: return parseDelay().map { .after($0) }
    default: break
    }
    if take(.star) { return .any }
    var events: [PathSyntax] = []
    repeat {
      guard let path = parsePath("the name of an event, or `*`") else { return nil }
      events.append(path)
      checkPayload(behind: path.span)
    } while take(.comma)
    return .events(events)
  }

  // delay = postfix ;
  /// Not a whole expression: what follows may be `/` and effects.
  mutating func parseDelay() -> ExprSyntax? {
    let delay = parsePostfix()
    return isPanicking ? nil : delay
  }

  // body = branches | branch ;
  mutating func parseBody(trigger: Span) -> ReactionBodySyntax? {
    if isPanicking { return nil }
    checkColon(behind: trigger)
    if kind == .leftBrace { return .branches(parseBranches(trigger: trigger)) }
    let start = current.span
    guard kind == .leftBracket || kind == .slash || isAtArrow else {
      if keyword == .else || isAtMemberEnd || current.startsLine {
        report(
          .emptyReaction, at: trigger, "nothing follows `\(source.text(of: trigger))`",
          hint: "add a target (`-> state`) or effects (`/ action()`); to drop an event on purpose write `ignore`")
        if keyword == .else { isPanicking = true }
      } else {
        fail("expected a guard `[…]`, effects behind `/` or a target behind `->`")
      }
      return nil
    }
    let findings = diagnostics.count
    let branch = parseBranch(isAlone: true)
    if !isPanicking, diagnostics.count == findings, branch.effects.isEmpty, branch.targets == nil {
      report(
        .emptyReaction, at: span(from: start), "nothing follows the guard", hint: "add a target (`-> state`) or effects (`/ action()`)")
    }
    return .single(branch)
  }

  // branches = "{" branch { [ ";" ] branch } [ ";" ] "}" ;
  /// Each begins with a guard or `else`.
  mutating func parseBranches(trigger: Span) -> [BranchSyntax] {
    let brace = current.span
    let findings = diagnostics.count
    advance()
    var branches: [BranchSyntax] = []
    while kind != .rightBrace, kind != .endOfFile {
      let before = index
      if isAtMisplacedMember { failAtMemberInBranches() } else { branches.append(parseBranch(isAlone: false)) }
      if isPanicking { recoverToBranch() }
      if index == before { advance() }
    }
    if branches.isEmpty, diagnostics.count == findings {
      report(.emptyReaction, at: brace, "there is no branch between these braces", hint: "for example: `{ [guard] -> a  else -> b }`")
    }
    expect(.rightBrace, "`}`")
    return branches
  }

  // branch = [ guard | "else" ] ( "ignore" | [ "/" effects ] [ "->" targets ] ) ;
  /// It has effects or targets, or `ignore`: it takes the event and does nothing. That word stands in braces alone, since `ignore event`
  /// says the same of a whole state. `isAlone` for a reaction without braces, which has no `else`.
  mutating func parseBranch(isAlone: Bool) -> BranchSyntax {
    let start = current.span
    let doc = documentation()
    let findings = diagnostics.count
    var condition: ExprSyntax?
    let otherwise = keyword == .else && !isAlone ? current.span : nil
    if otherwise != nil { advance() } else if kind == .leftBracket { condition = parseGuard() }
    checkBranchStart(isAlone: isAlone, isMarked: otherwise != nil || condition != nil, at: start)
    if otherwise != nil, kind == .leftBracket { reportGuardBehindElse() }
    if !isAlone, !isPanicking, otherwise != nil || condition != nil, takeIgnore() {
      return BranchSyntax(doc: doc, condition: condition, otherwise: otherwise, effects: [], targets: nil, span: span(from: start))
    }
    checkColon(behind: previousSpan)
    var effects = take(.slash) ? parseEffects() : []
    if isPanicking { _ = resume(at: .arrow) }
    if !isPanicking, isAlone, kind == .leftBracket, !effects.isEmpty { condition = parseLateGuard(before: condition, from: start) }
    var targets = takeArrow() ? parseTargets() : nil
    if let first = targets {
      let late = checkBehindTargets(first, effects: effects, guarded: condition, isBranch: !isAlone)
      effects += late.effects
      targets = late.targets ?? first
    }
    let isEmpty = effects.isEmpty && targets == nil && diagnostics.count == findings
    if !isAlone { checkBranchEnd(isEmpty: isEmpty, at: start) }
    return BranchSyntax(
      doc: doc, condition: condition, otherwise: otherwise, effects: effects, targets: targets, span: span(from: start))
  }

  /// The word `ignore` with which a branch ends.
  private mutating func takeIgnore() -> Bool {
    guard keyword == .ignore else { return false }
    let next = ahead(1)
    guard next.kind == .leftBracket || next.kind == .rightBrace || next.kind == .semicolon || next.keyword == .else else { return false }
    advance()
    _ = take(.semicolon)
    return true
  }

  // guard = "[" expression "]" ;
  mutating func parseGuard() -> ExprSyntax {
    let start = index
    advance()
    let condition = parseExpression()
    if !isPanicking, kind == .assign { failAtAssignment(in: condition) }
    if !isPanicking { expect(.rightBracket, "`]`") }
    if isPanicking { _ = resumeBehindGuard(from: start) }
    return condition
  }

  // ownEffects = "/" effects ;
  private mutating func parseOwnEffects(trigger: Span) -> ReactionBodySyntax? {
    let start = current.span
    let word = source.text(of: trigger)
    checkColon(behind: trigger)
    guard take(.slash) else {
      if isAtMemberEnd || (current.startsLine && kind != .leftBrace) {
        report(.emptyReaction, at: trigger, "nothing follows `\(word)`", hint: "add effects: `\(word) / action()`")
      } else {
        let hint = kind == .leftBracket ? "a condition is an effect: `\(word) / if … { action() }`" : "write `\(word) / action()`"
        fail("expected `/` and effects", hint: hint)
      }
      return nil
    }
    let effects = parseEffects()
    if !isPanicking, isAtArrow {
      fail("expected the next member", hint: "`\(word)` has no target; use `always -> target` to move on at once")
    }
    return .single(
      BranchSyntax(doc: nil, condition: nil, otherwise: nil, effects: effects, targets: nil, span: span(from: start)))
  }
}
