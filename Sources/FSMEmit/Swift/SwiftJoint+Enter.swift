import FSMModel

/// Entering one piece: data and entry effects, outermost state first; at the end the piece's value is put where it belongs.
extension SwiftJoint {
  /// Enters a piece: in place where that is short, by a function where it is not.
  ///
  /// - Parameters:
  ///   - nodes: the states of the plan that lie in the piece.
  ///   - given: data whose values are passed.
  ///   - values: what is passed.
  ///   - isAlone: what is written in place meets no local that would hide a member of the machine.
  mutating func writeEntry(
    of unit: Leaving.Unit, _ plan: EntryPlan, _ nodes: [StateID], given: [VariableID], values: [String],
    isAlone: Bool = false
  ) -> [SwiftLine] {
    let (parameters, lines) = entry(of: unit, plan, nodes, given: given)
    if isAlone, given.isEmpty, lines.count <= 2, lines.allSatisfy(\.isShort) { return lines }
    let key = EntryKey(parameters: parameters, lines: lines)
    func call(_ name: String) -> [SwiftLine] {
      [.text("\(context.try)\(name)(\((values + context.arguments).joined(separator: ", ")))")]
    }
    if let known = entries[key] { return call(known) }
    let about = nodes.first { machine[$0].kind == .parallel } ?? nodes.last ?? unit.state
    let name = steps.claim("enter" + naming.helpers[about.index])
    entries[key] = name
    steps.functions.append(SwiftSteps.Function(owner: unit.state, doc: nil, head: steps.head(name, parameters), body: lines))
    return call(name)
  }

  /// The parameters and the body.
  func writtenWhileEntering(_ plan: EntryPlan, _ nodes: [StateID]) -> Set<VariableID> {
    var written: Set<VariableID> = []
    for node in nodes { written.formUnion(machine[node].entry.written) }
    for opening in plan.openings { written.formUnion(machine[opening].initial?.effects.written ?? []) }
    return written
  }

  /// Data that something reads or writes before they are put where they belong.
  private func usedWhileEntering(_ plan: EntryPlan, _ nodes: [StateID]) -> Set<VariableID> {
    var used: Set<VariableID> = []
    for node in nodes {
      used.formUnion(machine[node].entry.variables)
      for id in machine[node].data { used.formUnion(machine[id].value?.variables ?? []) }
    }
    for opening in plan.openings {
      guard let initial = machine[opening].initial else { continue }
      used.formUnion(initial.effects.variables)
      for argument in initial.targets.flatMap(\.arguments) { used.formUnion(argument.value.variables) }
    }
    return used
  }

  private mutating func entry(
    of unit: Leaving.Unit, _ plan: EntryPlan, _ nodes: [StateID], given: [VariableID]
  ) -> ([String], [SwiftLine]) {
    var scope = scope(at: .exactly(unit.state))
    let written = writtenWhileEntering(plan, nodes)
    let used = usedWhileEntering(plan, nodes)
    var known = Set(given)
    var parameters: [String] = []
    var lines: [SwiftLine] = []
    for id in given {
      let name = scope.names.claim(naming.local(machine[id].name))
      parameters.append("_ \(name): \(context.types.text(machine[id]))")
      if written.contains(id) { lines.append(.text("var \(name) = \(name)")) }
      scope.data[id] = name
    }
    var opened: Set<StateID> = []
    var entered: [StateID] = []
    // What comes behind a history is entered once that has brought back what it remembers.
    let history = nodes.first { machine[$0].isHistory }
    for node in nodes.prefix(while: { $0 != history }) {
      if let parent = machine[node].parent, plan.openings.contains(parent), opened.insert(parent).inserted {
        scope.moment = .entering(parent, piece: unit.range, entered: entered)
        lines += open(parent, written, &known, &scope)
      }
      for id in machine[node].data where !known.contains(id) {
        guard let value = machine[id].value else { continue }
        if value.isLiteral, !used.contains(id) {
          scope.data[id] = steps.checked(value, for: id, scope)
        } else {
          define(id, value, written, &lines, &scope)
        }
      }
      entered.append(node)
      scope.location = .exactly(node)
      scope.moment = .entering(node, piece: unit.range, entered: entered)
      lines += steps.effects(machine[node].entry, &scope)
      if machine[node].kind == .final { lines += completion(of: node, entered, nodes, plan) }
    }
    if let history {
      if let parent = machine[history].parent, plan.openings.contains(parent), !opened.contains(parent) {
        scope.moment = .entering(parent, piece: unit.range, entered: entered)
        lines += open(parent, written, &known, &scope)
      }
      lines += assign(unit, plan, entered, scope) + [restore(history)]
      lines += enterRest(nodes.filter { history < $0 }, plan, given: given, scope)
      return (parameters, lines)
    }
    return (parameters, lines + assign(unit, plan, nodes, scope))
  }

