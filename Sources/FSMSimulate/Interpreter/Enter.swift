import FSMModel

/// Entering states.
extension Run {
  mutating func enter(_ plan: EntryPlan) throws(Failure) {
    var plan = plan
    for node in plan.nodes.sorted() {
      if let parent = assembly[node].parent { try open(parent, &plan) }
      try enter(node, restored: plan.restored)
      try open(node, &plan)
    }
  }

  /// Runs the effects of initial transitions and history defaults inside a state, and evaluates the arguments of their targets.
  private mutating func open(_ node: NodeID, _ plan: inout EntryPlan) throws(Failure) {
    for opening in plan.openings.removeValue(forKey: node) ?? [] {
      let frame = Frame(scope: opening.scope)
      try perform(opening.initial.effects, frame)
      for target in opening.initial.targets { try give(target.arguments, frame) }
    }
  }

  /// Data, entry effects, timers; a final state's `done`.
  private mutating func enter(_ id: NodeID, restored: [Int: Value]) throws(Failure) {
    store.activate(id)
    let node = assembly[id]
    guard node.kind != .choice else {
      if options.recordsSteps || options.recordsCoverage { visited.insert(id) }
      return
    }
    note(.enter(id))
    if options.recordsSteps || options.recordsCoverage { visited.insert(id) }
    let layers = node.layers
    try setData(of: layers[0], restored, arguments: [:])
    if layers.count > 1 { try setData(of: layers[1], restored, arguments: try machineArguments(of: layers[0], for: layers[1])) }
    for layer in layers { try perform(assembly.state(layer).entry, Frame(scope: layer.scope)) }
    for (number, timer) in node.timers.enumerated() {
      try arm(.state(id, number), after: timer.delay, Frame(scope: timer.scope))
    }
    if layers.contains(where: { !assembly.state($0).activities.isEmpty }) { entered.insert(id) }
    if node.kind == .final { complete(id) }
  }

  /// A place's values for the variables of the machine it uses.
  private mutating func machineArguments(of place: Node.Layer, for body: Node.Layer) throws(Failure) -> [Int: Value] {
    var values: [Int: Value] = [:]
    let frame = Frame(scope: place.scope)
    for argument in assembly.state(place).machineArguments {
      values[slot(argument.variable, body.scope)] = try value(argument.value, frame)
    }
    return values
  }

  /// Sets data in order: what a target passes, else what a history brings back, else what the place passes, else the default.
  private mutating func setData(of layer: Node.Layer, _ restored: [Int: Value], arguments: [Int: Value]) throws(Failure) {
    for id in assembly.state(layer).data {
      let variable = assembly.variable(id, layer.scope)
      let slot = slot(id, layer.scope)
      let frame = Frame(scope: layer.scope)
      if let known = given[slot] ?? restored[slot] ?? arguments[slot] {
        try set(variable, known, frame, variable.span)
      } else if let initial = variable.value {
        try set(variable, try value(initial, frame), frame, initial.span)
      } else {
        throw .trapped("`\(name(of: variable, layer.scope))` has no value", variable.nameSpan)
      }
    }
  }

  /// Queues `done` of the state around an entered final state, then of parallel states that are thereby done.
  private mutating func complete(_ final: NodeID) {
    var current = final
    while let parent = assembly[current].parent, current == final || isDone(parent) {
      if parent == .machine {
        store.hasEnded = true
        return
      }
      note(.done(parent))
      raised.append(Store.Occurrence(trigger: .done(parent)))
      guard let next = assembly[parent].parent, assembly[next].kind == .parallel else { return }
      current = parent
    }
  }

  /// True of a parallel state whose regions are all done, of a composite whose active child is final.
  private func isDone(_ id: NodeID) -> Bool {
    var open = [id]
    while let next = open.popLast() {
      let node = assembly[next]
      switch node.kind {
      case .final: continue
      case .parallel: open += node.children.filter { !assembly[$0].isPseudo }
      case .composite:
        guard let child = store.activeChild(of: next, end: node.end), assembly[child].kind == .final else { return false }
      case .simple, .choice, .history: return false
      }
    }
    return true
  }
}
