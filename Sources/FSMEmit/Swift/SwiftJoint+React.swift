import FSMModel

/// Reactions that are taken as soon as they are found, because no other state can have one to the same event at the same time.
///
/// A function of this kind offers an event to the active states of one composite or region, innermost first, and returns how that ended.
extension SwiftJoint {
  /// The end of a walk on which nothing was taken.
  private mutating func unhandled(_ kind: Kind) -> Block {
    if kind == .event { steps.outcomes.insert(.unhandled) }
    return Block(lines: [.text(kind == .event ? "return .unhandled" : "return false")], leaves: true)
  }

  // MARK: States

  /// The body of the function for a state: those inside it first, then its own reactions.
  ///
  /// - Parameter subject: where the value inside a composite stands.
  mutating func react(_ state: StateID, _ kind: Kind, subject: String) -> Block {
    let joint = widths.together[state]?.contains(kind) == true
    let apart = widths.sideBySide[state]?.contains(kind) == true
    if joint != apart, !asksAlone(state, kind) {
      return Block(lines: [.text("return \(joint ? callTogether(state, kind) : callSideBySide(state, kind))")], leaves: true)
    }
    if machine[state].children.isEmpty {
      return ownReactions(of: state, kind, failed: failing(kind), isLast: true)
    }
    return machine[state].kind == .parallel ? reactInRegions(of: state, kind) : reactInChild(of: state, kind, subject)
  }

  /// True where a state or one inside it reacts to something that is not chosen together here.
  private func asksAlone(_ state: StateID, _ kind: Kind) -> Bool {
    let inside = machine.activeChildren(of: state).contains { widths.isAsked($0, kind) }
    return inside || isAsked(itself: state, kind)
  }

  /// A state's own reactions that are taken alone.
  private func isAsked(itself state: StateID, _ kind: Kind) -> Bool {
    speaks(state, kind, isAlwaysMeant: widths.isAlwaysAlone(in: state)) { widths.isAlone($0, in: state) }
  }

  /// The call of the function for a state inside another.
  private mutating func offer(to state: StateID, _ kind: Kind) -> String {
    let name = steps.claim(reacting(state, kind))
    let passed = passed(to: state, kind)
    return writeReacting(name, state, kind, passed, react(state, kind, subject: passed.subject).lines)
  }

  /// Every event goes to the one region that has to do with it, or to the state itself.
  private mutating func reactInRegions(of state: StateID, _ kind: Kind) -> Block {
    let regions = machine.activeChildren(of: state).filter { widths.isAsked($0, kind) }
    if kind == .always {
      if let region = regions.first { return Block(lines: [.text("return \(offer(to: region, kind))")], leaves: true) }
      return ownReactions(of: state, kind, failed: failing(kind), isLast: true)
    }
    var arms: [SwiftLine] = []
    var named = 0
    func add(_ events: some Collection<EventID>, _ call: String) {
      arms.append(arm(events.sorted(), "return \(call)"))
      named += events.count
    }
    if let events = widths.together[state]?.events, !events.isEmpty { add(events, callTogether(state, kind)) }
    if let events = widths.sideBySide[state]?.events, !events.isEmpty { add(events, callSideBySide(state, kind)) }
    var all: Block?
    for region in regions {
      let call = offer(to: region, kind)
      if widths.saysAny(region) {
        all = Block(lines: [.text("return \(call)")], leaves: true)
      } else {
        add(widths.alone(region), call)
      }
    }
    let own = ownArms(of: state, failed: failing(kind))
    arms += own.lines
    if named + own.named < machine.events.count {
      arms += all.map { restArms(nil, otherwise: $0).lines } ?? restArms(own.rest, otherwise: unhandled(kind)).lines
    }
    let lines: [SwiftLine] = [.block("switch event", arms)]
    return Block(lines: own.leaves ? lines : lines + unhandled(kind).lines, leaves: true)
  }

  private func arm(_ events: [EventID], _ line: String) -> SwiftLine {
    .label(SwiftSteps.label(events.map { "." + naming.events[$0.index] }), [.text(line)], comment: nil)
  }

