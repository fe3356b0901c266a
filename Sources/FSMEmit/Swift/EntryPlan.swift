import FSMModel

/// What one reaction enters, found as `computeEntrySet` of W3C SCXML (Recommendation of 2015-09-01, appendix D) finds it.
struct EntryPlan {
  /// In document order.
  private(set) var nodes: [StateID] = []
  /// Nodes entered directly inside a node.
  private(set) var children: [StateID: [StateID]] = [:]
  /// States whose initial transition is taken.
  private(set) var openings: [StateID] = []
  private var set: Set<StateID> = []

  /// - Parameters:
  ///   - leaving: what stays and which regions of it are concerned.
  ///   - targets: in the order written; none for a default entry.
  init(_ machine: Machine, below leaving: Leaving, targets: [StateID]) {
    let domain = leaving.domain
    for target in targets where target != domain { add(target, below: domain, machine) }
    if children[domain] == nil || machine[domain].kind == .parallel && leaving.regions == nil { fill(domain, machine) }
    var open = children[domain] ?? []
    while let node = open.popLast() {
      fill(node, machine)
      open += children[node] ?? []
    }
    nodes = set.sorted()
  }

  /// States that histories among the nodes may bring back, or enter by default: all that is inside their parents.
  func remembered(in machine: Machine) -> [StateID] {
    nodes.filter { machine[$0].isHistory }.flatMap { history -> [StateID] in
      let parent = machine[history].parent ?? .root
      return (parent.index + 1..<machine[parent].end).map { StateID($0) }
    }
  }

  private mutating func fill(_ id: StateID, _ machine: Machine) {
    if let child = children[id]?.first, machine[child].isHistory { return }
    if machine[id].kind == .parallel {
      for region in machine.activeChildren(of: id) where !set.contains(region) { insert(region, machine) }
    } else if children[id] == nil, let initial = machine[id].initial, !machine[id].isPseudo {
      openings.append(id)
      for target in initial.targets { add(target.state, below: id, machine) }
    }
  }

  private mutating func add(_ target: StateID, below ancestor: StateID, _ machine: Machine) {
    var current: StateID? = target
    while let node = current, node != ancestor, !set.contains(node) {
      insert(node, machine)
      current = machine[node].parent
    }
  }

  private mutating func insert(_ id: StateID, _ machine: Machine) {
    set.insert(id)
    if let parent = machine[id].parent { children[parent, default: []].append(id) }
  }
}

/// What a reaction leaves: everything active inside a state, or inside some of its regions.
struct Leaving {
  /// The state that stays.
  var domain: StateID
  /// The regions concerned; nil where all that is inside is.
  var regions: [StateID]?

  /// One piece that is left and entered whole: what is inside a composite, or a region.
  struct Unit: Hashable {
    var state: StateID
    var isRegion: Bool
    /// Numbers of the states concerned.
    var range: Range<Int>
  }

  /// The rules of `Machine.domain(of:)`; of a parallel state only the regions that hold source or targets are left, unless it is the
  /// machine itself that is to be left.
  init(_ transition: Transition, in machine: Machine) {
    let targets = transition.targets.map(\.state)
    domain = machine.domain(of: transition)
    guard machine[domain].kind == .parallel, transition.mode != .external else { return }
    let isInside = transition.mode == .standard && targets.allSatisfy { machine.properlyContains(transition.source, $0) }
    let concerned = isInside ? targets : [transition.source] + targets
    if concerned.contains(domain) { return }
    let held = Set(concerned.compactMap { machine.path(from: domain, to: $0).first }).sorted()
    // Its own history concerns all regions.
    if !held.contains(where: { machine[$0].isHistory }) { regions = held }
  }

  /// All that is inside a state.
  init(domain: StateID = .root) { self.domain = domain }

  /// The pieces in document order.
  func units(in machine: Machine) -> [Unit] {
    guard machine[domain].kind == .parallel else {
      return [Unit(state: domain, isRegion: false, range: domain.index + 1..<machine[domain].end)]
    }
    return (regions ?? machine.activeChildren(of: domain)).map {
      Unit(state: $0, isRegion: true, range: $0.index..<machine[$0].end)
    }
  }
}
