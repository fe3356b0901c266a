import FSMModel

extension DotLowering {
  /// Where an edge ends: at a state, or at a point that lies inside one.
  private enum End {
    case state(StateID)
    case point(DotID, inside: StateID)

    /// The innermost state that holds the end.
    var state: StateID {
      switch self {
      case .state(let state), .point(_, inside: let state): state
      }
    }
  }

  /// The initial transition of a state, then its other ones, in the order written.
  mutating func addEdges(from state: State) {
    if let initial = state.initial, viewed.isShown(state.id), !viewed.isClosed(state) { addInitial(initial, of: state) }
    for reaction in state.reactions {
      for transition in machine[reaction].transitions where !machine[transition].targets.isEmpty && viewed.isShown(machine[transition]) {
        add(machine[transition])
      }
    }
  }

  private mutating func addInitial(_ initial: State.Initial, of state: State) {
    var attributes = DotStyle.initialEdge
    if let label = edgeLabel(of: initial) { attributes.set("label", DotString(label)) }
    if case .history = state.kind {
      add(from: .state(state.id), to: initial.targets, forkInside: state.parent ?? .root, attributes)
    } else {
      add(from: .point(initialID(of: state), inside: state.id), to: initial.targets, forkInside: state.id, attributes)
    }
  }

  private mutating func add(_ transition: Transition) {
    var attributes = DotStyle.transition
    if let label = edgeLabel(of: transition) { attributes.set("label", DotString(label)) }
    if viewed.steps(of: transition.id) != nil { attributes = attributes.merging(DotStyle.taken) }
    let found = findings.transitions[transition.id, default: []]
    if !found.isEmpty { attributes = attributes.merging(DotStyle.foundEdge) }
    let lines = [transition.doc ?? machine[transition.reaction].doc].compactMap(\.self) + found.map(\.line)
    if !lines.isEmpty {
      let tip = DotString(quoting: lines.joined(separator: "\n"))
      attributes.set("tooltip", tip)
      attributes.set("labeltooltip", tip)
    }
    let fork = DotEnds.fork(of: transition, in: viewed) ?? .root
    add(from: .state(viewed.shown[transition.source.index]), to: transition.targets, forkInside: fork, attributes)
  }

  /// One edge to the only target, or one to a fork bar and from there one to each target.
  private mutating func add(from source: End, to targets: [Target], forkInside: StateID, _ attributes: Attributes) {
    if targets.count == 1 { return connect(source, .state(viewed.shown[targets[0].state.index]), attributes) }
    let fork = ids[0].part("fork", forkCount)
    forkCount += 1
    graph.nodes.append(DotGraph.Node(id: fork, cluster: clusters[forkInside.index], attributes: DotStyle.fork))
    connect(source, .point(fork, inside: forkInside), attributes.setting("arrowhead", DotString(plain: "none")))
    for target in targets { connect(.point(fork, inside: forkInside), .state(viewed.shown[target.state.index]), DotStyle.branch) }
  }

  /// An edge that ends at the frames of composites, except where its other end lies inside that same frame: Graphviz cannot cut it there.
  private mutating func connect(_ tail: End, _ head: End, _ attributes: Attributes) {
    var attributes = attributes
    if case .state(let state) = tail, clusters[state.index] != nil, !machine.contains(state, head.state) {
      attributes.set("ltail", DotString(cluster: ids[state.index]))
    }
    if case .state(let state) = head, clusters[state.index] != nil, !machine.contains(state, tail.state) {
      attributes.set("lhead", DotString(cluster: ids[state.index]))
    }
    graph.edges.append(DotGraph.Edge(tail: node(of: tail), head: node(of: head), attributes: attributes))
  }

  private func node(of end: End) -> DotID {
    switch end {
    case .state(let state): anchor(of: state)
    case .point(let id, _): id
    }
  }
}
