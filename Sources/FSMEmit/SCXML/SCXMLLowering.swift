import FSMDiagnostics
import FSMModel

/// Turns a machine into the elements of an SCXML document.
struct SCXMLLowering {
  let machine: Machine
  /// Identities of the states, by number; that of the machine is its name.
  let ids: [String]
  private(set) var diagnostics: [Diagnostic] = []
  /// True where some event is raised with data: then all are sent to the internal queue in the same way, as engines may keep the order
  /// only among those that are.
  let raisesData: Bool
  /// Events that something sends without a delay: in SCXML nothing withdraws those.
  let sentAtOnce: Set<EventID>
  /// States with a history that something asks for.
  let remembering: Set<StateID>
  /// The script's function for the text of a number of Swift's `Double`, where the document needs it.
  var doubleText: String?
  /// Codes of constructs already reported at a place.
  private var reported: Set<Span> = []

  init(_ machine: Machine) {
    self.machine = machine
    var raisesData = false
    var sentAtOnce: Set<EventID> = []
    machine.forEachEffect { effect in
      if case .raise(_, let values, _) = effect, !values.isEmpty { raisesData = true }
      if case .send(let event, _, nil, _) = effect { sentAtOnce.insert(event) }
    }
    (self.raisesData, self.sentAtOnce) = (raisesData, sentAtOnce)
    let targets = machine.transitions.flatMap(\.targets) + machine.states.flatMap { $0.initial?.targets ?? [] }
    remembering = Set(
      targets.compactMap { target in
        if case .history = machine[target.state].kind { machine[target.state].parent } else { nil }
      })
    ids = Self.identities(of: machine)
  }

  /// The label where that is an identity of XML, or the name, where only one state has it; else the path, joined by a line: a dot would
  /// make `done.state.a` match `done.state.a.b` too.
  private static func identities(of machine: Machine) -> [String] {
    let own = machine.states.map { state in state.label.flatMap { isIdentity($0) ? $0 : nil } ?? state.name }
    var counts: [String: Int] = [:]
    for name in own { counts[name, default: 0] += 1 }
    var taken: Set<String> = []
    var ids: [String] = []
    for (state, name) in zip(machine.states, own) {
      let path = machine.path(from: .root, to: state.id).map { machine[$0].name }.joined(separator: "_")
      var id = state.id == .root || counts[name] == 1 ? name : path
      while !taken.insert(id).inserted { id += "_" }
      ids.append(id)
    }
    return ids
  }

  private static func isIdentity(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } ?? false && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  mutating func refuse(_ span: Span, _ what: String, hint: String? = nil) {
    guard reported.insert(span).inserted else { return }
    diagnostics.append(Diagnostic(.notCarried, at: span, "SCXML has no counterpart for \(what)", hint: hint))
  }

  // MARK: The document

  mutating func document() -> SCXMLElement {
    let endID = fresh("\(ids[0])_end")
    let root = machine[.root]
    let hasTopFinal = root.kind != .parallel && root.children.contains { machine[$0].kind == .final }
    var children: [SCXMLElement] = []
    let data = datamodel()
    if !data.isEmpty { children.append(SCXMLElement("datamodel", [], data)) }
    let scriptPlace = children.count
    var functions = script()
    var initial = ids[0]
    if isPlain(root), let targets = root.initial?.targets {
      // A machine without reactions of its own is the document itself.
      initial = targets.map { ids[$0.state.index] }.joined(separator: " ")
      for child in root.children { children.append(element(of: machine[child])) }
    } else {
      var state = element(of: root)
      let ends = hasTopFinal || completes(root)
      // A final child completes the machine's own state; the document ends with it.
      if ends { state.children.append(SCXMLElement("transition", [("event", "done.state.\(ids[0])"), ("target", endID)])) }
      children += ends ? [state, SCXMLElement("final", [("id", endID)])] : [state]
    }
    if let doubleText { functions.append("function \(doubleText)(x) { return x % 1 === 0 ? x + '.0' : '' + x; }") }
    if !functions.isEmpty {
      var script = SCXMLElement("script")
      script.content = functions.joined(separator: "\n")
      children.insert(script, at: scriptPlace)
    }
    var document = SCXMLElement(
      "scxml",
      [
        ("xmlns", "http://www.w3.org/2005/07/scxml"), ("version", "1.0"), ("datamodel", "ecmascript"), ("name", machine.name),
        ("initial", initial),
      ], children)
    if let doc = root.doc ?? machine.doc, isPlain(root) { document.comments.append(doc) }
    return document
  }

  private func isPlain(_ root: State) -> Bool {
    guard root.kind == .composite, let initial = root.initial, initial.effects.isEmpty, initial.targets.allSatisfy({ $0.arguments.isEmpty })
    else {
      return false
    }
    return root.entry.isEmpty && root.exit.isEmpty && root.reactions.isEmpty && root.ignored.isEmpty && root.deferred.isEmpty
      && root.activities.isEmpty
  }

  private func fresh(_ id: String) -> String { ids.contains(id) ? fresh(id + "_") : id }

