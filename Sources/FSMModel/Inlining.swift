/// A machine with every machine that its states use written inside those states.
///
/// A state `clip: ClipEditor(asset: current)` becomes what `ClipEditor` is, with its children; the used machine's constants and variables
/// become data of the state, its entry effects run behind the state's own and its exit effects before them, its reactions are tried before
/// those that the braces add. Events of equal name are one. Assertions are left out.
public struct Inlining: Sendable {
  /// What a used machine brings along that others may name alike.
  public struct Part: Sendable {
    /// The machine's name.
    public var name: String
    /// Its actions, functions and activities as the whole machine has them.
    public var callables: [CallableID]
  }

  /// The machine as a whole.
  public private(set) var machine: Machine
  /// The machines used, each once, in the order met.
  public private(set) var parts: [Part] = []
  /// The machine's own callables.
  public private(set) var own: Set<CallableID> = []
  /// The states that stand for a used machine.
  public private(set) var places: [StateID] = []

  private var scopes: [Scope] = []
  private var eventsByName: [String: EventID] = [:]
  private let chart: Chart

  /// The most states that a machine may have with all that it uses.
  public static let mostStates = 100_000

  /// - Returns: Nil for a machine that uses itself, or is too large.
  public init?(_ id: MachineID, in chart: Chart) {
    self.chart = chart
    machine = chart[id]
    guard machine.states.contains(where: { $0.usedMachine != nil }) else { return }
    machine.enumerations = []
    machine.variables = []
    machine.events = []
    machine.callables = []
    machine.states = []
    machine.reactions = []
    machine.transitions = []
    machine.activityUses = []
    machine.assertions = []
    machine.scenarios = []
    guard place(id, at: nil, within: []) else { return nil }
    for number in scopes.indices { fill(number) }
    for index in machine.states.indices { machine.states[index].end = index + 1 }
    for index in machine.states.indices.reversed() {
      guard let parent = machine.states[index].parent else { continue }
      machine.states[parent.index].end = max(machine.states[parent.index].end, machine.states[index].end)
    }
  }

  /// What the whole machine calls an activity of a machine used: `within` leads there, each state one of the machine before it.
  public func activity(_ use: ActivityUseID, within: [StateID]) -> ActivityUseID? {
    // A machine that uses no other stays as it is.
    guard var scope = scopes.first else { return within.isEmpty ? use : nil }
    for state in within {
      guard let inner = scope.inner.first(where: { $0.place == state }) else { return nil }
      scope = scopes[inner.scope]
    }
    return scope.activityUses.indices.contains(use.index) ? scope.activityUses[use.index] : nil
  }

  /// One use of a machine, with its things as the whole has them.
  private struct Scope {
    var machine: MachineID
    var states: [StateID] = []
    var variables: [VariableID] = []
    var events: [EventID] = []
    var callables: [CallableID] = []
    var enumerations: [EnumerationID] = []
    var reactions: [ReactionID] = []
    var transitions: [TransitionID] = []
    var activityUses: [ActivityUseID] = []
    /// What its place passes to its variables.
    var arguments: [VariableID: Expr] = [:]
    /// The scopes inside: their places as this machine has them.
    var inner: [(place: StateID, scope: Int)] = []
  }

  // MARK: Numbers for all that is there

  private mutating func place(_ id: MachineID, at state: StateID?, within around: Set<MachineID>) -> Bool {
    guard !around.contains(id) else { return false }
    let used = chart[id]
    let number = scopes.count
    var scope = Scope(machine: id)
    scope.enumerations = used.enumerations.map { add($0, of: used) }
    scope.events = used.events.map { add($0, scope) }
    scope.callables = used.callables.map { add($0, of: used, scope) }
    note(scope.callables, of: used, isOwn: state == nil)
    for reaction in used.reactions {
      scope.reactions.append(ReactionID(machine.reactions.count))
      machine.reactions.append(reaction)
    }
    for transition in used.transitions {
      scope.transitions.append(TransitionID(machine.transitions.count))
      machine.transitions.append(transition)
    }
    for use in used.activityUses {
      scope.activityUses.append(ActivityUseID(machine.activityUses.count))
      machine.activityUses.append(use)
    }
    for variable in used.variables {
      // The same machine used again brings the same constants.
      if state != nil, variable.isSameEverywhere, let known = machine.variables.first(where: { $0.nameSpan == variable.nameSpan }) {
        scope.variables.append(known.id)
        continue
      }
      var copy = variable
      copy.id = VariableID(machine.variables.count)
      scope.variables.append(copy.id)
      machine.variables.append(copy)
    }
    scopes.append(scope)
    for inner in used.states {
      if inner.id == .root, let state {
        scopes[number].states.append(state)
        continue
      }
      let new = StateID(machine.states.count)
      guard new.index < Self.mostStates else { return false }
      scopes[number].states.append(new)
      var copy = inner
      copy.id = new
      copy.parent = inner.parent.map { scopes[number].states[$0.index] }
      machine.states.append(copy)
      if let body = inner.usedMachine {
        places.append(new)
        scopes[number].inner.append((inner.id, scopes.count))
        guard place(body, at: new, within: around.union([id])) else { return false }
      }
    }
    return true
  }

