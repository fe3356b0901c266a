import FSMModel

/// Events to which several regions can react at once without being in each other's way: each region chooses by a function of its own, and what
/// they chose is taken as straight code, the exits of the last region first.
extension SwiftJoint {
  /// What one region can choose side by side with others.
  struct Side {
    struct Key: Hashable {
      var region: StateID
      var kind: Kind
    }

    /// The enum of what it can choose.
    var type: String
    /// It is asked whether it leaves states.
    var isAsked = false
    var choices: [Choosable] = []
    var index: [TransitionID: Int] = [:]
    var names = SwiftNames(taken: ["leaves", "leavesAll"])
    /// Names of its functions, where there are any.
    var leave: String?
    var work: String?
    var enter: String?
    /// Some target is given values, which are known once the effects have run.
    var carries: Bool { choices.contains { $0.entering != nil } }
  }

  // MARK: The step

  /// The call of the function in which the regions of a parallel state react side by side.
  mutating func callSideBySide(_ state: StateID, _ kind: Kind) -> String {
    let joint = widths.sideBySide[state] ?? Widths.Joint()
    let concerned = machine.activeChildren(of: state).filter { widths.takesPart($0, kind, in: joint) }
    let name = steps.claim(reacting(state, kind) + "SideBySide")
    let failuresBefore = failures
    var locals = SwiftNames(taken: ["actions", "call", "event", "functions", "outcome"])
    var chosen: [(local: String, line: String, key: Side.Key)] = []
    for region in concerned {
      let local = locals.claim(machine[region].name.lowercasedFirst + "Reaction").withoutBackticks
      let key = Side.Key(region: region, kind: kind)
      let types = regions.reactionTypes[region]
      sides[key] = Side(type: (kind == .event ? types?.event : types?.always) ?? "")
      chosen.append((local, "= \(choose(in: region, for: key))", key))
    }
    for one in chosen { writeTaking(one.key) }
    let fails = failures > failuresBefore && kind == .event
    let drops = drops(among: chosen.map { ($0.local, $0.key) })
    var lines: [SwiftLine] = fails ? [.text("var outcome = Outcome.unhandled")] : []
    for (index, one) in chosen.enumerated() {
      let isChanged = sides[one.key]?.carries == true || index > 0 && drops.contains { $0.loser == one.local }
      // What cannot be anything but nil would surprise swiftc.
      let type = sides[one.key].map { $0.choices.isEmpty ? ": \($0.type)?" : "" } ?? ""
      lines.append(.text("\(isChanged ? "var" : "let") \(one.local)\(type) \(one.line)"))
    }
    let nothing = chosen.map { "\($0.local) == nil" }.joined(separator: " && ")
    if kind == .event { steps.outcomes.formUnion(fails ? [.taken, .unhandled, .guardsFailed] : [.taken, .unhandled]) }
    lines.append(.text("if \(nothing) { return \(kind == .always ? "false" : fails ? "outcome" : ".unhandled") }"))
    lines += drops.map(\.line)
    lines += chosen.reversed().compactMap { one in sides[one.key]?.leave.map { optionalCall($0, one.local) } }
    lines += chosen.compactMap { one in
      guard let side = sides[one.key], let work = side.work else { return nil }
      return side.carries ? call(work, ["of: &\(one.local)"]) : optionalCall(work, one.local, label: "of: ")
    }
    lines += chosen.compactMap { one in sides[one.key]?.enter.map { optionalCall($0, one.local) } }
    lines += vacancyLines(false) + [taken(kind)]
    return writeReacting(
      name, state, kind, passed(to: state, kind), doc: "Every region chooses before anything is taken.", lines)
  }

  private func optionalCall(_ name: String, _ local: String, label: String = "") -> SwiftLine {
    .block("if let \(local)", [call(name, [label + local])])
  }

  /// Of two regions of which one leaves all regions and the other leaves something, the first stays.
  private mutating func drops(among chosen: [(local: String, key: Side.Key)]) -> [(loser: String, line: SwiftLine)] {
    var drops: [(loser: String, line: SwiftLine)] = []
    for (index, later) in chosen.enumerated() {
      for earlier in chosen.prefix(index) {
        let one = leaving(earlier.key)
        let two = leaving(later.key)
        var tests: [String] = []
        if one.all, two.some { tests.append("\(earlier.local)?.leavesAll == true && \(later.local)?.leaves == true") }
        if one.some, two.all { tests.append("\(earlier.local)?.leaves == true && \(later.local)?.leavesAll == true") }
        if tests.isEmpty { continue }
        let condition = tests.count == 1 ? tests[0] : tests.map { "(\($0))" }.joined(separator: " || ")
        drops.append((later.local, .block("if \(condition)", [.text("\(later.local) = nil")])))
        for key in [earlier.key, later.key] { sides[key]?.isAsked = true }
      }
    }
    return drops
  }