  private func completes(_ state: State) -> Bool {
    state.kind == .parallel
      && state.children.allSatisfy { region in
        machine[region].children.contains { machine[$0].kind == .final } || machine[region].kind == .final
      }
  }

  private mutating func datamodel() -> [SCXMLElement] {
    machine.variables.compactMap { variable in
      guard variable.owner == .root else {
        refuse(variable.span, "data of a state")
        return nil
      }
      if variable.range != nil {
        diagnostics.append(Diagnostic(.leftOut, at: variable.nameSpan, "nothing keeps `\(variable.name)` in its range in SCXML"))
      }
      guard let value = variable.value else {
        diagnostics.append(
          Diagnostic(
            .leftOut, at: variable.nameSpan, "`\(variable.name)` has no value in SCXML unless the engine is given one",
            hint: "the caller passes it here"))
        return SCXMLElement("data", [("id", variable.name)])
      }
      return SCXMLElement("data", [("id", variable.name), ("expr", expression(value))])
    }
  }

  /// Functions that the chart defines itself.
  private mutating func script() -> [String] {
    var lines: [String] = []
    for callable in machine.callables where callable.kind == .function {
      guard let body = callable.body else {
        refuse(callable.nameSpan, "a function that the program supplies", hint: "define it in the chart: `func \(callable.name)(…) = …`")
        continue
      }
      let names = callable.parameters.map(\.name)
      lines.append("function \(callable.name)(\(names.joined(separator: ", "))) { return \(expression(body, parameters: names)); }")
    }
    return lines
  }

  // MARK: States

  /// Recursion is as deep as states nest.
  private mutating func element(of state: State) -> SCXMLElement {
    let id = ids[state.id.index]
    var element: SCXMLElement
    switch state.kind {
    case .simple, .composite: element = SCXMLElement("state", [("id", id)])
    case .parallel: element = SCXMLElement("parallel", [("id", id)])
    case .final: element = SCXMLElement("final", [("id", id)])
    case .choice: element = SCXMLElement("state", [("id", id)])
    case .history(let isDeep): return history(state, isDeep)
    case .machine:
      refuse(state.nameSpan, "a machine as a state")
      element = SCXMLElement("state", [("id", id)])
    }
    if let doc = state.doc { element.comments.append(doc) }
    if let initial = state.initial { element.children.append(SCXMLElement("initial", [], [transition(to: initial)])) }
    element.children += handlers(of: state)
    for child in state.children { element.children.append(self.element(of: machine[child])) }
    return element
  }

  private mutating func transition(to initial: State.Initial) -> SCXMLElement {
    for target in initial.targets where !target.arguments.isEmpty { refuse(target.span, "data of a state") }
    let targets = initial.targets.map { ids[$0.state.index] }.joined(separator: " ")
    return SCXMLElement("transition", [("target", targets)], effects(initial.effects))
  }

  /// Without a default of its own a history has its composite's.
  private mutating func history(_ state: State, _ isDeep: Bool) -> SCXMLElement {
    let initial = machine.standard(of: state.id)
    var children = initial.map { [transition(to: $0)] } ?? []
    if children.isEmpty, let parent = state.parent, machine[parent].kind == .parallel {
      let regions = machine[parent].children.filter { if case .history = machine[$0].kind { false } else { true } }
      children = [SCXMLElement("transition", [("target", regions.map { ids[$0.index] }.joined(separator: " "))])]
    }
    if children.isEmpty { refuse(state.nameSpan, "a history without a default in a state that is not entered by default") }
    return SCXMLElement("history", [("id", ids[state.id.index]), ("type", isDeep ? "deep" : "shallow")], children)
  }

  /// Entry, exit, transitions.
  private mutating func handlers(of state: State) -> [SCXMLElement] {
    for use in state.activities { refuse(machine[use].span, "an activity") }
    for hold in state.deferred { refuse(hold.span, "`defer`") }
    let timers = state.reactions.compactMap { reaction -> (String, Expr)? in
      guard case .after(let delay) = machine[reaction].trigger else { return nil }
      return (timer(machine[reaction]), delay)
    }
    // Reactions with equal delays share a timer.
    var armed: [(name: String, delay: Expr)] = []
    for (name, delay) in timers where !armed.contains(where: { $0.name == name }) { armed.append((name, delay)) }
    let starts = armed.map {
      SCXMLElement("send", [("event", $0.name), ("id", $0.name), ("delayexpr", "(\(expression($0.delay))) + 'ms'")])
    }
    let stops = armed.map { SCXMLElement("cancel", [("sendid", $0.name)]) }
    var elements: [SCXMLElement] = []
    let entry = starts + effects(state.entry)
    if !entry.isEmpty { elements.append(SCXMLElement("onentry", [], entry)) }
    let exit = stops + effects(state.exit)
    if !exit.isEmpty { elements.append(SCXMLElement("onexit", [], exit)) }
    let named = state.reactions.filter { machine[$0].trigger != .any }
    for reaction in named + state.reactions.filter({ machine[$0].trigger == .any }) { elements += transitions(of: machine[reaction]) }
    for hold in state.ignored {
      elements.append(
        SCXMLElement(
          "transition", [("event", hold.event.map { machine[$0].title } ?? "*"), ("cond", hold.event == nil ? Self.isOutside : nil)]))
    }
    return elements
  }

