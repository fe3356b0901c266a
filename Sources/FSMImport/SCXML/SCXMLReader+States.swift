import FSMDiagnostics

/// States and transitions.
extension SCXMLReader {
  @discardableResult
  mutating func readState(_ element: Int, kind: SCXMLState.Kind, parent: Int?) -> Int {
    let source = document[element]
    let state = outline.states.count
    outline.states.append(
      SCXMLState(kind: kind, id: readID(of: source, kind, state), parent: parent, nameSpan: source.nameSpan, span: source.wholeSpan))
    if let parent { outline.states[parent].children.append(state) }
    if kind != .root { checkStateAttributes(of: source, kind) }
    if let initial = source.attribute("initial"), kind == .root || kind == .state {
      outline.states[state].initial = SCXMLInitial(targets: initial.value.words, span: initial.span)
    }
    checkNoText(in: element)
    depth += 1
    if depth > Self.maximumDepth {
      report(.nestedTooDeep, at: source.nameSpan, "states are nested more than \(Self.maximumDepth) deep here")
    } else {
      for child in children(of: element) { readMember(child, of: state, in: element) }
    }
    depth -= 1
    outline.states[state].end = outline.states.count
    return state
  }

  private mutating func readID(of source: XMLElement, _ kind: SCXMLState.Kind, _ state: Int) -> XMLWord? {
    guard kind != .root, let id = source.attribute("id")?.value.trimmed, !id.text.isEmpty else { return nil }
    if let first = outline.ids[id.text] {
      report(
        .duplicateName, at: id.span, "a second element has the id `\(id.text)`",
        hint: "ids are those of one element in the whole document",
        labels: [.init(outline.states[first].id?.span ?? outline.states[first].nameSpan, "first here")])
    } else {
      outline.ids[id.text] = state
    }
    return id
  }

  private mutating func checkStateAttributes(of source: XMLElement, _ kind: SCXMLState.Kind) {
    switch kind {
    case .history: checkAttributes(of: source, ["id", "type"])
    case .state: checkAttributes(of: source, ["id", "initial"])
    default: checkAttributes(of: source, ["id"])
    }
  }

  private mutating func readMember(_ child: Int, of state: Int, in element: Int) {
    let source = document[child]
    let kind = outline.states[state].kind
    switch (source.name, kind) {
    case ("state", .root), ("state", .state), ("state", .parallel): readState(child, kind: .state, parent: state)
    case ("parallel", .root), ("parallel", .state), ("parallel", .parallel): readState(child, kind: .parallel, parent: state)
    case ("final", .root), ("final", .state): readState(child, kind: .final, parent: state)
    case ("history", .root), ("history", .state), ("history", .parallel): readHistory(child, parent: state)
    case ("initial", .root), ("initial", .state): readInitial(child, of: state)
    case ("transition", .root), ("transition", .state), ("transition", .parallel), ("transition", .history):
      if let transition = readTransition(child) { outline.states[state].transitions.append(transition) }
    case ("onentry", _) where !outline.states[state].isHistory: outline.states[state].entry += readContent(of: child)
    case ("onexit", _) where !outline.states[state].isHistory:
      outline.states[state].exit += readContent(of: child)
      outline.states[state].exitSpan = source.nameSpan
    case ("datamodel", .root), ("datamodel", .state), ("datamodel", .parallel): readDataModel(child)
    case ("script", .root): outline.scripts += readAction(child) ?? []
    case ("donedata", .final): readDoneData(child)
    default: reportUnknown(child, in: element)
    }
  }

  private mutating func readHistory(_ element: Int, parent: Int) {
    let source = document[element]
    let type = source.attribute("type")
    if let type, type.value.string != "deep", type.value.string != "shallow" {
      report(.badForeignChart, at: type.value.span, "`\(type.value.string)` is no type of history", hint: "write `shallow` or `deep`")
    }
    let state = readState(element, kind: .history(isDeep: type?.value.string == "deep"), parent: parent)
    let transitions = outline.states[state].transitions
    for transition in transitions where !transition.events.isEmpty || transition.condition != nil || transition.targets.isEmpty {
      report(.badForeignChart, at: transition.nameSpan, "the default of a history has a target, and neither `event` nor `cond`")
    }
    if transitions.count > 1 { report(.badForeignChart, at: transitions[1].nameSpan, "a history has one default transition") }
  }