  private mutating func add(_ enumeration: Enumeration, of used: Machine) -> EnumerationID {
    if let known = machine.enumerations.first(where: { $0.name == enumeration.name && $0.cases == enumeration.cases }) { return known.id }
    var copy = enumeration
    copy.id = EnumerationID(machine.enumerations.count)
    copy.name = free(enumeration.name, of: used.name + enumeration.name, machine.enumerations.map(\.name))
    machine.enumerations.append(copy)
    return copy.id
  }

  private mutating func add(_ event: Event, _ scope: Scope) -> EventID {
    if let known = eventsByName[event.name] { return known }
    var copy = event
    copy.id = EventID(machine.events.count)
    copy.parameters = event.parameters.map { moved($0, scope) }
    machine.events.append(copy)
    eventsByName[event.name] = copy.id
    return copy.id
  }

  private mutating func add(_ callable: Callable, of used: Machine, _ scope: Scope) -> CallableID {
    var copy = callable
    copy.parameters = callable.parameters.map { moved($0, scope) }
    copy.result = callable.result.map { moved($0, scope) }
    if case .type(let text) = callable.throwing, let error = used.enumerations.first(where: { $0.name == text }) {
      copy.throwing = .type(machine.enumerations[scope.enumerations[error.id.index].index].name)
    }
    if let alike = machine.callables.first(where: { machine.declares($0, like: copy, of: machine) }) { return alike.id }
    // The same machine used again brings the same functions.
    if copy.body != nil, let known = machine.callables.first(where: { $0.nameSpan == copy.nameSpan }) { return known.id }
    copy.id = CallableID(machine.callables.count)
    copy.name = free(copy.name, of: joined(used.name, copy.name), machine.callables.map(\.name))
    machine.callables.append(copy)
    return copy.id
  }

  private mutating func note(_ callables: [CallableID], of used: Machine, isOwn: Bool) {
    if isOwn {
      own = Set(callables)
    } else if !parts.contains(where: { $0.name == used.name }) {
      parts.append(Part(name: used.name, callables: callables))
    }
  }

  /// `clipEditorLog` of `ClipEditor` and `log`.
  private func joined(_ machine: String, _ name: String) -> String {
    machine.prefix(1).lowercased() + machine.dropFirst() + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// `name`, or the longer name, or that with `_` behind it.
  private func free(_ name: String, of longer: String, _ taken: [String]) -> String {
    if !taken.contains(name) { return name }
    var free = longer
    while taken.contains(free) { free += "_" }
    return free
  }
}

extension Inlining {
  // MARK: What is there, with those numbers

  private mutating func fill(_ number: Int) {
    let scope = scopes[number]
    let used = chart[scope.machine]
    for (old, new) in zip(used.callables, scope.callables) { machine.callables[new.index].body = old.body.map { moved($0, scope) } }
    for (place, inner) in scope.inner {
      for argument in used[place].machineArguments { scopes[inner].arguments[argument.variable] = moved(argument.value, scope) }
    }
    if number == 0 { machine.scenarios = used.scenarios.map { moved($0, scope) } }
    for old in used.variables { fill(old, scope, isInside: number > 0) }
    for (old, new) in zip(used.states, scope.states) {
      if old.id == .root, number > 0 { merge(old, into: new, scope) } else { fill(old, new, scope) }
    }
    for old in used.reactions { fill(old, scope) }
    for old in used.transitions { fill(old, scope) }
    for (old, new) in zip(used.activityUses, scope.activityUses) {
      var use = old
      use.id = new
      use.activity = scope.callables[old.activity.index]
      use.arguments = old.arguments.map { moved($0, scope) }
      use.state = scope.states[old.state.index]
      machine.activityUses[new.index] = use
    }
  }