  /// `*` is for events of the chart, not for completions and time.
  private static let isOutside =
    "_event.name.indexOf('done.') != 0 && _event.name.indexOf('after.') != 0 && _event.name.indexOf('error.') != 0"

  /// How long to wait, as text where it is fixed.
  mutating func delay(_ time: Expr, parameters: [String] = []) -> [(StaticString, String?)] {
    if case .duration = time.kind { return [("delay", expression(time) + "ms")] }
    return [("delayexpr", "(\(expression(time, parameters: parameters))) + 'ms'")]
  }

  private func timer(_ reaction: Reaction) -> String {
    guard case .after(let delay) = reaction.trigger else { return "" }
    let same = machine[reaction.source].reactions.first {
      if case .after(let other) = machine[$0].trigger { other == delay } else { false }
    }
    return "after.\(ids[reaction.source.index]).\((same ?? reaction.id).index)"
  }

  private mutating func transitions(of reaction: Reaction) -> [SCXMLElement] {
    var event: String?
    var extra: String?
    switch reaction.trigger {
    case .events(let events): event = events.map { machine[$0].title }.joined(separator: " ")
    case .any: (event, extra) = ("*", Self.isOutside)
    case .always, .choice: break
    case .after: event = timer(reaction)
    case .done(let state): event = "done.state.\(ids[state.index])"
    case .activity: refuse(reaction.triggerSpan, "an activity")
    }
    return reaction.transitions.map { transition(machine[$0], reaction, event, extra) }
  }

  private mutating func transition(_ transition: Transition, _ reaction: Reaction, _ event: String?, _ extra: String?) -> SCXMLElement {
    let names = reaction.parameters.map { "_event.data.\($0.name)" }
    let condition = transition.condition.map { expression($0, parameters: names) }
    let guarded = [extra, extra == nil || condition == nil ? condition : "(\(condition ?? ""))"].compactMap(\.self).joined(
      separator: " && ")
    for target in transition.targets where !target.arguments.isEmpty { refuse(target.span, "data of a state") }
    let targets = transition.targets.map { ids[$0.state.index] }.joined(separator: " ")
    return SCXMLElement(
      "transition",
      [
        ("event", event), ("cond", guarded.isEmpty ? nil : guarded), ("type", isInternal(transition) ? "internal" : nil),
        ("target", targets.isEmpty ? nil : targets),
      ], effects(transition.effects, parameters: names))
  }

  /// True for what SCXML's own rule would leave, and ours does not; reported where neither of its two kinds leaves the same.
  private mutating func isInternal(_ transition: Transition) -> Bool {
    if transition.targets.isEmpty { return false }
    let domain = machine.domain(of: transition)
    refuseDefaultEffects(of: transition, domain)
    let isInside = transition.targets.allSatisfy { machine.properlyContains(transition.source, $0.state) }
    if isInside, remembering.contains(transition.source) {
      if !showsEntering(transition) { return false }
      refuse(
        transition.span, "a reaction of a state with a history to a state inside, after which the history remembers what was left",
        hint: "SCXML remembers it only where the state itself is left: `reenter` after the target does that, here too")
    }
    // The machine's own state is never left here; there what is around it is the document.
    if transition.source == .root, isInside, machine[.root].kind == .composite { return true }
    var external = transition
    external.mode = .external
    if machine.domain(of: external) == domain, transition.source != .root { return false }
    if isInside, domain == transition.source, machine[domain].kind == .composite { return true }
    refuse(
      transition.span, "leaving one region of a parallel state and no other",
      hint: "`external` after the target leaves the parallel state whole, here too")
    return false
  }
}

extension SCXMLLowering {
  /// True where it can be seen that the source is left and entered again.
  private func showsEntering(_ transition: Transition) -> Bool {
    let source = machine[transition.source]
    let hasTimers = source.reactions.contains { if case .after = machine[$0].trigger { true } else { false } }
    guard source.entry.isEmpty, source.exit.isEmpty, !hasTimers, source.kind == .composite else { return true }
    var external = transition
    external.mode = .external
    guard let parent = source.parent else { return false }
    return machine.domain(of: external) != parent || machine[parent].kind != .composite
  }

  /// Effects on the way to a history's default run in SCXML only where the composite around it is entered too: the Recommendation keeps
  /// them by that composite (appendix D, `addDescendantStatesToEnter`).
  private mutating func refuseDefaultEffects(of transition: Transition, _ domain: StateID) {
    for target in transition.targets {
      let history = machine[target.state]
      guard case .history = history.kind, history.parent == domain else { continue }
      guard machine.standard(of: history.id)?.effects.isEmpty == false else { continue }
      refuse(target.span, "effects on the way to a history's default where the state around it stays")
    }
  }
}

extension Event {
  /// As SCXML calls it: by the label where that is a name there.
  var title: String {
    guard let label, !label.isEmpty, label.allSatisfy({ $0.isLetter || $0.isNumber || "._-".contains($0) }), label.first != ".",
      label.last != "."
    else {
      return name
    }
    return label
  }
}
