import FSMModel

/// From an event to the reactions of the state that is active.
extension SwiftSteps {
  /// The function (or the body of one) that finds the active child of a composite and offers it the event.
  ///
  /// - Parameter subject: what is switched over: `state`, or the parameter that holds the composite's inner value.
  mutating func dispatch(_ composite: StateID, _ kind: Kind, subject: String) -> Block {
    let children = machine.activeChildren(of: composite)
    let reactions = children.reduce(0) { $0 + (machine[$1].children.isEmpty ? machine[$1].reactions.count : 0) }
    let isLarge = reactions > Self.inlineLimit
    var arms: [(patterns: [String], block: Block)] = []
    // Children that do the same share a label, in the place of the first.
    var shared: [String: Int] = [:]
    for child in children {
      let (pattern, block, key) = arm(child, of: composite, kind, inOwnFunction: isLarge)
      if let key, let index = shared[key] {
        arms[index].patterns.append(pattern)
      } else {
        if let key { shared[key] = arms.count }
        arms.append(([pattern], block))
      }
    }
    if arms.count == 1, arms[0].patterns.allSatisfy({ !$0.has("(") }) { return arms[0].block }
    var lines = arms.map { patternLabel($0.patterns, $0.block) }
    if kind == .always, let rest = shared["rest"], arms.count > 1 {
      lines.remove(at: rest)
      lines.append(.label("default", arms[rest].block.lines, comment: nil))
    }
    return Block(lines: [.block("switch \(subject)", [])].withBody(lines), leaves: arms.allSatisfy(\.block.leaves))
  }

  /// What one child does; a key where others may do the same.
  private mutating func arm(
    _ child: StateID, of composite: StateID, _ kind: Kind, inOwnFunction: Bool
  ) -> (pattern: String, block: Block, key: String?) {
    let plain = patterns.pattern(child, in: composite)
    if !machine[child].children.isEmpty, handlesInside(child, kind) {
      return descend(into: child, of: composite, kind)
    }
    if machine[child].kind == .final, composite == .root {
      return (
        plain, kind == .event ? end(.finished) : Block(lines: [.text("return false")], leaves: true), kind == .event ? "finished" : "rest"
      )
    }
    guard reacts(child, kind) else {
      return (plain, inherited(from: child, kind), "rest")
    }
    if inOwnFunction {
      let call = call(.react(child, kind), kind == .event ? ["event"] : [])
      return (plain, returning(call, kind), nil)
    }
    let bound = boundInPattern(child, kind)
    // A composite comes here when nothing inside it reacts; its inner states are to be left all the same.
    var scope = scope(at: machine[child].children.isEmpty ? .exactly(child) : .inside(child), kind)
    let pattern = bindingPattern(child, in: composite, bound, mutating: [], &scope)
    return (pattern, reactionsBlock(of: child, kind, scope), nil)
  }

  /// A composite child has a function of its own, which gets its inner value.
  private mutating func descend(into child: StateID, of composite: StateID, _ kind: Kind) -> (String, Block, String?) {
    let local = context.naming.local(context.naming.cases[child.index].withoutBackticks.lowercasedFirst)
    let name = claim((kind == .event ? "step" : "settle") + context.naming.helpers[child.index])
    let inner = SwiftIdentifier(escaping: local).text
    var body = dispatch(child, kind, subject: inner)
    finish(&body, kind)
    let own = (kind == .event ? ["_ event: \(context.eventType)"] : []) + ["_ \(inner): \(context.naming.types[child.index])"]
    let head = head(name, own, returns: kind == .event ? returnsOutcome ? "Outcome" : nil : "Bool")
    functions.append(Function(owner: child, doc: nil, head: head, body: body.lines))
    let arguments = ((kind == .event ? ["event"] : []) + [inner] + context.arguments).joined(separator: ", ")
    let pattern = patterns.pattern(child, in: composite, inner: "let \(inner)")
    return (pattern, returning("\(name)(\(arguments))", kind), nil)
  }

  /// Ends a function that falls through with "taken".
  mutating func finish(_ body: inout Block, _ kind: Kind) {
    if body.leaves { return }
    switch kind {
    case .event: body.lines += end(.taken).lines
    case .always: body.lines.append(.text("return true"))
    }
  }

  private func returning(_ call: String, _ kind: Kind) -> Block {
    if kind == .event, !returnsOutcome { return Block(lines: [.text(context.try + call)], leaves: false) }
    return Block(lines: [.text("return " + context.try + call)], leaves: true)
  }

  /// A state's own reactions to events, or its own `always`, as the body behind its pattern.
  mutating func reactionsBlock(of state: StateID, _ kind: Kind, _ scope: SwiftScope) -> Block {
    switch kind {
    case .event: return eventSwitch(of: state, scope)
    case .always:
      let transitions = transitions(of: state) { $0 == .always }
      return chain(transitions, scope, fallback: inherited(from: state, .always))
    }
  }

