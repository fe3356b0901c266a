import FSMDiagnostics

extension Parser {
  // history = [ "deep" ] "history" name [ "/" effects ] [ "->" targets ] ;
  mutating func parseHistory() -> HistorySyntax? {
    let start = current.span
    let doc = documentation()
    let isDeep = take(.deep)
    guard take(.history) else {
      fail("expected `history` behind `deep`")
      return nil
    }
    guard let name = parseName("the name of a history") else { return nil }
    checkStrayWords(after: name)
    let effects = take(.slash) ? parseEffects() : []
    if isPanicking { _ = resume(at: .arrow) }
    let targets = takeArrow() ? parseTargets() : nil
    if let targets { checkBehindTargets(targets, effects: effects, guarded: nil, isBranch: false) }
    return HistorySyntax(doc: doc, isDeep: isDeep, name: name, effects: effects, target: targets, span: span(from: start))
  }

  // choice = [ "initial" ] "choice" name branches ;
  mutating func parseChoice() -> ChoiceSyntax? {
    let start = current.span
    let doc = documentation()
    let initial = keyword == .initial ? current.span : nil
    if initial != nil { advance() }
    advance()
    guard let name = parseName("the name of a choice") else { return nil }
    checkStrayWords(after: name)
    guard kind == .leftBrace else {
      fail("expected `{` and branches", hint: "for example: `choice \(name.text) { [guard] -> a  else -> b }`")
      return nil
    }
    let branches = parseBranches(trigger: name.span)
    return ChoiceSyntax(doc: doc, initial: initial, name: name, branches: branches, span: span(from: start))
  }

  // initial = "initial" [ "/" effects ] "->" targets ;
  mutating func parseInitial() -> InitialSyntax? {
    let start = current.span
    advance()
    let effects = take(.slash) ? parseEffects() : []
    if isPanicking { _ = resume(at: .arrow) }
    guard takeArrow() else {
      fail("expected `->` and a target")
      return nil
    }
    guard let targets = parseTargets() else { return nil }
    checkBehindTargets(targets, effects: effects, guarded: nil, isBranch: false)
    return InitialSyntax(effects: effects, target: targets, span: span(from: start))
  }

  // hold = ( "defer" | "ignore" ) ( "*" | name { "," name } ) ;
  mutating func parseHold() -> HoldSyntax? {
    let start = current.span
    let kind: HoldSyntax.Kind = keyword == .defer ? .defer : .ignore
    advance()
    if self.kind == .star {
      if kind == .defer { report(.expected, at: current.span, "`defer` names its events, found `*`", hint: "list the events to keep") }
      advance()
      return kind == .ignore ? HoldSyntax(kind: kind, events: [], span: span(from: start)) : nil
    }
    var events: [Name] = []
    repeat {
      guard let name = parseName("the name of an event") else { break }
      events.append(name)
      checkPayload(behind: name.span)
    } while take(.comma)
    return events.isEmpty ? nil : HoldSyntax(kind: kind, events: events, span: span(from: start))
  }

  // activity = "do" [ name "=" ] call ;
  mutating func parseActivity() -> DoSyntax? {
    let start = current.span
    let doc = documentation()
    advance()
    var name: Name?
    if ahead(1).kind == .assign, let first = parseName("the name of an activity") {
      name = first
      advance()
    }
    guard let call = parseCall("the activity to start", needsArguments: true) else { return nil }
    return DoSyntax(doc: doc, name: name, call: call, span: span(from: start))
  }
}
