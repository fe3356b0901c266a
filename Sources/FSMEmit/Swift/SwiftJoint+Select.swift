import FSMModel

/// Choosing: from each innermost active state outwards, the first reaction that applies.
///
/// A function of this kind returns nil where every walk that reached it has ended: a reaction was chosen, or the event is dropped here on
/// purpose. Otherwise it returns the place in the selection that a reaction of an outer state would get.
extension SwiftJoint {
  // MARK: Choosing at one state

  /// The call of the function that lets all that is inside a state choose, and takes what they chose.
  mutating func callTogether(_ state: StateID, _ kind: SwiftSteps.Kind, _ subject: String) -> String {
    isSelectionUsed = true
    for inside in (state.index..<machine[state].end).map({ StateID($0) }) where !machine[inside].isPseudo && selects(inside, kind) {
      guard written.insert(functionName(inside, kind)).inserted else { continue }
      // Inner states first, so that their cases come first.
      if !machine[inside].children.isEmpty { write(inside, kind) } else if regions.isRegion(inside) { writePlainRegion(inside, kind) }
    }
    let name = steps.claim((kind == .event ? "react" : "settle") + (state == .root ? "" : naming.helpers[state.index]) + "Together")
    var parameters = kind == .event ? ["_ event: \(context.eventType)"] : []
    var arguments = kind == .event ? ["event"] : []
    var value = machine[state].kind == .parallel ? regions.structText(state) : subject
    if machine[state].kind == .composite, !regions.isRegion(state), state != .root {
      value = inner(state)
      parameters.append("_ \(value): \(naming.types[state.index])")
      arguments.append(value)
    }
    let returns = kind == .event ? "Outcome" : context.types.library("Bool")
    steps.functions.append(
      SwiftSteps.Function(
        owner: state, doc: "All that is active chooses before anything is taken.", head: steps.head(name, parameters, returns: returns),
        body: together(state, kind, value)))
    return "\(context.try)\(name)(\((arguments + context.arguments).joined(separator: ", ")))"
  }

  private mutating func together(_ state: StateID, _ kind: SwiftSteps.Kind, _ value: String) -> [SwiftLine] {
    let own = (kind == .event ? ["event"] : []) + (state == .root ? [] : [value])
    var lines: [SwiftLine] = [
      .text("var selection = \(naming.selectionType)()"),
      .text("_ = \(functionName(state, kind))(\(choosingArguments(own, kind)))"),
    ]
    if kind == .always {
      lines.append(.text("if selection.isEmpty { return false }"))
    } else {
      var rest: [SwiftLine] = []
      if isDeferredUsed {
        steps.outcomes.insert(.deferred)
        rest.append(.text("if selection.isDeferred { return .deferred }"))
      }
      if isIgnoredUsed {
        steps.outcomes.insert(.ignored)
        rest.append(.text("if selection.isIgnored { return .ignored }"))
      }
      let takesAll =
        (machine[state].ignored + machine[state].deferred).contains { $0.event == nil }
        || steps.transitions(of: state) { $0 == .any }.contains { $0.condition == nil }
      if isNamedUsed {
        steps.outcomes.formUnion([.guardsFailed, .unhandled])
        rest.append(.text("return selection.isNamed ? .guardsFailed : .unhandled"))
      } else {
        if !takesAll { steps.outcomes.insert(.unhandled) }
        rest.append(.text("return .\(takesAll ? "taken" : "unhandled")"))
      }
      lines.append(.block("if selection.isEmpty", rest))
      steps.outcomes.insert(.taken)
    }
    if !order.isEmpty { lines.append(.text("\(context.try)perform(\((["selection"] + context.arguments).joined(separator: ", ")))")) }
    return lines + [.text(kind == .event ? "return .taken" : "return true")]
  }

  // MARK: Choosing

  /// True when a state, or one inside it, takes part.
  func selects(_ state: StateID, _ kind: SwiftSteps.Kind) -> Bool { widths.choosesTogether(state, kind) }

  /// True when a state itself has something to say about what is chosen together.
  private func selects(itself state: StateID, _ kind: SwiftSteps.Kind) -> Bool {
    guard steps.reacts(state, kind) else { return false }
    if kind == .always { return widths.hasAlwaysRivals(in: state) }
    if steps.restGroup(of: state).takesAny { return true }
    return steps.eventGroups(of: state).contains { $0.events.contains { widths.hasRivals($0, in: state) } }
  }

  private func functionName(_ state: StateID, _ kind: SwiftSteps.Kind) -> String {
    (kind == .event ? "select" : "selectAlways") + (state == .root ? "" : naming.helpers[state.index])
  }

