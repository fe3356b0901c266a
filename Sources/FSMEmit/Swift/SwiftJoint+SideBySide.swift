import FSMModel

/// Events to which several regions can react at once without being in each other's way: each region chooses by a function of its own, and what
/// they chose is taken as straight code, the exits of the last region first.
extension SwiftJoint {
  /// What one region can choose side by side with others.
  struct Side {
    var region: StateID
    /// The enum of what it can choose.
    var type: String
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
    let concerned = machine[state].children.filter { !machine[$0].isPseudo && widths.takesPart($0, kind, in: joint) }
    let name = steps.claim((kind == .event ? "react" : "settle") + (state == .root ? "" : naming.helpers[state.index]) + "SideBySide")
    let failuresBefore = failures
    var locals = SwiftNames(taken: ["actions", "call", "event", "functions", "outcome"])
    var chosen: [(local: String, line: String, region: StateID)] = []
    for region in concerned {
      let local = locals.claim(machine[region].name.lowercasedFirst + "Reaction").withoutBackticks
      chosen.append((local, "= \(choose(in: region, of: region, kind))", region))
    }
    for region in concerned { writeTaking(of: region) }
    let fails = failures > failuresBefore && kind == .event
    let drops = drops(among: chosen.map { ($0.local, $0.region) })
    var lines: [SwiftLine] = fails ? [.text("var outcome = Outcome.unhandled")] : []
    for (index, one) in chosen.enumerated() {
      let isChanged = sides[one.region]?.carries == true || index > 0 && drops.contains { $0.loser == one.local }
      // What cannot be anything but nil would surprise swiftc.
      let type = sides[one.region].map { $0.choices.isEmpty ? ": \($0.type)?" : "" } ?? ""
      lines.append(.text("\(isChanged ? "var" : "let") \(one.local)\(type) \(one.line)"))
    }
    let nothing = chosen.map { "\($0.local) == nil" }.joined(separator: " && ")
    if kind == .event { steps.outcomes.formUnion(fails ? [.taken, .unhandled, .guardsFailed] : [.taken, .unhandled]) }
    lines.append(.text("if \(nothing) { return \(kind == .always ? "false" : fails ? "outcome" : ".unhandled") }"))
    lines += drops.map(\.line)
    lines += chosen.reversed().compactMap { one in sides[one.region]?.leave.map { optionalCall($0, one.local) } }
    lines += chosen.compactMap { one in
      guard let side = sides[one.region], let work = side.work else { return nil }
      return side.carries ? call(work, ["of: &\(one.local)"]) : optionalCall(work, one.local, label: "of: ")
    }
    lines += chosen.compactMap { one in sides[one.region]?.enter.map { optionalCall($0, one.local) } }
    lines += vacancyLines(false) + [.text(kind == .event ? "return .taken" : "return true")]
    let returns = kind == .event ? "Outcome" : context.types.library("Bool")
    steps.functions.append(
      SwiftSteps.Function(
        owner: state, doc: "Every region chooses before anything is taken.",
        head: steps.head(name, kind == .event ? ["_ event: \(context.eventType)"] : [], returns: returns), body: lines))
    return "\(context.try)\(name)(\(((kind == .event ? ["event"] : []) + context.arguments).joined(separator: ", ")))"
  }

  private func optionalCall(_ name: String, _ local: String, label: String = "") -> SwiftLine {
    .block("if let \(local)", [call(name, [label + local])])
  }

  /// Of two regions of which one leaves all regions and the other leaves something, the first stays.
  private mutating func drops(among chosen: [(local: String, region: StateID)]) -> [(loser: String, line: SwiftLine)] {
    var drops: [(loser: String, line: SwiftLine)] = []
    for (index, later) in chosen.enumerated() {
      for earlier in chosen.prefix(index) {
        let one = leaving(earlier.region)
        let two = leaving(later.region)
        var tests: [String] = []
        if one.all, two.some { tests.append("\(earlier.local)?.leavesAll == true && \(later.local)?.leaves == true") }
        if one.some, two.all { tests.append("\(earlier.local)?.leaves == true && \(later.local)?.leavesAll == true") }
        if tests.isEmpty { continue }
        let condition = tests.count == 1 ? tests[0] : tests.map { "(\($0))" }.joined(separator: " || ")
        drops.append((later.local, .block("if \(condition)", [.text("\(later.local) = nil")])))
        asked.formUnion([earlier.region, later.region])
      }
    }
    return drops
  }

