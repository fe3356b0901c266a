import FSMModel

/// Leaving states.
extension Run {
  /// Runs what leaving a state means: its exit effects (the body of a used machine before the braces of its place), then its activities
  /// are cancelled and its timers disarmed. Its data stay until entries begin.
  mutating func exit(_ id: NodeID) throws(Failure) {
    let node = assembly[id]
    guard node.kind != .choice else {
      store.deactivate(id)
      return
    }
    note(.leave(id))
    for layer in node.layers.reversed() { try perform(assembly.state(layer).exit, Frame(scope: layer.scope)) }
    for layer in node.layers.reversed() { cancelActivities(of: layer) }
    entered.remove(id)
    if !node.timers.isEmpty { store.disarm(id) }
    store.deactivate(id)
  }

  private mutating func cancelActivities(of layer: Node.Layer) {
    for use in assembly.state(layer).activities {
      let place = ActivityPlace(scope: layer.scope, use: use)
      guard let run = store.stopRun(of: place) else { continue }
      append(activityEffect(.cancelActivity(place, run: run), place, []))
    }
  }

  mutating func clearData(of id: NodeID) {
    for layer in assembly[id].layers {
      for variable in assembly.state(layer).data { store[slot(variable, layer.scope)] = nil }
    }
  }
}

/// What histories remember.
extension Run {
  /// Records which states are remembered, before exits run: by every history whose parent is left, or reacts by leaving what is inside.
  ///
  /// The latter is where W3C SCXML would leave the parent too: a composite's reaction to its own history comes back to where it was. A
  /// reaction further in that asks for the history of a state around it, which stays, gets what was remembered when that was last left.
  mutating func remember(_ left: [NodeID], _ taken: [SelectedTransition]) -> [NodeID] {
    var parents = Set(left)
    for selected in taken where !selected.extent.isEmpty && selected.source == selected.domain.node { parents.insert(selected.source) }
    let histories = parents.sorted().flatMap { assembly[$0].histories }
    return histories.filter { history in
      let nodes = remembered(by: history)
      if !nodes.isEmpty { store.setMemory(Store.Remembered(nodes: nodes, values: [:]), of: history) }
      return !nodes.isEmpty
    }
  }

  /// The active states that a history would restore: children, or all that is inside; none while a choice is among them.
  private func remembered(by history: NodeID) -> [NodeID] {
    guard let parent = assembly[history].parent else { return [] }
    let inside = store.active(in: parent.index + 1..<assembly[parent].end)
    if inside.contains(where: { assembly[$0].kind == .choice }) { return [] }
    return assembly[history].kind == .history(isDeep: true) ? Array(inside) : inside.filter { assembly[$0].parent == parent }
  }

  /// Adds the values of the remembered states' data, as exit effects left them.
  mutating func keepValues(of histories: [NodeID]) {
    for history in histories {
      guard var memory = store.memory(of: history) else { continue }
      for node in memory.nodes {
        for layer in assembly[node].layers {
          for variable in assembly.state(layer).data {
            let slot = slot(variable, layer.scope)
            memory.values[slot] = store[slot]
          }
        }
      }
      store.setMemory(memory, of: history)
    }
  }
}
