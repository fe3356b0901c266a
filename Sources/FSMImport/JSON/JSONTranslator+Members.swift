import FSMDiagnostics
import FSMSyntax

/// States and what stands in them, in the order of the keys.
extension JSONTranslator {
  /// Recursion is as deep as states nest, which the reader bounds.
  mutating func members(of node: Int) -> [MemberSyntax] {
    let object = outline.nodes[node].object
    var members: [MemberSyntax] = []
    for member in object.members { members += self.members(member, of: node) }
    return members
  }

  private mutating func members(_ member: JSONObject.Member, of node: Int) -> [MemberSyntax] {
    let (key, value) = (member.key, member.value)
    switch key.text {
    case "states": return outline.nodes[node].children.compactMap { state($0, of: node) }
    case "entry": return ownEffects(value, .entry, key.span)
    case "exit": return ownEffects(value, .exit, key.span)
    case "on": return on(value, of: node, at: key.span)
    case "always": return reactions(value, .always, key.span, node)
    case "onDone": return reactions(value, .done, key.span, node)
    case "after": return after(value, of: node, at: key.span)
    case "invoke": return invocations(value, of: node)
    case "initial": return initial(value, of: node)
    case "defer": return holds(value, .defer)
    case "ignore": return holds(value, .ignore)
    case "data" where !declaresData(value):
      // What a final state of an XState machine hands out.
      leaveOut(key)
      return []
    case "id", "description", "label", "name", "$schema":
      if value.string == nil { unfit(value, "a string") }
      return []
    case "type", "data", "machine", "history": return []
    case "context", "enums", "events", "actions", "functions", "activities", "conformances", "imports", "uses", "assertions", "scenarios":
      if node == 0 { return declarations(member) }
      report(.badForeignChart, at: key.span, "`\(key.text)` belongs to the machine, not to a state")
      return []
    default:
      leaveOut(key)
      return []
    }
  }

  // MARK: States

  private mutating func state(_ index: Int, of parent: Int) -> MemberSyntax? {
    let node = outline.nodes[index]
    let name = Name(node.name, node.key.span)
    switch node.kind {
    case .history: return history(node, name, parent)
    case .choice:
      guard let list = node.object["branches"]?.array, !list.isEmpty else {
        report(.badForeignChart, at: node.key.span, "a choice needs its `branches`")
        return nil
      }
      let branches = blocks(list, index)
      return .choice(
        ChoiceSyntax(doc: doc(node.object), initial: initialMark(index, of: parent), name: name, branches: branches, span: node.key.span))
    case .state, .parallel, .final:
      let inside = members(of: index)
      let type = node.object["type"]?.span ?? node.key.span
      return .state(
        StateSyntax(
          doc: doc(node.object), initial: initialMark(index, of: parent), final: node.kind == .final ? type : nil,
          parallel: node.kind == .parallel ? type : nil, name: name, label: label(node),
          data: node.object["data"].map { declaresData($0) ? parameters($0, isData: true) : [] } ?? [],
          machine: submachine(node.object["machine"]), members: inside.isEmpty && !hasBraces(node) ? nil : inside, span: node.key.span))
    }
  }

  /// True for names with types; what a final state of an XState machine hands out is none.
  private func declaresData(_ value: JSONValue) -> Bool {
    value.object?.members.allSatisfy { $0.value.string != nil || $0.value.object?["type"]?.string != nil } ?? false
  }

  /// An empty object of states says that the state has braces.
  private func hasBraces(_ node: JSONOutline.Node) -> Bool { node.object["states"]?.object?.members.isEmpty == true }

  private func label(_ node: JSONOutline.Node) -> PlainStringSyntax? {
    if let label = node.object["label"]?.string { return plain(label) }
    return node.name == node.key.text ? nil : plain(node.key)
  }

  private func initialMark(_ index: Int, of parent: Int) -> Span? {
    guard let initial = outline.nodes[parent].object["initial"]?.string else { return nil }
    return outline.state(keys: initial.text, in: parent) == index ? initial.span : nil
  }

  private mutating func submachine(_ value: JSONValue?) -> StateSyntax.Machine? {
    guard let value else { return nil }
    guard let text = value.string else {
      unfit(value, "a string")
      return nil
    }
    return take(fragments.call(text.content)).map { StateSyntax.Machine(name: $0.name, arguments: $0.arguments, span: $0.span) }
  }

