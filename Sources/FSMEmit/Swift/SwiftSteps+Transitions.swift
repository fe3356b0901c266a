import FSMModel

/// Exits, effects and entries of one transition.
extension SwiftSteps {
  /// A microstep: what is left, innermost first; the effects; what is entered, outermost first.
  mutating func take(_ transition: Transition, _ scope: consuming SwiftScope) -> Block {
    guard let target = transition.targets.first, transition.mode != .internal else {
      var lines = asksForStates(transition.effects) ? [] : takeOut(transition.effects.written, &scope)
      lines += bindAll(for: transition, &scope)
      lines += effects(transition.effects, &scope)
      lines += flush(&scope)
      return Block(lines: lines, leaves: false)
    }
    let domain = machine.domain(of: transition)
    var lines = exits(to: domain, reacting: transition.source, &scope)
    scope.location = .exactly(domain)
    lines += bindAll(for: transition, &scope)
    lines += effects(transition.effects, &scope)
    let entered = enter(target.state, from: domain, target.arguments, &scope)
    return Block(lines: lines + entered.lines, leaves: entered.leaves)
  }

  /// Makes locals, in one pattern, for all data that a transition will want.
  private mutating func bindAll(for transition: Transition, _ scope: inout SwiftScope) -> [SwiftLine] {
    guard context.hasData else { return [] }
    let written = transition.effects.written
    var needed = transition.effects.variables
    var inner: StateID?
    if transition.mode != .internal {
      needed.formUnion(dataOnPath(to: machine.domain(of: transition)))
      for target in transition.targets { for argument in target.arguments { needed.formUnion(argument.value.variables) } }
    } else if written.contains(where: { machine[$0].owner != .root }) {
      switch scope.location {
      case .exactly(let state): needed.formUnion(dataOnPath(to: state))
      case .inside(let state):
        needed.formUnion(dataOnPath(to: state))
        inner = state
      }
    }
    return bind(needed, mutating: written, inner: inner, &scope)
  }

  /// Before large data of the active state are changed, `state` lets go of them, so that they have one owner and change in place.
  private mutating func takeOut(_ written: Set<VariableID>, _ scope: inout SwiftScope) -> [SwiftLine] {
    guard context.hasData else { return [] }
    let large = written.filter { machine[$0].owner != .root && (machine[$0].type == .string || !machine[$0].type.isKnown) }
    guard !large.isEmpty, let plain = plainState else { return [] }
    for id in large {
      scope.data[id] = nil
      scope.mutable.remove(id)
    }
    let (state, inner): (StateID, StateID?) =
      switch scope.location {
      case .exactly(let state): (state, nil)
      case .inside(let state): (state, state)
      }
    var lines = bind(dataOnPath(to: state), mutating: written, inner: inner, &scope)
    lines.append(.text("state = \(patterns.value(plain, data: { _ in "" }))  // so that what changes has one owner"))
    // Put back even where the effects turn out to change nothing.
    scope.changed.formUnion(large)
    return lines
  }

  /// Some effect looks at `state`, which must then hold what is active.
  private func asksForStates(_ effects: [Effect]) -> Bool {
    var asks = false
    effects.forEachEffect { effect in
      for expression in effect.expressions where !asks { asks = expression.contains { if case .isIn = $0.kind { true } else { false } } }
    }
    return asks
  }

  /// A state that is only a name, to stand in `state` for a moment.
  private var plainState: StateID? {
    machine.states.first { $0.id != .root && !$0.isPseudo && $0.children.isEmpty && dataOnPath(to: $0.id).isEmpty }?.id
  }

