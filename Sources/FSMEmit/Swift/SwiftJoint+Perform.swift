import FSMModel

/// Taking what was chosen: exits, effects, entries.
extension SwiftJoint {
  private func function(_ name: String, _ own: [String], _ body: [SwiftLine], doc: String? = nil) -> SwiftSteps.Function {
    SwiftSteps.Function(owner: .root, doc: doc, head: steps.head(name, own), body: body)
  }

  func call(_ name: String, _ own: [String] = []) -> SwiftLine {
    .text("\(context.try)\(name)(\((own + context.arguments).joined(separator: ", ")))")
  }

  /// The microstep.
  mutating func writePerform() {
    let entering = enterArms(all)
    let effects = effectArms(all)
    let leaving = leaveArms()
    let carries = all.contains { $0.entering != nil }
    var body: [SwiftLine] = [.text("var selection = selected"), .text("selection.dropPreempted()")]
    if !leaving.isEmpty {
      body += [
        .text("// What is left, last first."), .text("var limit = \(context.types.library("Int")).max"),
        .block("while let unit = selection.lastUnit(below: limit)", [call("leave", ["unit"]), .text("limit = unit")]),
      ]
    }
    if !effects.isEmpty {
      body.append(
        .block(
          "for index in 0..<selection.count",
          [
            carries
              ? .block(
                "if var reaction = selection[index]",
                [call("performEffects", ["of: &reaction"]), .text("selection[index] = reaction")])
              : .block("if let reaction = selection[index]", [call("performEffects", ["of: reaction"])])
          ]))
    }
    if !entering.isEmpty {
      body += [
        .text("// What is entered, first first."), .text("var floor = \(context.types.library("Int")).min"),
        .block(
          "while let (reaction, unit) = selection.firstUnit(above: floor)", [call("enter", ["reaction", "unit"]), .text("floor = unit")]),
      ]
    }
    if leaving.isEmpty && effects.isEmpty && entering.isEmpty { body[0] = .text("let selection = selected") }
    body += vacancyLines(false)
    let type = naming.reactionType
    steps.functions.append(
      function("perform", ["_ selected: \(naming.selectionType)"], body, doc: "Takes what was chosen, in one microstep."))
    if !leaving.isEmpty {
      steps.functions.append(
        function("leave", ["_ unit: \(context.types.library("Int"))"], [.block("switch unit", leaving)]))
    }
    if !effects.isEmpty {
      steps.functions.append(
        function("performEffects", ["of reaction: \(carries ? "inout " : "")\(type)"], [.block("switch reaction", effects)]))
    }
    if !entering.isEmpty {
      steps.functions.append(
        function("enter", ["_ reaction: \(type)", "_ unit: \(context.types.library("Int"))"], [.block("switch reaction", entering)]))
    }
  }

  private var all: [Choosable] { order.compactMap { choosables[$0] } }

  private func pattern(_ chosen: Choosable, _ locals: [String]) -> String {
    ".\(chosen.name)"
      + (locals.isEmpty || locals.allSatisfy { $0 == "_" }
        ? "" : "(\(locals.map { $0 == "_" ? "_" : "let \($0)" }.joined(separator: ", ")))")
  }

  /// Lines that set or clear the flags of states: of all where no piece is named.
  func vacancyLines(_ isLeft: Bool, in piece: Range<Int>? = nil) -> [SwiftLine] {
    (context.vacancies?.flags(in: piece ?? 0..<machine.states.count) ?? []).map { .text("call.\($0) = \(isLeft)") }
  }

  // MARK: Exits

  /// For each piece that some reaction leaves, what runs.
  private mutating func leaveArms() -> [SwiftLine] {
    var arms: [SwiftLine] = []
    var seen: Set<Leaving.Unit> = []
    for unit in all.flatMap(\.move.units) where seen.insert(unit).inserted {
      let lines = leave(unit)
      if lines.isEmpty { continue }
      arms.append(.label("case \(unit.range.lowerBound)", lines, comment: machine.pathName(of: unit.state)))
    }
    return arms.isEmpty ? [] : arms + [.label("default", [.text("break")], comment: nil)]
  }

  /// Leaves one piece.
  ///
  /// - Parameter source: the state that reacts. Where it is known to be the innermost active state of the piece, the exits stand one by one.
  mutating func leave(_ unit: Leaving.Unit, from source: StateID? = nil, among names: SwiftNames? = nil) -> [SwiftLine] {
    let flags = vacancyLines(true, in: unit.range)
    guard leavesSomething(unit.state, itself: unit.isRegion) else { return flags }
    if let source, let path = plainPath(from: unit, to: source) {
      return flags + path.reversed().reduce([]) { lines, state in remembering(state, lines + exit(state, among: names)) }
    }
    let inside = leaveInside(unit.state)
    return flags + (unit.isRegion ? remembering(unit.state, inside + exit(unit.state, among: names)) : inside)
  }

