import FSMModel

/// Reactions that are taken as soon as they are found, because no other state can have one to the same event at the same time.
///
/// A function of this kind offers an event to the active states of one composite or region, innermost first, and returns how that ended.
extension SwiftJoint {
  typealias Kind = SwiftSteps.Kind
  typealias Block = SwiftSteps.Block

  /// What a function returns where nothing was taken.
  private func nothing(_ kind: Kind) -> Block {
    Block(lines: [.text(kind == .event ? "return .unhandled" : "return false")], leaves: true)
  }

  private mutating func unhandled(_ kind: Kind) -> Block {
    if kind == .event { steps.outcomes.insert(.unhandled) }
    return nothing(kind)
  }

  // MARK: States

  /// The body of the function for a state: those inside it first, then its own reactions.
  ///
  /// - Parameter subject: where the value inside a composite stands.
  mutating func react(_ state: StateID, _ kind: Kind, subject: String) -> Block {
    let joint = widths.together[state]?.contains(kind) == true
    let apart = widths.sideBySide[state]?.contains(kind) == true
    if joint != apart, !asksAlone(state, kind) {
      return Block(lines: [.text("return \(joint ? callTogether(state, kind, subject) : callSideBySide(state, kind))")], leaves: true)
    }
    if machine[state].children.isEmpty {
      return ownReactions(of: state, kind, failed: failing(kind), isLast: true)
    }
    return machine[state].kind == .parallel ? reactInRegions(of: state, kind) : reactInChild(of: state, kind, subject)
  }

  /// True where a state or one inside it reacts to something that is not chosen together here.
  private func asksAlone(_ state: StateID, _ kind: Kind) -> Bool {
    let inside = machine[state].children.contains { !machine[$0].isPseudo && widths.isAsked($0, kind) }
    return inside || isAsked(itself: state, kind)
  }

  /// A state's own reactions that are taken alone.
  private func isAsked(itself state: StateID, _ kind: Kind) -> Bool {
    guard steps.reacts(state, kind) else { return false }
    if kind == .always { return widths.isAlwaysAlone(in: state) }
    let rest = steps.restGroup(of: state)
    if rest.takesAny { return machine.events.contains { widths.isAlone($0.id, in: state) } }
    return steps.eventGroups(of: state).contains { $0.events.contains { widths.isAlone($0, in: state) } }
  }

  /// The call of the function for a state inside another.
  private mutating func offer(to state: StateID, _ kind: Kind) -> String {
    let name = steps.claim((kind == .event ? "react" : "settle") + naming.helpers[state.index])
    var parameters = kind == .event ? ["_ event: \(context.eventType)"] : []
    var arguments = kind == .event ? ["event"] : []
    var subject = regions.place(state)
    if machine[state].kind == .composite, !regions.isRegion(state) {
      subject = inner(state)
      parameters.append("_ \(subject): \(naming.types[state.index])")
      arguments.append(subject)
    }
    let block = react(state, kind, subject: subject)
    let returns = kind == .event ? "Outcome" : context.types.library("Bool")
    steps.functions.append(
      SwiftSteps.Function(owner: state, doc: nil, head: steps.head(name, parameters, returns: returns), body: block.lines))
    return "\(context.try)\(name)(\((arguments + context.arguments).joined(separator: ", ")))"
  }

