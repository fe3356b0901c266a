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
    let start = current.span
    let count = members.count
    let word = mendedKeyword()
    switch word {
    case .state, .final, .parallel: parseStates(into: &members)
    case .initial: parseInitialOrState(into: &members)
    default: parseLeaf(word, into: &members)
    }
    if owner == .state, members.count > count { checkPlace(in: members, count, at: start) }
  }

  /// A member without members; apart from `parseMember`, whose frame lies on the stack once for each open block.
  private mutating func parseLeaf(_ word: Keyword, into members: inout [MemberSyntax]) {
    switch word {
    case .let, .var: parseVariables(into: &members)
    case .private, .event: parseEvents(into: &members)
    case .action, .func, .activity: parseCallables(into: &members)
    default:
      if let member = parseSingle(word) { members.append(member) }
    }
  }

  /// A member that declares one thing.
  private mutating func parseSingle(_ word: Keyword) -> MemberSyntax? {
    switch word {
    case .enum: return parseEnumeration().map { .enumeration($0) }
    case .assert: return parseAssertion().map { .assertion($0) }
    case .scenario: return parseScenario().map { .scenario($0) }
    case .history, .deep: return parseHistory().map { .history($0) }
    case .choice: return parseChoice().map { .choice($0) }
    case .initial: return parseInitial().map { .initial($0) }
    case .entry, .exit, .on, .after, .always, .done: return parseReaction().map { .reaction($0) }
    case .defer, .ignore: return parseHold().map { .hold($0) }
    case .do: return parseActivity().map { .activity($0) }
    default:
      failAtMember()
      return nil
    }
  }

  /// `initial` before a state or a choice marks it; before `/` or `->` it is a transition.
  private mutating func parseInitialOrState(into members: inout [MemberSyntax]) {
    switch (ahead(1).keyword, ahead(1).kind) {
    case (.choice, _): parseLeaf(.choice, into: &members)
    case (_, .slash), (_, .arrow): parseLeaf(.initial, into: &members)
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
    case .identifier where keyword == .if: hint = "a condition is a guard in brackets behind the trigger: `on event [condition] -> target`"
    default: if keyword == .else { hint = "`else` is a branch between the braces of a trigger: `on event { [guard] -> a  else -> b }`" }
    }
    fail("expected a member", at: current.span, hint: hint)
  }

  private mutating func checkPlace(in members: [MemberSyntax], _ position: Int, at span: Span) {
    let hint: String
    switch members[position] {
    case .variable: hint = "declare it in the machine, or as data of the state: `state name(value: Int = 0)`"
    case .enumeration, .event, .callable, .assertion, .scenario: hint = "move it out of the state"
    default: return
    }
    let what = source.text(of: span)
    report(.misplacedMember, at: span, "`\(what)` stands in a state, and only a machine has such members", hint: hint)
  }
}
