import FSMDiagnostics

extension Parser {
  // events = [ "private" ] "event" event { "," event } ;
  mutating func parseEvents(into members: inout [MemberSyntax]) {
    let doc = documentation()
    let isPrivate = take(.private)
    guard take(.event) else { return fail("expected `event` behind `private`") }
    var count = 0
    repeat {
      guard let event = parseEvent(isPrivate: isPrivate, doc: documentation() ?? doc, isFirst: count == 0) else { return }
      members.append(.event(event))
      count += 1
    } while !isPanicking && take(.comma)
  }

  // event = name [ label ] [ parameters ] { from } ;
  mutating func parseEvent(isPrivate: Bool, doc: String?, isFirst: Bool) -> EventSyntax? {
    let start = current.span
    guard let name = parseName("the name of an event", takesLabel: true) else { return nil }
    checkStrayWords(after: name, takesLabel: true)
    let label = parseLabel()
    let parameters = kind == .leftParenthesis ? parseParameters() : []
    var from: [EventSyntax.From] = []
    while keyword == .from, !isPanicking {
      if !isFirst { reportSharedSources(of: name) }
      if let clause = parseFrom() { from.append(clause) }
    }
    checkEventEnd(of: name, hasSources: !from.isEmpty)
    return EventSyntax(
      doc: doc, isPrivate: isPrivate, name: name, label: label, parameters: parameters, from: from, span: span(from: start))
  }

  // from = "from" ( "*" | path { "," path } ) body ;
  mutating func parseFrom() -> EventSyntax.From? {
    let start = current.span
    advance()
    var sources: [PathSyntax] = []
    if !take(.star) {
      repeat {
        guard let path = parsePath("the state that the event comes from, or `*`") else { return nil }
        sources.append(path)
      } while take(.comma)
    }
    let trigger = span(from: start)
    guard let body = parseBody(trigger: trigger) else { return nil }
    return EventSyntax.From(sources: sources, body: body, span: span(from: start))
  }

  private mutating func reportSharedSources(of name: Name) {
    report(
      .expected, at: current.span, "`from` behind several events that share a line",
      hint: "declare `\(name.text)` by itself: `event \(name.text) from …`")
  }

  /// Reports the reaction that someone wrote right behind an event.
  private mutating func checkEventEnd(of name: Name, hasSources: Bool) {
    guard !isPanicking else { return }
    switch kind {
    case .comma where hasSources && ahead(1).isName:
      fail("expected a member", hint: "an event with `from` is declared by itself")
    case .arrow, .slash, .leftBracket, .leftBrace:
      fail(
        "expected `from` or the next member",
        hint: "say where the event is taken: `event \(name.text) from source -> target`, or write `on \(name.text) …` in a state")
    default: break
    }
  }
}
