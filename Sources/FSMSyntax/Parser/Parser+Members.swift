import FSMDiagnostics

extension Parser {
  /// What the block is of that members are read in.
  enum Owner { case machine, state }

  // members = "{" { member | ";" } "}" ;
  mutating func parseMembers(in owner: Owner) -> [MemberSyntax] {
    guard expect(.leftBrace, "`{`") else { return [] }
    var members: [MemberSyntax] = []
    guard enterBlock() else { return [] }
    defer { blockDepth -= 1 }
    while kind != .rightBrace, kind != .endOfFile {
      let before = index
      parseMember(into: &members, in: owner)
      if isPanicking { recoverToMember() }
      if index == before { advance() }
    }
    expect(.rightBrace, "`}`")
    return members
  }

  // member = variables | enumeration | events | callables | assertion | scenario
  //        | states | history | choice | initial | reaction | hold | activity ;
  mutating func parseMember(into members: inout [MemberSyntax], in owner: Owner) {
    if take(.semicolon) { return }
    let start = index
    let count = members.count
    let word = mendedKeyword()
    switch word {
    case .let, .var: parseVariables(into: &members)
    case .enum: if let member = parseEnumeration() { members.append(.enumeration(member)) }
    case .private, .event: parseEvents(into: &members)
    case .action, .func, .activity: parseCallables(into: &members)
    case .assert: if let member = parseAssertion() { members.append(.assertion(member)) }
    case .scenario: if let member = parseScenario() { members.append(.scenario(member)) }
    case .history, .deep: if let member = parseHistory() { members.append(.history(member)) }
    case .choice: if let member = parseChoice() { members.append(.choice(member)) }
    case .state, .final, .parallel: parseStates(into: &members)
    case .initial: parseInitialOrState(into: &members)
    case .entry, .exit, .on, .after, .always, .done: if let member = parseReaction() { members.append(.reaction(member)) }
    case .defer, .ignore: if let member = parseHold() { members.append(.hold(member)) }
    case .do: if let member = parseActivity() { members.append(.activity(member)) }
    default: failAtMember()
    }
    if owner == .state, members.count > count { checkPlace(of: members[count], at: lexemes[start].span) }
  }

  /// `initial` before a state or a choice marks it; before `/` or `->` it is a transition.
  private mutating func parseInitialOrState(into members: inout [MemberSyntax]) {
    switch (ahead(1).keyword, ahead(1).kind) {
    case (.choice, _): if let member = parseChoice() { members.append(.choice(member)) }
    case (_, .slash), (_, .arrow): if let member = parseInitial() { members.append(.initial(member)) }
    default: parseStates(into: &members)
    }
  }

  /// The keyword here; a word that is nearly one, and is followed as one, is reported and counts as it.
  private mutating func mendedKeyword() -> Keyword {
    if Keyword.memberStarts.contains(keyword) { return keyword }
    guard kind == .identifier, ahead(1).isName || ahead(1).kind == .slash,
      let near = Suggestions.closest(to: text(current), among: Keyword.memberStarts.map(\.text)),
      let meant = Keyword.memberStarts.first(where: { $0.text == near })
    else { return .none }
    report(
      .expected, at: current.span, "expected a member, found `\(text(current))`", hint: "did you mean `\(near)`?",
      fixes: [.init("write `\(near)`", [.init(current.span, near)])])
    lexemes[index].keyword = meant
    return meant
  }

  private mutating func failAtMember() {
    var hint: String?
    switch kind {
    case .leftBracket: hint = "a guard follows a trigger: `on event [guard] -> target`; branches stand in braces behind one"
    case .slash: hint = "effects follow a trigger or its guard: `on event / effects`"
    case .arrow: hint = "a target follows a trigger: `on event -> target`"
    default: if keyword == .else { hint = "`else` is a branch between the braces of a trigger: `on event { [guard] -> a  else -> b }`" }
    }
    fail("expected a member", hint: hint)
  }

  private mutating func checkPlace(of member: MemberSyntax, at span: Span) {
    let hint: String
    switch member {
    case .variable: hint = "declare it in the machine, or as data of the state: `state name(value: Int = 0)`"
    case .enumeration, .event, .callable, .assertion, .scenario: hint = "move it out of the state"
    default: return
    }
    let what = source.text(of: span)
    report(.misplacedMember, at: span, "`\(what)` stands in a state, and only a machine has such members", hint: hint)
  }
}