  /// Every event goes to the one region that has to do with it, or to the state itself.
  private mutating func reactInRegions(of state: StateID, _ kind: Kind) -> Block {
    let all = machine[state].children.filter { !machine[$0].isPseudo && widths.isAsked($0, kind) }
    if kind == .always {
      if let region = all.first { return Block(lines: [.text("return \(offer(to: region, kind))")], leaves: true) }
      return ownReactions(of: state, kind, failed: failing(kind), isLast: true)
    }
    var arms: [SwiftLine] = []
    var named = 0
    if let events = widths.together[state]?.events, !events.isEmpty {
      arms.append(arm(events.sorted(), "return \(callTogether(state, kind, ""))"))
      named += events.count
    }
    if let events = widths.sideBySide[state]?.events, !events.isEmpty {
      arms.append(arm(events.sorted(), "return \(callSideBySide(state, kind))"))
      named += events.count
    }
    var rest: Block?
    for region in all {
      let call = "return \(offer(to: region, kind))"
      if widths.saysAny(region) {
        rest = Block(lines: [.text(call)], leaves: true)
      } else {
        let events = widths.alone(region)
        arms.append(arm(events, call))
        named += events.count
      }
    }
    let own = ownArms(of: state, failed: failing(kind))
    arms += own.arms
    named += own.named
    var leaves = own.leaves
    if named < machine.events.count {
      let last = rest ?? own.rest.map { $0.leaves ? $0 : Block(lines: $0.lines + unhandled(kind).lines, leaves: true) } ?? unhandled(kind)
      arms.append(.label("default", last.lines, comment: nil))
    }
    var lines: [SwiftLine] = [.block("switch event", arms)]
    if !leaves {
      lines += unhandled(kind).lines
      leaves = true
    }
    return Block(lines: lines, leaves: leaves)
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
          [arm(events.sorted(), "return \(callTogether(state, kind, subject))"), .label("default", [.text("break")], comment: nil)]))
    }
    if kind == .always { lines += choices(of: state, kind) }
    let own = isAsked(itself: state, kind) ? ownReactions(of: state, kind, failed: failing(kind)) : nil
    let passes = childArms(of: state, kind, own)
    let isTracked = passes.tracks && own?.leaves == false
    if isTracked { lines.append(.text("var outcome = Outcome.unhandled")) }
    if !passes.arms.isEmpty { lines.append(.block("switch \(subject)", passes.arms)) }
    guard let own else {
      return passes.arms.isEmpty ? Block(lines: lines + unhandled(kind).lines, leaves: true) : Block(lines: lines, leaves: true)
    }
    lines += own.lines
    if !own.leaves {
      if isTracked { steps.outcomes.insert(.unhandled) }
      lines += isTracked ? [.text("return outcome")] : unhandled(kind).lines
    }
    return Block(lines: lines, leaves: true)
  }

  /// - Parameter own: what comes behind the `switch`; nil where nothing does, so that every arm leaves.
  private mutating func childArms(of state: StateID, _ kind: Kind, _ own: Block?) -> (arms: [SwiftLine], tracks: Bool) {
    let children = machine[state].children.filter { !machine[$0].isPseudo }
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
    if let silent, arms.count == 1, silent == 0 { return ([], false) }
    return (arms.map { steps.patternLabel($0.patterns, $0.block) }, tracks)
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
    let own = ownArms(of: state, failed: failed)
    var arms = own.arms
    var leaves = own.leaves
    if own.named < machine.events.count {
      var rest = own.rest ?? Block(lines: [], leaves: false)
      if isLast, !rest.leaves { rest = Block(lines: rest.lines + unhandled(kind).lines, leaves: true) }
      leaves = leaves && rest.leaves
      arms.append(.label("default", rest.lines.isEmpty ? [.text("break")] : rest.lines, comment: nil))
    }
    let lines: [SwiftLine] = arms.isEmpty ? [] : [.block("switch event", arms)]
    return leaves || !isLast ? Block(lines: lines, leaves: leaves) : Block(lines: lines + unhandled(kind).lines, leaves: true)
  }

  private func ownScope(of state: StateID, _ kind: Kind) -> SwiftScope {
    var scope = scope(at: machine[state].children.isEmpty ? .exactly(state) : .inside(state))
    // Choices have been left when an event is offered.
    if kind == .event { scope.seesPending = false }
    return scope
  }

  private mutating func ownArms(
    of state: StateID, failed: [SwiftLine]
  ) -> (arms: [SwiftLine], named: Int, leaves: Bool, rest: Block?) {
    let scope = ownScope(of: state, .event)
    var arms: [SwiftLine] = []
    var named = 0
    var leaves = true
    for var group in steps.eventGroups(of: state) {
      group.events.removeAll { !widths.isAlone($0, in: state) }
      if group.events.isEmpty { continue }
      var inner = scope
      let patterns = steps.bindParameters(of: group, &inner)
      let block = take(group, inner, failed)
      leaves = leaves && block.leaves
      named += group.events.count
      let note = group.transitions.first.map { context.lineNote(machine[$0.reaction].span) }
      arms.append(steps.patternLabel(patterns, block, comment: note))
    }
    let rest = steps.restGroup(of: state)
    return (arms, named, leaves, rest.takesAny ? take(rest, scope, failed) : nil)
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
    var lines: [SwiftLine] = []
    for (transition, condition) in steps.liveBranches(transitions, scope.location) {
      let inner = scope.for(machine[transition.reaction])
      if kind == .event { steps.outcomes.insert(.taken) }
      let work = perform(transition, inner) + [.text(kind == .event ? "return .taken" : "return true")]
      guard let condition else { return Block(lines: lines + work, leaves: true) }
      let head = "if \(steps.expressions(inner).text(condition))"
      lines.append(condition.isOpaque ? .locatedBlock(condition.span, head, work) : .block(head, work))
    }
    return Block(lines: lines, leaves: false)
  }

  /// Branches of a choice that was reached in the microstep before.
  private mutating func choices(of state: StateID, _ kind: Kind) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    for choice in machine[state].children where machine[choice].kind == .choice {
      guard let field = regions.pending[regions.slot(of: choice)] else { continue }
      let branches = machine[choice].reactions.flatMap { machine[$0].transitions.map { machine[$0] } }
      let block = take(branches, scope(at: .exactly(choice)), kind)
      let rest = block.leaves ? [] : nothing(kind).lines
      lines.append(.block("if call.\(field) == .\(regions.choiceCases[choice] ?? "")", block.lines + rest))
    }
    return lines
  }

  // MARK: Taking

  /// One reaction as straight code: exits, last piece first, effects, entries.
  private mutating func perform(_ transition: Transition, _ scope: SwiftScope) -> [SwiftLine] {
    let move = move(of: transition)
    var lines = move.units.reversed().flatMap { leave($0, from: transition.source) }
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