  /// The active child of a composite, then the composite.
  private mutating func reactInChild(of state: StateID, _ kind: Kind, _ subject: String) -> Block {
    var lines: [SwiftLine] = []
    if kind == .event, let events = widths.together[state]?.events, !events.isEmpty {
      lines.append(
        .block(
          "switch event",
          [arm(events.sorted(), "return \(callTogether(state, kind))"), .label("default", [.text("break")], comment: nil)]))
    }
    if kind == .always {
      lines += waitingChoices(of: state, otherwise: "return false") { joint, branches, scope in joint.take(branches, scope, kind) }
    }
    let own = isAsked(itself: state, kind) ? ownReactions(of: state, kind, failed: failing(kind)) : nil
    let passes = childArms(of: state, kind, own)
    let isTracked = passes.tracks && own?.leaves == false
    if isTracked { lines.append(.text("var outcome = Outcome.unhandled")) }
    if !passes.arms.isEmpty { lines.append(.block("switch \(subject)", passes.arms)) }
    if passes.leave { return Block(lines: lines, leaves: true) }
    guard let own else { return Block(lines: lines + unhandled(kind).lines, leaves: true) }
    lines += own.lines
    if !own.leaves {
      if isTracked { steps.outcomes.insert(.unhandled) }
      lines += isTracked ? [.text("return outcome")] : unhandled(kind).lines
    }
    return Block(lines: lines, leaves: true)
  }

  /// - Parameter own: what comes behind the `switch`; nil where nothing does, so that every arm leaves.
  private mutating func childArms(of state: StateID, _ kind: Kind, _ own: Block?) -> (arms: [SwiftLine], tracks: Bool, leave: Bool) {
    let children = machine.activeChildren(of: state)
    let reactions = children.reduce(0) { $0 + (machine[$1].children.isEmpty ? machine[$1].reactions.count : 0) }
    var arms: [(patterns: [String], block: Block)] = []
    var silent: Int?
    var tracks = false
    for child in children {
      let pattern = steps.patterns.pattern(child, in: state)
      if !widths.isAsked(child, kind) {
        if let silent {
          arms[silent].patterns.append(pattern)
        } else {
          silent = arms.count
          arms.append(([pattern], own == nil ? unhandled(kind) : Block(lines: [], leaves: false)))
        }
        continue
      }
      if machine[child].children.isEmpty, reactions <= SwiftSteps.inlineLimit {
        let failed = own == nil ? failing(kind) : own?.leaves == false && kind == .event ? [.text("outcome = .guardsFailed")] : []
        let count = failures
        let block = ownReactions(of: child, kind, failed: failed, isLast: own == nil)
        if own != nil, failures > count { tracks = true }
        arms.append(([pattern], block))
        continue
      }
      let isInner = machine[child].kind == .composite
      let count = failures
      let call = offer(to: child, kind)
      let label = isInner ? steps.patterns.pattern(child, in: state, inner: "let \(inner(child))") : pattern
      guard let own else {
        arms.append(([label], Block(lines: [.text("return \(call)")], leaves: true)))
        continue
      }
      if kind == .event, !own.leaves { tracks = true }
      arms.append(([label], passing(call, kind, own, fails: failures > count)))
    }
    if let silent, arms.count == 1, silent == 0 { return ([], false, false) }
    return (arms.map { steps.patternLabel($0.patterns, $0.block) }, tracks, arms.allSatisfy(\.block.leaves))
  }

  /// A child's function, behind which the composite's own reactions come.
  ///
  /// - Parameter fails: guards inside the child may not hold.
  private mutating func passing(_ call: String, _ kind: Kind, _ own: Block, fails: Bool) -> Block {
    if kind == .always { return Block(lines: [.text("if \(call) { return true }")], leaves: false) }
    steps.outcomes.insert(.unhandled)
    let name = own.leaves ? "inner" : "outcome"
    return Block(
      lines: [
        .text(own.leaves ? "let inner = \(call)" : "outcome = \(call)"),
        .text("if \(name) != .unhandled\(fails ? " && \(name) != .guardsFailed" : "") { return \(name) }"),
      ], leaves: false)
  }

