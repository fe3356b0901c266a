import FSMModel

/// Turns a machine into a graph: every state into a node or a cluster, every transition into an edge.
struct DotLowering {
  let machine: Machine
  let text: ChartText
  let viewed: ViewedMachine
  let findings: PictureFindings
  var graph: DotGraph
  /// The names of the states' nodes and clusters, by `StateID`.
  var ids: [DotID] = []
  /// The cluster in which a composite's inner states lie, by `StateID`; nil for other states.
  var clusters: [Int?] = []
  /// The cluster around several machines.
  let surrounding: Int?
  /// Which composites have a node for their title, and which others are the end of an edge, by `StateID`.
  var ends = DotEnds()
  /// Which clusters have a tooltip or lie in one that has: Graphviz hands attributes down.
  var isTooltipSet: [Bool] = []
  var forkCount = 0

  init(text: ChartText, viewed: ViewedMachine, findings: PictureFindings, graph: DotGraph, surrounding: Int?) {
    machine = text.machine
    self.text = text
    self.viewed = viewed
    self.surrounding = surrounding
    self.findings = findings
    self.graph = graph
  }

  /// Adds the machine to the graph.
  mutating func run() {
    nameStates()
    clusters = Array(repeating: nil, count: machine.states.count)
    ends = DotEnds(of: viewed)
    isTooltipSet = Array(repeating: false, count: graph.clusters.count)
    for state in drawingOrder() { add(machine[state]) }
    for state in machine.states where viewed.isShown(state.id) || !state.reactions.isEmpty { addEdges(from: state) }
  }

  /// Names follow the path, unless that is long (states nested without measure, where the sum of all paths grows with the square of the
  /// depth) or taken (a chart that declares a state twice); then the number of the state stands for it.
  private mutating func nameStates() {
    let root = DotID(quoting: machine.name)
    var taken: Set<DotID> = [root]
    ids = [root]
    for state in machine.states.dropFirst() {
      let path = ids[(state.parent ?? .root).index].child(state.name)
      let id = path.length <= 400 && taken.insert(path).inserted ? path : root.part("state", state.id.index)
      ids.append(id)
    }
  }

  /// Parents before children, in document order but for regions: Graphviz places what is not connected from the right to the left, and the
  /// first region shall stand on the left.
  private func drawingOrder() -> [StateID] {
    var order: [StateID] = []
    var waiting: [StateID] = [.root]
    while let state = waiting.popLast() {
      order.append(state)
      let children = viewed.isClosed(machine[state]) ? [] : machine[state].children
      waiting += machine[state].kind == .parallel ? children : children.reversed()
    }
    return order
  }

  private mutating func add(_ state: State) {
    switch state.kind {
    case .composite, .parallel: if viewed.isClosed(state) { addCard(state) } else { addComposite(state) }
    case .simple, .machine:
      if state.id == .root { addComposite(state) } else { addCard(state) }
    case .final: addSymbol(state, DotStyle.final)
    case .choice: addNode(state, DotStyle.choice.setting("label", DotString(choiceLabel(of: state))))
    case .history(let isDeep): addNode(state, isDeep ? DotStyle.deepHistory : DotStyle.history)
    }
  }

  /// A frame with its title at the top and, where it has an initial transition, the point where that begins.
  ///
  /// The title is the frame's label. Where a transition leads from the composite to what is inside it, or back, it is a node instead, so
  /// that the edge has something to begin at: Graphviz ends edges at a frame only from outside.
  private mutating func addComposite(_ state: State) {
    var frame =
      if state.id == .root { DotStyle.machine } else if isRegion(state) { DotStyle.region } else { DotStyle.composite }
    let needsNode = ends.needsTitle[state.id.index]
    if !needsNode { frame.set("label", DotString(titleLabel(of: state))) }
    mark(&frame, at: state)
    let cluster = addCluster(ids[state.id.index], in: outerCluster(of: state), frame)
    clusters[state.id.index] = cluster
    // The point comes first: Graphviz ranks nodes from the first one on.
    if state.initial != nil {
      graph.nodes.append(DotGraph.Node(id: initialID(of: state), cluster: cluster, attributes: DotStyle.initial))
    }
    if needsNode {
      var title = DotStyle.title.setting("label", DotString(titleLabel(of: state)))
      mark(&title, at: state)
      graph.nodes.append(DotGraph.Node(id: ids[state.id.index], cluster: cluster, attributes: title))
    } else if state.initial == nil && state.children.isEmpty {
      graph.nodes.append(DotGraph.Node(id: ids[state.id.index], cluster: cluster, attributes: DotStyle.anchor))
    }
  }

