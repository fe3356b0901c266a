import FSMModel

/// Choosing: from each innermost active state outwards, the first reaction that applies.
///
/// A function of this kind returns nil where every walk that reached it has ended: a reaction was chosen, or the event is dropped here on
/// purpose. Otherwise it returns the place in the selection that a reaction of an outer state would get.
extension SwiftJoint {
  // MARK: Choosing at one state

  /// The call of the function that lets all that is inside a state choose, and takes what they chose.
  mutating func callTogether(_ state: StateID, _ kind: Kind) -> String {
    isSelectionUsed = true
    for inside in (state.index..<machine[state].end).map({ StateID($0) }) where !machine[inside].isPseudo && selects(inside, kind) {
      guard written.insert(functionName(inside, kind)).inserted else { continue }
      // Inner states first, so that their cases come first.
      if !machine[inside].children.isEmpty { write(inside, kind) } else if regions.isRegion(inside) { writePlainRegion(inside, kind) }
    }
    let passed = passed(to: state, kind)
    let value = machine[state].kind == .parallel ? regions.structText(state) : passed.subject
    return writeReacting(
      steps.claim(reacting(state, kind) + "Together"), state, kind, passed, doc: "All that is active chooses before anything is taken.",
      together(state, kind, value))
  }

  private mutating func together(_ state: StateID, _ kind: Kind, _ value: String) -> [SwiftLine] {
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
    return lines + [taken(kind)]
  }

  // MARK: Choosing

  /// True when a state, or one inside it, takes part.
  func selects(_ state: StateID, _ kind: Kind) -> Bool { widths.choosesTogether(state, kind) }

  /// True when a state itself has something to say about what is chosen together.
  private func selects(itself state: StateID, _ kind: Kind) -> Bool {
    speaks(state, kind, isAlwaysMeant: widths.hasAlwaysRivals(in: state)) { widths.hasRivals($0, in: state) }
  }

  private func functionName(_ state: StateID, _ kind: Kind) -> String {
    (kind == .event ? "select" : "selectAlways") + (state == .root ? "" : naming.helpers[state.index])
  }

  /// The inner value's name as a parameter.
  func inner(_ state: StateID) -> String {
    SwiftIdentifier(
      escaping: SwiftNames.free(naming.local(machine[state].name.lowercasedFirst), of: regions.names + ["open", "selection"])
    ).text
  }

  private mutating func write(_ state: StateID, _ kind: Kind) {
    let subject = state == .root ? "state" : inner(state)
    let own =
      (kind == .event ? ["_ event: \(context.eventType)"] : []) + (state == .root ? [] : ["_ \(subject): \(naming.types[state.index])"])
    let reacts = selects(itself: state, kind)
    var body: Block
    if machine[state].kind == .parallel {
      body = Block(lines: offerToRegions(of: state, subject, kind, reacts), leaves: !reacts)
    } else {
      body = offerToChild(of: state, subject, kind, reacts)
    }
    if !body.leaves {
      let count = selected
      let block = reactions(of: state, kind, at: "open")
      let isRead = selected > count || !block.leaves
      body.lines.append(.text("guard \(isRead ? "let open" : "open != nil") else { return nil }"))
      body.lines += block.lines + (block.leaves ? [] : [.text("return open")])
    }
    steps.functions.append(
      SwiftSteps.Function(owner: state, doc: nil, head: choosingHead(functionName(state, kind), own, kind), body: body.lines))
  }

  /// A region without children is always where it is.
  private mutating func writePlainRegion(_ region: StateID, _ kind: Kind) {
    let block = reactions(of: region, kind, at: "selection.count")
    steps.functions.append(
      SwiftSteps.Function(
        owner: region, doc: nil,
        head: choosingHead(functionName(region, kind), kind == .event ? ["_ event: \(context.eventType)"] : [], kind),
        body: block.lines + (block.leaves ? [] : [.text("return selection.count")])))
  }