  /// Whether some reaction of a region leaves states, and whether some leaves all regions.
  private func leaving(_ region: StateID) -> (some: Bool, all: Bool) {
    let choices = sides[region]?.choices ?? []
    return (choices.contains { !$0.move.units.isEmpty }, choices.contains { leavesAll($0, region) })
  }

  private func leavesAll(_ choice: Choosable, _ region: StateID) -> Bool {
    choice.move.units.contains { $0.range.lowerBound < region.index || $0.range.upperBound > machine[region].end }
  }

  // MARK: Choosing

  /// The call of the function by which a region chooses.
  ///
  /// - Parameter region: the one that stands beside others; the state is that or lies inside it.
  private mutating func choose(in state: StateID, of region: StateID, _ kind: Kind) -> String {
    if sides[region] == nil { sides[region] = Side(region: region, type: regions.reactionTypes[region] ?? "") }
    let failuresBefore = failures
    let name = steps.claim((kind == .event ? "choose" : "chooseAlways") + naming.helpers[state.index])
    var parameters = kind == .event ? ["_ event: \(context.eventType)"] : []
    var arguments = kind == .event ? ["event"] : []
    var subject = regions.place(state)
    if machine[state].kind == .composite, !regions.isRegion(state) {
      subject = inner(state)
      parameters.append("_ \(subject): \(naming.types[state.index])")
      arguments.append(subject)
    }
    if context.hasFunctions {
      parameters.append("_ functions: some Functions")
      arguments.append("functions")
    }
    if kind == .always, !regions.pending.isEmpty {
      parameters.append("_ call: Call")
      arguments.append("call")
    }
    let body = choosing(in: state, of: region, kind, subject)
    if failures > failuresBefore, kind == .event {
      parameters.append("_ outcome: inout Outcome")
      arguments.append("&outcome")
    }
    steps.functions.append(
      SwiftSteps.Function(
        owner: state, doc: nil, head: "private func \(name)(\(parameters.joined(separator: ", "))) -> \(sides[region]?.type ?? "")?",
        body: body))
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// What is chosen side by side beside a region.
  private func joint(_ region: StateID) -> Widths.Joint { machine[region].parent.flatMap { widths.sideBySide[$0] } ?? Widths.Joint() }

  private mutating func choosing(in state: StateID, of region: StateID, _ kind: Kind, _ subject: String) -> [SwiftLine] {
    if machine[state].children.isEmpty { return ownChoice(of: state, in: region, kind, returns: true) }
    let children = machine[state].children.filter { !machine[$0].isPseudo && widths.takesPart($0, kind, in: joint(region)) }
    var lines: [SwiftLine] = []
    if machine[state].kind == .parallel {
      // No two of them have anything to do with the same event.
      for child in children {
        let call = choose(in: child, of: region, kind)
        lines.append(.text("if let reaction = \(call) { return reaction }"))
      }
      return lines + ownChoice(of: state, in: region, kind, returns: true)
    }
    if kind == .always { lines += pendingChoices(of: state, in: region) }
    let own = ownChoice(of: state, in: region, kind, returns: false)
    var arms: [SwiftLine] = []
    for child in children {
      let isPlain = machine[child].children.isEmpty
      let hasInner = machine[child].kind == .composite
      let pattern = steps.patterns.pattern(child, in: state, inner: hasInner ? "let \(inner(child))" : nil)
      let body: [SwiftLine]
      if isPlain {
        body = ownChoice(of: child, in: region, kind, returns: own.isEmpty)
      } else {
        let call = choose(in: child, of: region, kind)
        body = [.text(own.isEmpty ? "return \(call)" : "if let reaction = \(call) { return reaction }")]
      }
      arms.append(.label("case \(pattern)", body, comment: nil))
    }
    if arms.count < machine[state].children.filter({ !machine[$0].isPseudo }).count {
      arms.append(.label("default", [.text(own.isEmpty ? "return nil" : "break")], comment: nil))
    }
    if !arms.isEmpty { lines.append(.block("switch \(subject)", arms)) }
    if own.isEmpty { return arms.isEmpty ? lines + [.text("return nil")] : lines }
    return lines + own + [.text("return nil")]
  }

  /// A state's own reactions; nothing where it has none.
  ///
  /// - Parameter returns: the lines always leave the function.
  private mutating func ownChoice(of state: StateID, in region: StateID, _ kind: Kind, returns: Bool) -> [SwiftLine] {
    var scope = scope(at: machine[state].children.isEmpty ? .exactly(state) : .inside(state))
    let rest: [SwiftLine] = returns ? [.text("return nil")] : []
    if kind == .always {
      let block = pick(steps.transitions(of: state) { $0 == .always }, region, scope)
      return block.lines + (block.leaves ? [] : rest)
    }
    scope.seesPending = false
    let events = joint(region).events
    var arms: [SwiftLine] = []
    var named = 0
    for var group in steps.eventGroups(of: state) {
      group.events.removeAll { !events.contains($0) }
      if group.events.isEmpty { continue }
      var inner = scope
      let patterns = steps.bindParameters(of: group, &inner)
      var block = pick(group.transitions, region, inner)
      if !block.leaves {
        failures += 1
        steps.outcomes.insert(.guardsFailed)
        block.lines += [.text("outcome = .guardsFailed")] + rest
      }
      named += group.events.count
      arms.append(
        steps.patternLabel(patterns, block, comment: group.transitions.first.map { context.lineNote(machine[$0.reaction].span) }))
    }
    if arms.isEmpty { return rest }
    if named < machine.events.count { arms.append(.label("default", [.text(returns ? "return nil" : "break")], comment: nil)) }
    return [.block("switch event", arms)]
  }

  private mutating func pendingChoices(of state: StateID, in region: StateID) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    for choice in machine[state].children where machine[choice].kind == .choice {
      guard let field = regions.pending[regions.slot(of: choice)] else { continue }
      let branches = machine[choice].reactions.flatMap { machine[$0].transitions.map { machine[$0] } }
      let block = pick(branches, region, scope(at: .exactly(choice)))
      lines.append(
        .block(
          "if call.\(field) == .\(regions.choiceCases[choice] ?? "")", block.lines + (block.leaves ? [] : [.text("return nil")])))
    }
    return lines
  }