  /// `switch event { … }` over what a state reacts to or ignores.
  private mutating func eventSwitch(of state: StateID, _ scope: SwiftScope) -> Block {
    let groups = eventGroups(of: state)
    var lines: [SwiftLine] = []
    var leaves = true
    for group in groups {
      var inner = scope
      let patterns = bindParameters(of: group, &inner)
      let fallback = canFail(group.transitions, scope.location) ? notTaken(group, of: state) : Block(lines: [], leaves: false)
      let block = chain(group.transitions, inner, fallback: fallback)
      leaves = leaves && block.leaves
      let note = group.transitions.first.map { context.lineNote(machine[$0.reaction].span) }
      lines.append(patternLabel(patterns, block, comment: note))
    }
    let named = groups.reduce(0) { $0 + $1.events.count }
    if named < machine.events.count {
      var rest = restGroup(of: state)
      rest.isCompletion =
        groups.reduce(0) { $0 + ($1.isCompletion ? 0 : $1.events.count) } + context.completions.count == machine.events.count
      if rest.takesAny, context.hasManyCompletions {
        let passed = EventGroup(events: [], transitions: [], isIgnored: false, isDeferred: false, isCompletion: true)
        let block = notTaken(passed, of: state)
        leaves = leaves && block.leaves
        lines.append(patternLabel(["_ where Self.isCompletion(event)"], block))
      }
      let fallback = canFail(rest.transitions, scope.location) ? notTaken(rest, of: state) : Block(lines: [], leaves: false)
      let block = chain(rest.transitions, scope, fallback: fallback)
      leaves = leaves && block.leaves
      lines.append(.label("default", block.lines.isEmpty ? [.text("break")] : block.lines, comment: nil))
    }
    return Block(lines: [.block("switch event", [])].withBody(lines), leaves: leaves)
  }

  /// What happens to an event that no reaction of the state took.
  private mutating func notTaken(_ group: EventGroup, of state: StateID) -> Block {
    if group.isCompletion, context.dropsQuietly { return inherited(from: state, .event, isCompletion: true) }
    if group.isDeferred { return end(.deferred) }
    if group.isIgnored { return end(.ignored) }
    let outer = inherited(from: state, .event)
    if group.transitions.isEmpty { return outer }
    // The state names the event, so nobody outside may call it unhandled.
    let reach = machine[state].parent.map { reaches[$0.index] } ?? Reach()
    if reach.isWild || (!group.events.isEmpty && reach.named.isSuperset(of: group.events)) { return outer }
    if reach.named.isEmpty || (!group.events.isEmpty && reach.named.isDisjoint(with: group.events)) { return end(.guardsFailed) }
    outcomes.insert(.guardsFailed)
    guard case .text(let line) = outer.lines[0] else { return outer }
    let call = line.dropFirst("return ".count)
    return Block(
      lines: [.text("let outcome = \(call)"), .text("return outcome == .unhandled ? .guardsFailed : outcome")], leaves: true)
  }

  /// The nearest ancestor's reactions, or the end of the walk.
  mutating func inherited(from state: StateID, _ kind: Kind, isCompletion: Bool = false) -> Block {
    for ancestor in machine.ancestors(of: state) where reacts(ancestor, kind) {
      return returning(call(.react(ancestor, kind), kind == .event ? ["event"] : []), kind)
    }
    switch kind {
    case .event: return isCompletion ? drop() : end(.unhandled)
    case .always: return Block(lines: [.text("return false")], leaves: true)
    }
  }

  /// The function with a state's own reactions, for those inside it to fall back on.
  mutating func writeReactions(of state: StateID, _ kind: Kind, as name: String) {
    let isSimple = machine[state].children.isEmpty
    let scope = scope(at: isSimple ? .exactly(state) : .inside(state), kind)
    var body = reactionsBlock(of: state, kind, scope)
    finish(&body, kind)
    let head = head(
      name, kind == .event ? ["_ event: \(context.eventType)"] : [],
      returns: kind == .event ? returnsOutcome ? "Outcome" : nil : "Bool")
    functions.append(Function(owner: state, doc: nil, head: head, body: body.lines))
  }

  func scope(at location: SwiftScope.Location, _ kind: Kind) -> SwiftScope {
    var scope = SwiftScope(location: location)
    switch kind {
    case .event: scope.bail = returnsOutcome ? "return .\(bail.rawValue)" : "return"
    case .always: scope.bail = "return false"
    }
    return scope
  }

  // MARK: Questions

  /// True when the state itself has something to say.
  func reacts(_ state: StateID, _ kind: Kind) -> Bool {
    switch kind {
    case .event:
      if !machine[state].ignored.isEmpty || !machine[state].deferred.isEmpty { return true }
      return machine[state].reactions.contains { id in
        switch machine[id].trigger {
        case .events, .any: true
        default: false
        }
      }
    case .always: return machine[state].reactions.contains { machine[$0].trigger == .always }
    }
  }