  private mutating func history(_ node: JSONOutline.Node, _ name: Name, _ parent: Int) -> MemberSyntax? {
    let isDeep: Bool
    switch node.object["history"]?.kind {
    case nil, .bool(true): isDeep = false
    case .string(let text) where text.text == "shallow": isDeep = false
    case .string(let text) where text.text == "deep": isDeep = true
    default:
      report(.badForeignChart, at: node.object["history"]?.span ?? node.key.span, "`history` is `shallow` or `deep`")
      return nil
    }
    for member in node.object.members where !["history", "type", "target", "actions", "id", "description"].contains(member.key.text) {
      leaveOut(member.key)
    }
    let effects = node.object["actions"].map { self.effects($0) } ?? []
    let target = node.object["target"].flatMap { targets($0, mode: .standard, from: parent) }
    return .history(
      HistorySyntax(doc: doc(node.object), isDeep: isDeep, name: name, effects: effects, target: target, span: node.key.span))
  }

  /// A name marks a state inside; a path or an object is a transition.
  private mutating func initial(_ value: JSONValue, of node: Int) -> [MemberSyntax] {
    if let text = value.string {
      if let found = outline.state(keys: text.text, in: node), outline.nodes[found].parent == node { return [] }
      guard let targets = targets(value, mode: .standard, from: node) else { return [] }
      return [.initial(InitialSyntax(effects: [], target: targets, span: value.span))]
    }
    guard let object = value.object, let target = object["target"] else {
      unfit(value, "the name of a state")
      return []
    }
    let effects = object["actions"].map { self.effects($0) } ?? []
    guard let targets = targets(target, mode: .standard, from: node) else { return [] }
    return [.initial(InitialSyntax(effects: effects, target: targets, span: value.span))]
  }

  // MARK: Effects of the state's own, and events held

  private mutating func ownEffects(_ value: JSONValue, _ trigger: ReactionSyntax.Trigger, _ span: Span) -> [MemberSyntax] {
    var lists = [value]
    if let array = value.array, !array.isEmpty, array.allSatisfy({ $0.array != nil || $0.object?["actions"] != nil }) { lists = array }
    return lists.compactMap { list in
      let object = list.object?["actions"] == nil ? nil : list.object
      let effects = self.effects(object?["actions"] ?? list)
      if effects.isEmpty { return nil }
      let branch = BranchSyntax(doc: nil, condition: nil, otherwise: nil, effects: effects, targets: nil, span: list.span)
      return .reaction(
        ReactionSyntax(doc: object.flatMap { doc($0) }, trigger: trigger, triggerSpan: span, body: .single(branch), span: list.span))
    }
  }

  private mutating func holds(_ value: JSONValue, _ kind: HoldSyntax.Kind) -> [MemberSyntax] {
    var lists = [value]
    if let array = value.array, !array.isEmpty, array.allSatisfy({ $0.array != nil }) { lists = array }
    return lists.compactMap { list in
      let texts = strings(list)
      if texts.isEmpty { return nil }
      let isAny = texts.count == 1 && texts[0].text == "*" && kind == .ignore
      let events = isAny ? [] : texts.map { Name(names.event($0), $0.span) }
      return .hold(HoldSyntax(kind: kind, events: events, span: list.string?.span ?? list.span))
    }
  }

  // MARK: Activities

  private mutating func invocations(_ value: JSONValue, of node: Int) -> [MemberSyntax] {
    (value.array ?? [value]).flatMap { invocation($0, of: node) }
  }

  private mutating func invocation(_ value: JSONValue, of node: Int) -> [MemberSyntax] {
    guard let object = value.object, let source = object["src"]?.string ?? object["src"]?.object?["type"]?.string else {
      unfit(value.object?["src"] ?? value, value.object == nil ? "an object with `src`" : "the name of an activity in `src`")
      return []
    }
    var call = CallSyntax(name: Name(source.text, source.span), arguments: [], span: source.span)
    if names.declaresActivities || source.text.contains("(") {
      guard let found = take(fragments.call(source.content)) else { return [] }
      call = found
    } else {
      call.name.text = names.activity(source)
    }
    let id = object["id"]?.string
    let run = id.map { names.run($0.text) }
    let name = run.flatMap { $0 == call.name.text ? nil : Name($0, id?.span ?? source.span) }
    var members: [MemberSyntax] = [.activity(DoSyntax(doc: doc(object), name: name, call: call, span: source.span))]
    for (key, end) in [("onDone", "done"), ("onError", "failed")] {
      guard let member = object.member(key) else { continue }
      let span = member.key.span
      let path = PathSyntax(segments: [Name(run ?? call.name.text, span), Name(end, span)])
      if end == "failed" { names.failing.insert(source.text) }
      members += reactions(member.value, .events([path]), span, node)
    }
    for member in object.members where !["src", "id", "onDone", "onError", "description"].contains(member.key.text) {
      if member.key.text == "onSnapshot" {
        report(.notImported, at: member.key.span, "`onSnapshot` has no counterpart: an activity tells only its end")
      } else {
        leaveOut(member.key)
      }
    }
    return members
  }
}
