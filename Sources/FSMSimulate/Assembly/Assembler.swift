import FSMModel

/// Builds the tree of an assembly.
struct Assembler {
  let chart: Chart
  var scopes: [Scope] = []
  var nodes: [Node] = []
  var events: [AssembledEvent] = []
  var slotCount = 0
  private var eventsByName: [String: AssembledEventID] = [:]

  init(chart: Chart) { self.chart = chart }

  /// A state still to be placed, or the end of a node to be noted once all inside it are placed.
  private enum Work {
    case place(ScopeID, StateID, parent: NodeID?)
    case close(NodeID)
  }

  /// False when the machine uses itself or is too large. A stack of its own, so that depth costs no call stack.
  mutating func assemble(_ machine: MachineID) -> Bool {
    guard let main = openScope(machine, place: .machine) else { return false }
    var work: [Work] = [.place(main, .root, parent: nil)]
    while let next = work.popLast() {
      switch next {
      case .close(let node): nodes[node.index].end = nodes.count
      case .place(let scope, let state, let parent):
        guard nodes.count < Assembly.mostNodes, let inner = place(state, of: scope, parent: parent) else { return false }
        let node = NodeID(nodes.count - 1)
        work.append(.close(node))
        for child in self.state(inner).children.reversed() {
          work.append(.place(inner.scope, child, parent: node))
        }
      }
    }
    for index in nodes.indices { addReactions(to: index) }
    return true
  }

  func state(_ layer: Node.Layer) -> State { chart.machines[scopes[layer.scope.index].machine.index].states[layer.state.index] }

  /// Adds a node; returns the layer whose children are the node's. Nil on recursion.
  private mutating func place(_ id: StateID, of scope: ScopeID, parent: NodeID?) -> Node.Layer? {
    let state = self.state(Node.Layer(scope: scope, state: id))
    let node = NodeID(nodes.count)
    var inner = Node.Layer(scope: scope, state: id)
    var layers = [inner]
    scopes[scope.index].nodes[id.index] = node
    if case .machine(let used) = state.kind {
      guard !uses(used, at: parent, in: scope), let body = openScope(used, place: node) else { return nil }
      inner = Node.Layer(scope: body, state: .root)
      layers.append(inner)
      scopes[body.index].nodes[0] = node
    }
    let kind = Assembler.kind(of: self.state(inner).kind)
    nodes.append(Node(id: node, name: state.name, kind: kind, parent: parent, end: node.index + 1, layers: layers))
    if let parent {
      nodes[parent.index].children.append(node)
      if nodes[node.index].isHistory { nodes[parent.index].histories.append(node) }
    }
    return inner
  }

  private static func kind(of kind: State.Kind) -> Node.Kind {
    switch kind {
    case .simple, .machine: .simple
    case .composite: .composite
    case .parallel: .parallel
    case .final: .final
    case .choice: .choice
    case .history(let isDeep): .history(isDeep: isDeep)
    }
  }

  /// True when the machine already stands around the place.
  private func uses(_ machine: MachineID, at parent: NodeID?, in scope: ScopeID) -> Bool {
    if scopes[scope.index].machine == machine { return true }
    var current = parent
    while let node = current {
      if nodes[node.index].layers.contains(where: { scopes[$0.scope.index].machine == machine }) { return true }
      current = nodes[node.index].parent
    }
    return false
  }

  /// Nil when the assembly has grown too large.
  private mutating func openScope(_ id: MachineID, place: NodeID) -> ScopeID? {
    let machine = chart[id]
    guard slotCount + machine.variables.count <= Assembly.mostNodes else { return nil }
    let nodes = [NodeID](repeating: place, count: machine.states.count)
    let events = machine.events.map { assembled($0) }
    scopes.append(Scope(machine: id, place: place, firstSlot: slotCount, nodes: nodes, events: events))
    slotCount += machine.variables.count
    return ScopeID(scopes.count - 1)
  }

  private mutating func assembled(_ event: Event) -> AssembledEventID {
    if let known = eventsByName[event.name] { return known }
    let id = AssembledEventID(events.count)
    events.append(AssembledEvent(name: event.name, parameters: event.parameters, isPrivate: event.isPrivate))
    eventsByName[event.name] = id
    return id
  }
}