  /// True when a state inside has something to say.
  private func handlesInside(_ state: StateID, _ kind: Kind) -> Bool {
    (state.index + 1..<machine[state].end).contains { reacts(StateID($0), kind) }
  }

  func transitions(of state: StateID, where condition: (Reaction.Trigger) -> Bool) -> [Transition] {
    machine[state].reactions.flatMap { id in condition(machine[id].trigger) ? machine[id].transitions.map { machine[$0] } : [] }
  }

  /// Events that the same branches of a state react to.
  struct EventGroup {
    var events: [EventID]
    var transitions: [Transition]
    /// What no branch takes is dropped on purpose.
    var isIgnored: Bool
    /// What no branch takes waits for a later state.
    var isDeferred: Bool
    /// The events are completions or timers: nobody outside hears what became of them.
    var isCompletion: Bool

    /// Of the events that a state does not name: it does something about them all, completions left out.
    var takesAny: Bool { isIgnored || isDeferred || !transitions.isEmpty }

    /// What makes two events one group.
    struct Key: Hashable {
      var reactions: [ReactionID]
      var isIgnored: Bool
      var isDeferred: Bool
      var isCompletion: Bool
    }
  }

  /// Which events a state or something outside it names.
  struct Reach {
    var named: Set<EventID> = []
    /// One of them has `*`.
    var isWild = false

    /// For each state that contains others.
    static func all(_ machine: Machine) -> [Reach] {
      var reaches = Array(repeating: Reach(), count: machine.states.count)
      for state in machine.states where !state.children.isEmpty {
        var reach = state.parent.map { reaches[$0.index] } ?? Reach()
        for id in state.reactions {
          switch machine[id].trigger {
          case .events(let events): reach.named.formUnion(events)
          case .any: reach.isWild = true
          default: break
          }
        }
        for hold in state.ignored + state.deferred {
          if let event = hold.event { reach.named.insert(event) } else { reach.isWild = true }
        }
        reaches[state.id.index] = reach
      }
      return reaches
    }
  }

  /// The events a state names, in the order it does; those with the same branches together.
  func eventGroups(of state: StateID) -> [EventGroup] {
    var named: [(event: EventID, reactions: [ReactionID])] = []
    var places: [EventID: Int] = [:]
    places.reserveCapacity(machine[state].reactions.count)
    func name(_ event: EventID, _ reaction: ReactionID?) {
      if let place = places[event] {
        if let reaction { named[place].reactions.append(reaction) }
      } else {
        places[event] = named.count
        named.append((event, reaction.map { [$0] } ?? []))
      }
    }
    for id in machine[state].reactions {
      if case .events(let events) = machine[id].trigger { for event in events { name(event, id) } }
    }
    let ignored = machine[state].ignored
    let deferred = machine[state].deferred
    for event in (ignored + deferred).compactMap(\.event) { name(event, nil) }
    let rest = restGroup(of: state)
    if rest.takesAny, !context.hasManyCompletions {
      // `*` takes every event but completions.
      for event in context.completions.sorted() { name(event, nil) }
    }
    let wild = rest.transitions
    let ignoredEvents = Set(ignored.compactMap(\.event))
    let deferredEvents = Set(deferred.compactMap(\.event))
    var groups: [EventGroup] = []
    var index: [EventGroup.Key: Int] = [:]
    for (event, reactions) in named {
      let isCompletion = context.completions.contains(event)
      let isIgnored = !isCompletion && (rest.isIgnored || ignoredEvents.contains(event))
      let isDeferred = !isCompletion && (rest.isDeferred || deferredEvents.contains(event))
      let key = EventGroup.Key(reactions: reactions, isIgnored: isIgnored, isDeferred: isDeferred, isCompletion: isCompletion)
      // One event of a reaction to nothing else has no company.
      let isAlone = reactions.contains { if case .events(let events) = machine[$0].trigger { events.count == 1 } else { false } }
      if !isAlone, let found = index[key] {
        groups[found].events.append(event)
      } else {
        if !isAlone { index[key] = groups.count }
        let branches = reactions.flatMap { machine[$0].transitions.map { machine[$0] } } + (isCompletion ? [] : wild)
        groups.append(
          EventGroup(events: [event], transitions: branches, isIgnored: isIgnored, isDeferred: isDeferred, isCompletion: isCompletion))
      }
    }
    return groups
  }

  /// What a state does with the events it does not name.
  func restGroup(of state: StateID) -> EventGroup {
    EventGroup(
      events: [], transitions: transitions(of: state) { $0 == .any },
      isIgnored: machine[state].ignored.contains { $0.event == nil }, isDeferred: machine[state].deferred.contains { $0.event == nil },
      isCompletion: false)
  }
}

extension [SwiftLine] {
  /// Gives the only block of this list its body.
  func withBody(_ body: [SwiftLine]) -> [SwiftLine] {
    guard case .block(let head, _) = self[0] else { return self }
    return [.block(head, body)]
  }
}