  /// The first branch whose guard holds is chosen.
  private mutating func pick(_ transitions: [Transition], _ region: StateID, _ scope: SwiftScope) -> Block {
    var lines: [SwiftLine] = []
    for (transition, condition) in steps.liveBranches(transitions, scope.location) {
      let chosen = side(transition, in: region)
      let inner = scope.for(machine[transition.reaction])
      let values = chosen.move.parameters.map { scope.parametersByName[$0.name] ?? $0.name }
      let work = [SwiftLine.text("return .\(chosen.name)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"))]
      guard let condition else { return Block(lines: lines + work, leaves: true) }
      let head = "if \(steps.expressions(inner).text(condition))"
      lines.append(condition.isOpaque ? .locatedBlock(condition.span, head, work) : .block(head, work))
    }
    return Block(lines: lines, leaves: false)
  }

  /// The case of a transition in its region's enum.
  private mutating func side(_ transition: Transition, in region: StateID) -> Choosable {
    guard var side = sides[region] else { return Choosable(move: move(of: transition), name: "", entering: nil) }
    if let known = side.index[transition.id] { return side.choices[known] }
    let name = side.names.claim(machine[transition.source].name.lowercasedFirst + suffix(of: transition))
    var result = Choosable(move: move(of: transition), name: name, entering: nil)
    if !result.move.given.isEmpty { result.entering = side.names.claim("entering" + name.withoutBackticks.capitalizedFirst) }
    side.index[transition.id] = side.choices.count
    side.choices.append(result)
    sides[region] = side
    return result
  }

  // MARK: Taking

  /// The functions that carry out what a region chose. They are written once for all its events.
  private mutating func writeTaking(of region: StateID) {
    guard let side = sides[region] else { return }
    let about = naming.helpers[region.index]
    let leaving = leaveArms(of: side)
    let working = effectArms(side.choices)
    let entering = enterArms(side.choices)
    if !leaving.isEmpty {
      let name = side.leave ?? steps.claim("leaveFrom" + about)
      sides[region]?.leave = name
      replace(name, region, ["_ reaction: \(side.type)"], leaving)
    }
    if !working.isEmpty {
      let name = side.work ?? steps.claim("performEffects" + about)
      sides[region]?.work = name
      replace(name, region, ["of reaction: \(side.carries ? "inout \(side.type)?" : side.type)"], working)
    }
    if !entering.isEmpty {
      let name = side.enter ?? steps.claim("enterFrom" + about)
      sides[region]?.enter = name
      replace(name, region, ["_ reaction: \(side.type)"], entering)
    }
  }

  /// What is chosen for `always` comes to the cases that events have.
  private mutating func replace(_ name: String, _ region: StateID, _ own: [String], _ arms: [SwiftLine]) {
    let head = steps.head(name, own)
    let function = SwiftSteps.Function(owner: region, doc: nil, head: head, body: [.block("switch reaction", arms)])
    let start = head.prefix { $0 != "(" }
    if let index = steps.functions.firstIndex(where: { $0.head.prefix { $0 != "(" } == start }) {
      steps.functions[index] = function
    } else {
      steps.functions.append(function)
    }
  }

  private mutating func leaveArms(of side: Side) -> [SwiftLine] {
    var arms: [(patterns: [String], lines: [SwiftLine])] = []
    var index: [[SwiftLine]: Int] = [:]
    var named = 0
    for choice in side.choices {
      let lines = choice.move.units.reversed().flatMap { leave($0, from: choice.move.transition.source) }
      if lines.isEmpty { continue }
      let patterns = ([choice.name] + (choice.entering.map { [$0] } ?? [])).map { "." + $0 }
      named += patterns.count
      if let found = index[lines] {
        arms[found].patterns += patterns
      } else {
        index[lines] = arms.count
        arms.append((patterns, lines))
      }
    }
    if arms.isEmpty { return [] }
    let all = side.choices.count + side.choices.count { $0.entering != nil }
    return arms.map { .label(SwiftSteps.label($0.patterns), $0.lines, comment: nil) }
      + (named < all ? [.label("default", [.text("break")], comment: nil)] : [])
  }

  // MARK: Types

  /// The enums of what regions can choose.
  func sideTypes() -> [[SwiftLine]] {
    sides.values.sorted { $0.region < $1.region }.map { side in
      var lines: [SwiftLine] = []
      for choice in side.choices {
        let payload = choice.move.parameters.map { context.types.text($0) }
        lines.append(
          .text(
            "case \(choice.name)" + (payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))")
              + "  // \(context.lineNote(choice.move.transition.span))"))
      }
      for choice in side.choices {
        guard let entering = choice.entering else { continue }
        lines.append(.text("case \(entering)(\(choice.move.given.map { context.types.text(machine[$0]) }.joined(separator: ", ")))"))
      }
      if asked.contains(side.region) {
        lines += [.blank, .text("/// Whether states are left.")] + flag("leaves", side) { !$0.move.units.isEmpty }
        if side.choices.contains(where: { leavesAll($0, side.region) }) {
          lines += [.blank, .text("/// Whether all regions are left.")] + flag("leavesAll", side) { leavesAll($0, side.region) }
        }
      }
      return [
        .text("/// What `\(machine.pathName(of: side.region))` can choose while other regions choose as well."),
        .block("private enum \(side.type)", lines),
      ]
    }
  }

  private func flag(_ name: String, _ side: Side, _ holds: (Choosable) -> Bool) -> [SwiftLine] {
    let (yes, no) = (side.choices.filter(holds), side.choices.filter { !holds($0) })
    func patterns(_ list: [Choosable]) -> [String] { list.flatMap { [$0.name] + ($0.entering.map { [$0] } ?? []) }.map { "." + $0 } }
    let bool = context.types.library("Bool")
    if no.isEmpty || yes.isEmpty { return [.block("var \(name): \(bool)", [.text("\(no.isEmpty)")])] }
    let arms: [SwiftLine] = [
      .label(SwiftSteps.label(patterns(yes)), [.text("true")], comment: nil),
      .label(SwiftSteps.label(patterns(no)), [.text("false")], comment: nil),
    ]
    return [.block("var \(name): \(bool)", [.block("switch self", arms)])]
  }
}
