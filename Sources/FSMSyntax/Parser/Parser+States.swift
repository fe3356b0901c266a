import FSMDiagnostics

extension Parser {
  /// The words before `state`, and where each stands.
  struct StateModifiers {
    var initial: Span?
    var final: Span?
    var parallel: Span?
  }

  // states = { "initial" | "final" | "parallel" } "state" state { "," state } ;
  mutating func parseStates(into members: inout [MemberSyntax]) {
    let start = current.span
    let doc = documentation()
    let modifiers = parseModifiers()
    guard take(.state) else {
      if keyword == .choice || keyword == .history || keyword == .machine {
        return fail("expected `state`", hint: "`\(text(current))` takes no such word before it")
      }
      return fail("expected `state`")
    }
    var isFirst = true
    repeat {
      let ownDoc = isFirst ? doc : documentation() ?? doc
      guard let state = parseState(modifiers, doc: ownDoc, start: isFirst ? start : current.span) else { return }
      members.append(.state(state))
      isFirst = false
    } while !isPanicking && take(.comma)
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
  mutating func parseState(_ modifiers: StateModifiers, doc: String?, start: Span) -> StateSyntax? {
    guard let name = parseName("the name of a state") else { return nil }
    checkStrayWords(after: name)
    let label = parseLabel()
    let data = kind == .leftParenthesis && !isPanicking ? parseParameters(isData: true) : []
    let machine = !isPanicking && take(.colon) ? parseSubmachine() : nil
    checkStateHeader(of: name)
    if isPanicking { _ = resumeAtBlock() }
    let members = kind == .leftBrace && !isPanicking ? parseMembers(in: .state) : nil
    return StateSyntax(
      doc: doc, initial: modifiers.initial, final: modifiers.final, parallel: modifiers.parallel, name: name, label: label, data: data,
      machine: machine, members: members, span: span(from: start))
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