  /// The inner value's name as a parameter.
  func inner(_ state: StateID) -> String {
    SwiftIdentifier(
      escaping: SwiftNames.free(naming.local(machine[state].name.lowercasedFirst), of: regions.names + ["open", "selection"])
    ).text
  }

  private mutating func write(_ state: StateID, _ kind: SwiftSteps.Kind) {
    let subject = state == .root ? "state" : inner(state)
    let own =
      (kind == .event ? ["_ event: \(context.eventType)"] : []) + (state == .root ? [] : ["_ \(subject): \(naming.types[state.index])"])
    var lines: [SwiftLine] = []
    let reacts = selects(itself: state, kind)
    if machine[state].kind == .parallel {
      lines = offerToRegions(of: state, subject, kind, reacts)
    } else {
      lines = offerToChild(of: state, subject, kind, reacts)
    }
    if reacts {
      lines.append(.text("guard let open else { return nil }"))
      let block = reactions(of: state, kind, at: "open")
      lines += block.lines + (block.leaves ? [] : [.text("return open")])
    }
    steps.functions.append(
      SwiftSteps.Function(owner: state, doc: nil, head: choosingHead(functionName(state, kind), own, kind), body: lines))
  }

  /// A region without children is always where it is.
  private mutating func writePlainRegion(_ region: StateID, _ kind: SwiftSteps.Kind) {
    let block = reactions(of: region, kind, at: "selection.count")
    steps.functions.append(
      SwiftSteps.Function(
        owner: region, doc: nil,
        head: choosingHead(functionName(region, kind), kind == .event ? ["_ event: \(context.eventType)"] : [], kind),
        body: block.lines + (block.leaves ? [] : [.text("return selection.count")])))
  }

  /// Every region in document order; the place is that of the first that let the event pass.
  private func offerToRegions(of state: StateID, _ subject: String, _ kind: SwiftSteps.Kind, _ reacts: Bool) -> [SwiftLine] {
    let all = machine[state].children.filter { !machine[$0].isPseudo }
    let calls = all.compactMap { region -> String? in
      guard selects(region, kind) else { return nil }
      let value = machine[region].children.isEmpty ? [] : [subject + "." + (regions.fields[region] ?? "")]
      return "\(functionName(region, kind))(\(choosingArguments((kind == .event ? ["event"] : []) + value, kind)))"
    }
    // A region with nothing to say lets everything pass.
    let silent = all.firstIndex { !selects($0, kind) }
    var lines: [SwiftLine] = [
      .text(
        "\(calls.isEmpty && silent == nil || calls.isEmpty ? "let" : "var") open: \(context.types.library("Int"))?\(calls.isEmpty ? " = selection.count" : "")"
      )
    ]
    if calls.isEmpty { return reacts ? lines : [.text("return selection.count")] }
    for region in all {
      if region == silent.map({ all[$0] }) {
        lines.append(.text("if open == nil { open = selection.count }"))
      } else if selects(region, kind) {
        let value = machine[region].children.isEmpty ? [] : [subject + "." + (regions.fields[region] ?? "")]
        let call = "\(functionName(region, kind))(\(choosingArguments((kind == .event ? ["event"] : []) + value, kind)))"
        lines.append(.text("if let place = \(call), open == nil { open = place }"))
      }
    }
    return reacts ? lines : lines + [.text("return open")]
  }

  private mutating func offerToChild(of state: StateID, _ subject: String, _ kind: SwiftSteps.Kind, _ reacts: Bool) -> [SwiftLine] {
    var lines = kind == .always ? choices(of: state) : []
    var arms: [(patterns: [String], lines: [SwiftLine])] = []
    var silent: Int?
    for child in machine[state].children where !machine[child].isPseudo {
      let isPlain = machine[child].children.isEmpty
      if !selects(child, kind) {
        let pattern = steps.patterns.pattern(child, in: state)
        let line = SwiftLine.text(reacts ? "open = selection.count" : "return selection.count")
        if let silent {
          arms[silent].patterns.append(pattern)
        } else {
          silent = arms.count
          arms.append(([pattern], [line]))
        }
      } else if isPlain {
        let block = reactions(of: child, kind, at: "selection.count")
        let rest: [SwiftLine] = block.leaves ? [] : [.text(reacts ? "open = selection.count" : "return selection.count")]
        arms.append(([steps.patterns.pattern(child, in: state)], block.lines + rest))
      } else {
        let call = "\(functionName(child, kind))(\(choosingArguments((kind == .event ? ["event"] : []) + [inner(child)], kind)))"
        arms.append(
          ([steps.patterns.pattern(child, in: state, inner: "let \(inner(child))")], [.text(reacts ? "open = \(call)" : "return \(call)")]))
      }
    }
    if reacts { lines.append(.text("let open: \(context.types.library("Int"))?")) }
    lines.append(.block("switch \(subject)", arms.map { .label(SwiftSteps.label($0.patterns), $0.lines, comment: nil) }))
    return lines
  }