  private mutating func fill(_ old: Variable, _ scope: Scope, isInside: Bool) {
    let new = scope.variables[old.id.index]
    var variable = old
    variable.id = new
    variable.owner = scope.states[old.owner.index]
    variable.type = moved(old.type, scope)
    variable.value = scope.arguments[old.id] ?? old.value.map { moved($0, scope) }
    variable.range = old.range.map {
      ValueRange(
        lower: $0.lower.map { moved($0, scope) }, upper: $0.upper.map { moved($0, scope) }, includesUpper: $0.includesUpper, span: $0.span)
    }
    // A constant that is the same at every place is one of the whole machine.
    if isInside, old.isSameEverywhere {
      variable.owner = .root
      let taken = machine.variables.filter { $0.owner == .root && $0.id != new && $0.nameSpan != old.nameSpan }.map(\.name)
      variable.name = free(old.name, of: joined(chart[scope.machine].name, old.name), taken)
    }
    machine.variables[new.index] = variable
  }

  private mutating func fill(_ old: State, _ new: StateID, _ scope: Scope) {
    var state = machine[new]
    state.children = old.children.map { scope.states[$0.index] }
    state.data = old.data.map { scope.variables[$0.index] }
    state.machineArguments = []
    state.initial = old.initial.map { moved($0, scope) }
    state.entry = moved(old.entry, scope)
    state.exit = moved(old.exit, scope)
    state.reactions = old.reactions.map { scope.reactions[$0.index] }
    state.deferred = moved(old.deferred, scope)
    state.ignored = moved(old.ignored, scope)
    state.activities = old.activities.map { scope.activityUses[$0.index] }
    machine[new] = state
  }

  /// Writes the body of a used machine into its place.
  private mutating func merge(_ root: State, into place: StateID, _ scope: Scope) {
    var state = machine[place]
    state.kind = root.kind
    state.children = root.children.map { scope.states[$0.index] }
    state.data = scope.variables.filter { machine[$0].owner == place }
    state.initial = root.initial.map { moved($0, scope) }
    state.entry += moved(root.entry, scope)
    state.exit = moved(root.exit, scope) + state.exit
    state.reactions = root.reactions.map { scope.reactions[$0.index] } + state.reactions
    state.deferred += moved(root.deferred, scope)
    state.ignored += moved(root.ignored, scope)
    state.activities = root.activities.map { scope.activityUses[$0.index] } + state.activities
    machine[place] = state
  }

  private mutating func fill(_ old: Reaction, _ scope: Scope) {
    var reaction = old
    reaction.id = scope.reactions[old.id.index]
    reaction.source = scope.states[old.source.index]
    reaction.parameters = old.parameters.map { moved($0, scope) }
    reaction.transitions = old.transitions.map { scope.transitions[$0.index] }
    reaction.trigger =
      switch old.trigger {
      case .events(let events): .events(events.map { scope.events[$0.index] })
      case .after(let delay): .after(moved(delay, scope))
      case .done(let state): .done(scope.states[state.index])
      case .activity(let use, let failed): .activity(scope.activityUses[use.index], failed: failed)
      case .any, .always, .choice: old.trigger
      }
    machine.reactions[reaction.id.index] = reaction
  }

  private mutating func fill(_ old: Transition, _ scope: Scope) {
    var transition = old
    transition.id = scope.transitions[old.id.index]
    transition.reaction = scope.reactions[old.reaction.index]
    transition.source = scope.states[old.source.index]
    transition.condition = old.condition.map { moved($0, scope) }
    transition.effects = moved(old.effects, scope)
    transition.targets = old.targets.map { moved($0, scope) }
    machine.transitions[transition.id.index] = transition
  }

  // MARK: Parts

  private func moved(_ scenario: Scenario, _ scope: Scope) -> Scenario {
    var copy = scenario
    copy.steps = scenario.steps.map { step in
      let kind: Scenario.Step.Kind =
        switch step.kind {
        case .start(let values):
          .start(values.map { .init(variable: scope.variables[$0.variable.index], value: moved($0.value, scope)) })
        case .event(let id, let values): .event(scope.events[id.index], values.map { moved($0, scope) })
        case .outcome(let use, let within, let failed, let value):
          .outcome(activity(use, within: within) ?? use, within: [], failed: failed, value.map { moved($0, scope) })
        case .advance(let time): .advance(moved(time, scope))
        case .given(let id, let values, let answer):
          .given(scope.callables[id.index], values.map { moved($0, scope) }, moved(answer, scope))
        case .expect(let condition): .expect(moved(condition, scope))
        case .expectRejected: .expectRejected
        case .expectPerformed(let calls):
          .expectPerformed(calls.map { (scope.callables[$0.0.index], $0.1.map { moved($0, scope) }) })
        }
      return Scenario.Step(kind: kind, span: step.span)
    }
    return copy
  }

