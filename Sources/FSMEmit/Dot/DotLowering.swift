import FSMModel

/// Turns a machine into a graph: every state into a node or a cluster, every transition into an edge.
struct DotLowering {
  let text: ChartText
  let findings: DotFindings
  var graph: DotGraph
  /// The names of the states' nodes, by `StateID`; a composite's is that of its title.
  var ids: [DotID] = []
  /// The cluster in which a composite's inner states lie, by `StateID`; nil for other states.
  var clusters: [Int?] = []
  var forkCount = 0

  var machine: Machine { text.machine }

  init(text: ChartText, findings: DotFindings, graph: DotGraph) {
    self.text = text
    self.findings = findings
    self.graph = graph
  }

  /// Adds the machine to the graph.
  mutating func run() {
    nameStates()
    clusters = Array(repeating: nil, count: machine.states.count)
    for state in machine.states { add(state) }
    for state in machine.states { addEdges(from: state) }
  }

  /// Names follow the path, unless that is long (states nested without measure, where the sum of all paths grows with the square of the
  /// depth) or taken (a chart that declares a state twice); then the number of the state stands for it.
  private mutating func nameStates() {
    let root = DotID(quoting: machine.name)
    var taken: Set<DotID> = [root]
    ids = [root]
    for state in machine.states.dropFirst() {
      let path = ids[(state.parent ?? .root).index].child(state.name)
      let id = path.length <= 1_000 && taken.insert(path).inserted ? path : root.part("state", state.id.index)
      ids.append(id)
    }
  }

  private mutating func add(_ state: State) {
    switch state.kind {
    case .composite, .parallel: addComposite(state)
    case .simple, .machine:
      if state.id == .root { addComposite(state) } else { addCard(state) }
    case .final: addSymbol(state, DotStyle.final)
    case .choice: addSymbol(state, DotStyle.choice)
    case .history(let isDeep): addSymbol(state, isDeep ? DotStyle.deepHistory : DotStyle.history)
    }
  }

  /// A frame with its title at the top and, where it has an initial transition, the point where that begins.
  private mutating func addComposite(_ state: State) {
    var frame =
      if state.id == .root { DotStyle.machine } else if isRegion(state) { DotStyle.region } else { DotStyle.composite }
    mark(&frame, at: state)
    let cluster = graph.clusters.count
    graph.clusters.append(DotGraph.Cluster(id: ids[state.id.index], parent: outerCluster(of: state), attributes: frame))
    clusters[state.id.index] = cluster
    // The point comes first: Graphviz ranks nodes from the first one on.
    if state.initial != nil {
      graph.nodes.append(DotGraph.Node(id: initialID(of: state), cluster: cluster, attributes: DotStyle.initial))
    }
    var title = DotStyle.title.setting("label", DotString(titleLabel(of: state)))
    mark(&title, at: state)
    graph.nodes.append(DotGraph.Node(id: ids[state.id.index], cluster: cluster, isTop: true, attributes: title))
  }

  private mutating func addCard(_ state: State) {
    var attributes = if case .machine = state.kind { DotStyle.machineState } else { DotStyle.state }
    if isRegion(state) { attributes = attributes.merging(DotStyle.dashed) }
    attributes.set("label", DotString(cardLabel(of: state)))
    mark(&attributes, at: state)
    graph.nodes.append(DotGraph.Node(id: ids[state.id.index], cluster: outerCluster(of: state), attributes: attributes))
  }

  /// A small symbol, with its name and what it does below: an unseen frame keeps the two together.
  private mutating func addSymbol(_ state: State, _ symbol: Attributes) {
    var symbol = symbol
    mark(&symbol, at: state)
    let cluster = graph.clusters.count
    let caption = DotStyle.caption.setting("label", DotString(captionLabel(of: state)))
    graph.clusters.append(DotGraph.Cluster(id: ids[state.id.index].part("caption"), parent: outerCluster(of: state), attributes: caption))
    graph.nodes.append(DotGraph.Node(id: ids[state.id.index], cluster: cluster, attributes: symbol))
  }

  func initialID(of state: State) -> DotID { ids[state.id.index].part("initial") }

  func isRegion(_ state: State) -> Bool { state.parent.map { machine[$0].kind == .parallel } ?? false }

  /// The cluster the state is drawn in; a state inside one that is no composite (a chart with errors) goes to the next that is.
  private func outerCluster(of state: State) -> Int? {
    var parent = state.parent
    while let current = parent {
      if let cluster = clusters[current.index] { return cluster }
      parent = machine[current].parent
    }
    return nil
  }

  /// Tooltip, and what was found here.
  private func mark(_ attributes: inout Attributes, at state: State) {
    let found = findings.states[state.id] ?? []
    let lines = [state.label == nil ? nil : state.name, state.doc].compactMap(\.self) + found.map(\.line)
    if !lines.isEmpty { attributes.set("tooltip", DotString(quoting: lines.joined(separator: "\n"))) }
    if found.isEmpty { return }
    attributes = attributes.merging(DotStyle.found)
  }
}