  /// The states of a piece that are active while a simple state is; nil where others may be as well.
  private func plainPath(from unit: Leaving.Unit, to source: StateID) -> [StateID]? {
    guard unit.range.contains(source.index), machine[source].children.isEmpty, !machine[source].isPseudo else { return nil }
    let path = (unit.isRegion ? [unit.state] : []) + machine.path(from: unit.state, to: source)
    return path.allSatisfy { machine[$0].kind != .parallel } ? path : nil
  }

  /// True when leaving a state runs effects or forgets a choice that waits.
  func leavesSomething(_ state: StateID, itself: Bool) -> Bool {
    (state.index + (itself ? 0 : 1)..<machine[state].end).contains { index in
      let inner = machine[StateID(index)]
      return inner.kind == .choice || !inner.exit.isEmpty || histories[inner.id] != nil
    }
  }

  private mutating func exit(_ state: StateID, among names: SwiftNames? = nil) -> [SwiftLine] {
    var scope = scope(at: .exactly(state))
    if let names { scope.names = names }
    scope.moment = .leaving(state)
    return steps.effects(machine[state].exit, &scope)
  }

  /// Leaves what is active inside a state, last region and innermost state first.
  mutating func leaveInside(_ state: StateID) -> [SwiftLine] {
    guard leavesSomething(state, itself: false) else { return [] }
    let key = "leaveInside" + (state == .root ? "" : naming.helpers[state.index])
    if !written.contains(key) {
      written.insert(key)
      let body = leaveInsideBody(state)
      steps.functions.append(SwiftSteps.Function(owner: state, doc: nil, head: steps.head(key), body: body))
    }
    return [call(key)]
  }

  private mutating func leaveInsideBody(_ state: StateID) -> [SwiftLine] {
    let children = machine.activeChildren(of: state)
    if machine[state].kind == .parallel {
      return children.reversed().flatMap { remembering($0, leaveInside($0) + exit($0)) }
    }
    let slot = regions.slot(of: state)
    var lines: [SwiftLine] = []
    for choice in machine[state].children where machine[choice].kind == .choice {
      guard let field = regions.pending[slot] else { continue }
      let test = "if call.\(field) == .\(regions.choiceCases[choice] ?? "")"
      lines.append(.block(test, [.text("call.\(field) = nil"), .text("return")]))
    }
    var arms: [SwiftLine] = []
    for child in children {
      let body = remembering(child, leaveInside(child) + exit(child))
      if !body.isEmpty { arms.append(.label("case \(steps.patterns.pattern(child, in: slot))", body, comment: nil)) }
    }
    if arms.isEmpty { return lines }
    if !steps.isWhole(state, arms.count, in: slot) {
      if arms.count == 1, case .label(let head, let body, _) = arms[0] {
        return lines + [.block("if \(head) = \(regions.place(slot))", body)]
      }
      arms.append(.label("default", [.text("break")], comment: nil))
    }
    return lines + [.block("switch \(regions.place(slot))", arms)]
  }

  mutating func writeEnd() {
    guard context.ends else { return }
    let body = vacancyLines(true) + leaveInside(.root) + exit(.root)
    steps.functions.append(function("end", [], body, doc: "Exits of what is still active when the machine ends."))
  }

  // MARK: Effects

  /// The effects of a move, and the scope in which its targets' values are read.
  ///
  /// - Parameter bound: a scope with locals for the parameters of its trigger.
  mutating func effects(of move: Move, _ bound: SwiftScope) -> (lines: [SwiftLine], scope: SwiftScope) {
    let transition = move.transition
    let domain = transition.targets.isEmpty ? transition.source : machine.domain(of: transition)
    // A state that reacts by leaving what is inside it remembers that, too.
    let remembered = transition.targets.isEmpty || domain != transition.source ? [] : remember(domain)
    let isPartial = transition.targets.isEmpty || machine[Leaving(transition, in: machine).domain].kind == .parallel
    let isLeaf = transition.targets.isEmpty && machine[domain].children.isEmpty
    var scope = bound
    scope.location = isPartial && !isLeaf ? .inside(domain) : .exactly(domain)
    scope.moment = .between
    return (remembered + steps.effects(transition.effects, &scope), scope)
  }