  /// The node at which edges of the state end.
  ///
  /// For a frame without a title node it is the point inside where its initial transition begins, as what enters the frame goes on there;
  /// for a parallel state that of its first region.
  func anchor(of state: StateID) -> DotID {
    var state = state
    while clusters[state.index] != nil && !ends.needsTitle[state.index] {
      if machine[state].initial != nil { return initialID(of: machine[state]) }
      guard let child = machine[state].children.first else { break }
      state = child
    }
    return ids[state.index]
  }

  private mutating func addCluster(_ id: DotID, in parent: Int?, _ attributes: Attributes) -> Int {
    var attributes = attributes
    let inherits = parent.map { isTooltipSet[$0] } ?? false
    let isSet = attributes.list.contains { $0.name == "tooltip" }
    if inherits && !isSet { attributes.set("tooltip", DotString(plain: "")) }
    isTooltipSet.append(inherits || isSet)
    graph.clusters.append(DotGraph.Cluster(id: id, parent: parent, attributes: attributes))
    return graph.clusters.count - 1
  }

  private mutating func addCard(_ state: State) {
    var attributes = if case .machine = state.kind { DotStyle.machineState } else { DotStyle.state }
    if viewed.isClosed(state) { attributes = DotStyle.closed }
    if isRegion(state) {
      attributes = attributes.merging(DotStyle.dashed)
      // Graphviz gives up on some charts when two nodes on one line have edges of their own; one is safe, and is the one edges to the
      // parallel state end at.
      let isAnchor = state.parent.map { machine[$0].children.first == state.id } ?? false
      if isAnchor || !ends.isTouched[state.id.index], let cluster = outerCluster(of: state) {
        graph.clusters[cluster].sideBySide.append(ids[state.id.index])
      }
    }
    addNode(state, attributes.setting("label", DotString(cardLabel(of: state))))
  }

  private mutating func addNode(_ state: State, _ attributes: Attributes) {
    var attributes = attributes
    mark(&attributes, at: state)
    graph.nodes.append(DotGraph.Node(id: ids[state.id.index], cluster: outerCluster(of: state), attributes: attributes))
  }

  /// A small symbol, with its name and what it does below: an unseen frame keeps the two together.
  private mutating func addSymbol(_ state: State, _ symbol: Attributes) {
    var symbol = symbol
    mark(&symbol, at: state)
    let caption = DotStyle.caption.setting("label", DotString(captionLabel(of: state)))
    let cluster = addCluster(ids[state.id.index].part("caption"), in: outerCluster(of: state), caption)
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
    return surrounding
  }

  /// Tooltip, and what was found here.
  private func mark(_ attributes: inout Attributes, at state: State) {
    let found = findings.states[state.id] ?? []
    let isNamed = if case .history = state.kind { false } else { state.label == nil }
    let lines = [isNamed ? nil : state.name, state.doc].compactMap(\.self) + found.map(\.line)
    if !lines.isEmpty { attributes.set("tooltip", DotString(quoting: lines.joined(separator: "\n"))) }
    emphasise(&attributes, at: state)
    if found.isEmpty { return }
    attributes = attributes.merging(DotStyle.found)
  }

  /// A state that is to stand out has another colour, a frame another line.
  private func emphasise(_ attributes: inout Attributes, at state: State) {
    if viewed.isHighlighted(state.id) {
      let isFrame =
        clusters[state.id.index] != nil || attributes.list.contains { $0.name == "peripheries" && $0.value == DotString(plain: "1") }
      attributes = attributes.merging(isFrame ? DotStyle.highlightedFrame : DotStyle.highlighted)
    } else if viewed.view.visited.contains(state.id) {
      attributes = attributes.merging(DotStyle.visited)
    }
  }
}
