import FSMModel

/// A transition that was chosen.
struct SelectedTransition {
  var place: TransitionPlace
  var transition: Transition
  var source: NodeID
  var targets: [NodeID]
  var domain: Domain
  /// What it leaves, as ranges of nodes; empty without target.
  var extent: [Range<Int>]
  var parameters: [Value]
}

/// What a step chose.
struct Selection {
  /// Without those that others preempt.
  var taken: [SelectedTransition] = []
  var looks: [Look] = []
  var isDeferred = false
  var isIgnored = false
  /// A reaction to the event was looked at.
  var isNamed = false
  /// What the event is called in each state's table of reactions.
  var triggers: [Node.Trigger] = []
  /// How the walk that reached a state went on there.
  var visited: [NodeID: WalkEnd] = [:]

  enum WalkEnd { case open, ended }

  var disposition: Step.Disposition {
    if !taken.isEmpty { return .taken }
    return isDeferred ? .deferred : isIgnored ? .ignored : .dropped
  }
}

/// Choosing transitions: from each innermost active state in document order outwards, the first that applies.
extension Run {
  mutating func select(_ occurrence: Store.Occurrence) throws(Failure) -> Selection {
    var selection = Selection()
    try select(occurrence, &selection)
    return selection
  }

  /// What was looked at is in `selection` also when a guard could not be told.
  mutating func select(_ occurrence: Store.Occurrence, _ selection: inout Selection) throws(Failure) {
    switch occurrence.trigger {
    case .event(let event):
      try walk(&selection, [.event(event), .any], event: event, occurrence)
    case .done(let node): try walk(&selection, [.done(node)], event: nil, occurrence)
    case .activity(let place, let failed): try walk(&selection, [.activity(place, failed: failed)], event: nil, occurrence)
    case .timer(let node, let number):
      // A timer triggers only the reactions of its own state.
      if store.isActive(node) { _ = try attempt(node, [.after(number)], event: nil, occurrence, &selection) }
    }
    dropPreempted(&selection)
  }

  /// Branches of active choices, and enabled `always`.
  mutating func selectSettling() throws(Failure) -> Selection {
    var selection = Selection()
    selection.triggers = [.always]
    let nothing = Store.Occurrence(trigger: .done(.machine))
    for leaf in starts(of: assembly.concerns.settling) {
      if assembly[leaf].kind == .choice {
        guard try attempt(leaf, [.choice], event: nil, nothing, &selection) else { throw .trapped(deadEnd(leaf), span(of: leaf)) }
        selection.visited[leaf] = .ended
      } else {
        try walk(from: leaf, &selection, [.always], event: nil, nothing)
      }
    }
    dropPreempted(&selection)
    return selection
  }

  private func deadEnd(_ choice: NodeID) -> String { "no branch of choice `\(assembly.pathName(of: choice))` holds" }

  private mutating func walk(
    _ selection: inout Selection, _ triggers: [Node.Trigger], event: AssembledEventID?, _ occurrence: Store.Occurrence
  ) throws(Failure) {
    selection.triggers = triggers
    for leaf in starts(of: assembly.concerns.concerned(with: triggers[0])) {
      try walk(from: leaf, &selection, triggers, event: event, occurrence)
    }
  }

  /// Where walks begin: at the innermost active states, in document order. Where nothing further in has to do with the trigger, the walk
  /// may as well begin at the state around it.
  private func starts(of concerned: Concerns.Concerned) -> [NodeID] {
    var starts: [NodeID] = []
    var open: [NodeID] = [.machine]
    while let node = open.popLast() {
      let end = assembly[node].end
      if concerned.isInside(node.index + 1..<end) {
        switch assembly[node].kind {
        case .parallel:
          for region in assembly[node].children.reversed() where !assembly[region].isPseudo { open.append(region) }
          continue
        case .composite:
          if let child = store.activeChild(of: node, end: end) {
            open.append(child)
            continue
          }
        case .simple, .final, .choice, .history: break
        }
      }
      starts.append(node)
    }
    return starts
  }

  private mutating func walk(
    from leaf: NodeID, _ selection: inout Selection, _ triggers: [Node.Trigger], event: AssembledEventID?, _ occurrence: Store.Occurrence
  ) throws(Failure) {
    var current: NodeID? = leaf
    while let node = current, selection.visited[node] == nil {
      let ended = try attempt(node, triggers, event: event, occurrence, &selection)
      selection.visited[node] = ended ? .ended : .open
      if ended { return }
      current = assembly[node].parent
    }
  }

  /// Tries the reactions of one state, then what it defers and ignores; true when one of them applies.
  private mutating func attempt(
    _ id: NodeID, _ triggers: [Node.Trigger], event: AssembledEventID?, _ occurrence: Store.Occurrence, _ selection: inout Selection
  ) throws(Failure) -> Bool {
    for trigger in triggers {
      guard let places = assembly[id].reactions[trigger] else { continue }
      for place in places {
        if try attempt(place, at: id, occurrence, &selection) { return true }
      }
    }
    guard let event, assembly[id].defers(event) || assembly[id].ignores(event) else { return false }
    let isDeferred = assembly[id].defers(event)
    if isDeferred { selection.isDeferred = true } else { selection.isIgnored = true }
    if keepsLooks { selection.looks.append(Look(state: id, subject: .hold, verdict: isDeferred ? .deferred : .ignored)) }
    return true
  }

  private mutating func attempt(
    _ place: ReactionPlace, at node: NodeID, _ occurrence: Store.Occurrence, _ selection: inout Selection
  ) throws(Failure) -> Bool {
    let reaction = assembly.reaction(place)
    let frame = Frame(scope: place.scope, parameters: arguments(of: occurrence, for: reaction, place.scope))
    selection.isNamed = true
    for id in reaction.transitions {
      let subject = TransitionPlace(scope: place.scope, transition: id)
      let transition = assembly.transition(subject)
      let verdict = try verdict(on: transition.condition, frame)
      if keepsLooks { selection.looks.append(Look(state: node, subject: .transition(subject), verdict: verdict)) }
      if case .trapped(let message) = verdict { throw .trapped(message, transition.span) }
      if verdict == .taken {
        selection.taken.append(selected(subject, transition, at: node, frame))
        return true
      }
    }
    return false
  }

  private var keepsLooks: Bool { options.recordsSteps || explores }

  private mutating func verdict(on condition: Expr?, _ frame: Frame) throws(Failure) -> Look.Verdict {
    guard let condition else { return .taken }
    do throws(Failure) {
      return try truth(condition, frame) ? .taken : .guardFalse
    } catch {
      guard explores else { throw error }
      switch error {
      case .unanswered(let question): return .unknown(question)
      case .trapped(let message, _): return .trapped(message)
      default: throw error
      }
    }
  }
}
