import FSMDiagnostics

/// Forms that people bring along from other notations: each is understood, and reported with the form that is right here.
extension Parser {
  /// True for `->`, and for `=>`, `==>` and `-->`, which `takeArrow` reports.
  var isAtArrow: Bool { kind == .arrow || oddArrowLength > 0 }

  /// Reads an arrow, odd ones too.
  mutating func takeArrow() -> Bool {
    if isPanicking { return false }
    let length = oddArrowLength
    if length > 0 {
      let span = current.span.joined(with: ahead(length - 1).span)
      report(
        .wrongArrow, at: span, "an arrow is written `->`, found `\(source.text(of: span))`", hint: "write `->`",
        fixes: [.init("write `->`", [.init(span, "->")])])
      index += length
      return true
    }
    return take(.arrow)
  }

  /// How many lexemes make an arrow in another spelling here; zero for none.
  private var oddArrowLength: Int {
    guard touchesNext else { return 0 }
    switch (kind, ahead(1).kind) {
    case (.assign, .greater), (.equal, .greater), (.minus, .arrow): return 2
    default: return 0
    }
  }

  /// `on e(x)`: the parameters of an event are in scope without being listed.
  mutating func checkPayload(behind trigger: Span) {
    guard !isPanicking, kind == .leftParenthesis else { return }
    let start = current.span
    let name = source.text(of: trigger)
    var open = 0
    repeat {
      if kind == .leftParenthesis { open += 1 }
      if kind == .rightParenthesis { open -= 1 }
      advance()
    } while open > 0 && !isAtLineBreak && kind != .endOfFile
    let whole = span(from: start)
    report(
      .payloadInTrigger, at: whole, "`\(name)` lists parameters where it is reacted to",
      hint: "write `\(name)` alone: its parameters are in scope by the names it was declared with",
      fixes: open == 0 ? [.init("remove them", [.init(whole, "")])] : [])
    if open > 0 { isPanicking = true }
  }

  private var isAtLineBreak: Bool { current.startsLine && isAtMemberEnd }

  /// `on e: …`: goes on behind the colon where a reaction does.
  mutating func checkColon(behind trigger: Span) {
    guard !isPanicking, kind == .colon else { return }
    let next = ahead(1)
    guard [.leftBracket, .slash, .arrow, .leftBrace].contains(next.kind) else {
      let text = source.text(of: trigger)
      return giveUp(
        .expected, at: current.span, "expected `/` and effects, or `->` and a target, found `:`", hint: "for example: `\(text) / action()`")
    }
    report(
      .expected, at: current.span, "expected a guard, effects or a target, found `:`", hint: "remove the colon",
      fixes: [.init("remove `:`", [.init(current.span, "")])])
    advance()
  }

  /// `on e / effects [guard]`: reads the guard all the same.
  mutating func parseLateGuard(before condition: ExprSyntax?, from start: Span) -> ExprSyntax? {
    guard condition == nil else {
      failAtSecondBranch()
      return condition
    }
    let place = current.span
    let effects = Span(file: source.id, start: Int(start.start), end: Int(previousSpan.end))
    let late = parseGuard()
    guard !isPanicking else { return late }
    let whole = span(from: place)
    let fix = [Diagnostic.Fix.Edit(effects, "\(source.text(of: whole)) \(source.text(of: effects))"), .init(whole, "")]
    report(
      .reactionOrder, at: whole, "a guard behind the effects", hint: "the guard comes first: `on event [guard] / effects -> target`",
      fixes: [.init("move the guard", fix)])
    return late
  }

  /// What may wrongly follow targets: more targets behind a comma, effects, or a guard.
  ///
  /// Returns what was understood of them.
  @discardableResult
  mutating func checkBehindTargets(
    _ targets: TargetsSyntax, effects: [EffectSyntax], guarded: ExprSyntax?, isBranch: Bool
  ) -> (effects: [EffectSyntax], targets: TargetsSyntax?) {
    if isPanicking { return ([], nil) }
    switch kind {
    case .comma: return ([], parseCommaTargets(targets))
    case .slash: return (parseLateEffects(targets, hasEffects: !effects.isEmpty), nil)
    case .leftBracket where !isBranch && guarded != nil: failAtSecondBranch()
    case .leftBracket where !isBranch:
      giveUp(
        .reactionOrder, at: current.span, "a guard behind the target", hint: "the guard comes first: `on event [guard] / effects -> target`"
      )
      _ = resume(at: .rightBracket) && take(.rightBracket)
    case .identifier where keyword == .else && !isBranch: failAtSecondBranch()
    default: break
    }
    return ([], nil)
  }

  private mutating func parseCommaTargets(_ targets: TargetsSyntax) -> TargetsSyntax? {
    let comma = current.span
    advance()
    guard current.isName, let more = parseTargets() else {
      fail("expected the next member")
      return nil
    }
    report(
      .targetSeparator, at: comma, "two targets are parted by a comma", hint: "join targets in several regions by `&`: `-> a & b`",
      fixes: [.init("write `&`", [.init(comma, " &")])])
    var all = targets
    all.targets += more.targets
    all.mode = more.mode
    all.span = all.span.joined(with: more.span)
    if kind == .comma, !isPanicking { isPanicking = true }
    return all
  }

  private mutating func parseLateEffects(_ targets: TargetsSyntax, hasEffects: Bool) -> [EffectSyntax] {
    let slash = current.span
    advance()
    let effects = parseEffects()
    guard !isPanicking else { return effects }
    let whole = span(from: slash)
    let arrowed = Span(file: source.id, start: Int(targets.span.start), end: Int(whole.end))
    let swapped = "\(source.text(of: whole)) -> \(source.text(of: targets.span))"
    let arrow = source.bytes[..<Int(targets.span.start)].lastIndex(of: UInt8(ascii: "-"))
    var edit = arrowed
    edit.start = Int32(arrow ?? Int(arrowed.start))
    report(
      .reactionOrder, at: whole, "effects behind the target", hint: "effects come first: `/ effects -> target`",
      fixes: hasEffects || arrow == nil ? [] : [.init("move the effects before the arrow", [.init(edit, swapped)])])
    return effects
  }

  /// A second guard or an `else` without braces.
  mutating func failAtSecondBranch() {
    giveUp(
      .branchShape, at: current.span, "a second branch without braces around the branches",
      hint: "several branches stand in braces: `on event { [guard] -> a  else -> b }`")
  }
}
