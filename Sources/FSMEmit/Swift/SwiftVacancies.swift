import FSMModel

/// States that stand in `state` although they are left, or not entered yet, while a microstep of a machine with regions runs.
///
/// `state` has a value for every region at every moment, so what it says about a region that the microstep has left means nothing until that
/// region is entered. Where an effect asks `in(…)` about such a state, or a completion depends on such a region, `Call` has a flag that is
/// set when a piece with that state is left, and cleared when the microstep is over. Pieces are left from the last to the first and entered
/// from the first to the last, so a flag counts only for states behind the one whose effects run.
struct SwiftVacancies {
  /// Where in a microstep a piece of code runs.
  enum Moment: Hashable {
    /// Exit effects of a state.
    case leaving(StateID)
    /// Effects of a transition.
    case between
    /// Entry effects of a state. Of the states in its piece some are entered, though `state` does not say so yet.
    case entering(StateID, piece: Range<Int>, entered: [StateID])
    /// Entry effects of a state that `state` has already.
    case resuming(StateID)
  }

  /// For each state that is asked about the name of its flag.
  private(set) var flags: [StateID: String] = [:]
  private let machine: Machine

  init(_ machine: Machine, _ parallelCompletions: [StateID: EventID], _ naming: SwiftNaming) {
    self.machine = machine
    let leaving = machine.transitions.filter { !$0.targets.isEmpty }.map { ($0, Leaving($0, in: machine).units(in: machine)) }
    let asked = askedByEffects(leaving.flatMap { $0.1.map(\.range) }).union(askedByCompletions(parallelCompletions, leaving))
    for state in asked { flags[state] = "hasLeft" + naming.helpers[state.index] }
  }

  /// The flag that must not be set for a state to be active at a moment, where it has one that counts.
  func flag(of state: StateID, at moment: Moment) -> String? {
    switch moment {
    case .leaving(let here), .entering(let here, _, _), .resuming(let here): here < state ? flags[state] : nil
    case .between: flags[state]
    }
  }

  /// Whether a state that lies beside the one being entered is active, where the moment tells.
  static func isActive(_ state: StateID, at moment: Moment?) -> Bool? {
    guard case .entering(_, let piece, let entered)? = moment, piece.contains(state.index) else { return nil }
    return entered.contains(state)
  }

  /// Names of the flags of all states in a range, in document order.
  func flags(in range: Range<Int>) -> [String] { flags.keys.sorted().filter { range.contains($0.index) }.compactMap { flags[$0] } }

  // MARK: What is asked

  private func askedByEffects(_ pieces: [Range<Int>]) -> Set<StateID> {
    var depth = Array(repeating: 0, count: machine.states.count + 1)
    for piece in pieces {
      depth[piece.lowerBound] += 1
      depth[piece.upperBound] -= 1
    }
    var open = 0
    let isLeft = depth.map { change -> Bool in
      open += change
      return open > 0
    }
    var asked: Set<StateID> = []
    func look(_ effects: [Effect], _ here: StateID, _ matters: (StateID) -> Bool) {
      effects.forEachEffect { effect in
        guard case .conditional(let condition, _, _, _) = effect else { return }
        condition.forEachPart { part in
          guard case .isIn(let state) = part.kind, machine.canBeActiveTogether(state, here) else { return }
          if matters(state) { asked.insert(state) }
        }
      }
    }
    for state in machine.states {
      look(state.entry, state.id) { state.id < $0 && !machine.contains(state.id, $0) }
      look(state.exit, state.id) { state.id < $0 && isLeft[$0.index] && !machine.contains(state.id, $0) }
      look(state.initial?.effects ?? [], state.id) { state.id < $0 && !machine.contains(state.id, $0) }
    }
    // What leaves nothing can be taken together with a reaction in another region that leaves the states around both.
    for transition in machine.transitions {
      look(transition.effects, transition.source) {
        isLeft[$0.index] && (transition.targets.isEmpty || !machine.contains($0, machine.domain(of: transition)))
      }
    }
    return asked
  }

  /// The first child of each region on which a completion depends, and which a microstep can leave while it enters another region's final
  /// state: by a reaction of its own, of a choice in it, or of a state around it that leads into some regions only.
  private func askedByCompletions(_ parallelCompletions: [StateID: EventID], _ leaving: [(Transition, [Leaving.Unit])]) -> Set<StateID> {
    var asked: Set<StateID> = []
    for (parallel, region) in laterRegions(parallelCompletions.keys.sorted()) {
      let first = StateID(region.index + 1)
      for (transition, units) in leaving {
        guard let unit = units.first(where: { $0.range.contains(first.index) }) else { continue }
        let source = transition.source
        let isOwn = machine.contains(source, region) || machine[source].kind == .choice && machine[source].parent == region
        let bringsBack = transition.targets.count > 1 && transition.targets.contains { machine[$0.state].isHistory }
        if bringsBack || isOwn && parallel.index < unit.range.lowerBound { asked.insert(first) }
      }
    }
    return asked
  }

  /// Regions behind the first of the parallel states, and of those that are regions of them.
  private func laterRegions(_ parallels: [StateID]) -> [(parallel: StateID, region: StateID)] {
    var found: [(parallel: StateID, region: StateID)] = []
    var open = parallels
    while let next = open.popLast() {
      let children = machine.activeChildren(of: next)
      for region in children.dropFirst().flatMap({ machine.restingRegions(of: $0) }) { found.append((next, region)) }
      open += children.filter { machine[$0].kind == .parallel }
    }
    return found
  }
}

extension Machine {
  /// The regions that decide whether a parallel state, or a region, is done: composites with a final child, those of parallel regions for
  /// these.
  func restingRegions(of state: StateID) -> [StateID] {
    var found: [StateID] = []
    var open = [state]
    while let next = open.popLast() {
      switch self[next].kind {
      case .composite: found.append(next)
      case .parallel: open += activeChildren(of: next).reversed()
      default: break
      }
    }
    return found
  }
}
