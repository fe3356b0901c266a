import FSMModel

/// Private types and properties of a machine with regions, and its answers to questions.
extension SwiftJoint {
  private var all: [Choosable] { order.compactMap { choosables[$0] } }
  private var int: String { context.types.library("Int") }
  private var bool: String { context.types.library("Bool") }

  func types() -> [[SwiftLine]] {
    var sections: [[SwiftLine]] = []
    if isSelectionUsed { sections = [reactionEnum(), selectionStruct()] }
    sections += sideTypes()
    if !regions.choiceCases.isEmpty { sections.append(choiceEnum()) }
    return sections
  }

  private func choiceEnum() -> [SwiftLine] {
    let names = machine.states.compactMap { regions.choiceCases[$0.id] }
    return [
      .text("/// Choices, to be left in the microstep after they were reached."),
      .block("private enum \(naming.choiceType)", [.text(SwiftSteps.label(names))]),
    ]
  }

  /// Fields of `Call` that tell which choices wait.
  func pendingFields() -> [SwiftLine] {
    machine.states.compactMap { regions.pending[$0.id].map { .text("var \($0): \(naming.choiceType)?") } }
  }

  /// Fields of `Call` that tell which states are left.
  func vacancyFields() -> [SwiftLine] {
    machine.states.flatMap { state -> [SwiftLine] in
      guard let flag = context.vacancies?.flags[state.id] else { return [] }
      return [
        .text("/// What is around `\(machine.pathName(of: state.id))` has been left, and is not entered yet."),
        .text("var \(flag) = false"),
      ]
    }
  }

  // MARK: Reactions

  private func reactionEnum() -> [SwiftLine] {
    let lines = cases(of: all) + [.blank] + source() + [.blank] + left()
    return [
      .text("/// What can be chosen. States are known by their numbers in the chart: a state and all inside it are a range."),
      .block("private enum \(naming.reactionType)", lines),
    ]
  }

  private func grouped(_ key: (Choosable) -> [Range<Int>]) -> [(patterns: [String], ranges: [Range<Int>])] {
    var groups: [(patterns: [String], ranges: [Range<Int>])] = []
    var index: [[Range<Int>]: Int] = [:]
    for chosen in all {
      let ranges = key(chosen)
      if let found = index[ranges] {
        groups[found].patterns += chosen.patterns
      } else {
        index[ranges] = groups.count
        groups.append((chosen.patterns, ranges))
      }
    }
    return groups
  }

  private func source() -> [SwiftLine] {
    let arms = grouped { [$0.move.transition.source.index..<machine[$0.move.transition.source].end] }.map { group -> SwiftLine in
      .label(SwiftSteps.label(group.patterns), [.text("\(text(group.ranges[0]))")], comment: nil)
    }
    return [
      .text("/// The state whose reaction it is."),
      .block("var source: \(context.types.library("Range"))<\(int)>", arms.isEmpty ? [.text("0..<0")] : [.block("switch self", arms)]),
    ]
  }

  private func text(_ range: Range<Int>) -> String { "\(range.lowerBound)..<\(range.upperBound)" }

  private func left() -> [SwiftLine] {
    let arms = grouped { $0.move.units.map(\.range) }.map { group -> SwiftLine in
      var value = "0..<0"
      for range in group.ranges {
        value = group.ranges.count == 1 ? text(range) : "limit > \(range.lowerBound) ? \(text(range)) : \(value)"
      }
      return .label(SwiftSteps.label(group.patterns), [.text("range = \(value)")], comment: nil)
    }
    let body: [SwiftLine] =
      arms.isEmpty
      ? [.text("0..<0")]
      : [
        .text("let range: \(context.types.library("Range"))<\(int)>"), .block("switch self", arms),
        .text("return range.lowerBound < limit ? range : 0..<0"),
      ]
    return [
      .text("/// The last of the pieces it leaves that begins below a limit; empty where there is none."),
      .block("func left(below limit: \(int)) -> \(context.types.library("Range"))<\(int)>", body),
      .blank,
      .text("/// Whether both leave some state."),
      .block(
        "func overlaps(_ other: Self) -> \(bool)",
        [
          .text("var piece = left(below: .max)"),
          .block(
            "while !piece.isEmpty",
            [
              .text("var rival = other.left(below: .max)"),
              .block(
                "while !rival.isEmpty",
                [.text("if piece.overlaps(rival) { return true }"), .text("rival = other.left(below: rival.lowerBound)")]),
              .text("piece = left(below: piece.lowerBound)"),
            ]),
          .text("return false"),
        ]),
      .blank,
      .text("/// Whether the state of the other lies inside this one's."),
      .block(
        "func surrounds(_ other: Self) -> \(bool)",
        [
          .text("let (outer, inner) = (source, other.source)"),
          .text("return outer.lowerBound < inner.lowerBound && inner.upperBound <= outer.upperBound"),
        ]),
    ]
  }

