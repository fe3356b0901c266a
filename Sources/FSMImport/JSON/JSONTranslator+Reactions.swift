import FSMDiagnostics
import FSMSyntax

/// Transitions: each key is a trigger, and an array is one ordered block.
extension JSONTranslator {
  mutating func on(_ value: JSONValue, of node: Int, at span: Span) -> [MemberSyntax] {
    switch value.kind {
    case .object(let object):
      return object.members.flatMap { member in
        if member.key.text.hasSuffix(".*") { return partial(member, in: object, node) }
        let value = continued(member, in: object)
        return trigger([member.key], of: node).map { reactions(value, $0, member.key.span, node) } ?? []
      }
    case .array(let list):
      // As version 4 of XState writes them: `{ "event": "go", "target": "a" }`.
      return list.flatMap { element -> [MemberSyntax] in
        guard let event = element.object?.member("event") else {
          unfit(element, "an object with `event`")
          return []
        }
        let texts = strings(event.value)
        return trigger(texts, of: node).map { reactions(element, $0, texts[0].span, node) } ?? []
      }
    default:
      unfit(value, "an object from events to transitions")
      return []
    }
  }

  /// What a key of `on` means; nil, and reported, where nothing is called so.
  private mutating func trigger(_ keys: [JSONString], of node: Int) -> ReactionSyntax.Trigger? {
    guard let first = keys.first else { return nil }
    if keys.count == 1 {
      if first.text == "*" { return .any }
      if first.text.isEmpty { return .always }
      if completes(first, node) { return .done }
    }
    return .events(keys.map { path($0, node) })
  }

  /// An event, or a completion: `load.done`, `done.state.door.open`, `xstate.error.actor.load`.
  private mutating func path(_ key: JSONString, _ node: Int) -> PathSyntax {
    if names.events[key.text] == nil, let (owner, end) = completion(key.text, node) {
      return PathSyntax(segments: owner.map { Name($0, key.span) } + [Name(end, key.span)])
    }
    // In a chart that declares its events, a dot parts the names of a path, and what it does not find is reported.
    let parts = key.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if names.events[key.text] == nil, names.declaresEvents, parts.count > 1, parts.allSatisfy(UniqueNames.isName) {
      return PathSyntax(segments: parts.map { Name($0, key.span) })
    }
    return PathSyntax(segments: [Name(names.event(key), key.span)])
  }

  private func completes(_ key: JSONString, _ node: Int) -> Bool {
    guard names.events[key.text] == nil, let identity = stateIdentity(key.text) else { return false }
    return outline.state(identity: identity) == node
  }

  private func stateIdentity(_ text: String) -> String? {
    for prefix in ["xstate.done.state.", "done.state."] where text.hasPrefix(prefix) { return String(text.dropFirst(prefix.count)) }
    return nil
  }

  private mutating func completion(_ text: String, _ node: Int) -> (owner: [String], end: String)? {
    if let identity = stateIdentity(text), let state = outline.state(identity: identity), outline.states.contains(node, state) {
      return outline.states.path(to: state, from: node).map { ($0, "done") }
    }
    for (prefix, end) in [
      ("done.invoke.", "done"), ("xstate.done.actor.", "done"), ("error.platform.", "failed"), ("xstate.error.actor.", "failed"),
    ] where text.hasPrefix(prefix) {
      let id = String(text.dropFirst(prefix.count))
      guard let invoked = invoked(by: node).first(where: { $0["id"]?.string?.text == id }) else { continue }
      if end == "failed", let source = invoked["src"]?.string { names.failing.insert(source.text) }
      return ([names.run(id)], end)
    }
    var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let end = parts.popLast(), end == "done" || end == "failed", parts.allSatisfy(UniqueNames.isName) else {
      return nil
    }
    let isRun = parts.count == 1 && (runs(of: node).contains(parts[0]) || calls(of: node).contains(parts[0]))
    return isRun || outline.states.state(parts, from: node) != nil ? (parts, end) : nil
  }

  private func invoked(by node: Int) -> [JSONObject] {
    let value = outline.nodes[node].object["invoke"]
    return value.map { $0.array ?? [$0] }?.compactMap(\.object) ?? []
  }

  /// The identities of the activities that a state runs.
  private func runs(of node: Int) -> [String] { invoked(by: node).compactMap { $0["id"]?.string?.text } }

