import FSMDiagnostics

extension Parser {
  /// Every branch in braces begins with a guard or `else`.
  mutating func checkBranchStart(isAlone: Bool, isMarked: Bool, at start: Span) {
    guard !isAlone, !isMarked, !isPanicking else { return }
    if kind == .slash || isAtArrow {
      report(
        .branchShape, at: current.span, "a branch without a guard and without `else`",
        hint: "begin it with `[guard]`, or with `else` when it is the last",
        fixes: [.init("write `else`", [.init(start.before, "else ")])])
    } else {
      fail("expected a branch: `[guard]` or `else`")
    }
  }

  /// A branch does something.
  mutating func checkBranchEnd(isEmpty: Bool, at start: Span) {
    if isPanicking { return }
    let isAtEnd = kind == .leftBracket || keyword == .else || kind == .rightBrace || kind == .semicolon
    if isEmpty, !isAtEnd { return fail("expected effects behind `/` or a target behind `->`") }
    if isEmpty {
      let whole = span(from: start)
      report(
        .emptyReaction, at: whole, "nothing follows `\(source.text(of: whole))`",
        hint: "add a target (`-> state`) or effects (`/ action()`)")
      return
    }
    if isAtEnd {
      _ = take(.semicolon)
      return
    }
    if kind == .slash || isAtArrow { return }
    fail("expected the next branch or `}`")
  }

  /// `else [guard]`: an `else` with a condition is a guard.
  mutating func reportGuardBehindElse() {
    let word = previousSpan
    let removed = Span(file: source.id, start: Int(word.start), end: Int(current.span.start))
    report(
      .branchShape, at: word.joined(with: current.span), "a guard behind `else`",
      hint: "branches are tried in order: write the guard alone", fixes: [.init("remove `else`", [.init(removed, "")])])
    _ = parseGuard()
  }

  /// True when a member of a state begins where a branch should: `on a { on b -> c }`.
  var isAtMisplacedMember: Bool { kind == .identifier && keyword != .else && looksLikeMember(index) }

  mutating func failAtMemberInBranches() {
    fail("expected a branch: `[guard]` or `else`", hint: "members stand in a state or a machine, not among branches")
  }

  /// `[a = b]`
  mutating func failAtAssignment(in condition: ExprSyntax) {
    giveUp(
      .wrongOperator, at: current.span, "`=` in a guard", hint: "a guard compares with `==`",
      fixes: [.init("write `==`", [.init(current.span, "==")])])
  }
}