  /// Runs the exit effects of everything active inside the domain; what histories want to know of it is remembered.
  ///
  /// - Parameter source: the state that reacts. Where it is the domain, its own histories remember too.
  private mutating func exits(to domain: StateID, reacting source: StateID, _ scope: inout SwiftScope) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    var innermost: StateID
    let start = scope.location
    // A choice is nothing to remember.
    let isRemembered = start != .exactly(source) || machine[source].kind != .choice
    switch scope.location {
    case .exactly(let state): innermost = state
    case .inside(let state):
      innermost = state
      if context.hasExitsInside[state.index] {
        lines.append(.text(context.try + call(.leaveInside(state))))
        // Exit effects inside may have changed data at hand.
        for id in writtenInside[state.index] { scope.data[id] = nil }
      }
    }
    while innermost != domain, let parent = machine[innermost].parent {
      scope.location = .exactly(innermost)
      lines += leave(innermost, &scope)
      if isRemembered, context.histories[innermost] != nil {
        scope.location = start
        lines += remember(innermost, &scope)
      }
      innermost = parent
    }
    if isRemembered, domain == source, context.histories[domain] != nil {
      scope.location = start
      lines += remember(domain, &scope)
    }
    return lines
  }

  /// A state's own exit effects; as a function where they are many and wanted often.
  private mutating func leave(_ state: StateID, _ scope: inout SwiftScope) -> [SwiftLine] {
    let exit = machine[state].exit
    let usesData = exit.variables.contains { machine[$0].owner != .root }
    if exit.count < 3 || usesData { return effects(exit, &scope) }
    return [.text(context.try + call(.leave(state)))]
  }

  mutating func writeLeave(_ state: StateID, as name: String) {
    var scope = SwiftScope(location: .exactly(state))
    let body = effects(machine[state].exit, &scope)
    functions.append(Function(owner: state, doc: nil, head: head(name), body: body))
  }

  /// The function that runs the exit effects of whatever is active inside a composite.
  mutating func writeLeaveInside(_ composite: StateID, as name: String) {
    var arms: [SwiftLine] = []
    for child in machine.activeChildren(of: composite) {
      var scope = SwiftScope(location: .exactly(child))
      var lines: [SwiftLine] = []
      if context.hasExitsInside[child.index] { lines.append(.text(context.try + call(.leaveInside(child)))) }
      let exit = machine[child].exit
      if lines.isEmpty && exit.isEmpty && context.histories[child] == nil { continue }
      let written = exit.written.filter { machine[$0].owner != .root }
      var needed = exit.variables
      if !written.isEmpty { needed.formUnion(dataOnPath(to: child)) }
      // What is inside may change data, so they are looked at behind it.
      let bound: Set<VariableID> = lines.isEmpty ? needed.filter { machine[$0].owner != .root } : []
      let pattern = bindingPattern(child, in: .root, bound, mutating: written, &scope)
      lines += effects(exit, &scope)
      if !machine[child].children.isEmpty { scope.location = .inside(child) }
      lines += flush(&scope)
      lines += remember(child, &scope)
      arms.append(.label("case \(pattern)", lines, comment: nil))
    }
    let isComplete = isWhole(composite, arms.count)
    var body: [SwiftLine]
    if arms.count == 1, !isComplete, case .label(let head, let lines, _) = arms[0] {
      body = [.block("if \(head) = state", lines)]
    } else {
      if !isComplete { arms.append(.label("default", [.text("break")], comment: nil)) }
      body = [.block("switch state", arms)]
    }
    functions.append(Function(owner: composite, doc: nil, head: head(name), body: body))
  }

  // MARK: Entering

  /// A value for a datum; those given by the transition are evaluated before anything is entered.
  private struct Value {
    var variable: VariableID
    var value: Expr
    var isGiven: Bool
  }

  /// One state to enter: effects of the initial transition that leads to it, then its data and its entry effects.
  private struct Entry {
    var state: StateID
    var before: [Effect] = []
    /// What that transition passes to data, evaluated after its effects and before anything is entered.
    var arguments: [Value] = []
    var values: [Value] = []

    /// All that data are set to.
    var given: [Value] { arguments + values }
    /// Nothing but the state is entered, its entry effects left aside.
    var isPlain: Bool { before.isEmpty && arguments.isEmpty && values.isEmpty }
  }

  /// Enters a target and what follows by default.
  private mutating func enter(
    _ target: StateID, from domain: StateID, _ arguments: [State.Assignment], _ scope: inout SwiftScope
  ) -> Block {
    var entries: [Entry] = []
    for state in machine.path(from: domain, to: target) { entries.append(entry(state, arguments)) }
    if wantsFunction(target, arguments) { return enterByFunction(target, entries.dropLast(), &scope) }
    appendDefaults(to: &entries, from: target)
    let last = entries.last?.state ?? target
    return perform(entries, last, &scope)
  }

  private func entry(_ state: StateID, _ arguments: [State.Assignment]) -> Entry {
    var entry = Entry(state: state)
    for id in machine[state].data {
      if let given = arguments.first(where: { $0.variable == id }) {
        entry.values.append(Value(variable: id, value: given.value, isGiven: true))
      } else if let value = machine[id].value {
        entry.values.append(Value(variable: id, value: value, isGiven: false))
      }
    }
    return entry
  }

  /// Follows initial transitions down to a simple state or a choice.
  private func appendDefaults(to entries: inout [Entry], from target: StateID) {
    var current = target
    while let initial = machine[current].initial, let next = initial.targets.first, machine.properlyContains(current, next.state) {
      append(initial, in: current, to: &entries)
      current = next.state
    }
  }

  /// The states that an initial transition, or a history's default, names.
  private func append(_ initial: State.Initial, in composite: StateID, to entries: inout [Entry]) {
    guard let target = initial.targets.first else { return }
    let first = entries.count
    for state in machine.path(from: composite, to: target.state) {
      var entry = entry(state, [])
      entry.values.removeAll { value in target.arguments.contains { $0.variable == value.variable } }
      entries.append(entry)
    }
    guard first < entries.count else { return }
    entries[first].before = initial.effects
    entries[first].arguments = target.arguments.map { Value(variable: $0.variable, value: $0.value, isGiven: false) }
  }

  /// True when a state's default entry is worth a function: it is wanted more than once, and is more than a line or two.
  private func wantsFunction(_ target: StateID, _ arguments: [State.Assignment]) -> Bool {
    guard context.targetCounts[target.index] > 1, !arguments.contains(where: { machine[$0.variable].owner == target }) else { return false }
    if machine[target].isPseudo { return true }
    var entries = [entry(target, [])]
    appendDefaults(to: &entries, from: target)
    if entries.contains(where: { machine[$0.state].isPseudo }) { return true }
    return entries.reduce(0) { $0 + $1.before.count + machine[$1.state].entry.count } > 1
  }

  private mutating func enterByFunction(_ target: StateID, _ outer: some Collection<Entry>, _ scope: inout SwiftScope) -> Block {
    var lines = evaluate(outer.flatMap { $0.values.filter(\.isGiven) }, &scope)
    for entry in outer { lines += enterOne(entry, &scope) }
    let data = dataOnPath(to: machine[target].parent ?? .root).sorted()
    lines += bind(Set(data), &scope)
    let values = data.map { scope.data[$0] ?? "" }
    let helper: Helper =
      switch machine[target].kind {
      case .choice: .choose(target)
      case .history: .restore(target)
      default: .enter(target)
      }
    lines.append(.text(context.try + call(helper, values)))
    return Block(lines: lines, leaves: false)
  }

  mutating func writeEnter(_ state: StateID, as name: String) {
    var (scope, parameters) = outerData(of: state)
    var entries = [entry(state, [])]
    appendDefaults(to: &entries, from: state)
    let body = perform(entries, entries.last?.state ?? state, &scope)
    functions.append(Function(owner: state, doc: nil, head: head(name, parameters), body: body.lines))
  }

  mutating func writeChoose(_ choice: StateID, as name: String) {
    var (scope, parameters) = outerData(of: choice)
    let body = choose(choice, &scope)
    functions.append(Function(owner: machine[choice].parent ?? .root, doc: nil, head: head(name, parameters), body: body.lines))
  }

  /// Data of the states around one that is being entered, as parameters of a function.
  func outerData(of state: StateID) -> (SwiftScope, [String]) {
    var scope = SwiftScope(location: .exactly(machine[state].parent ?? .root))
    var parameters: [String] = []
    for id in dataOnPath(to: machine[state].parent ?? .root).sorted() {
      let name = scope.names.claim(context.naming.local(machine[id].name))
      scope.data[id] = name
      scope.changed.insert(id)
      parameters.append("_ \(name): \(context.types.text(machine[id]))")
    }
    return (scope, parameters)
  }

  /// Enters states in order and sets `state`, as early as nothing entered on the way can change what it holds.
  private mutating func perform(_ entries: [Entry], _ last: StateID, _ scope: inout SwiftScope) -> Block {
    let isPseudo = machine[last].isPseudo
    if !isPseudo, entries.allSatisfy({ $0.isPlain && machine[$0.state].entry.isEmpty }) {
      return Block(lines: assignState(last, &scope), leaves: false)
    }
    let effects = entries.flatMap { $0.before + machine[$0.state].entry }
    let written = effects.written
    let data = Set(entries.flatMap { $0.given.map(\.variable) })
    let isStaged =
      isPseudo || written.contains { machine[$0].owner != .root }
      || entries.contains { $0.given.contains { !$0.isGiven && !$0.value.variables.isDisjoint(with: written.union(data)) } }
    if isStaged {
      var lines = evaluate(entries.flatMap { $0.values.filter(\.isGiven) }, &scope)
      for entry in entries { lines += enterOne(entry, &scope) }
      if machine[last].kind == .choice, openChoices < Self.mostNestedChoices {
        let block = choose(last, &scope)
        return Block(lines: lines + block.lines, leaves: block.leaves)
      }
      if isPseudo {
        let data = dataOnPath(to: machine[last].parent ?? .root).sorted()
        lines += bind(Set(data), &scope)
        let values = data.map { scope.data[$0] ?? "" }
        let helper: Helper = machine[last].kind == .choice ? .choose(last) : .restore(last)
        return Block(lines: lines + [.text(context.try + call(helper, values))], leaves: false)
      }
      return Block(lines: lines + assignState(last, &scope), leaves: false)
    }
    var lines: [SwiftLine] = []
    if effects.variables.isDisjoint(with: data) {
      lines += assignState(last, values: entries.flatMap(\.given), &scope)
    } else {
      lines += evaluate(entries.flatMap(\.given), &scope)
      lines += assignState(last, &scope)
    }
    for entry in entries {
      // Effects of an initial transition run before its target is entered, though `state` is set already.
      scope.location = .exactly(machine[entry.state].parent ?? .root)
      lines += self.effects(entry.before, &scope)
      scope.location = .exactly(entry.state)
      lines += self.effects(machine[entry.state].entry, &scope)
    }
    return Block(lines: lines, leaves: false)
  }

  /// Evaluates values for data into locals, all before any of them counts.
  private mutating func evaluate(_ values: [Value], _ scope: inout SwiftScope) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    var locals: [(VariableID, String)] = []
    for value in values {
      lines += bind(value.value.variables, &scope)
      locals.append((value.variable, define(value, &lines, &scope)))
    }
    for (id, name) in locals {
      scope.data[id] = name
      scope.mutable.remove(id)
      scope.changed.insert(id)
    }
    return lines
  }

  /// A local for a datum that is being entered.
  private mutating func define(_ value: Value, _ lines: inout [SwiftLine], _ scope: inout SwiftScope) -> String {
    let variable = machine[value.variable]
    let text = checked(value.value, for: value.variable, scope)
    let name = scope.names.claim(context.naming.local(variable.name))
    let type = needsAnnotation(value.value, variable) ? ": \(context.types.text(variable))" : ""
    lines += located(value.value.span, if: value.value.mayMismatch(variable.type), [.text("let \(name)\(type) = \(text)")])
    return name
  }

  private func needsAnnotation(_ value: Expr, _ variable: Variable) -> Bool {
    if case .integer(.int) = variable.type, case .integer = value.kind { return false }
    switch value.kind {
    case .variable, .parameter, .boolean: return false
    default: return true
    }
  }

  /// One state of a staged entry: initial effects, defaults of its data, its entry effects.
  private mutating func enterOne(_ entry: Entry, _ scope: inout SwiftScope) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    scope.location = .exactly(machine[entry.state].parent ?? .root)
    lines += effects(entry.before, &scope)
    lines += evaluate(entry.arguments, &scope)
    for value in entry.values where !value.isGiven { lines += evaluate([value], &scope) }
    scope.location = .exactly(entry.state)
    lines += effects(machine[entry.state].entry, &scope)
    return lines
  }

  /// Sets `state` from locals.
  private mutating func assignState(_ leaf: StateID, _ scope: inout SwiftScope) -> [SwiftLine] {
    var lines = bind(dataOnPath(to: leaf), &scope)
    let data = scope.data
    lines.append(.text("state = " + patterns.value(leaf, data: { data[$0] ?? "" })))
    scope.changed = []
    return lines
  }

  /// Sets `state`, the values of entered data written in place.
  private mutating func assignState(_ leaf: StateID, values: [Value], _ scope: inout SwiftScope) -> [SwiftLine] {
    var lines = bind(dataOnPath(to: leaf).subtracting(values.map(\.variable)), &scope)
    var texts: [VariableID: String] = [:]
    for value in values {
      lines += bind(value.value.variables, &scope)
      texts[value.variable] = checked(value.value, for: value.variable, scope)
    }
    let data = scope.data
    let opaque = values.first { $0.value.mayMismatch(machine[$0.variable].type) }
    let line = SwiftLine.text("state = " + patterns.value(leaf, data: { texts[$0] ?? data[$0] ?? "" }))
    lines += located(opaque?.value.span ?? machine[leaf].span, if: opaque != nil, [line])
    scope.changed = []
    for value in values { scope.data[value.variable] = nil }
    return lines
  }

  // MARK: The start

  /// Everything that happens at the start: the machine's entry, its initial transition, settling. Empty where `init` says it all.
  mutating func begin() -> [SwiftLine] {
    var scope = SwiftScope(location: .exactly(.root))
    var lines = startChecks(scope)
    lines += effects(machine[.root].entry, &scope)
    let (entries, last) = startEntries
    let effects = startEffects(entries)
    let isPseudo = machine[last].isPseudo
    if entersAtStart(entries, last) { lines += perform(entries, last, &scope).lines }
    let hasRaised = effects.contains(deep: {
      switch $0 {
      case .raise, .send(_, _, nil, _): true
      case .perform(let id, _, _): context.activities.marks[id] != nil
      default: false
      }
    })
    let hasAlways = machine.ancestorsAndSelf(of: last).contains { reacts($0, .always) }
    let endsAtOnce = context.ends && machine[last].kind == .final && machine[last].parent == .root
    if let completion = context.completion, isPseudo || hasRaised || hasAlways || endsAtOnce {
      lines.append(.text("\(context.try)\(completion)(\(context.arguments.joined(separator: ", ")))"))
    }
    return lines
  }

  private var startEntries: (entries: [Entry], last: StateID) {
    var entries: [Entry] = []
    appendDefaults(to: &entries, from: .root)
    return (entries, entries.last?.state ?? .root)
  }

  private func startEffects(_ entries: [Entry]) -> [Effect] {
    machine[.root].entry + entries.flatMap { $0.before + machine[$0.state].entry }
  }

  /// True where `init` cannot set `state` for good.
  private func entersAtStart(_ entries: [Entry], _ last: StateID) -> Bool {
    machine[last].isPseudo || !startEffects(entries).isEmpty
      || entries.flatMap(\.given).contains { value in
        RangeChecks.needsCheck(value.value, machine[value.variable], machine)
          || value.value.variables.contains { machine[$0].owner != .root }
      }
  }

  /// Looks at values that the caller passed or that `init` computed.
  func startChecks(_ scope: SwiftScope) -> [SwiftLine] {
    machine.variables.compactMap { variable in
      guard variable.owner == .root, variable.range != nil else { return nil }
      if let value = variable.value, !RangeChecks.needsCheck(value, variable, machine) { return nil }
      let name = expressions(scope).variable(variable.id)
      return .text("_ = try checked\(context.rangedName(variable.id).capitalizedFirst)(\(name))")
    }
  }

  /// What `state` holds before the start has chosen: the initial state where `init` can tell, else any.
  func placeholder(_ text: (Expr) -> String) -> String {
    let (entries, last) = startEntries
    if !machine[last].isPseudo { return initialValue(last, entries, text, isFinal: !entersAtStart(entries, last)) }
    if let plainState { return patterns.value(plainState, data: { _ in "" }) }
    var path = entries
    // A choice leads to a history, that to a composite which starts in a choice: as many steps as there are pseudo-states at most.
    var steps = machine.states.count
    while let pseudo = path.last?.state, machine[pseudo].isPseudo, let target = firstTarget(of: pseudo), steps > 0 {
      path = machine.path(from: .root, to: target.state).map { entry($0, target.arguments) }
      appendDefaults(to: &path, from: target.state)
      steps -= 1
    }
    return initialValue(path.last?.state ?? last, path, text, isFinal: false)
  }

  /// Where the first branch of a choice leads, or a history that remembers nothing.
  private func firstTarget(of pseudo: StateID) -> Target? {
    guard machine[pseudo].kind == .choice else { return machine.standard(of: pseudo)?.targets.first }
    return machine[pseudo].reactions.flatMap { machine[$0].transitions }.flatMap { machine[$0].targets }.first
  }

  /// - Parameter isFinal: nothing else sets `state`, so that made-up data will not do.
  private func initialValue(_ leaf: StateID, _ entries: [Entry], _ text: (Expr) -> String, isFinal: Bool) -> String {
    let values = Dictionary(entries.flatMap(\.given).map { ($0.variable, $0.value) }, uniquingKeysWith: { first, _ in first })
    let standIn = SwiftStandIn(context)
    return patterns.value(leaf) { id in
      (isFinal ? nil : standIn.value(machine[id])) ?? values[id].map { text($0) } ?? ""
    }
  }

  // MARK: Histories

  /// What happens inside a state that is entered through a history which remembers nothing.
  mutating func byDefault(_ standard: State.Initial, in composite: StateID, _ scope: inout SwiftScope) -> Block {
    var entries: [Entry] = []
    guard let target = standard.targets.first else { return Block(lines: [], leaves: false) }
    append(standard, in: composite, to: &entries)
    appendDefaults(to: &entries, from: target.state)
    return perform(entries, entries.last?.state ?? target.state, &scope)
  }

  /// Enters a child whose data, remembered, are at hand.
  mutating func enterRemembered(_ child: StateID, _ scope: inout SwiftScope) -> Block {
    scope.changed.formUnion(machine[child].data)
    var entries = [Entry(state: child)]
    appendDefaults(to: &entries, from: child)
    return perform(entries, entries.last?.state ?? child, &scope)
  }

  // MARK: Choices

  /// So many choices stand inside each other's branches; one that follows them has a function of its own.
  private static let mostNestedChoices = 3

  /// The branches of a choice that has just been reached.
  private mutating func choose(_ choice: StateID, _ scope: inout SwiftScope) -> Block {
    openChoices += 1
    defer { openChoices -= 1 }
    scope.location = .exactly(choice)
    scope.parametersByName = [:]
    let branches = machine[choice].reactions.flatMap { machine[$0].transitions.map { machine[$0] } }
    var block = chain(branches, scope, fallback: Block(lines: [], leaves: false))
    block.lines = context.counting + block.lines
    return block
  }
}
