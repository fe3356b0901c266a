extension ChartJSONWriter {
  /// A branch; only its target where it has nothing else.
  func transition(_ branch: BranchSyntax, doc: String? = nil, isShort: Bool = true) -> JSONText {
    var object = JSONMembers()
    object.set("guard", branch.condition.map { ChartWriter.expression($0) })
    if !branch.effects.isEmpty { object.set("actions", effects(branch.effects)) }
    if let aim = branch.targets {
      object.set("target", targets(aim))
      write(mode: aim, to: &object)
    }
    object.set("description", doc ?? branch.doc)
    // A transition that only has a target is that target.
    guard isShort, object.count == 1, let only = object["target"], only.isString else { return object.json }
    return only
  }

  func effects(_ list: [EffectSyntax]) -> JSONText {
    let texts = list.map { JSONText.string(ChartWriter.effect($0)) }
    return texts.count == 1 ? texts[0] : .array(texts)
  }

  // MARK: Targets

  func targets(_ syntax: TargetsSyntax) -> JSONText {
    let texts = syntax.targets.map { JSONText.string(target($0)) }
    return texts.count == 1 ? texts[0] : .array(texts)
  }

  /// As the language writes it, where the reader of JSON, who looks at siblings first, finds the same state by it; with a dot for what is
  /// inside, and by identity where neither does.
  private func target(_ syntax: TargetSyntax) -> String {
    if syntax.isSelf { return "self" }
    let text = syntax.segments.map { ChartWriter.name($0.name) + ($0.arguments.map { ChartWriter.arguments($0) } ?? "") }.joined(
      separator: ".")
    let path = syntax.segments.map(\.name.text)
    guard let found = outline.state(path, from: holder) else { return text }
    let siblings = outline.member(path, of: outline.parents[holder] ?? holder)
    if siblings == nil || siblings == found { return text }
    if outline.member(path, of: holder) == found { return "." + text }
    return "#" + outline.fullPath(of: found).joined(separator: ".")
  }

  private func write(mode syntax: TargetsSyntax, to object: inout JSONMembers) {
    let found = syntax.targets.map { $0.isSelf ? holder : outline.state($0.segments.map(\.name.text), from: holder) }
    let isInside = holder != 0 && !found.isEmpty && found.allSatisfy { $0.map { outline.contains(holder, $0) } ?? false }
    switch syntax.mode {
    case .external: object.set("external", .bool(true))
    case .reenter: if isInside { object.set("reenter", .bool(true)) } else { object.set("mode", "reenter") }
    case .standard:
      // The state itself is left and entered again, which is not so in XState without this.
      if syntax.targets.count == 1, found == [holder], holder != 0, !syntax.targets[0].isSelf { object.set("reenter", .bool(true)) }
    }
  }
}

/// Reactions, events held and activities of one state, by key.
struct JSONReactions {
  /// How many reactions each trigger has.
  private var counts: [String: Int] = [:]
  /// True where several events share a reaction, or an event has several: then `on` is an array.
  private var needsArray = false
  /// The runs that `invoke` carries the outcomes of, by name, each with its one reaction.
  private var outcomes: [String: ReactionSyntax] = [:]
  private var runs: Set<String> = []

  init(_ members: [MemberSyntax]) {
    for case .activity(let activity) in members { runs.insert((activity.name ?? activity.call.name).text) }
    for case .reaction(let reaction) in members { counts[Self.key(of: reaction.trigger), default: 0] += 1 }
    for case .reaction(let reaction) in members {
      switch reaction.trigger {
      case .events(let paths):
        let key = Self.key(of: reaction.trigger)
        if isOutcome(paths), counts[key] == 1 { outcomes[key] = reaction } else if paths.count > 1 || counts[key] != 1 { needsArray = true }
      case .any: if counts["*"] != 1 { needsArray = true }
      default: break
      }
    }
  }

  private func isOutcome(_ paths: [PathSyntax]) -> Bool {
    guard paths.count == 1, paths[0].segments.count == 2, ["done", "failed"].contains(paths[0].segments[1].text) else { return false }
    return runs.contains(paths[0].segments[0].text)
  }

  private static func key(of trigger: ReactionSyntax.Trigger) -> String {
    switch trigger {
    case .entry: "entry"
    case .exit: "exit"
    case .always: "always"
    case .done: "onDone"
    case .any: "*"
    case .events(let paths): paths.map(\.text).joined(separator: ",")
    case .after(let delay): "after " + Self.delay(delay)
    }
  }

  /// Without the parentheses that an expression has behind `after`.
  private static func delay(_ syntax: ExprSyntax) -> String {
    if case .parenthesized(let inner) = syntax.kind, inner.isJoined { return ChartWriter.expression(inner) }
    return ChartWriter.expression(syntax)
  }

  mutating func write(_ member: MemberSyntax, to object: inout JSONMembers, _ writer: ChartJSONWriter) {
    switch member {
    case .reaction(let reaction): write(reaction, to: &object, writer)
    case .hold(let hold): write(hold, to: &object)
    case .activity(let activity): object.append(invocation(activity, writer), to: "invoke")
    default: break
    }
  }

