import FSMModel

/// Questions about the tree, answered from the document order of nodes.
extension Assembly {
  /// True when `descendant` lies inside `ancestor`, or is it.
  public func contains(_ ancestor: NodeID, _ descendant: NodeID) -> Bool {
    ancestor <= descendant && descendant.index < nodes[ancestor.index].end
  }

  /// True when `descendant` lies inside `ancestor` and is not it.
  public func properlyContains(_ ancestor: NodeID, _ descendant: NodeID) -> Bool {
    ancestor != descendant && contains(ancestor, descendant)
  }

  /// Names from just below the machine, joined by dots; the machine's own name for the machine itself.
  public func pathName(of node: NodeID) -> String {
    guard var current = nodes[node.index].parent else { return nodes[0].name }
    var names = [nodes[node.index].name]
    while let parent = nodes[current.index].parent {
      names.append(nodes[current.index].name)
      current = parent
    }
    return names.reversed().joined(separator: ".")
  }

  /// The node of a path as `pathName` gives it; nil when there is none.
  public func node(at path: String) -> NodeID? {
    var current = NodeID.machine
    if path == nodes[0].name { return current }
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard let child = nodes[current.index].children.first(where: { nodes[$0.index].name == name }) else { return nil }
      current = child
    }
    return current
  }

  /// The node of a state of the machine itself.
  public func node(of state: StateID) -> NodeID { scopes[0].nodes[state.index] }

  /// The child of `ancestor` that holds `node`; `node` lies properly inside `ancestor`.
  func child(of ancestor: NodeID, holding node: NodeID) -> NodeID {
    var current = node
    while let parent = nodes[current.index].parent, parent != ancestor { current = parent }
    return current
  }

  /// The innermost node that properly contains all of `inner`; the machine where nothing smaller does.
  func innermostProperAncestor(of inner: [NodeID]) -> NodeID {
    var candidate = inner.first.flatMap { nodes[$0.index].parent } ?? .machine
    while !inner.allSatisfy({ properlyContains(candidate, $0) }), let parent = nodes[candidate.index].parent { candidate = parent }
    return candidate
  }

  /// The event of that name.
  public func event(named name: String) -> AssembledEventID? {
    events.firstIndex { $0.name == name }.map { AssembledEventID($0) }
  }

  /// The scope of a machine used: each state is one of the machine before it, the first of the machine itself.
  public func scope(within states: [StateID]) -> ScopeID? {
    var scope = ScopeID.machine
    for state in states {
      let layers = nodes[scopes[scope.index].nodes[state.index].index].layers
      guard layers.count > 1, let body = layers.last else { return nil }
      scope = body.scope
    }
    return scope
  }

  /// The states that lead to a scope, as `scope(within:)` takes them.
  public func states(around scope: ScopeID) -> [StateID] {
    var states: [StateID] = []
    var current = scope
    while current != .machine, let place = nodes[scopes[current.index].place.index].layers.first {
      states.append(place.state)
      current = place.scope
    }
    return states.reversed()
  }

  /// Path of the place whose machine's names a scope holds; empty for the machine itself.
  public func placeName(of scope: ScopeID) -> String {
    scope == .machine ? "" : pathName(of: scopes[scope.index].place)
  }
}