  private func calls(of node: Int) -> [String] {
    invoked(by: node).compactMap { $0["src"]?.string.map { String($0.text.prefix { $0 != "(" }) } }
  }

  /// `user.*`: every event of the chart that is called so and that this state does not name.
  private mutating func partial(_ member: JSONObject.Member, in object: JSONObject, _ node: Int) -> [MemberSyntax] {
    let named = Set(object.members.compactMap { names.events[$0.key.text] })
    let known = names.events(under: String(member.key.text.dropLast()))
    if known.isEmpty { report(.notImported, at: member.key.span, "no event of the chart is called like `\(member.key.text.clipped)`") }
    let found = known.filter { !named.contains($0) }
    if found.isEmpty { return [] }
    let paths = found.map { PathSyntax(segments: [Name($0, member.key.span)]) }
    return reactions(member.value, .events(paths), member.key.span, node)
  }

  /// The transitions of an event, and where all of them have guards those for events called like it.
  private func continued(_ member: JSONObject.Member, in object: JSONObject) -> JSONValue {
    let partials = object.members.filter { $0.key.text.hasSuffix(".*") && member.key.text.hasPrefix($0.key.text.dropLast()) }
    let own = member.value.array ?? [member.value]
    guard !partials.isEmpty, let last = own.last?.object, (last["guard"] ?? last["cond"]) != nil else { return member.value }
    let rest = partials.sorted { $0.key.text.count > $1.key.text.count }.flatMap { $0.value.array ?? [$0.value] }
    return JSONValue(kind: .array(own + rest), span: member.value.span)
  }

  // MARK: After

  mutating func after(_ value: JSONValue, of node: Int, at span: Span) -> [MemberSyntax] {
    switch value.kind {
    case .object(let object):
      return object.members.flatMap { member in
        delay(member.key).map { reactions(member.value, .after($0), member.key.span, node) } ?? []
      }
    case .array(let list):
      return list.flatMap { element -> [MemberSyntax] in
        guard let delay = element.object?["delay"] else {
          unfit(element, "an object with `delay`")
          return []
        }
        let time: ExprSyntax?
        switch delay.kind {
        case .number(let text): time = milliseconds(text, delay.span)
        case .string(let text): time = self.delay(text)
        default: time = nil
        }
        return time.map { reactions(element, .after($0), delay.span, node) } ?? []
      }
    default:
      unfit(value, "an object from delays to transitions")
      return []
    }
  }

  /// `1000` is in milliseconds, `30s` a duration, `2 * pace` an expression; a name that nothing has is a constant of the caller's.
  mutating func delay(_ text: JSONString) -> ExprSyntax? {
    if let time = milliseconds(text.text, text.span) { return time }
    let reading = fragments.delay(text.content)
    if names.declaresEvents { return take(reading).map(inParentheses) }
    if case .name(let name)? = reading.whole?.kind, !names.isValue(name.text), !names.isDeclaredFunction(name.text) {
      return ExprSyntax(.name(Name(names.delay(text), text.span)), text.span)
    }
    if let whole = reading.whole { return inParentheses(whole) }
    if UniqueNames.isName(text.text) || text.text.contains(where: { "()+*/".contains($0) }) { return take(reading) }
    return ExprSyntax(.name(Name(names.delay(text), text.span)), text.span)
  }

  private func inParentheses(_ time: ExprSyntax) -> ExprSyntax { time.isJoined ? ExprSyntax(.parenthesized(time), time.span) : time }