  mutating func effectArms(_ all: [Choosable]) -> [SwiftLine] {
    var arms: [SwiftLine] = []
    var isWhole = true
    for chosen in all {
      let transition = chosen.move.transition
      var bound = scope(at: .exactly(.root))
      for parameter in chosen.move.parameters {
        bound.parametersByName[parameter.name] = bound.names.claim(naming.local(parameter.name))
      }
      let locals = chosen.move.parameters.map { bound.parametersByName[$0.name] ?? "_" }
      var (lines, scope) = effects(of: chosen.move, bound.for(machine[transition.reaction]))
      if let entering = chosen.entering {
        let values = transition.targets.flatMap(\.arguments)
        let texts = values.map { steps.checked($0.value, for: $0.variable, scope) }
        let opaque = values.first { $0.value.mayMismatch(machine[$0.variable].type) }
        let line = SwiftLine.text("reaction = .\(entering)(\(texts.joined(separator: ", ")))")
        lines += steps.located(opaque?.value.span ?? transition.span, if: opaque != nil, [line])
      }
      if lines.isEmpty {
        isWhole = false
        continue
      }
      arms.append(.label("case \(pattern(chosen, locals))", lines, comment: context.lineNote(transition.span)))
    }
    if arms.isEmpty { return [] }
    if !isWhole || all.contains(where: { $0.entering != nil }) { arms.append(.label("default", [.text("break")], comment: nil)) }
    return arms
  }

  // MARK: Entries

  mutating func enterArms(_ all: [Choosable]) -> [SwiftLine] {
    var arms: [(patterns: [String], lines: [SwiftLine])] = []
    var index: [EntryKey: Int] = [:]
    for chosen in all {
      guard let plan = chosen.move.plan else { continue }
      var scope = scope(at: .exactly(.root))
      var locals: [VariableID: String] = [:]
      for id in chosen.move.given { locals[id] = scope.names.claim(naming.local(machine[id].name)) }
      let lines = enter(chosen.move, plan, locals)
      if lines.isEmpty { continue }
      let pattern =
        chosen.entering.map { ".\($0)(\(chosen.move.given.map { "let " + (locals[$0] ?? "_") }.joined(separator: ", ")))" }
        ?? ".\(chosen.name)"
      let key = EntryKey(parameters: [], lines: lines)
      if chosen.entering == nil, let found = index[key] {
        arms[found].patterns.append(pattern)
      } else {
        if chosen.entering == nil { index[key] = arms.count }
        arms.append(([pattern], lines))
      }
    }
    if arms.isEmpty { return [] }
    var lines: [SwiftLine] = arms.map { .label(SwiftSteps.label($0.patterns), $0.lines, comment: nil) }
    let named = arms.reduce(0) { $0 + $1.patterns.count }
    if named < all.reduce(0, { $0 + $1.patterns.count }) { lines.append(.label("default", [.text("break")], comment: nil)) }
    return lines
  }

  private mutating func enter(_ move: Move, _ plan: EntryPlan, _ locals: [VariableID: String]) -> [SwiftLine] {
    let pieces = pieces(of: move, plan, locals, isAlone: move.given.isEmpty)
    if move.units.count == 1 { return pieces[0].lines }
    if pieces.count == 1 { return [.block("if unit == \(pieces[0].unit.range.lowerBound)", pieces[0].lines)] }
    return [
      .block(
        "switch unit",
        pieces.map { .label("case \($0.unit.range.lowerBound)", $0.lines, comment: nil) } + [
          .label("default", [.text("break")], comment: nil)
        ])
    ]
  }

  /// What enters each piece of a move, in document order.
  ///
  /// - Parameters:
  ///   - locals: what holds the values that its targets are given.
  ///   - isAlone: no local is in sight that could hide a member of the machine, so that what is short can stand here.
  mutating func pieces(
    of move: Move, _ plan: EntryPlan, _ locals: [VariableID: String], isAlone: Bool
  ) -> [(unit: Leaving.Unit, lines: [SwiftLine])] {
    if let history = plan.nodes.first, machine[history].isHistory, move.units[0].isRegion,
      machine[history].parent == machine[move.units[0].state].parent
    {
      // All regions come back together.
      return [(move.units[0], [restore(history)])]
    }
    return move.units.map { unit in
      let inside = plan.nodes.filter { unit.range.contains($0.index) }
      let given = move.given.filter { inside.contains(machine[$0].owner) }
      return (
        unit, writeEntry(of: unit, plan, inside, given: given, values: given.map { locals[$0] ?? "" }, isAlone: isAlone)
      )
    }
  }
}
