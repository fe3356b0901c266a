import FSMModel

/// Remembering and coming back, in machines with regions.
extension SwiftJoint {
  var histories: Histories { context.histories }

  // MARK: Remembering

  /// Remembers what is active inside a state.
  func remember(_ state: StateID) -> [SwiftLine] {
    guard let property = histories[state] else { return [] }
    if let place = insidePlace(state) { return [.text("\(property) = \(place)")] }
    let slot = regions.slot(of: state)
    let pattern = steps.patterns.pattern(state, in: slot, inner: "let inside")
    return [.block("if case \(pattern) = \(regions.place(slot))", [.text("\(property) = inside")])]
  }

  /// Where the value inside a state stands by itself; nil where it is part of a case.
  private func insidePlace(_ state: StateID) -> String? {
    if machine[state].kind == .parallel { return regions.structText(state) }
    return state == .root || regions.isRegion(state) ? regions.place(state) : nil
  }

  /// Leaving a state with what it remembers, around the lines that leave what is inside; nothing while a choice waits there.
  func remembering(_ state: StateID, _ lines: [SwiftLine]) -> [SwiftLine] {
    let recording = remember(state)
    let choices = histories[state] == nil ? [] : histories.choices(in: state)
    if choices.isEmpty { return lines + recording }
    let tests = choices.map { "call.\(regions.pending[regions.slot(of: $0)] ?? "") != .\(regions.choiceCases[$0] ?? "")" }
    let name = "rests" + (state == .root ? "" : naming.helpers[state.index])
    return [.text("let \(name) = \(tests.joined(separator: " && "))")] + lines + [.block("if \(name)", recording)]
  }

  // MARK: Coming back

  /// The call of the function that enters the inside of a state through one of its histories.
  mutating func restore(_ history: StateID) -> SwiftLine {
    let name: String
    if let known = restores[history] {
      name = known
    } else {
      name = steps.claim("enter" + naming.helpers[history.index])
      restores[history] = name
      writeRestore(history, as: name)
    }
    return .text("\(context.try)\(name)(\(context.arguments.joined(separator: ", ")))")
  }

  private mutating func writeRestore(_ history: StateID, as name: String) {
    let parent = machine[history].parent ?? .root
    guard let property = histories[parent] else { return }
    let isDeep = machine[history].kind == .history(isDeep: true) || machine[parent].children.allSatisfy { machine[$0].children.isEmpty }
    let first = enterDefault(of: history, in: parent) + [.text("return")]
    let rest = isDeep ? putBack(parent) : enterAgain(parent)
    let place = parent == .root ? machine.name : machine.pathName(of: parent)
    steps.functions.append(
      SwiftSteps.Function(
        owner: parent, doc: "Goes back to where `\(place)` was left.", head: steps.head(name),
        body: [.block("guard let inside = \(property) else", first)] + rest))
  }

  /// Nothing is remembered.
  private mutating func enterDefault(of history: StateID, in parent: StateID) -> [SwiftLine] {
    let standard = machine.standard(of: history)
    var scope = scope(at: .exactly(parent))
    scope.moment = .resuming(parent)
    var lines = steps.effects(standard?.effects ?? [], &scope)
    let arguments = standard?.targets.flatMap(\.arguments) ?? []
    for argument in arguments { define(argument.variable, argument.value, [], &lines, &scope) }
    let plan = EntryPlan(machine, below: Leaving(domain: parent), targets: standard?.targets.map(\.state) ?? [])
    return lines + enterUnits(of: parent, plan, given: arguments.map(\.variable), scope)
  }

  /// Enters all that is inside a state, piece by piece in document order.
  mutating func enterUnits(of parent: StateID, _ plan: EntryPlan, given: [VariableID], _ scope: SwiftScope) -> [SwiftLine] {
    let units = Leaving(domain: parent).units(in: machine)
    var lines: [SwiftLine] = []
    for unit in units {
      let inside = plan.nodes.filter { unit.range.contains($0.index) }
      let own = given.filter { inside.contains(machine[$0].owner) }
      lines += writeEntry(of: unit, plan, inside, given: own, values: own.map { scope.data[$0] ?? "" })
    }
    return lines
  }

  /// A shallow history: the child is entered with its data, and what is inside it by default.
  private mutating func enterAgain(_ parent: StateID) -> [SwiftLine] {
    var arms: [SwiftLine] = []
    for child in machine.activeChildren(of: parent) {
      var scope = scope(at: .exactly(parent))
      var binding: [VariableID: String] = [:]
      for id in machine[child].data {
        let name = scope.names.claim(naming.local(machine[id].name))
        scope.data[id] = name
        binding[id] = "let " + name
      }
      let plan = EntryPlan(machine, below: Leaving(domain: parent), targets: [child])
      let lines = enterUnits(of: parent, plan, given: machine[child].data, scope)
      arms.append(.label("case \(steps.patterns.pattern(child, in: parent, binding: binding))", lines, comment: nil))
    }
    return [.block("switch inside", arms)]
  }

