import FSMDiagnostics

extension Layout {
  /// The members of a block, those declared together as one; their tokens are all between the braces.
  func declarations(_ members: [MemberSyntax], _ open: Int, _ close: Int) -> [Declaration] {
    var found: [Declaration] = []
    for (index, member) in members.enumerated() {
      let start = firstToken(of: member)
      if let last = found.indices.last, kind(start - 1) == .comma, start - 1 > found[last].tokens.lowerBound {
        found[last].members = members[found[last].members.startIndex...index]
      } else {
        if let last = found.indices.last { found[last].tokens = found[last].tokens.lowerBound..<max(start, found[last].tokens.lowerBound) }
        found.append(Declaration(tokens: max(start, open + 1)..<close, members: members[index...index]))
      }
    }
    // Text before the first member that became none.
    if found.isEmpty || found[0].tokens.lowerBound > open + 1 {
      let end = found.first?.tokens.lowerBound ?? close
      found.insert(Declaration(tokens: open + 1..<end, members: [], isDamaged: true), at: 0)
    }
    for index in found.indices { found[index].isDamaged = found[index].isDamaged || isDamaged(found[index], closedAt: close) }
    return found
  }

  private func isDamaged(_ declaration: Declaration, closedAt close: Int) -> Bool {
    // What is missing at the end of a block is reported at its brace.
    let isLast = declaration.tokens.upperBound == close
    if !findings(in: declaration.tokens.lowerBound..<declaration.tokens.upperBound + (isLast ? 1 : 0)).isEmpty { return true }
    guard let last = declaration.members.last else { return true }
    return !restIsFine(declaration.tokens, from: range(last.span).upperBound)
  }

  /// True where nothing but semicolons follows what was understood.
  func restIsFine(_ whole: Range<Int>, from start: Int) -> Bool {
    (min(start, whole.upperBound)..<whole.upperBound).allSatisfy { kind($0) == .semicolon }
  }

  /// Where the declaration of a member begins: at its keyword.
  private func firstToken(of member: MemberSyntax) -> Int {
    let start = token(at: member.span.start)
    switch member {
    case .variable, .callable: return kind(start - 1) == .comma ? start : start - 1
    case .event(let event):
      if kind(start - 1) == .comma { return start }
      return event.isPrivate ? start - 2 : start - 1
    default: return start
    }
  }

  mutating func layOut(_ declaration: Declaration, indent: Int) {
    guard let last = declaration.members.last else { return }
    let end = range(last.span).upperBound
    layOutRest(declaration.tokens, from: end, indent: indent)
    let whole = declaration.tokens.lowerBound..<end
    if declaration.members.count > 1 { return layOutList(declaration, whole, indent: indent) }
    switch last {
    case .event(let event): layOut(event, whole, indent: indent)
    case .scenario(let scenario): layOut(scenario, whole, indent: indent)
    case .state(let state): layOut(state, whole, indent: indent)
    case .history(let history):
      layOut(
        BranchSyntax(doc: nil, condition: nil, otherwise: nil, effects: history.effects, targets: history.target, span: history.span),
        whole,
        indent: indent)
    case .initial(let initial):
      layOut(
        BranchSyntax(doc: nil, condition: nil, otherwise: nil, effects: initial.effects, targets: initial.target, span: initial.span),
        whole,
        indent: indent)
    case .choice(let choice): layOut(choice.branches, whole, brace: token(at: choice.name.span.end), indent: indent)
    case .reaction(let reaction): layOut(reaction, whole, indent: indent)
    case .enumeration(let syntax):
      let first = syntax.cases.first.map { token(at: $0.span.start) } ?? whole.lowerBound
      fill(whole, from: indent, hang: indent + width(whole.lowerBound..<first) + 1, at: [])
    case .variable, .callable, .assertion, .hold, .activity: fill(whole, indent: indent)
    }
  }

  /// `event a, b, c`: broken between the names where the file breaks there, or where the line would be too long.
  private mutating func layOutList(_ declaration: Declaration, _ whole: Range<Int>, indent: Int) {
    let starts = declaration.members.dropFirst().map { token(at: $0.span.start) }
    // Further lines begin below the first name.
    let first = declaration.members.first.map { nameStart(of: $0) } ?? whole.lowerBound
    let hang = indent + width(whole.lowerBound..<first) + 1
    var stretch = whole.lowerBound
    for case .state(let state) in declaration.members where state.members != nil {
      guard let open = openBrace(of: state.members, in: range(state.span), headEnd: headEnd(of: state)) else { continue }
      fill(stretch..<open + 1, from: indent, hang: hang, at: starts)
      let close = range(state.span).upperBound - 1
      layOut(state.members ?? [], open, close, indent: indent)
      stretch = close + 1
    }
    fill(stretch..<whole.upperBound, from: indent, hang: hang, at: starts)
  }

  private func nameStart(of member: MemberSyntax) -> Int {
    if case .state(let state) = member { token(at: state.name.span.start) } else { token(at: member.span.start) }
  }

  private mutating func layOut(_ event: EventSyntax, _ whole: Range<Int>, indent: Int) {
    guard let first = event.from.first else { return fill(whole, indent: indent) }
    let start = token(at: first.span.start)
    let isShared = event.from.count == 1 && !startsLine(start)
    if isShared { return layOut(first.body, whole, headEnd: bodyStart(first.body), indent: indent) }
    fill(whole.lowerBound..<start, indent: indent)
    for from in event.from {
      let range = range(from.span)
      startUnit(range.lowerBound, indent: indent + 2)
      layOut(from.body, range, headEnd: bodyStart(from.body), indent: indent + 2, table: .source)
    }
  }

  private mutating func layOut(_ scenario: ScenarioSyntax, _ whole: Range<Int>, indent: Int) {
    let open = token(at: scenario.name.span.end)
    let close = whole.upperBound - 1
    guard let first = scenario.steps.first else { return layOut([], open, close, indent: indent) }
    let inner = indent + 2
    for index in open + 1..<token(at: first.span.start) where kind(index) == .semicolon { startUnit(index, indent: inner) }
    for (index, step) in scenario.steps.enumerated() {
      let range = range(step.span)
      startUnit(range.lowerBound, indent: inner)
      fill(range, indent: inner)
      let next = index + 1 < scenario.steps.count ? token(at: scenario.steps[index + 1].span.start) : close
      layOutRest(range.upperBound..<next, from: range.upperBound, indent: inner)
    }
    startUnit(close, indent: indent)
  }
}
