import FSMModel

/// What is to be entered, as `computeEntrySet` of W3C SCXML (Recommendation of 2015-09-01, appendix D) finds it.
struct EntryPlan {
  /// An initial transition, or a history's default: its effects run after the entry of the state it stands in, or, where that state
  /// stays, before the entry of the first state inside it.
  struct Opening {
    var scope: ScopeID
    var initial: State.Initial
  }

  var nodes: Set<NodeID> = []
  /// Nodes to be entered directly inside a node.
  var children: [NodeID: [NodeID]] = [:]
  var openings: [NodeID: [Opening]] = [:]
  /// Values of data that histories bring back, by slot.
  var restored: [Int: Value] = [:]
  var histories: Set<NodeID> = []
  /// Regions that were left, with those that must be entered by default unless named.
  var filled: [NodeID] = []
}

extension Run {
  func plan(for taken: [SelectedTransition]) throws(Failure) -> EntryPlan {
    var plan = EntryPlan()
    var tops: [NodeID] = []
    for selected in taken where !selected.targets.isEmpty {
      let domain = selected.domain.node
      for target in selected.targets where target != domain { try add(target, below: domain, to: &plan) }
      if plan.children[domain] == nil || assembly[domain].kind == .parallel && selected.domain.regions == nil {
        try fill(domain, &plan)
      }
      tops += plan.children[domain] ?? []
    }
    try complete(from: tops, &plan)
    return plan
  }

  /// Gives each node to be entered its default children, outermost first.
  func complete(from tops: [NodeID], _ plan: inout EntryPlan) throws(Failure) {
    var open = tops
    while let node = open.popLast() {
      try fill(node, &plan)
      open += plan.children[node] ?? []
    }
  }

  /// Adds the children that a node enters by default: the initial of a composite without a named child, the regions that no target names.
  private func fill(_ id: NodeID, _ plan: inout EntryPlan) throws(Failure) {
    let node = assembly[id]
    switch node.kind {
    case .parallel:
      for region in node.children where !assembly[region].isPseudo && !plan.nodes.contains(region) { add(region, &plan) }
    case .composite where plan.children[id] == nil: try addInitial(of: id, &plan)
    default: break
    }
  }

  private func addInitial(of id: NodeID, _ plan: inout EntryPlan) throws(Failure) {
    guard let layer = assembly[id].layers.last, let initial = assembly.state(layer).initial else {
      throw .trapped("`\(assembly.pathName(of: id))` is entered by default and has no initial state", span(of: id))
    }
    plan.openings[id, default: []].append(EntryPlan.Opening(scope: layer.scope, initial: initial))
    for target in initial.targets { try add(node(target.state, layer.scope), below: id, to: &plan) }
  }

  private func add(_ id: NodeID, _ plan: inout EntryPlan) {
    guard plan.nodes.insert(id).inserted, let parent = assembly[id].parent else { return }
    plan.children[parent, default: []].append(id)
  }

  /// Adds a target with what lies between it and `ancestor`, which is not entered; a history adds what it stands for.
  private func add(_ target: NodeID, below ancestor: NodeID, to plan: inout EntryPlan) throws(Failure) {
    var open = [target]
    while let next = open.popLast() {
      if assembly[next].isHistory {
        open += try restore(next, &plan).reversed()
        addAncestors(of: next, below: ancestor, &plan)
      } else {
        add(next, &plan)
        addAncestors(of: next, below: ancestor, &plan)
      }
    }
  }

  private func addAncestors(of id: NodeID, below ancestor: NodeID, _ plan: inout EntryPlan) {
    var current = assembly[id].parent
    while let node = current, node != ancestor, !plan.nodes.contains(node) {
      add(node, &plan)
      current = assembly[node].parent
    }
  }

  /// What a history stands for: the remembered states, its default, or its parent's initial.
  private func restore(_ history: NodeID, _ plan: inout EntryPlan) throws(Failure) -> [NodeID] {
    guard plan.histories.insert(history).inserted else {
      throw .trapped("the default of history `\(assembly.pathName(of: history))` leads back to it", span(of: history))
    }
    if let memory = store.memory(of: history) {
      plan.restored.merge(memory.values) { _, new in new }
      return memory.nodes
    }
    guard let parent = assembly[history].parent, let layer = assembly[parent].layers.last else { return [] }
    let own = assembly.state(assembly[history].layers[0]).initial
    guard let initial = own ?? (assembly[parent].kind == .parallel ? nil : assembly.state(layer).initial) else { return [] }
    plan.openings[parent, default: []].append(EntryPlan.Opening(scope: layer.scope, initial: initial))
    return initial.targets.map { node($0.state, layer.scope) }
  }
}