  private func milliseconds(_ text: String, _ span: Span) -> ExprSyntax? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), text.first != ".", text.last != "." else {
      return nil
    }
    guard let whole = Int(text) else { return ExprSyntax(.duration([.init(number: text, unit: .milliseconds)]), span) }
    let units: [(Int, ExprSyntax.DurationPart.Unit)] = [(86_400_000, .days), (3_600_000, .hours), (60_000, .minutes), (1000, .seconds)]
    let (size, unit) = units.first { whole > 0 && whole % $0.0 == 0 } ?? (1, .milliseconds)
    return ExprSyntax(.duration([.init(number: String(whole / size), unit: unit)]), span)
  }

  // MARK: Bodies

  /// Nested arrays are reactions of their own; any other value is one.
  mutating func reactions(_ value: JSONValue, _ trigger: ReactionSyntax.Trigger, _ span: Span, _ node: Int) -> [MemberSyntax] {
    if let array = value.array, !array.isEmpty, array.allSatisfy({ $0.array != nil || $0.object?["branches"] != nil }) {
      return array.compactMap { reaction($0, trigger, span, node) }
    }
    return reaction(value, trigger, span, node).map { [$0] } ?? []
  }

  private mutating func reaction(_ value: JSONValue, _ trigger: ReactionSyntax.Trigger, _ span: Span, _ node: Int) -> MemberSyntax? {
    var (body, doc): (ReactionBodySyntax, String?)
    if let list = value.object?["branches"]?.array, !list.isEmpty {
      (body, doc) = (.branches(blocks(list, node)), value.object.flatMap { self.doc($0) })
    } else {
      let list = value.array ?? [value]
      if list.count > 1 {
        (body, doc) = (.branches(blocks(list, node)), nil)
      } else {
        guard var branch = list.first.map({ self.branch($0, node) }) ?? nothing(value.span) else { return nil }
        doc = branch.doc
        branch.doc = nil
        body = .single(branch)
      }
    }
    if case .branches(let branches) = body, branches.count == 1, branches[0].condition == nil {
      var only = branches[0]
      only.otherwise = nil
      body = .single(only)
    }
    if case .single(let branch) = body, branch.effects.isEmpty, branch.targets == nil {
      guard branch.condition == nil else { return reaction(trigger, .branches([branch]), doc, span, value.span) }
      return ignoring(trigger, value.span)
    }
    return reaction(trigger, body, doc, span, value.span)
  }

  private func reaction(_ trigger: ReactionSyntax.Trigger, _ body: ReactionBodySyntax, _ doc: String?, _ span: Span, _ whole: Span)
    -> MemberSyntax
  {
    .reaction(ReactionSyntax(doc: doc, trigger: trigger, triggerSpan: span, body: body, span: whole))
  }

  private func nothing(_ span: Span) -> BranchSyntax {
    BranchSyntax(doc: nil, condition: nil, otherwise: nil, effects: [], targets: nil, span: span)
  }

  /// A transition that does nothing takes its event: it is ignored here. Without an event it says nothing.
  private func ignoring(_ trigger: ReactionSyntax.Trigger, _ span: Span) -> MemberSyntax? {
    switch trigger {
    case .any: return .hold(HoldSyntax(kind: .ignore, events: [], span: span))
    case .events(let paths) where paths.allSatisfy { $0.segments.count == 1 }:
      return .hold(HoldSyntax(kind: .ignore, events: paths.map { $0.segments[0] }, span: span))
    default: return nil
    }
  }

  /// Ordered branches; one without a guard is an `else`, and what follows it is never taken, which is for the checks to say.
  mutating func blocks(_ list: [JSONValue], _ node: Int) -> [BranchSyntax] {
    list.compactMap { value in
      guard var branch = branch(value, node) else { return nil }
      if branch.condition == nil { branch.otherwise = branch.span }
      return branch
    }
  }

  mutating func branch(_ value: JSONValue, _ node: Int) -> BranchSyntax? {
    switch value.kind {
    case .null: return nothing(value.span)
    case .string:
      return BranchSyntax(
        doc: nil, condition: nil, otherwise: nil, effects: [], targets: targets(value, in: nil, from: node),
        span: value.string?.span ?? value.span)
    case .object(let object): return branch(object, value.span, node)
    default:
      unfit(value, "a transition")
      return nil
    }
  }

  private mutating func branch(_ object: JSONObject, _ span: Span, _ node: Int) -> BranchSyntax {
    for member in object.members {
      switch member.key.text {
      case "target", "guard", "cond", "actions", "reenter", "internal", "external", "mode", "description", "event", "delay", "sources":
        break
      case "in": report(.notImported, at: member.key.span, "`in` of a transition has no counterpart", hint: "write the guard `in(state)`")
      default: leaveOut(member.key)
      }
    }
    let condition = (object["guard"] ?? object["cond"]).flatMap { guardExpression($0) }
    let effects = object["actions"].map { self.effects($0) } ?? []
    let targets = object["target"].flatMap { self.targets($0, in: object, from: node) }
    return BranchSyntax(doc: doc(object), condition: condition, otherwise: nil, effects: effects, targets: targets, span: span)
  }
}
