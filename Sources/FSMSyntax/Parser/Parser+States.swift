import FSMDiagnostics

extension Parser {
  /// The words before `state`, and where each stands.
  struct StateModifiers {
    var initial: Span?
    var final: Span?
    var parallel: Span?
  }

  /// What states that share a line have in common.
  struct StatesHead {
    var start: Span
    var doc: String?
    var modifiers: StateModifiers
  }

  // states = { "initial" | "final" | "parallel" } "state" state { "," state } ;
  mutating func parseStates(into members: inout [MemberSyntax]) {
    guard let head = parseStatesHead() else { return }
    var isFirst = true
    repeat {
      guard parseState(head, isFirst: isFirst, into: &members) else { return }
      isFirst = false
    } while !isPanicking && take(.comma)
  }

  private mutating func parseStatesHead() -> StatesHead? {
    let start = current.span
    let doc = documentation()
    let modifiers = parseModifiers()
    if take(.state) { return StatesHead(start: start, doc: doc, modifiers: modifiers) }
    let isOther = keyword == .choice || keyword == .history || keyword == .machine
    fail("expected `state`", hint: isOther ? "`\(text(current))` takes no such word before it" : nil)
    return nil
  }

  private mutating func parseModifiers() -> StateModifiers {
    var modifiers = StateModifiers()
    while true {
      let slot: WritableKeyPath<StateModifiers, Span?>
      switch keyword {
      case .initial: slot = \.initial
      case .final: slot = \.final
      case .parallel: slot = \.parallel
      default: return modifiers
      }
      if modifiers[keyPath: slot] != nil {
        report(.expected, at: current.span, "`\(text(current))` stands here twice", hint: "remove one")
      }
      modifiers[keyPath: slot] = current.span
      advance()
    }
  }

  // state = name [ label ] [ parameters ] [ ":" submachine ] [ members ] ;
  /// False when there is not even a name.
  ///
  /// The header waits in `openStates` while the members are read, so that the frame of this method, of which one lies on the stack for
  /// each open block, stays small.
  mutating func parseState(_ head: StatesHead, isFirst: Bool, into members: inout [MemberSyntax]) -> Bool {
    guard openState(head, isFirst: isFirst) else { return false }
    let hasMembers = kind == .leftBrace && !isPanicking
    if hasMembers && !isFirst { reportBlockOfList() }
    closeState(hasMembers ? parseMembers(in: .state) : nil, into: &members)
    return true
  }

  private mutating func reportBlockOfList() {
    let name = openStates[openStates.count - 1].name.text
    report(
      .blockOfList, at: current.span, "braces behind a list of states belong to `\(name)` alone",
      hint: "a list declares states without members; write each state that has some by itself: `state \(name) { … }`")
  }

  private mutating func openState(_ head: StatesHead, isFirst: Bool) -> Bool {
    let start = isFirst ? head.start : current.span
    let doc = isFirst ? head.doc : documentation() ?? head.doc
    guard let name = parseName("the name of a state", takesLabel: true) else { return false }
    checkStrayWords(after: name, takesLabel: true)
    let label = parseLabel()
    let data = kind == .leftParenthesis && !isPanicking ? parseParameters(isData: true) : []
    let machine = !isPanicking && take(.colon) ? parseSubmachine() : nil
    checkStateHeader(of: name)
    if isPanicking { _ = resumeAtBlock() }
    let modifiers = head.modifiers
    openStates.append(
      StateSyntax(
        doc: doc, initial: modifiers.initial, final: modifiers.final, parallel: modifiers.parallel, name: name, label: label, data: data,
        machine: machine, members: nil, span: start))
    return true
  }

  private mutating func closeState(_ inner: [MemberSyntax]?, into members: inout [MemberSyntax]) {
    guard var state = openStates.popLast() else { return }
    state.members = inner
    state.span = span(from: state.span)
    members.append(.state(state))
  }

  // submachine = name [ arguments ] ;
  mutating func parseSubmachine() -> StateSyntax.Machine? {
    let start = current.span
    guard let name = parseName("the name of a machine") else { return nil }
    let arguments = kind == .leftParenthesis ? parseArguments() : []
    return StateSyntax.Machine(name: name, arguments: arguments, span: span(from: start))
  }

  /// Reports what cannot follow a state's name at the first lexeme that does not belong there.
  private mutating func checkStateHeader(of name: Name) {
    guard !isPanicking, kind != .leftBrace, kind != .comma, !isAtMemberEnd, !current.startsLine else { return }
    switch kind {
    case .arrow, .slash:
      fail("expected `{` or the next member", hint: "reactions stand between braces: `state \(name.text) { on event -> target }`")
    default: fail("expected `{` or the next member")
    }
  }
}