  // MARK: Selection

  /// How many walks can end in a reaction at once.
  private var capacity: Int {
    let widths = machine.bottomUp { state, inner in
      state.kind == .parallel ? max(1, inner.reduce(0, +)) : max(1, inner.max() ?? 1)
    }
    return widths.first ?? 1
  }

  private func selectionStruct() -> [SwiftLine] {
    let names = (0..<capacity).map { "reaction\($0)" }
    let type = naming.reactionType
    var lines: [SwiftLine] = [.text("private(set) var count = 0")]
    if isNamedUsed { lines.append(.text("var isNamed = false")) }
    if isDeferredUsed { lines.append(.text("var isDeferred = false")) }
    if isIgnoredUsed { lines.append(.text("var isIgnored = false")) }
    lines += names.map { .text("private var \($0): \(type)?") }
    lines += [
      .blank, .text("var isEmpty: \(bool) { count == 0 }"), .blank,
      .block(
        "subscript(index: \(int)) -> \(type)?",
        [
          .block(
            "get",
            [
              .block(
                "switch index",
                names.enumerated().map { .label("case \($0.offset)", [.text("return \($0.element)")], comment: nil) } + [
                  .label("default", [.text("return nil")], comment: nil)
                ])
            ]),
          .block(
            "set",
            [
              .block(
                "switch index",
                names.enumerated().map { .label("case \($0.offset)", [.text("\($0.element) = newValue")], comment: nil) } + [
                  .label("default", [.text("break")], comment: nil)
                ])
            ]),
        ]),
      .blank,
      .block(
        "mutating func insert(_ reaction: \(type), at index: \(int))",
        [
          .text("var place = count"),
          .block("while place > index", [.text("self[place] = self[place - 1]"), .text("place -= 1")]),
          .text("self[index] = reaction"), .text("count += 1"),
        ]),
      .blank,
      .text("/// Of two that would leave the same states, the inner one stays, else the one chosen first."),
      .block(
        "mutating func dropPreempted()",
        [
          .text("guard count > 1 else { return }"),
          .text("var kept = Self()"),
          .block(
            "for index in 0..<count",
            [
              .text("guard let candidate = self[index], !kept.preempts(candidate) else { continue }"),
              .text("var rest = Self()"),
              .block(
                "for place in 0..<kept.count",
                [.text("if let rival = kept[place], !rival.overlaps(candidate) { rest.insert(rival, at: rest.count) }")]),
              .text("rest.insert(candidate, at: rest.count)"),
              .text("kept = rest"),
            ]),
          .text("self = kept"),
        ]),
      .blank,
      .block(
        "private func preempts(_ candidate: \(type)) -> \(bool)",
        [
          .block(
            "for index in 0..<count",
            [.text("if let rival = self[index], rival.overlaps(candidate), !rival.surrounds(candidate) { return true }")]),
          .text("return false"),
        ]),
      .blank,
      .text("/// The last piece that is left and begins below a limit."),
      .block(
        "func lastUnit(below limit: \(int)) -> \(int)?",
        [
          .text("var last: \(int)?"),
          .block(
            "for index in 0..<count",
            [
              .text("guard let piece = self[index]?.left(below: limit), !piece.isEmpty else { continue }"),
              .text("last = \(maximum)(last ?? 0, piece.lowerBound)"),
            ]),
          .text("return last"),
        ]),
      .blank,
      .text("/// The first piece that is entered and begins above a number, with the reaction that enters it."),
      .block(
        "func firstUnit(above floor: \(int)) -> (\(type), \(int))?",
        [
          .text("var first: (\(type), \(int))?"),
          .block(
            "for index in 0..<count",
            [
              .text("guard let reaction = self[index] else { continue }"),
              .text("var piece = reaction.left(below: .max)"),
              .block(
                "while !piece.isEmpty, piece.lowerBound > floor",
                [
                  .text("if piece.lowerBound < first?.1 ?? .max { first = (reaction, piece.lowerBound) }"),
                  .text("piece = reaction.left(below: piece.lowerBound)"),
                ]),
            ]),
          .text("return first"),
        ]),
    ]
    return [.text("/// What was chosen, in the order of the chart."), .block("private struct \(naming.selectionType)", lines)]
  }