  /// Enters the regions that come behind a history, one by one.
  private mutating func enterRest(
    _ nodes: [StateID], _ plan: EntryPlan, given: [VariableID], _ scope: SwiftScope
  ) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    var rest = nodes[...]
    while let region = rest.first {
      let range = region.index..<machine[region].end
      let inside = rest.filter { range.contains($0.index) }
      rest = rest.dropFirst(inside.count)
      let own = given.filter { inside.contains(machine[$0].owner) }
      let unit = Leaving.Unit(state: region, isRegion: true, range: range)
      lines += writeEntry(of: unit, plan, Array(inside), given: own, values: own.map { scope.data[$0] ?? "" })
    }
    return lines
  }

  /// An initial transition: its effects, then the values it passes.
  private mutating func open(
    _ state: StateID, _ written: Set<VariableID>, _ known: inout Set<VariableID>, _ scope: inout SwiftScope
  ) -> [SwiftLine] {
    guard let initial = machine[state].initial else { return [] }
    scope.location = .exactly(state)
    var lines = steps.effects(initial.effects, &scope)
    for argument in initial.targets.flatMap(\.arguments) {
      define(argument.variable, argument.value, written, &lines, &scope)
      known.insert(argument.variable)
    }
    return lines
  }

  /// A local for a datum that is being entered.
  func define(
    _ id: VariableID, _ value: Expr, _ written: Set<VariableID>, _ lines: inout [SwiftLine], _ scope: inout SwiftScope
  ) {
    let text = steps.checked(value, for: id, scope)
    let name = scope.names.claim(naming.local(machine[id].name))
    let keyword = written.contains(id) ? "var" : "let"
    let line = SwiftLine.text("\(keyword) \(name): \(context.types.text(machine[id])) = \(text)")
    lines += steps.located(value.span, if: value.mayMismatch(machine[id].type), [line])
    scope.data[id] = name
  }

  // MARK: Completion

  /// The completions of parallel states that an entered final state may bring, innermost first. Its own parent's is an entry effect.
  private func completion(
    of final: StateID, _ entered: [StateID], _ nodes: [StateID], _ plan: EntryPlan
  ) -> [SwiftLine] {
    var current = machine[final].parent ?? .root
    if machine[current].kind == .parallel { current = final }
    var conditions: [String] = []
    var lines: [SwiftLine] = []
    while let parent = machine[current].parent, machine[parent].kind == .parallel, parent != .root {
      for region in machine.activeChildren(of: parent) where region != current && region != final {
        if nodes.contains(region) {
          if !isDone(region, in: plan, entered) { return lines }
        } else if !SwiftJoint.canBeDone(region, machine) {
          return lines
        } else {
          conditions += isDoneTests(region, mayBeLeft: current < region)
        }
      }
      if let event = context.parallelCompletions[parent] {
        let raise = SwiftLine.text("call.raise(.\(naming.events[event.index]))")
        lines.append(conditions.isEmpty ? raise : .block("if \(conditions.joined(separator: " && "))", [raise]))
      }
      current = parent
    }
    return lines
  }

  /// Conditions of a region being done: none where it is final itself.
  ///
  /// - Parameter mayBeLeft: the microstep may have left it, and not entered it yet.
  func isDoneTests(_ region: StateID, mayBeLeft: Bool) -> [String] {
    guard let property = regions.isDone[region] else { return [] }
    var tests = [property]
    for resting in machine.restingRegions(of: region) {
      if mayBeLeft, let flag = context.vacancies?.flags[StateID(resting.index + 1)] { tests.append("!call.\(flag)") }
      // A final state may stand there for the choice.
      if let field = regions.pending[resting], SwiftStandIn(context).isFinal(inside: resting) { tests.append("call.\(field) == nil") }
    }
    return tests
  }

  /// Whether a region that is entered in the same piece is done by then.
  private func isDone(_ state: StateID, in plan: EntryPlan, _ entered: [StateID]) -> Bool {
    guard entered.contains(state) else { return false }
    switch machine[state].kind {
    case .final: return true
    case .composite: return plan.children[state]?.first.map { machine[$0].kind == .final && entered.contains($0) } ?? false
    case .parallel: return machine.activeChildren(of: state).allSatisfy { isDone($0, in: plan, entered) }
    default: return false
    }
  }

  // MARK: Values

  private func assign(_ unit: Leaving.Unit, _ plan: EntryPlan, _ nodes: [StateID], _ scope: SwiftScope) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    let place = regions.place(unit.state)
    let standIn = SwiftStandIn(context)
    func data(_ id: VariableID) -> String {
      // Data of regions that are still to be entered.
      let isLater = unit.range.contains(machine[id].owner.index) && !nodes.contains(machine[id].owner)
      return (isLater ? standIn.value(machine[id]) : nil) ?? scope.data[id] ?? ""
    }
    if unit.isRegion {
      if !machine[unit.state].children.isEmpty {
        lines.append(.text("\(place) = \(inner(unit.state, plan, data) ?? "")"))
      }
      for id in machine[unit.state].data {
        guard let target = regions.place(of: id) else { continue }
        lines.append(.text("\(target) = \(data(id))"))
      }
    } else if unit.state == .root || regions.isRegion(unit.state) {
      lines.append(.text("\(place) = \(inner(unit.state, plan, data) ?? "")"))
    } else {
      let slot = regions.slot(of: unit.state)
      let value = steps.patterns.value(unit.state, in: slot, data: data, inner: inner(unit.state, plan, data))
      lines.append(.text("\(regions.place(slot)) = \(value)"))
    }
    for node in nodes where machine[node].kind == .choice {
      guard let field = regions.pending[regions.slot(of: node)] else { continue }
      lines.append(.text("call.\(field) = .\(regions.choiceCases[node] ?? "")"))
    }
    return lines
  }

  /// The value inside a state when a plan has been carried out; nil where no value can stand for a choice.
  func inner(_ state: StateID, _ plan: EntryPlan, _ data: (VariableID) -> String) -> String? {
    if machine[state].kind == .parallel {
      let isRemembered = plan.children[state]?.first.map { machine[$0].isHistory } ?? false
      return isRemembered ? SwiftStandIn(context).structValue(state) : structValue(state, plan, data)
    }
    guard let child = plan.children[state]?.first else { return nil }
    if machine[child].isPseudo { return SwiftStandIn(context).value(inside: state) }
    return caseValue(child, plan, data)
  }

  private func structValue(_ parallel: StateID, _ plan: EntryPlan, _ data: (VariableID) -> String) -> String {
    let all = machine.activeChildren(of: parallel)
    var fields = all.compactMap { region in
      machine[region].children.isEmpty ? nil : "\(regions.fields[region] ?? ""): \(inner(region, plan, data) ?? "")"
    }
    for id in all.flatMap({ machine[$0].data }) { fields.append("\(regions.dataFields[id] ?? ""): \(data(id))") }
    return "\(naming.types[parallel.index])(\(fields.joined(separator: ", ")))"
  }

  private func caseValue(_ state: StateID, _ plan: EntryPlan, _ data: (VariableID) -> String) -> String {
    var parts: [String] = []
    if !machine[state].children.isEmpty { parts.append(inner(state, plan, data) ?? "") }
    parts += machine[state].data.map { (machine[$0].isLabelled ? SwiftIdentifier(label: machine[$0].name).text + ": " : "") + data($0) }
    return "." + naming.cases[state.index] + (parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))")
  }

  // MARK: The start

  /// What `state` holds until the start has run.
  func placeholder(_ text: (Expr) -> String) -> String {
    let plan = EntryPlan(machine, below: Leaving(), targets: [])
    let standIn = SwiftStandIn(context)
    var given: [VariableID: Expr] = [:]
    for opening in plan.openings {
      for argument in machine[opening].initial?.targets.flatMap(\.arguments) ?? [] { given[argument.variable] = argument.value }
    }
    return inner(.root, plan) { id in
      standIn.value(machine[id]) ?? (given[id] ?? machine[id].value).map { text($0) } ?? ""
    } ?? ""
  }

  /// Everything that happens at the start; empty where `init` says it all.
  mutating func begin() -> [SwiftLine] {
    let plan = EntryPlan(machine, below: Leaving(), targets: [])
    var scope = scope(at: .exactly(.root))
    var lines = steps.startChecks(scope)
    let data = plan.nodes.flatMap { machine[$0].data }
    let isPlain =
      machine[.root].entry.isEmpty
      && plan.nodes.allSatisfy { machine[$0].entry.isEmpty && !machine[$0].isPseudo && machine[$0].kind != .final }
      && plan.openings.allSatisfy { machine[$0].initial?.effects.isEmpty ?? true } && !context.hasAlways && data.isEmpty
    if isPlain { return lines }
    lines += steps.effects(machine[.root].entry, &scope)
    lines += vacancyLines(true) + enterUnits(of: .root, plan, given: [], scope) + vacancyLines(false)
    let arguments = context.arguments.joined(separator: ", ")
    if let completion = context.completion { lines.append(.text("\(context.try)\(completion)(\(arguments))")) }
    return lines
  }
}