  /// `<initial><transition target="…">…</transition></initial>`
  private mutating func readInitial(_ element: Int, of state: Int) {
    let source = document[element]
    checkAttributes(of: source, [])
    checkNoText(in: element)
    let inner = children(of: element)
    for child in inner where !self.element(child, is: "transition") { reportUnknown(child, in: element) }
    let transitions = inner.filter { self.element($0, is: "transition") }.compactMap { readTransition($0) }
    guard let transition = transitions.first, transitions.count == 1, transition.events.isEmpty, transition.condition == nil,
      !transition.targets.isEmpty
    else {
      return report(
        .badForeignChart, at: source.nameSpan, "`<initial>` holds one transition with a target, and neither `event` nor `cond`")
    }
    if let first = outline.states[state].initial {
      report(
        .doubledInitial, at: source.nameSpan, "the state has two initial transitions", labels: [.init(first.span, "the other one")])
    }
    outline.states[state].initial = SCXMLInitial(targets: transition.targets, actions: transition.actions, span: transition.span)
  }

  private mutating func readTransition(_ element: Int) -> SCXMLTransition? {
    let source = document[element]
    checkAttributes(of: source, ["event", "cond", "target", "type"])
    let type = source.attribute("type")
    if let type, type.value.string != "internal", type.value.string != "external" {
      report(
        .badForeignChart, at: type.value.span, "`\(type.value.string)` is no type of transition", hint: "write `internal` or `external`")
    }
    let events = source.attribute("event")?.value.words ?? []
    if let event = source.attribute("event"), events.isEmpty {
      report(.badForeignChart, at: event.span, "`event` names no event", hint: "leave the attribute out for a transition without event")
    }
    let before = diagnostics.count
    let condition = expression(source.attribute("cond"))
    let actions = readContent(of: element)
    if source.attribute("cond") != nil, condition == nil, diagnostics.count > before { return nil }
    var transition = SCXMLTransition(
      events: events, condition: condition, targets: source.attribute("target")?.value.words ?? [],
      targetSpan: source.attribute("target")?.value.span, isInternal: type?.value.string == "internal", actions: actions,
      nameSpan: source.nameSpan, span: source.span)
    transition.usesEvent = transition.mentionsEvent
    return transition
  }

  private mutating func readDataModel(_ element: Int) {
    checkAttributes(of: document[element], [])
    for child in children(of: element) {
      if self.element(child, is: "data") { readData(child) } else { reportUnknown(child, in: element) }
    }
  }

  private mutating func readData(_ element: Int) {
    let source = document[element]
    checkAttributes(of: source, ["id", "expr", "src"])
    if let src = source.attribute("src") {
      report(
        .notImported, at: src.span, "`src` has no counterpart: fsmc reads no file that the chart names", hint: "write the value as `expr`")
      return
    }
    guard let id = source.attribute("id")?.value.trimmed, !id.text.isEmpty else {
      return report(.badForeignChart, at: source.nameSpan, "`<data>` has no `id`")
    }
    if let first = dataSpans.updateValue(id.span, forKey: id.text) {
      return report(.duplicateName, at: id.span, "`\(id.text)` is declared twice", labels: [.init(first, "first here")])
    }
    for child in children(of: element) { reportUnknown(child, in: element) }
    let text = source.attribute("expr")?.value ?? content(of: element)
    let before = diagnostics.count
    let value = text.flatMap { expression($0) }
    guard diagnostics.count == before else { return }
    outline.data.append(SCXMLData(name: id.text, nameSpan: id.span, value: value.flatMap { $0.isUndefined ? nil : $0 }, span: source.span))
  }

  /// Data of a completion reach nobody but `_event.data`, which has no counterpart: an empty one is all that imports.
  private mutating func readDoneData(_ element: Int) {
    guard !children(of: element).isEmpty else { return }
    report(
      .notImported, at: document[element].nameSpan, "`<donedata>` has no counterpart: a completion carries no data",
      hint: "assign the values to data of the chart before the final state is entered")
  }
}

extension JSExpr {
  var isUndefined: Bool { if case .undefined = kind { true } else { false } }

  /// Whether it names `_event`.
  var mentionsEvent: Bool { contains { if case .name("_event") = $0.kind { true } else { false } } }
}

extension SCXMLTransition {
  fileprivate var mentionsEvent: Bool {
    var found = condition?.mentionsEvent ?? false
    actions.forEachAction { action in
      switch action {
      case .log(_, let value, _): found = found || value?.mentionsEvent ?? false
      case .assign(let assignment): found = found || assignment.value.mentionsEvent
      case .conditional(let branches, _): found = found || branches.contains { $0.condition?.mentionsEvent ?? false }
      case .send(let send):
        if case .expression(let delay) = send.delay { found = found || delay.mentionsEvent }
        found = found || send.parameters.contains { $0.value.mentionsEvent }
      case .raise, .cancel: break
      }
    }
    return found
  }
}