  // MARK: Reactions

  /// How a function ends whose guards did not hold.
  private func failing(_ kind: Kind) -> [SwiftLine] { kind == .event ? [.text("return .guardsFailed")] : [] }

  /// A state's own reactions, and what it drops on purpose, that are not chosen for together.
  ///
  /// - Parameter isLast: nothing comes behind, so that what is not taken ends here.
  private mutating func ownReactions(of state: StateID, _ kind: Kind, failed: [SwiftLine], isLast: Bool = false) -> Block {
    if kind == .always {
      let block = take(steps.transitions(of: state) { $0 == .always }, ownScope(of: state, kind), kind)
      return block.leaves || !isLast ? block : Block(lines: block.lines + unhandled(kind).lines, leaves: true)
    }
    let otherwise = isLast ? unhandled(kind) : Block(lines: [], leaves: false)
    var own = ownArms(of: state, failed: failed)
    if own.named < machine.events.count {
      let rest = restArms(own.rest, otherwise: otherwise)
      own.lines += rest.lines
      own.leaves = own.leaves && rest.leaves
    }
    let lines: [SwiftLine] = own.lines.isEmpty ? [] : [.block("switch event", own.lines)]
    return own.leaves ? Block(lines: lines, leaves: true) : Block(lines: lines + otherwise.lines, leaves: otherwise.leaves)
  }

  private mutating func ownArms(of state: StateID, failed: [SwiftLine]) -> Arms {
    let widths = widths
    let isAlone: (EventID) -> Bool = { widths.isAlone($0, in: state) }
    return arms(of: state, isAlone) { joint, group, scope in joint.take(group, scope, failed) }
  }

  private mutating func take(_ group: SwiftSteps.EventGroup, _ scope: SwiftScope, _ failed: [SwiftLine]) -> Block {
    var block = take(group.transitions, scope, .event)
    if block.leaves { return block }
    if group.isDeferred || group.isIgnored {
      let outcome: SwiftSteps.Outcome = group.isDeferred ? .deferred : .ignored
      steps.outcomes.insert(outcome)
      return Block(lines: block.lines + [.text("return .\(outcome)")], leaves: true)
    }
    if group.transitions.isEmpty { return block }
    failures += 1
    steps.outcomes.insert(.guardsFailed)
    block.lines += failed
    if case .text("return .guardsFailed")? = failed.last { block.leaves = true }
    return block
  }

  /// The first branch whose guard holds is taken.
  private mutating func take(_ transitions: [Transition], _ scope: SwiftScope, _ kind: Kind) -> Block {
    branches(transitions, scope) { joint, transition, scope in
      if kind == .event { joint.steps.outcomes.insert(.taken) }
      return joint.perform(transition, scope) + [joint.taken(kind)]
    }
  }

  // MARK: Taking

  /// One reaction as straight code: exits, last piece first, effects, entries.
  private mutating func perform(_ transition: Transition, _ scope: SwiftScope) -> [SwiftLine] {
    let move = move(of: transition)
    var lines = move.units.reversed().flatMap { leave($0, from: transition.source, among: scope.names) }
    var work = effects(of: move, scope)
    lines += work.lines
    guard let plan = move.plan else { return lines }
    var locals: [VariableID: String] = [:]
    for argument in transition.targets.flatMap(\.arguments) {
      let text = steps.checked(argument.value, for: argument.variable, work.scope)
      let name = work.scope.names.claim(naming.local(machine[argument.variable].name))
      let line = SwiftLine.text("let \(name): \(context.types.text(machine[argument.variable])) = \(text)")
      lines += steps.located(argument.value.span, if: argument.value.mayMismatch(machine[argument.variable].type), [line])
      locals[argument.variable] = name
    }
    lines += pieces(of: move, plan, locals, isAlone: scope.parametersByName.isEmpty).flatMap(\.lines)
    return lines + move.units.flatMap { vacancyLines(false, in: $0.range) }
  }
}
