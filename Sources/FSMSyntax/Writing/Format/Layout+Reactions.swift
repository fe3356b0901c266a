import FSMDiagnostics

extension Layout {
  // MARK: States

  func headEnd(of state: StateSyntax) -> Span {
    // The list of data and of arguments ends with a `)` that is no part of its last element.
    if let machine = state.machine { return machine.span }
    guard let last = state.data.last else { return state.label?.span ?? state.name.span }
    var index = range(last.span).upperBound
    while kind(index) == .comma { index += 1 }
    return tokens[index].span
  }

  mutating func layOut(_ state: StateSyntax, _ whole: Range<Int>, indent: Int) {
    guard let members = state.members, let open = openBrace(of: members, in: whole, headEnd: headEnd(of: state)) else {
      return fill(whole, indent: indent)
    }
    let close = whole.upperBound - 1
    if !members.isEmpty, staysOnLine(members, whole, open, close, indent: indent) { return indentRest(whole, indent: indent) }
    fill(whole.lowerBound..<open + 1, indent: indent)
    layOut(members, open, close, indent: indent)
  }

  /// True for one short member that shares the line of its state already.
  private func staysOnLine(_ members: [MemberSyntax], _ whole: Range<Int>, _ open: Int, _ close: Int, indent: Int) -> Bool {
    guard members.count == 1, let member = members.first, fits(whole, indent: indent), isOneLine(whole),
      restIsFine(open + 1..<close, from: range(member.span).upperBound)
    else { return false }
    switch member {
    case .reaction(let reaction): if case .single = reaction.body { return true } else { return false }
    case .hold, .activity, .initial: return true
    case .state(let inner): return inner.members == nil
    default: return false
    }
  }

  // MARK: Reactions

  mutating func layOut(_ reaction: ReactionSyntax, _ whole: Range<Int>, indent: Int) {
    switch reaction.trigger {
    case .entry, .exit: layOut(reaction.body, whole, headEnd: whole.lowerBound + 1, indent: indent, table: .own)
    default: layOut(reaction.body, whole, headEnd: token(at: reaction.triggerSpan.end), indent: indent, table: .bare)
    }
  }

  /// Where the trigger of `from` ends: at the guard, the effects, the target or the brace.
  func bodyStart(_ body: ReactionBodySyntax) -> Int {
    switch body {
    case .single(let branch): return token(at: branch.span.start)
    case .branches(let branches): return branches.first.map { token(at: $0.span.start) - 1 } ?? tokens.count - 1
    }
  }

  mutating func layOut(_ body: ReactionBodySyntax, _ whole: Range<Int>, headEnd: Int, indent: Int, table: Table = .none) {
    switch body {
    case .single(let branch):
      layOut(branch, whole, indent: indent)
      mark(branch, whole, table, behind: headEnd)
    case .branches(let branches): layOut(branches, whole, brace: headEnd, indent: indent)
    }
  }

  /// Where a line belongs to a table: the token its second column begins with.
  private mutating func mark(_ branch: BranchSyntax, _ whole: Range<Int>, _ table: Table, behind headEnd: Int) {
    guard table != .none, branch.condition == nil, whole.upperBound > headEnd, table != .bare || branch.effects.isEmpty else { return }
    mark(headEnd, of: whole, table)
  }

  private mutating func mark(_ index: Int, of whole: Range<Int>, _ table: Table) {
    if whole.dropFirst().allSatisfy({ !gaps[$0].breaks }) { gaps[index].table = table }
  }

  /// Branches between braces.
  mutating func layOut(_ branches: [BranchSyntax], _ whole: Range<Int>, brace open: Int, indent: Int) {
    guard kind(open) == .leftBrace, whole.contains(open) else { return fill(whole, indent: indent) }
    let close = whole.upperBound - 1
    let starts = branches.map { token(at: $0.span.start) }
    if isOneLine(whole), fits(whole, indent: indent, extra: starts.count) {
      for start in starts.dropFirst() { gaps[start].blanks = 2 }
      return indentRest(whole, indent: indent)
    }
    fill(whole.lowerBound..<open + 1, indent: indent)
    for (index, branch) in branches.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : close
      let end = min(range(branch.span).upperBound, next)
      startUnit(starts[index], indent: indent + 2)
      layOut(branch, starts[index]..<end, indent: indent + 2)
      layOutRest(end..<next, from: end, indent: indent + 2)
      markBranch(branch, starts[index]..<end)
    }
    startUnit(close, indent: indent)
  }

  private mutating func markBranch(_ branch: BranchSyntax, _ whole: Range<Int>) {
    // Behind `else`, or behind the `]` of the guard.
    let second = branch.condition.map { range($0.span).upperBound + 1 } ?? whole.lowerBound + 1
    if whole.contains(second) { mark(second, of: whole, .branch) }
  }

  /// `head [guard] / effects -> targets`: on one line where it fits.
  mutating func layOut(_ branch: BranchSyntax, _ whole: Range<Int>, indent: Int) {
    let effects = branch.effects.map { token(at: $0.span.start) }
    let isBroken = effects.dropFirst().contains { startsLine($0) }
    if fits(whole, indent: indent), !isBroken { return indentRest(whole, indent: indent) }
    let arrow = arrow(branch)
    defer { if let arrow { placeTargets(arrow..<whole.upperBound, indent: indent) } }
    guard let first = effects.first else { return fill(whole.lowerBound..<(arrow ?? whole.upperBound), indent: indent) }
    let head = whole.lowerBound..<first - 1
    let list = first - 1..<(arrow ?? whole.upperBound)
    // A short head has its effects beside it, a long one above them.
    let isShort = width(head) <= 24
    if isShort || (!isBroken && indent + width(head) + 1 + width(list) <= ChartFormatter.width) {
      let hang = indent + width(head) + 3
      indentRest(head.lowerBound..<list.upperBound, indent: indent)
      fill(list, from: hang - 2, hang: hang, at: Array(effects.dropFirst()))
    } else {
      fill(head, indent: indent)
      startLine(first - 1, indent: indent + 2)
      fill(list, from: indent + 2, hang: indent + 4, at: Array(effects.dropFirst()))
    }
  }

  private mutating func placeTargets(_ targets: Range<Int>, indent: Int) {
    startLine(targets.lowerBound, indent: indent + 2)
    fill(targets, from: indent + 2, hang: indent + 6, at: [])
  }

  private func arrow(_ branch: BranchSyntax) -> Int? { branch.targets.map { token(at: $0.span.start) - 1 } }

  private mutating func startLine(_ index: Int, indent: Int) {
    gaps[index].breaks = true
    gaps[index].indent = Int32(indent)
  }
}