  /// A deep history: everything stands where it stood, then its entry effects run.
  private mutating func putBack(_ parent: StateID) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    if let place = insidePlace(parent) {
      lines.append(.text("\(place) = inside"))
    } else {
      let slot = regions.slot(of: parent)
      let data = machine.path(from: slot, to: parent).flatMap { machine[$0].data }
      let locals = Dictionary(uniqueKeysWithValues: data.enumerated().map { ($0.element, "value\($0.offset)") })
      let kept = steps.patterns.pattern(parent, in: slot, binding: locals.mapValues { "let " + $0 })
      let value = steps.patterns.value(parent, in: slot, data: { locals[$0] ?? "" }, inner: "inside")
      if !data.isEmpty { lines.append(.text("guard case \(kept) = \(regions.place(slot)) else { return }")) }
      lines.append(.text("\(regions.place(slot)) = \(value)"))
    }
    return lines + resume(parent) + completions(above: parent)
  }

  /// Entry effects of what has come back inside a state, outermost first.
  private mutating func resume(_ state: StateID) -> [SwiftLine] {
    guard histories.hasEntriesInside[state.index] || histories.hasCompletions[state.index] else { return [] }
    let key = "resume" + (state == .root ? "" : naming.helpers[state.index])
    if written.insert(key).inserted {
      let body = machine[state].kind == .parallel ? resumeRegions(of: state) : resumeChild(of: state)
      steps.functions.append(
        SwiftSteps.Function(owner: state, doc: "Entry effects of what has come back.", head: steps.head(key), body: body))
    }
    return [.text("\(context.try)\(key)(\(context.arguments.joined(separator: ", ")))")]
  }

  private mutating func resumeRegions(of state: StateID) -> [SwiftLine] {
    machine.activeChildren(of: state).flatMap { enterPut($0) + resume($0) } + completion(of: state)
  }

  private mutating func resumeChild(of state: StateID) -> [SwiftLine] {
    let slot = regions.slot(of: state)
    let children = machine.activeChildren(of: state)
    var arms: [SwiftLine] = []
    for child in children {
      let lines = enterPut(child) + resume(child)
      if lines.isEmpty { continue }
      arms.append(.label("case \(steps.patterns.pattern(child, in: slot))", lines, comment: nil))
    }
    if arms.isEmpty { return [] }
    if !steps.isWhole(state, arms.count, in: slot) { arms.append(.label("default", [.text("break")], comment: nil)) }
    return [.block("switch \(regions.place(slot))", arms)]
  }

  private mutating func enterPut(_ state: StateID) -> [SwiftLine] {
    var scope = scope(at: .exactly(state))
    scope.moment = .resuming(state)
    return steps.effects(machine[state].entry, &scope)
  }

  /// The completion of a parallel state all of whose regions have come back.
  private func completion(of parallel: StateID) -> [SwiftLine] {
    guard machine[parallel].kind == .parallel, let tests = doneTests(of: parallel, after: nil) else { return [] }
    return raiseDone(of: parallel, if: tests)
  }

  /// Completions of parallel states around a region whose inside has come back.
  private func completions(above state: StateID) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    var current = state
    var tests: [String] = []
    while let parent = machine[current].parent, machine[parent].kind == .parallel, parent != .root {
      guard let own = doneTests(of: parent, after: current) else { return lines }
      tests += own
      lines += raiseDone(of: parent, if: tests)
      current = parent
    }
    return lines
  }

  /// Whether each region of a parallel state is done; nil where one of them never can be.
  ///
  /// - Parameter entered: the region that has been entered, while those behind it may still be left; nil where all have been.
  private func doneTests(of parallel: StateID, after entered: StateID?) -> [String]? {
    let children = machine.activeChildren(of: parallel)
    guard children.allSatisfy({ SwiftJoint.canBeDone($0, machine) }) else { return nil }
    return children.flatMap { child in isDoneTests(child, mayBeLeft: entered.map { $0 < child } ?? false) }
  }

  private func raiseDone(of parallel: StateID, if tests: [String]) -> [SwiftLine] {
    guard let event = context.parallelCompletions[parallel] else { return [] }
    let raise = SwiftLine.text("call.raise(.\(naming.events[event.index]))")
    return [tests.isEmpty ? raise : .block("if \(tests.joined(separator: " && "))", [raise])]
  }
}