  /// Every region in document order; the place is that of the first that let the event pass.
  private func offerToRegions(of state: StateID, _ subject: String, _ kind: Kind, _ reacts: Bool) -> [SwiftLine] {
    let all = machine.activeChildren(of: state)
    if !all.contains(where: { selects($0, kind) }) {
      return [.text(reacts ? "let open: \(context.types.library("Int"))? = selection.count" : "return selection.count")]
    }
    var lines: [SwiftLine] = [.text("var open: \(context.types.library("Int"))?")]
    // A region with nothing to say lets everything pass.
    let silent = all.first { !selects($0, kind) }
    for region in all {
      if region == silent {
        lines.append(.text("if open == nil { open = selection.count }"))
      } else if selects(region, kind) {
        let value = machine[region].children.isEmpty ? [] : [subject + "." + (regions.fields[region] ?? "")]
        let call = "\(functionName(region, kind))(\(choosingArguments((kind == .event ? ["event"] : []) + value, kind)))"
        lines.append(.text("if let place = \(call), open == nil { open = place }"))
      }
    }
    return reacts ? lines : lines + [.text("return open")]
  }

  private mutating func offerToChild(of state: StateID, _ subject: String, _ kind: Kind, _ reacts: Bool) -> Block {
    var lines: [SwiftLine] = []
    if kind == .always {
      lines = waitingChoices(of: state, otherwise: "return nil") { joint, branches, scope in
        joint.branch(branches, scope, at: "selection.count")
      }
    }
    let nothing = Block(lines: [.text(reacts ? "open = selection.count" : "return selection.count")], leaves: !reacts)
    var arms: [(patterns: [String], block: Block)] = []
    var silent: Int?
    for child in machine.activeChildren(of: state) {
      let isPlain = machine[child].children.isEmpty
      if !selects(child, kind) {
        let pattern = steps.patterns.pattern(child, in: state)
        if let silent {
          arms[silent].patterns.append(pattern)
        } else {
          silent = arms.count
          arms.append(([pattern], nothing))
        }
      } else if isPlain {
        let block = reactions(of: child, kind, at: "selection.count")
        arms.append(
          ([steps.patterns.pattern(child, in: state)], block.leaves ? block : Block(lines: block.lines + nothing.lines, leaves: !reacts)))
      } else {
        let call = "\(functionName(child, kind))(\(choosingArguments((kind == .event ? ["event"] : []) + [inner(child)], kind)))"
        let block = Block(lines: [.text(reacts ? "open = \(call)" : "return \(call)")], leaves: !reacts)
        arms.append(([steps.patterns.pattern(child, in: state, inner: "let \(inner(child))")], block))
      }
    }
    let leaves = arms.allSatisfy(\.block.leaves)
    if !leaves { lines.append(.text("let open: \(context.types.library("Int"))?")) }
    lines.append(.block("switch \(subject)", arms.map { steps.patternLabel($0.patterns, $0.block) }))
    return Block(lines: lines, leaves: leaves)
  }

  /// A state's own reactions, then what it drops on purpose.
  private mutating func reactions(of state: StateID, _ kind: Kind, at place: String) -> Block {
    if kind == .always { return branch(steps.transitions(of: state) { $0 == .always }, ownScope(of: state, kind), at: place) }
    let widths = widths
    let hasRivals: (EventID) -> Bool = { widths.hasRivals($0, in: state) }
    var own = arms(of: state, hasRivals) { joint, group, scope in joint.take(group, scope, at: place) }
    if own.named < machine.events.count {
      let rest = restArms(own.rest, otherwise: Block(lines: [], leaves: false))
      own.lines += rest.lines
      own.leaves = own.leaves && rest.leaves
    }
    return Block(lines: [.block("switch event", own.lines)], leaves: own.leaves)
  }

  private mutating func take(_ group: SwiftSteps.EventGroup, _ scope: SwiftScope, at place: String) -> Block {
    var block = branch(group.transitions, scope, at: place)
    if block.leaves { return block }
    if !group.transitions.isEmpty, !group.isIgnored, !group.isDeferred {
      isNamedUsed = true
      block.lines.append(.text("selection.isNamed = true"))
    }
    if group.isDeferred {
      isDeferredUsed = true
      return Block(lines: block.lines + [.text("selection.isDeferred = true"), .text("return nil")], leaves: true)
    }
    if group.isIgnored {
      isIgnoredUsed = true
      return Block(lines: block.lines + [.text("selection.isIgnored = true"), .text("return nil")], leaves: true)
    }
    return block
  }

  /// The first branch whose guard holds is chosen.
  private mutating func branch(_ transitions: [Transition], _ scope: SwiftScope, at place: String) -> Block {
    branches(transitions, scope) { joint, transition, scope in
      joint.selected += 1
      let chosen = joint.value(of: joint.choosable(transition), scope)
      return [.text("selection.insert(\(chosen), at: \(place))"), .text("return nil")]
    }
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
