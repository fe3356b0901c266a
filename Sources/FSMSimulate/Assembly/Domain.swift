import FSMModel

/// What a transition leaves and enters: everything active inside its domain, or inside the regions of it that are concerned.
struct Domain: Sendable, Hashable {
  /// The state that stays.
  var node: NodeID
  /// The regions concerned; nil where all that is inside is.
  var regions: [NodeID]?
}

extension Assembly {
  /// The domain of a transition with targets.
  ///
  /// Target inside the source: the source, which stays; of a parallel source only the regions that hold a target. Otherwise the
  /// innermost state that properly contains source and targets; if that is parallel, only the region of the source. `reenter` leaves the
  /// source too. `external` is the rule of W3C SCXML (Recommendation of 2015-09-01, appendix D, `getTransitionDomain`): the innermost
  /// composite that is not parallel, or the machine.
  ///
  /// The machine itself is never left before its end: with it as a target, or with `reenter` in its own reaction, everything inside it
  /// is left and entered again, while its variables, timers and activities stay.
  func domain(source: NodeID, targets: [NodeID], mode: Transition.Mode) -> Domain {
    let both = [source] + targets
    switch mode {
    case .internal: return Domain(node: source, regions: [])
    case .external:
      var node = innermostProperAncestor(of: both)
      while nodes[node.index].kind == .parallel, let parent = nodes[node.index].parent { node = parent }
      return Domain(node: node, regions: nil)
    case .standard where targets.allSatisfy({ properlyContains(source, $0) }):
      return Domain(node: source, regions: regions(of: source, holding: targets))
    case .standard, .reenter:
      let node = innermostProperAncestor(of: both)
      return Domain(node: node, regions: both.contains(node) ? nil : regions(of: node, holding: both))
    }
  }

  /// The regions of a parallel state that hold any of `inner`, in document order; nil of any other state, and where the parallel state's
  /// own history is among them, which concerns all regions.
  private func regions(of node: NodeID, holding inner: [NodeID]) -> [NodeID]? {
    guard nodes[node.index].kind == .parallel else { return nil }
    let regions = Set(inner.map { child(of: node, holding: $0) }).sorted()
    return regions.contains { nodes[$0.index].isHistory } ? nil : regions
  }

  /// The nodes inside a domain, as ranges of indices.
  func extent(of domain: Domain) -> [Range<Int>] {
    guard let regions = domain.regions else { return [domain.node.index + 1..<nodes[domain.node.index].end] }
    return regions.map { $0.index..<nodes[$0.index].end }
  }
}