  private var maximum: String { "Swift.max" }

  // MARK: Properties

  /// The private properties that some line uses.
  func properties(of lines: [SwiftLine]) -> [[SwiftLine]] {
    var words: Set<Substring> = []
    func look(_ text: String) {
      words.formUnion(text.split { !($0 == "_" || $0.isLetter || $0.isNumber) })
    }
    lines.forEachText(look)
    if machine[.root].kind == .parallel { words.formUnion(regions.isDone.values.map { Substring($0) }) }
    var sections: [[SwiftLine]] = []
    // Those of inner states may use those of outer ones.
    for id in machine.variables.map(\.id).reversed() {
      guard let name = regions.data[id], words.contains(Substring(name.withoutBackticks)) else { continue }
      let section = property(of: id, name)
      sections.append(section)
      for case .block(_, let body) in section { for case .block(_, let inner) in body { for case .text(let text) in inner { look(text) } } }
    }
    for state in machine.states {
      guard let name = regions.isDone[state.id], words.contains(Substring(name.withoutBackticks)) else { continue }
      sections.append([.text("/// Whether the region `\(state.name)` is done."), .block("private var \(name): \(bool)", isDone(state.id))])
      look(structs(of: state.id).joined(separator: " "))
      look(isDone(state.id).map { if case .text(let text) = $0 { text } else { "" } }.joined(separator: " "))
    }
    for state in machine.states.reversed() {
      guard let name = regions.structs[state.id], words.contains(Substring(name.withoutBackticks)) else { continue }
      sections.append(property(of: state.id, name))
      look(regions.place(regions.slot(of: state.id)))
    }
    return sections.reversed()
  }

  private func structs(of state: StateID) -> [String] {
    (state.index..<machine[state].end).map { regions.place(regions.slot(of: StateID($0))) }
  }

  /// The struct of a parallel state while that is active.
  private func property(of parallel: StateID, _ name: String) -> [SwiftLine] {
    let slot = regions.slot(of: parallel)
    let place = regions.place(slot)
    let data = machine.path(from: slot, to: parallel).flatMap { machine[$0].data }
    let locals = Dictionary(uniqueKeysWithValues: data.enumerated().map { ($0.element, "value\($0.offset)") })
    let read = steps.patterns.pattern(parallel, in: slot, inner: "let inside")
    let kept = steps.patterns.pattern(parallel, in: slot, binding: locals.mapValues { "let " + $0 })
    let value = steps.patterns.value(parallel, in: slot, data: { locals[$0] ?? "" }, inner: "newValue")
    let guarded: [SwiftLine] = data.isEmpty ? [] : [.text("guard case \(kept) = \(place) else { return }")]
    return [
      .text("/// The regions of `\(machine.pathName(of: parallel))`, which is active."),
      .block(
        "private var \(name): \(naming.types[parallel.index])",
        [
          .block("get", [.text("guard case \(read) = \(place) else { preconditionFailure() }"), .text("return inside")]),
          .block("set", guarded + [.text("\(place) = \(value)")]),
        ]),
    ]
  }

  /// A datum of a state that is active.
  private func property(of id: VariableID, _ name: String) -> [SwiftLine] {
    let owner = machine[id].owner
    let slot = regions.slot(of: owner)
    let place = regions.place(slot)
    let data = machine.path(from: slot, to: owner).flatMap { machine[$0].data }
    var locals = Dictionary(uniqueKeysWithValues: data.enumerated().map { ($0.element, "value\($0.offset)") })
    let read = steps.patterns.pattern(owner, in: slot, binding: [id: "let value"])
    locals[id] = "newValue"
    var binding = locals.mapValues { "let " + $0 }
    binding[id] = nil
    let isComposite = !machine[owner].children.isEmpty
    let kept = steps.patterns.pattern(owner, in: slot, binding: binding, inner: isComposite ? "let inside" : nil)
    let value = steps.patterns.value(owner, in: slot, data: { locals[$0] ?? "" }, inner: isComposite ? "inside" : nil)
    let guarded: [SwiftLine] = data.count > 1 || isComposite ? [.text("guard case \(kept) = \(place) else { return }")] : []
    return [
      .text("/// `\(machine[id].name)` of `\(machine.pathName(of: owner))`, which is active."),
      .block(
        "private var \(name): \(context.types.text(machine[id]))",
        [
          .block("get", [.text("guard case \(read) = \(place) else { preconditionFailure() }"), .text("return value")]),
          .block("set", guarded + [.text("\(place) = \(value)")]),
        ]),
    ]
  }

