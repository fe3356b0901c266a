import FSMModel

/// Reactions, timers and held events, sorted by what triggers them.
extension Assembler {
  mutating func addReactions(to index: Int) {
    for layer in nodes[index].layers.reversed() {
      let machine = chart[scopes[layer.scope.index].machine]
      let state = machine[layer.state]
      for id in state.reactions { add(machine[id], of: layer.scope, to: index) }
      for hold in state.deferred { addHold(hold, of: layer.scope, to: index, all: \.defersAll, some: \.deferred) }
      for hold in state.ignored { addHold(hold, of: layer.scope, to: index, all: \.ignoresAll, some: \.ignored) }
    }
    let holds = nodes[index].holds
    let reacting = nodes[index].reactions.keys.compactMap { if case .event(let event) = $0 { event } else { nil } }
    nodes[index].named = Set(reacting).union(holds.deferred).union(holds.ignored).sorted()
    nodes[index].takesAll = holds.defersAll || holds.ignoresAll || nodes[index].reactions[.any] != nil
  }

  private mutating func add(_ reaction: Reaction, of scope: ScopeID, to index: Int) {
    let place = ReactionPlace(scope: scope, reaction: reaction.id)
    for trigger in triggers(of: reaction, in: scope, at: index) { nodes[index].reactions[trigger, default: []].append(place) }
  }

  private mutating func triggers(of reaction: Reaction, in scope: ScopeID, at index: Int) -> [Node.Trigger] {
    switch reaction.trigger {
    case .events(let events):
      var seen: Set<AssembledEventID> = []
      return events.map { scopes[scope.index].events[$0.index] }.filter { seen.insert($0).inserted }.map { .event($0) }
    case .any: return [.any]
    case .always: return [.always]
    case .choice: return [.choice]
    case .done(let state): return [.done(scopes[scope.index].nodes[state.index])]
    case .activity(let use, let failed): return [.activity(ActivityPlace(scope: scope, use: use), failed: failed)]
    case .after(let delay):
      // What another machine's names mean is something else, even where they are spelled alike.
      let namesNothing = delay.variables.isEmpty && delay.calledFunctions.isEmpty
      if let known = nodes[index].timers.firstIndex(where: { $0.delay == delay && ($0.scope == scope || namesNothing) }) {
        return [.after(known)]
      }
      nodes[index].timers.append(Node.TimerPlace(scope: scope, delay: delay))
      return [.after(nodes[index].timers.count - 1)]
    }
  }

  private mutating func addHold(
    _ hold: State.Hold, of scope: ScopeID, to index: Int, all: WritableKeyPath<Node.Holds, Bool>,
    some: WritableKeyPath<Node.Holds, Set<AssembledEventID>>
  ) {
    if let event = hold.event {
      nodes[index].holds[keyPath: some].insert(scopes[scope.index].events[event.index])
    } else {
      nodes[index].holds[keyPath: all] = true
    }
  }
}