/// Values that stand in `state` where a choice has been reached, until it is left in the next microstep: nobody can see them.
struct SwiftStandIn {
  let context: SwiftContext
  private var machine: Machine { context.machine }

  init(_ context: SwiftContext) { self.context = context }

  /// Some value for the inside of a composite, data that its states need made up; nil where fsmc cannot make up one.
  ///
  /// A final state stands there only where nothing else can: it looks as if the end had come.
  func value(inside state: StateID) -> String? {
    value(among: unfinished(inside: state)) ?? value(among: machine.activeChildren(of: state).filter { machine[$0].kind == .final })
  }

  /// Whether only a final state can stand there.
  func isFinal(inside state: StateID) -> Bool { value(among: unfinished(inside: state)) == nil }

  private func unfinished(inside state: StateID) -> [StateID] {
    machine.activeChildren(of: state).filter { machine[$0].kind != .final }
  }

  private func value(among states: [StateID]) -> String? {
    states.first { machine[$0].children.isEmpty && machine[$0].data.isEmpty }.map { "." + context.naming.cases[$0.index] }
      ?? states.lazy.compactMap { value(of: $0) }.first
  }

  private func value(of state: StateID) -> String? {
    var parts: [String] = []
    if !machine[state].children.isEmpty {
      guard let inner = machine[state].kind == .parallel ? structValue(state) : value(inside: state) else { return nil }
      parts.append(inner)
    }
    for id in machine[state].data {
      guard let text = value(machine[id]) else { return nil }
      parts.append((machine[id].isLabelled ? SwiftIdentifier(label: machine[id].name).text + ": " : "") + text)
    }
    return "." + context.naming.cases[state.index] + (parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))")
  }

  func structValue(_ parallel: StateID) -> String? {
    guard let regions = context.regions else { return nil }
    var fields: [String] = []
    let all = machine.activeChildren(of: parallel)
    for region in all where !machine[region].children.isEmpty {
      guard let inner = machine[region].kind == .parallel ? structValue(region) : value(inside: region) else { return nil }
      fields.append("\(regions.fields[region] ?? ""): \(inner)")
    }
    for id in all.flatMap({ machine[$0].data }) {
      guard let text = value(machine[id]) else { return nil }
      fields.append("\(regions.dataFields[id] ?? ""): \(text)")
    }
    return "\(context.naming.types[parallel.index])(\(fields.joined(separator: ", ")))"
  }

  /// Some value of a variable's type.
  func value(_ variable: Variable) -> String? {
    switch variable.type {
    case .bool: return "false"
    case .integer, .double, .float: return "0"
    case .string: return "\"\""
    case .duration: return ".zero"
    case .enumeration(let id): return context.naming.enumerationCases[id.index].first.map { "." + $0 }
    case .opaque, .unknown:
      if variable.typeText.hasSuffix("?") { return "nil" }
      if variable.typeText.hasPrefix("[") { return variable.typeText.contains(":") ? "[:]" : "[]" }
      guard let value = variable.value, value.variables.isEmpty, value.calledFunctions.isEmpty else { return nil }
      return SwiftExpressions(context: context, scope: SwiftScope(location: .exactly(.root))).text(value)
    }
  }
}