  /// Branches of a choice that was reached in the microstep before.
  private mutating func choices(of state: StateID) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    for choice in machine[state].children where machine[choice].kind == .choice {
      guard let field = regions.pending[regions.slot(of: choice)] else { continue }
      let branches = machine[choice].reactions.flatMap { machine[$0].transitions.map { machine[$0] } }
      var scope = scope(at: .exactly(choice))
      scope.bail = "return nil"
      let block = branch(branches, scope, at: "selection.count")
      lines.append(
        .block("if call.\(field) == .\(regions.choiceCases[choice] ?? "")", block.lines + (block.leaves ? [] : [.text("return nil")])))
    }
    return lines
  }

  /// A state's own reactions, then what it drops on purpose.
  private mutating func reactions(of state: StateID, _ kind: SwiftSteps.Kind, at place: String) -> SwiftSteps.Block {
    var scope = scope(at: machine[state].children.isEmpty ? .exactly(state) : .inside(state))
    // Choices have been left when an event is offered.
    if kind == .event { scope.seesPending = false }
    if kind == .always { return branch(steps.transitions(of: state) { $0 == .always }, scope, at: place) }
    var arms: [SwiftLine] = []
    var leaves = true
    var named = 0
    for var group in steps.eventGroups(of: state) {
      group.events.removeAll { !widths.hasRivals($0, in: state) }
      if group.events.isEmpty { continue }
      named += group.events.count
      var inner = scope
      let patterns = steps.bindParameters(of: group, &inner)
      let block = take(group, inner, at: place)
      leaves = leaves && block.leaves
      let note = group.transitions.first.map { context.lineNote(machine[$0.reaction].span) }
      arms.append(steps.patternLabel(patterns, block, comment: note))
    }
    if named < machine.events.count {
      let rest = steps.restGroup(of: state)
      if rest.takesAny, context.hasManyCompletions {
        // They are nothing to `*`.
        arms.append(steps.patternLabel(["_ where Self.isCompletion(event)"], SwiftSteps.Block(lines: [.text("break")], leaves: false)))
        leaves = false
      }
      let block = take(rest, scope, at: place)
      leaves = leaves && block.leaves
      arms.append(.label("default", block.lines.isEmpty ? [.text("break")] : block.lines, comment: nil))
    }
    return SwiftSteps.Block(lines: [.block("switch event", arms)], leaves: leaves)
  }

  private mutating func take(_ group: SwiftSteps.EventGroup, _ scope: SwiftScope, at place: String) -> SwiftSteps.Block {
    var block = branch(group.transitions, scope, at: place)
    if block.leaves { return block }
    if !group.transitions.isEmpty, !group.isIgnored, !group.isDeferred {
      isNamedUsed = true
      block.lines.append(.text("selection.isNamed = true"))
    }
    if group.isDeferred {
      isDeferredUsed = true
      return SwiftSteps.Block(lines: block.lines + [.text("selection.isDeferred = true"), .text("return nil")], leaves: true)
    }
    if group.isIgnored {
      isIgnoredUsed = true
      return SwiftSteps.Block(lines: block.lines + [.text("selection.isIgnored = true"), .text("return nil")], leaves: true)
    }
    return block
  }

  /// The first branch whose guard holds is chosen.
  private mutating func branch(_ transitions: [Transition], _ scope: SwiftScope, at place: String) -> SwiftSteps.Block {
    var lines: [SwiftLine] = []
    for (transition, condition) in steps.liveBranches(transitions, scope.location) {
      let chosen = choosable(transition)
      let inner = scope.for(machine[transition.reaction])
      let values = chosen.move.parameters.map { scope.parametersByName[$0.name] ?? $0.name }
      let payload = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
      let work: [SwiftLine] = [.text("selection.insert(.\(chosen.name)\(payload), at: \(place))"), .text("return nil")]
      guard let condition else { return SwiftSteps.Block(lines: lines + work, leaves: true) }
      let head = "if \(steps.expressions(inner).text(condition))"
      lines.append(condition.isOpaque ? .locatedBlock(condition.span, head, work) : .block(head, work))
    }
    return SwiftSteps.Block(lines: lines, leaves: false)
  }
}

extension SwiftNames {
  /// `name`, or the first of `name_`, `name__`, … that is none of these.
  static func free(_ name: String, of taken: [String]) -> String {
    var free = name
    while taken.contains(free) { free += "_" }
    return free
  }
}