  private func write(_ reaction: ReactionSyntax, to object: inout JSONMembers, _ writer: ChartJSONWriter) {
    let key = Self.key(of: reaction.trigger)
    let isShared = counts[key] != 1
    switch reaction.trigger {
    case .entry, .exit: writeOwn(reaction, key, isShared: isShared, to: &object, writer)
    case .always, .done:
      if isShared { object.append(Self.listed(reaction, writer), to: key) } else { object.set(key, Self.value(reaction, writer)) }
    case .after(let delay): writeAfter(Self.delay(delay), reaction, isShared: isShared, to: &object, writer)
    case .any: writeOn(["*"], reaction, to: &object, writer)
    case .events(let paths):
      if outcomes[key] == nil { writeOn(paths.map(\.text), reaction, to: &object, writer) }
    }
  }

  private func writeOwn(
    _ reaction: ReactionSyntax, _ key: String, isShared: Bool, to object: inout JSONMembers, _ writer: ChartJSONWriter
  ) {
    let effects = writer.effects(reaction.body.branches.first?.effects ?? [])
    var value = effects
    if let doc = reaction.doc { value = .object([("actions", effects), ("description", .string(doc))]) }
    guard isShared else { return object.set(key, value) }
    if reaction.doc == nil, !value.isArray { value = .array([value]) }
    object.append(value, to: key)
  }

  private func writeAfter(
    _ delay: String, _ reaction: ReactionSyntax, isShared: Bool, to object: inout JSONMembers, _ writer: ChartJSONWriter
  ) {
    guard isShared else { return object.add(delay, Self.value(reaction, writer), to: "after") }
    guard case .object(var members)? = object["after"] ?? .object([]) else { return }
    let item = Self.listed(reaction, writer)
    if let index = members.firstIndex(where: { $0.key == delay }), case .array(let list) = members[index].value {
      members[index].value = .array(list + [item])
    } else {
      members.append((delay, .array([item])))
    }
    object.set("after", .object(members))
  }

  private func writeOn(_ events: [String], _ reaction: ReactionSyntax, to object: inout JSONMembers, _ writer: ChartJSONWriter) {
    guard needsArray else { return object.add(events[0], Self.value(reaction, writer), to: "on") }
    let event = events.count == 1 ? JSONText.string(events[0]) : .array(events.map { .string($0) })
    var members: [(key: String, value: JSONText)] = [("event", event)]
    switch reaction.body {
    case .single(let branch): if case .object(let inner) = writer.transition(branch, doc: reaction.doc, isShort: false) { members += inner }
    case .branches(let branches):
      members.append(("branches", .array(branches.map { writer.transition($0) })))
      if let doc = reaction.doc { members.append(("description", .string(doc))) }
    }
    object.append(.object(members), to: "on")
  }

  /// A transition, or the array of an ordered block.
  private static func value(_ reaction: ReactionSyntax, _ writer: ChartJSONWriter) -> JSONText {
    switch reaction.body {
    case .single(let branch): return writer.transition(branch, doc: reaction.doc)
    case .branches(let branches):
      let list = JSONText.array(branches.map { writer.transition($0) })
      if let doc = reaction.doc { return .object([("branches", list), ("description", .string(doc))]) }
      return branches.count > 1 ? list : .object([("branches", list)])
    }
  }

  /// One of several reactions to a trigger: an array of its own, or an object with branches.
  private static func listed(_ reaction: ReactionSyntax, _ writer: ChartJSONWriter) -> JSONText {
    let one = value(reaction, writer)
    switch one {
    case .array: return one
    case .object(let members) where members.contains { $0.key == "branches" }: return one
    default: return .array([one])
    }
  }

  private func write(_ hold: HoldSyntax, to object: inout JSONMembers) {
    let key = hold.kind.rawValue
    let events = JSONText.array(hold.events.isEmpty ? [.string("*")] : hold.events.map { .string($0.text) })
    guard let known = object[key], case .array(let list) = known else { return object.set(key, events) }
    if list.first?.isArray == true { return object.set(key, .array(list + [events])) }
    object.set(key, .array([known, events]))
  }

  private func invocation(_ activity: DoSyntax, _ writer: ChartJSONWriter) -> JSONText {
    var object = JSONMembers()
    object.set("src", ChartWriter.call(activity.call, withEmptyList: true))
    object.set("id", activity.name?.text)
    object.set("description", activity.doc)
    let run = (activity.name ?? activity.call.name).text
    if let done = outcomes[run + ".done"] { object.set("onDone", Self.value(done, writer)) }
    if let failed = outcomes[run + ".failed"] { object.set("onError", Self.value(failed, writer)) }
    return object.json
  }
}

extension ExprSyntax {
  /// True for what stands in parentheses behind `after`.
  public var isJoined: Bool {
    switch kind {
    case .binary, .prefix, .ternary: true
    default: false
    }
  }
}