  private func moved(_ type: ValueType, _ scope: Scope) -> ValueType {
    if case .enumeration(let id) = type { .enumeration(scope.enumerations[id.index]) } else { type }
  }

  private func moved(_ parameter: Parameter, _ scope: Scope) -> Parameter {
    var copy = parameter
    copy.type = moved(parameter.type, scope)
    return copy
  }

  private func moved(_ expression: Expr, _ scope: Scope) -> Expr {
    var copy = expression.mappingParts { moved($0, scope) }
    copy.type = moved(expression.type, scope)
    switch copy.kind {
    case .enumCase(let id, let number): copy.kind = .enumCase(scope.enumerations[id.index], number)
    case .variable(let id): copy.kind = .variable(scope.variables[id.index])
    case .isIn(let state): copy.kind = .isIn(scope.states[state.index])
    case .call(let id, let arguments): copy.kind = .call(scope.callables[id.index], arguments)
    default: break
    }
    return copy
  }

  private func moved(_ initial: State.Initial, _ scope: Scope) -> State.Initial {
    State.Initial(effects: moved(initial.effects, scope), targets: initial.targets.map { moved($0, scope) }, span: initial.span)
  }

  private func moved(_ target: Target, _ scope: Scope) -> Target {
    Target(
      state: scope.states[target.state.index],
      arguments: target.arguments.map { .init(variable: scope.variables[$0.variable.index], value: moved($0.value, scope)) },
      span: target.span)
  }

  private func moved(_ holds: [State.Hold], _ scope: Scope) -> [State.Hold] {
    holds.map { State.Hold(event: $0.event.map { scope.events[$0.index] }, span: $0.span) }
  }

  private func moved(_ effects: [Effect], _ scope: Scope) -> [Effect] {
    effects.map { effect in
      switch effect {
      case .perform(let id, let arguments, let span):
        .perform(scope.callables[id.index], arguments.map { moved($0, scope) }, span: span)
      case .assign(let place, let sign, let value, let span):
        .assign(place: moved(place, scope), sign, value: moved(value, scope), span: span)
      case .mutate(let call, let span): .mutate(moved(call, scope), span: span)
      case .raise(let id, let arguments, let span): .raise(scope.events[id.index], arguments.map { moved($0, scope) }, span: span)
      case .send(let id, let arguments, let delay, let span):
        .send(scope.events[id.index], arguments.map { moved($0, scope) }, delay: delay.map { moved($0, scope) }, span: span)
      case .cancel(let id, let span): .cancel(scope.events[id.index], span: span)
      case .conditional(let condition, let then, let otherwise, let span):
        .conditional(moved(condition, scope), then: moved(then, scope), else: moved(otherwise, scope), span: span)
      }
    }
  }
}

extension Variable {
  /// A constant of a machine, written out.
  fileprivate var isSameEverywhere: Bool { owner == .root && isConstant && value?.isLiteral == true }
}

extension State {
  /// The machine that stands inside it.
  public var usedMachine: MachineID? { if case .machine(let id) = kind { id } else { nil } }
}

extension Machine {
  /// Whether a callable of this machine is declared as one of another is: where one machine stands inside the other, the two are one.
  public func declares(_ callable: Callable, like other: Callable, of machine: Machine) -> Bool {
    guard callable.kind == other.kind, callable.name == other.name, callable.body == nil, other.body == nil else { return false }
    return callable.resultText == other.resultText && callable.throwing == other.throwing
      && callable.parameters.count == other.parameters.count
      && zip(callable.parameters, other.parameters).allSatisfy { mine, theirs in
        mine.isLabelled == theirs.isLabelled && (!mine.isLabelled || mine.name == theirs.name) && mine.typeText == theirs.typeText
          && isSame(mine.type, theirs.type, of: machine)
      }
  }

  /// Enums are the same where they have one name and the same cases.
  private func isSame(_ type: ValueType, _ other: ValueType, of machine: Machine) -> Bool {
    guard case .enumeration(let mine) = type, case .enumeration(let theirs) = other else { return type == other }
    return self[mine].name == machine[theirs].name && self[mine].cases == machine[theirs].cases
  }
}
