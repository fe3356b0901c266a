/// Questions about the tree of states, answered from the document order of IDs. They are asked by the million, of a record too large to be copied
/// for each, and so are compiled where they are asked.
extension Machine {
  /// True when `descendant` lies inside `ancestor`, or is it.
  @inlinable public func contains(_ ancestor: StateID, _ descendant: StateID) -> Bool {
    ancestor <= descendant && descendant.index < states[ancestor.index].end
  }

  /// True when `descendant` lies inside `ancestor` and is not it.
  @inlinable public func properlyContains(_ ancestor: StateID, _ descendant: StateID) -> Bool {
    ancestor != descendant && contains(ancestor, descendant)
  }

  /// What can be active directly inside a state: its children, or the regions of a parallel state, without choices and histories.
  @inlinable public func activeChildren(of state: StateID) -> [StateID] { self[state].children.filter { !self[$0].isPseudo } }

  /// What a history that remembers nothing leads to: its own default, else its composite's initial transition.
  public func standard(of history: StateID) -> State.Initial? {
    self[history].initial ?? self[history].parent.flatMap { self[$0].kind == .parallel ? nil : self[$0].initial }
  }

  /// The state and what contains it, innermost first; the root is last.
  @inlinable public func ancestorsAndSelf(of state: StateID) -> [StateID] {
    var chain = [state]
    var current = state
    while let parent = self[current].parent {
      chain.append(parent)
      current = parent
    }
    return chain
  }

  /// What contains the state, innermost first; the root is last.
  @inlinable public func ancestors(of state: StateID) -> [StateID] { Array(ancestorsAndSelf(of: state).dropFirst()) }

  /// The states from just inside `ancestor` down to `state`, outermost first; empty when they are the same.
  @inlinable public func path(from ancestor: StateID, to state: StateID) -> [StateID] {
    var chain: [StateID] = []
    var current = state
    while current != ancestor, let parent = self[current].parent {
      chain.append(current)
      current = parent
    }
    chain.reverse()
    return chain
  }

  /// The innermost state that properly contains a state and all of some others; the root where nothing smaller does.
  @inlinable public func innermostProperAncestor(of state: StateID, and others: some Sequence<StateID>) -> StateID {
    var candidate = self[state].parent ?? .root
    while !others.allSatisfy({ properlyContains(candidate, $0) }), let parent = self[candidate].parent { candidate = parent }
    return candidate
  }

  /// True when one configuration can contain both: one contains the other, or they lie in different regions of a parallel state.
  @inlinable public func canBeActiveTogether(_ first: StateID, _ second: StateID) -> Bool {
    if contains(first, second) || contains(second, first) { return true }
    return self[innermostProperAncestor(of: first, and: [second])].kind == .parallel
  }

  /// Names from just below the machine, joined by dots: `player.paused`; the machine's own name for the root.
  public func pathName(of state: StateID) -> String {
    state == .root ? name : path(from: .root, to: state).map { self[$0].name }.joined(separator: ".")
  }

  /// The domain of a transition with targets: the state that stays, while everything active inside it (of the regions concerned, where it
  /// is parallel) is left.
  ///
  /// A target inside the source keeps the source. Otherwise it is the innermost state that properly contains the source and all targets.
  /// `reenter` leaves the source too. `external` is the rule of W3C SCXML (Recommendation of 2015-09-01, appendix D, `getTransitionDomain`
  /// for external transitions): the innermost composite that is not parallel, or the root.
  @inlinable public func domain(of transition: Transition) -> StateID {
    let targets = transition.targets.lazy.map(\.state)
    switch transition.mode {
    case .internal: return transition.source
    case .standard:
      if targets.allSatisfy({ properlyContains(transition.source, $0) }) { return transition.source }
      return innermostProperAncestor(of: transition.source, and: targets)
    case .reenter: return innermostProperAncestor(of: transition.source, and: targets)
    case .external:
      var domain = innermostProperAncestor(of: transition.source, and: targets)
      while self[domain].kind == .parallel, let parent = self[domain].parent { domain = parent }
      return domain
    }
  }
}

extension [Machine] {
  /// The machines that states of a machine act as, and those inside them, each once; the array has each machine at its number.
  public func inside(_ id: MachineID) -> [MachineID] {
    var found: [MachineID] = []
    var seen: Set<MachineID> = [id]
    var waiting = [id]
    while let next = waiting.popLast() {
      for used in self[next.index].states.compactMap(\.usedMachine) where seen.insert(used).inserted {
        found.append(used)
        waiting.append(used)
      }
    }
    return found
  }
}
