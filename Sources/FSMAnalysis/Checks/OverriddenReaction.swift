import FSMDiagnostics
import FSMModel

/// An event is offered to the innermost states first. When every state inside takes it without a guard, defers or ignores it, a reaction
/// of the state around them is never taken.
///
/// Bottom-up counting: a state that stops an event tells the one around it; a composite all of whose states stop it, and a parallel state
/// all of whose regions do, stop it too. Work is proportional to the reactions and their depth.
struct OverriddenReaction: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    var asked: [(event: EventID, reaction: ReactionID)] = []
    for state in machine.states where state.kind == .composite || state.kind == .parallel {
      for id in state.reactions {
        if case .events(let events) = machine[id].trigger { asked += events.map { ($0, id) } }
      }
    }
    if asked.isEmpty { return [] }
    var stops = Stops(facts)
    return asked.compactMap { event, reaction in
      let state = machine[reaction].source
      guard stops.insideStops(event, at: state) else { return nil }
      return Diagnostic(
        .neverTaken, at: machine[reaction].triggerSpan,
        "`on \(machine[event].name)` of `\(machine[state].name)` is never taken: every state inside stops the event first",
        labels: stops.example(event, inside: state).map { [.init($0, "as here")] } ?? [],
        hint: "remove it, or let one of the states inside leave the event to it")
    }
  }
}

/// Where each event is stopped on its way outwards.
private struct Stops {
  private let facts: MachineFacts
  /// States that stop the event themselves, with the place that says so.
  private var own: [EventID: [(state: StateID, span: Span)]] = [:]
  /// Children of each state that are entered and no pseudo-states.
  private let childCount: [Int]
  /// States that stop every event, from inside or by themselves.
  private var any: [Bool]
  private var anyStops: [(state: StateID, span: Span)] = []
  private var anyCount: [Int]
  private var known: [EventID: (stopped: Set<StateID>, insideStops: Set<StateID>)] = [:]

  init(_ facts: MachineFacts) {
    self.facts = facts
    let machine = facts.machine
    childCount = machine.states.map { state in state.children.count { !machine[$0].isPseudo && facts.reach.isEntered[$0.index] } }
    any = Array(repeating: false, count: machine.states.count)
    anyCount = Array(repeating: 0, count: machine.states.count)
    for state in machine.states where facts.reach.isEntered[state.id.index] { collect(state) }
    // Innermost first, so that a state knows about its inside before it counts itself.
    for (state, _) in anyStops.reversed() { stopAll(at: state) }
  }

  private mutating func collect(_ state: State) {
    var stopsAny: Span?
    for id in state.reactions where facts.alwaysTakes[id.index] {
      let reaction = facts.machine[id]
      if reaction.trigger == .any { stopsAny = reaction.triggerSpan }
      if case .events(let events) = reaction.trigger {
        for event in events { own[event, default: []].append((state.id, reaction.triggerSpan)) }
      }
    }
    for hold in state.deferred + state.ignored {
      if let event = hold.event { own[event, default: []].append((state.id, hold.span)) } else { stopsAny = hold.span }
    }
    if let stopsAny { anyStops.append((state.id, stopsAny)) }
  }

  private mutating func stopAll(at state: StateID) {
    var current = state
    while !any[current.index] {
      any[current.index] = true
      guard let parent = facts.machine[current].parent else { return }
      anyCount[parent.index] += 1
      guard anyCount[parent.index] == childCount[parent.index] else { return }
      current = parent
    }
  }

  /// True when the event never gets past what is inside the state.
  mutating func insideStops(_ event: EventID, at state: StateID) -> Bool {
    if known[event] == nil { known[event] = propagate(event) }
    return known[event]?.insideStops.contains(state) == true || isAllInsideStopped(anyCount[state.index], state)
  }

  private func isAllInsideStopped(_ count: Int, _ state: StateID) -> Bool {
    childCount[state.index] > 0 && count == childCount[state.index]
  }

  private func propagate(_ event: EventID) -> (stopped: Set<StateID>, insideStops: Set<StateID>) {
    var stopped: Set<StateID> = []
    var inside: Set<StateID> = []
    var counts: [StateID: Int] = [:]
    for (state, _) in (own[event] ?? []).reversed() {
      var current = state
      while !any[current.index], stopped.insert(current).inserted, let parent = facts.machine[current].parent {
        counts[parent, default: anyCount[parent.index]] += 1
        guard isAllInsideStopped(counts[parent] ?? 0, parent) else { break }
        inside.insert(parent)
        current = parent
      }
    }
    return (stopped, inside)
  }

  /// The first place inside the state that stops the event.
  func example(_ event: EventID, inside state: StateID) -> Span? {
    guard (own[event]?.count ?? 0) + anyStops.count <= 1_000 else { return nil }
    return ((own[event] ?? []) + anyStops).first { facts.machine.properlyContains(state, $0.state) }?.span
  }
}