  /// Whether some reaction of a region leaves states, and whether some leaves all regions.
  private func leaving(_ key: Side.Key) -> (some: Bool, all: Bool) {
    let choices = sides[key]?.choices ?? []
    return (choices.contains { !$0.move.units.isEmpty }, choices.contains { leavesAll($0, key.region) })
  }

  private func leavesAll(_ choice: Choosable, _ region: StateID) -> Bool {
    choice.move.units.contains { $0.range.lowerBound < region.index || $0.range.upperBound > machine[region].end }
  }

  // MARK: Choosing

  /// The call of the function by which a region, or a state inside it, chooses.
  private mutating func choose(in state: StateID, for side: Side.Key) -> String {
    let kind = side.kind
    let failuresBefore = failures
    let name = steps.claim((kind == .event ? "choose" : "chooseAlways") + naming.helpers[state.index])
    let passed = passed(to: state, kind)
    let body = choosing(in: state, for: side, passed.subject)
    var parameters = passed.parameters + reading(kind).parameters
    var arguments = passed.arguments + reading(kind).arguments
    if failures > failuresBefore, kind == .event {
      parameters.append("_ outcome: inout Outcome")
      arguments.append("&outcome")
    }
    let head = "private func \(name)(\(parameters.joined(separator: ", "))) -> \(sides[side]?.type ?? "")?"
    steps.functions.append(SwiftSteps.Function(owner: state, doc: nil, head: head, body: body))
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// What is chosen side by side beside a region.
  private func joint(_ side: Side.Key) -> Widths.Joint {
    machine[side.region].parent.flatMap { widths.sideBySide[$0] } ?? Widths.Joint()
  }

  private mutating func choosing(in state: StateID, for side: Side.Key, _ subject: String) -> [SwiftLine] {
    if machine[state].children.isEmpty { return ownChoice(of: state, for: side, returns: true).lines }
    let all = machine.activeChildren(of: state)
    let children = all.filter { widths.takesPart($0, side.kind, in: joint(side)) }
    if machine[state].kind == .parallel {
      // No two of them have anything to do with the same event.
      let calls = children.map { SwiftLine.text("if let reaction = \(choose(in: $0, for: side)) { return reaction }") }
      return calls + ownChoice(of: state, for: side, returns: true).lines
    }
    var lines: [SwiftLine] = []
    if side.kind == .always {
      lines = waitingChoices(of: state, otherwise: "return nil") { joint, branches, scope in joint.pick(branches, side, scope) }
    }
    let own = ownChoice(of: state, for: side, returns: false)
    let isLast = own.lines.isEmpty
    var arms: [SwiftLine] = []
    var leave = true
    for child in children {
      let hasInner = machine[child].kind == .composite
      let pattern = steps.patterns.pattern(child, in: state, inner: hasInner ? "let \(inner(child))" : nil)
      let block: Block
      if machine[child].children.isEmpty {
        block = ownChoice(of: child, for: side, returns: isLast)
      } else {
        let call = choose(in: child, for: side)
        block = Block(lines: [.text(isLast ? "return \(call)" : "if let reaction = \(call) { return reaction }")], leaves: isLast)
      }
      leave = leave && block.leaves
      arms.append(steps.patternLabel([pattern], block))
    }
    if !arms.isEmpty {
      if arms.count < all.count {
        arms.append(.label("default", [.text(isLast ? "return nil" : "break")], comment: nil))
        leave = leave && isLast
      }
      lines.append(.block("switch \(subject)", arms))
      if leave { return lines }
    }
    return lines + own.lines + (own.leaves ? [] : [.text("return nil")])
  }

  /// A state's own reactions; nothing where it has none.
  ///
  /// - Parameter returns: the lines always leave the function.
  private mutating func ownChoice(of state: StateID, for side: Side.Key, returns: Bool) -> Block {
    let rest: [SwiftLine] = returns ? [.text("return nil")] : []
    if side.kind == .always {
      let block = pick(steps.transitions(of: state) { $0 == .always }, side, ownScope(of: state, side.kind))
      return block.leaves ? block : Block(lines: block.lines + rest, leaves: returns)
    }
    let events = joint(side).events
    // No state inside has `*`, so events that are not named mean nothing here.
    var own = arms(of: state, events.contains) { joint, group, scope in
      var block = joint.pick(group.transitions, side, scope)
      if block.leaves { return block }
      joint.failures += 1
      joint.steps.outcomes.insert(.guardsFailed)
      block.lines += [.text("outcome = .guardsFailed")] + rest
      return block
    }
    if own.lines.isEmpty { return Block(lines: rest, leaves: returns) }
    let isWhole = own.named == machine.events.count
    if !isWhole { own.lines += restArms(nil, otherwise: Block(lines: rest, leaves: returns)).lines }
    return Block(lines: [.block("switch event", own.lines)], leaves: returns || isWhole && own.leaves)
  }

  /// The first branch whose guard holds is chosen.
  private mutating func pick(_ transitions: [Transition], _ side: Side.Key, _ scope: SwiftScope) -> Block {
    branches(transitions, scope) { joint, transition, scope in
      [.text("return \(joint.value(of: joint.choice(transition, of: side), scope))")]
    }
  }

  /// The case of a transition in its region's enum.
  private mutating func choice(_ transition: Transition, of key: Side.Key) -> Choosable {
    guard var side = sides[key] else { return Choosable(move: move(of: transition), name: "", entering: nil) }
    if let known = side.index[transition.id] { return side.choices[known] }
    let name = side.names.claim(machine[transition.source].name.lowercasedFirst + suffix(of: transition))
    var result = Choosable(move: move(of: transition), name: name, entering: nil)
    if !result.move.given.isEmpty { result.entering = side.names.claim("entering" + name.withoutBackticks.capitalizedFirst) }
    side.index[transition.id] = side.choices.count
    side.choices.append(result)
    sides[key] = side
    return result
  }

  // MARK: Taking

  /// The functions that carry out what a region chose.
  private mutating func writeTaking(_ key: Side.Key) {
    guard var side = sides[key] else { return }
    let leave = leaveArms(of: side)
    let work = effectArms(side.choices)
    let enter = enterArms(side.choices)
    side.leave = writeTaking("leaveFrom", key, "_ reaction: \(side.type)", leave)
    side.work = writeTaking("performEffects", key, "of reaction: \(side.carries ? "inout \(side.type)?" : side.type)", work)
    side.enter = writeTaking("enterFrom", key, "_ reaction: \(side.type)", enter)
    sides[key] = side
  }

  private mutating func writeTaking(_ verb: String, _ key: Side.Key, _ parameter: String, _ arms: [SwiftLine]) -> String? {
    if arms.isEmpty { return nil }
    let name = steps.claim(verb + naming.helpers[key.region.index])
    steps.functions.append(
      SwiftSteps.Function(owner: key.region, doc: nil, head: steps.head(name, [parameter]), body: [.block("switch reaction", arms)]))
    return name
  }

  private mutating func leaveArms(of side: Side) -> [SwiftLine] {
    var arms: [(patterns: [String], lines: [SwiftLine])] = []
    var index: [[SwiftLine]: Int] = [:]
    var named = 0
    for choice in side.choices {
      let lines = choice.move.units.reversed().flatMap { leave($0, from: choice.move.transition.source) }
      if lines.isEmpty { continue }
      named += choice.patterns.count
      if let found = index[lines] {
        arms[found].patterns += choice.patterns
      } else {
        index[lines] = arms.count
        arms.append((choice.patterns, lines))
      }
    }
    if arms.isEmpty { return [] }
    let all = side.choices.reduce(0) { $0 + $1.patterns.count }
    return arms.map { .label(SwiftSteps.label($0.patterns), $0.lines, comment: nil) }
      + (named < all ? [.label("default", [.text("break")], comment: nil)] : [])
  }

  // MARK: Types

  /// The enums of what regions can choose.
  func sideTypes() -> [[SwiftLine]] {
    machine.states.map(\.id).flatMap { region in
      [Kind.event, .always].compactMap { kind in sides[Side.Key(region: region, kind: kind)].map { sideType($0, of: region) } }
    }
  }

  private func sideType(_ side: Side, of region: StateID) -> [SwiftLine] {
    var lines = cases(of: side.choices)
    if side.isAsked {
      lines += [.blank, .text("/// Whether states are left.")] + flag("leaves", side) { !$0.move.units.isEmpty }
      if side.choices.contains(where: { leavesAll($0, region) }) {
        lines += [.blank, .text("/// Whether all regions are left.")] + flag("leavesAll", side) { leavesAll($0, region) }
      }
    }
    return [
      .text("/// What `\(machine.pathName(of: region))` can choose while other regions choose as well."),
      .block("private enum \(side.type)", lines),
    ]
  }

  private func flag(_ name: String, _ side: Side, _ holds: (Choosable) -> Bool) -> [SwiftLine] {
    let (yes, no) = (side.choices.filter(holds), side.choices.filter { !holds($0) })
    let bool = context.types.library("Bool")
    if no.isEmpty || yes.isEmpty { return [.block("var \(name): \(bool)", [.text("\(no.isEmpty)")])] }
    let arms: [SwiftLine] = [
      .label(SwiftSteps.label(yes.flatMap(\.patterns)), [.text("true")], comment: nil),
      .label(SwiftSteps.label(no.flatMap(\.patterns)), [.text("false")], comment: nil),
    ]
    return [.block("var \(name): \(bool)", [.block("switch self", arms)])]
  }
}