  // MARK: Questions

  private func isDone(_ region: StateID) -> [SwiftLine] {
    let children = machine.activeChildren(of: region)
    if machine[region].kind == .parallel { return [.text(allDone(children))] }
    let finals = children.filter { machine[$0].kind == .final }
    if finals.count == children.count { return [.text("true")] }
    return [
      .block(
        "switch \(regions.place(region))",
        [
          .label(SwiftSteps.label(finals.map { steps.patterns.pattern($0, in: region) }), [.text("true")], comment: nil),
          .label("default", [.text("false")], comment: nil),
        ])
    ]
  }

  private func allDone(_ children: [StateID]) -> String {
    let tests = children.compactMap { regions.isDone[$0] }
    return tests.isEmpty ? "true" : tests.joined(separator: " && ")
  }

  /// Of a parallel machine.
  func isFinished(_ access: String) -> [SwiftLine] {
    let children = machine.activeChildren(of: .root)
    return [
      .text("/// Whether the machine has reached its end."),
      .block("\(access)var isFinished: \(bool)", [.text(allDone(children))]),
    ]
  }

  func isIn() -> [SwiftLine] {
    var always: [String] = []
    var arms: [SwiftLine] = []
    for state in machine.states where state.id != .root && !state.isPseudo {
      var names = SwiftNames(taken: ["name", "state"])
      let conditions = regions.conditions(state.id, steps.patterns, &names)
      let name = "." + naming.stateNames[state.id.index]
      if conditions.isEmpty {
        always.append(name)
      } else {
        arms.append(.label("case \(name)", [.text("if \(conditions.joined(separator: ", ")) { return true }")], comment: nil))
      }
    }
    if !always.isEmpty { arms.insert(.label(SwiftSteps.label(always), [.text("return true")], comment: nil), at: 0) }
    return [.block("switch name", arms), .text("return false")]
  }

  /// For each event the outermost states in which every walk meets a reaction to it.
  func acceptedEvents(_ events: (StateID) -> (own: Set<EventID>, hidden: Set<EventID>)) -> [SwiftLine] {
    let table = machine.states.map { events($0.id) }
    var lines: [SwiftLine] = []
    if canFinish { lines.append(.text("if isFinished { return [] }")) }
    lines.append(.text("var events: [EventName] = []"))
    for event in machine.events where !event.isPrivate {
      let states = accepting(event.id, table)
      if states.isEmpty { continue }
      let add = "events.append(.\(naming.events[event.id.index]))"
      lines.append(
        states.contains(.root)
          ? .text(add) : .block("if \(states.map { "isIn(.\(naming.stateNames[$0.index]))" }.joined(separator: " || "))", [.text(add)]))
    }
    if lines.count == (canFinish ? 2 : 1) { return [.text("return []")] }
    return lines + [.text("return events")]
  }

  private func accepting(_ event: EventID, _ table: [(own: Set<EventID>, hidden: Set<EventID>)]) -> [StateID] {
    // From the outside: what a walk that gets as far as a state meets there or further out.
    var outside = Array(repeating: false, count: machine.states.count)
    for state in machine.states {
      let inherited = state.parent.map { outside[$0.index] } ?? false
      outside[state.id.index] =
        table[state.id.index].own.contains(event) ? true : table[state.id.index].hidden.contains(event) ? false : inherited
    }
    let whole = machine.bottomUp { state, inner -> Bool in
      let children = machine.activeChildren(of: state.id)
      if children.isEmpty { return !state.isPseudo && outside[state.id.index] }
      let below = state.children.enumerated().filter { !machine[$0.element].isPseudo }.map { inner[$0.offset] }
      return state.kind == .parallel ? below.contains(true) : below.allSatisfy(\.self)
    }
    var found: [StateID] = []
    var open: [StateID] = [.root]
    while let state = open.popLast() {
      if whole[state.index] {
        found.append(state)
      } else {
        open += machine.activeChildren(of: state).reversed()
      }
    }
    return found
  }
}
