import FSMModel

/// Locals for parameters and for data of states.
extension SwiftSteps {
  /// The patterns of a group's events, with locals for the parameters that its branches use.
  mutating func bindParameters(of group: EventGroup, _ scope: inout SwiftScope) -> [String] {
    var used: [String: String] = [:]
    for transition in group.transitions {
      let parameters = machine[transition.reaction].parameters
      for index in usedParameters(of: transition) where used[parameters[index].name] == nil {
        used[parameters[index].name] = scope.names.claim(context.naming.local(parameters[index].name))
      }
    }
    scope.parametersByName = used
    return group.events.map { event in
      let parts = machine[event].parameters.map { used[$0.name].map { "let \($0)" } ?? "_" }
      let payload = parts.allSatisfy { $0 == "_" } ? "" : "(\(parts.joined(separator: ", ")))"
      return "." + context.naming.events[event.index] + payload
    }
  }

  private func usedParameters(of transition: Transition) -> [Int] {
    if machine[transition.reaction].parameters.isEmpty { return [] }
    var used: Set<Int> = []
    func look(_ expression: Expr) {
      expression.forEachPart { if case .parameter(let index) = $0.kind { used.insert(index) } }
    }
    if let condition = transition.condition { look(condition) }
    transition.effects.forEachEffect { for expression in $0.expressions { look(expression) } }
    for target in transition.targets { for argument in target.arguments { look(argument.value) } }
    return used.sorted()
  }

  /// A simple state's data that its own reactions use, to be bound where the state is matched.
  func boundInPattern(_ state: StateID, _ kind: Kind) -> Set<VariableID> {
    if machine[state].data.isEmpty { return [] }
    var used: Set<VariableID> = []
    for id in machine[state].reactions {
      let reaction = machine[id]
      guard (reaction.trigger == .always) == (kind == .always) else { continue }
      for transition in reaction.transitions.map({ machine[$0] }) {
        used.formUnion(transition.condition?.variables ?? [])
        used.formUnion(transition.effects.variables)
        for target in transition.targets { for argument in target.arguments { used.formUnion(argument.value.variables) } }
        if transition.mode != .internal { used.formUnion(machine[state].exit.variables) }
        // An internal reaction that changes one datum puts all of them back.
        if transition.mode == .internal, !transition.effects.written.isDisjoint(with: machine[state].data) {
          used.formUnion(machine[state].data)
        }
      }
    }
    let large = used.filter { machine[$0].type == .string || !machine[$0].type.isKnown }
    // Large data that some reaction changes are taken out there, not held by the pattern.
    let changed = machine[state].reactions.reduce(into: Set<VariableID>()) { set, id in
      for transition in machine[id].transitions where machine[transition].mode == .internal {
        set.formUnion(machine[transition].effects.written)
      }
    }
    return used.intersection(machine[state].data).subtracting(large.intersection(changed))
  }

  /// The pattern of a state with locals for some of its data.
  func bindingPattern(
    _ state: StateID, in base: StateID, _ bound: Set<VariableID>, mutating: Set<VariableID>, inner: String? = nil, _ scope: inout SwiftScope
  ) -> String {
    var binding: [VariableID: String] = [:]
    for id in bound.sorted() {
      let name = scope.names.claim(context.naming.local(machine[id].name))
      scope.data[id] = name
      if mutating.contains(id) { scope.mutable.insert(id) }
      binding[id] = (mutating.contains(id) ? "var " : "let ") + name
    }
    return patterns.pattern(state, in: base, binding: binding, inner: inner)
  }

  /// Makes locals for data that are needed and not at hand: `guard case .disabled(let opacity) = state else { return }`.
  ///
  /// - Parameters:
  ///   - mutating: those of `needed` that will be changed.
  ///   - inner: a composite whose inner value is needed as well.
  mutating func bind(
    _ needed: Set<VariableID>, mutating: Set<VariableID> = [], inner: StateID? = nil, _ scope: inout SwiftScope
  ) -> [SwiftLine] {
    if !context.hasData, inner == nil { return [] }
    let data = needed.filter { machine[$0].owner != .root }
    var lines: [SwiftLine] = []
    let missing = data.filter { scope.data[$0] == nil }
    let innerIsMissing = inner.map { scope.inner[$0] == nil } ?? false
    if !missing.isEmpty || innerIsMissing {
      var deepest = missing.map { machine[$0].owner }.max() ?? .root
      var innerBinding: String?
      if let inner, innerIsMissing {
        deepest = max(deepest, inner)
        let name = scope.names.claim(context.naming.local(machine[inner].name.lowercasedFirst))
        scope.inner[inner] = name
        innerBinding = "let \(name)"
      }
      let pattern = bindingPattern(
        deepest, in: .root, missing, mutating: mutating, inner: inner == deepest ? innerBinding : nil, &scope)
      lines.append(.text("guard case \(pattern) = state else { \(scope.bail) }"))
    }
    for id in data.intersection(mutating).sorted() where !scope.mutable.contains(id) {
      guard let name = scope.data[id] else { continue }
      lines.append(.text("var \(name) = \(name)"))
      scope.mutable.insert(id)
    }
    return lines
  }

  /// Puts changed data back into `state`, which otherwise stays as it is.
  mutating func flush(_ scope: inout SwiftScope) -> [SwiftLine] {
    if scope.changed.isEmpty { return [] }
    scope.changed = []
    let (state, isComposite): (StateID, Bool) =
      switch scope.location {
      case .exactly(let state): (state, false)
      case .inside(let state): (state, true)
      }
    let all = dataOnPath(to: state)
    var lines = bind(all, inner: isComposite ? state : nil, &scope)
    let data = scope.data
    let value = patterns.value(state, data: { data[$0] ?? "" }, inner: isComposite ? scope.inner[state] : nil)
    lines.append(.text("state = \(value)"))
    return lines
  }

  /// The data of a state and of what contains it, the machine's own variables left out.
  func dataOnPath(to state: StateID) -> Set<VariableID> {
    context.hasData ? Set(machine.path(from: .root, to: state).flatMap { machine[$0].data }) : []
  }
}
