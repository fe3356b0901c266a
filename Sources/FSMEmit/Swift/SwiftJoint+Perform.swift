import FSMModel

/// Taking what was chosen: exits, effects, entries.
extension SwiftJoint {
  private func function(_ name: String, _ own: [String], _ body: [SwiftLine], doc: String? = nil) -> SwiftSteps.Function {
    SwiftSteps.Function(owner: .root, doc: doc, head: steps.head(name, own), body: body)
  }

  private func call(_ name: String, _ own: [String] = []) -> SwiftLine {
    .text("\(context.try)\(name)(\((own + context.arguments).joined(separator: ", ")))")
  }

  /// The microstep.
  mutating func writePerform() {
    let entering = enterArms()
    let effects = effectArms()
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

  /// Lines that set or clear the flags of all states.
  func vacancyLines(_ isLeft: Bool) -> [SwiftLine] {
    (context.vacancies?.flags(in: 0..<machine.states.count) ?? []).map { .text("call.\($0) = \(isLeft)") }
  }

  // MARK: Exits

  /// For each piece that some reaction leaves, what runs.
  private mutating func leaveArms() -> [SwiftLine] {
    var arms: [SwiftLine] = []
    var seen: Set<Leaving.Unit> = []
    for unit in all.flatMap(\.units) where seen.insert(unit).inserted {
      var lines: [SwiftLine] = (context.vacancies?.flags(in: unit.range) ?? []).map { .text("call.\($0) = true") }
      if leavesSomething(unit.state, itself: unit.isRegion) {
        lines += unit.isRegion ? remembering(unit.state, leaveInside(unit.state) + exit(unit.state)) : leaveInside(unit.state)
      }
      if lines.isEmpty { continue }
      arms.append(.label("case \(unit.range.lowerBound)", lines, comment: machine.pathName(of: unit.state)))
    }
    return arms.isEmpty ? [] : arms + [.label("default", [.text("break")], comment: nil)]
  }

  /// True when leaving a state runs effects or forgets a choice that waits.
  func leavesSomething(_ state: StateID, itself: Bool) -> Bool {
    (state.index + (itself ? 0 : 1)..<machine[state].end).contains { index in
      let inner = machine[StateID(index)]
      return inner.kind == .choice || !inner.exit.isEmpty || histories[inner.id] != nil
    }
  }

  private mutating func exit(_ state: StateID) -> [SwiftLine] {
    var scope = scope(at: .exactly(state))
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
    let children = machine[state].children.filter { !machine[$0].isPseudo }
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

  private mutating func effectArms() -> [SwiftLine] {
    var arms: [SwiftLine] = []
    var isWhole = true
    for chosen in all {
      let transition = chosen.transition
      let domain = transition.targets.isEmpty ? transition.source : machine.domain(of: transition)
      // A state that reacts by leaving what is inside it remembers that, too.
      let remembered = transition.targets.isEmpty || domain != transition.source ? [] : remember(domain)
      if transition.effects.isEmpty && chosen.entering == nil && remembered.isEmpty {
        isWhole = false
        continue
      }
      let isPartial = transition.targets.isEmpty || machine[Leaving(transition, in: machine).domain].kind == .parallel
      let isLeaf = transition.targets.isEmpty && machine[domain].children.isEmpty
      var scope = scope(at: isPartial && !isLeaf ? .inside(domain) : .exactly(domain))
      scope.moment = .between
      for parameter in chosen.parameters {
        scope.parametersByName[parameter.name] = scope.names.claim(naming.local(parameter.name))
      }
      let locals = chosen.parameters.map { scope.parametersByName[$0.name] ?? "_" }
      scope = scope.for(machine[transition.reaction])
      var lines = remembered + steps.effects(transition.effects, &scope)
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

  private mutating func enterArms() -> [SwiftLine] {
    var arms: [(patterns: [String], lines: [SwiftLine])] = []
    var index: [EntryKey: Int] = [:]
    for chosen in all {
      guard let plan = chosen.plan else { continue }
      var scope = scope(at: .exactly(.root))
      var locals: [VariableID: String] = [:]
      for id in chosen.given { locals[id] = scope.names.claim(naming.local(machine[id].name)) }
      let lines = enter(chosen, plan, locals)
      if lines.isEmpty { continue }
      let pattern =
        chosen.entering.map { ".\($0)(\(chosen.given.map { "let " + (locals[$0] ?? "_") }.joined(separator: ", ")))" } ?? ".\(chosen.name)"
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
    if named < all.count + all.count(where: { $0.entering != nil }) { lines.append(.label("default", [.text("break")], comment: nil)) }
    return lines
  }

  private mutating func enter(_ chosen: Choosable, _ plan: EntryPlan, _ locals: [VariableID: String]) -> [SwiftLine] {
    if let history = plan.nodes.first, machine[history].isHistory, chosen.units[0].isRegion,
      machine[history].parent == machine[chosen.units[0].state].parent
    {
      // All regions come back together.
      return [.block("if unit == \(chosen.units[0].range.lowerBound)", [restore(history)])]
    }
    let calls = chosen.units.map { unit -> (Leaving.Unit, SwiftLine) in
      let inside = plan.nodes.filter { unit.range.contains($0.index) }
      let given = chosen.given.filter { inside.contains(machine[$0].owner) }
      let name = writeEntry(of: unit, plan, inside, given: given)
      return (unit, call(name, given.map { locals[$0] ?? "" }))
    }
    if calls.count == 1 { return [calls[0].1] }
    return [
      .block(
        "switch unit",
        calls.map { .label("case \($0.0.range.lowerBound)", [$0.1], comment: nil) } + [.label("default", [.text("break")], comment: nil)])
    ]
  }
}
