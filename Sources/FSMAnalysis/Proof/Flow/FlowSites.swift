import FSMModel

/// What is asked about the places of a machine again and again while values flow through it.
struct FlowSites {
  /// Around each state, on its level: states with reactions that stay where they are and so look at each state inside.
  let watchers: [[StateID]]
  /// One pass may not be enough.
  let needsRounds: Bool
  /// Numbers that the chart mentions, and their neighbours, in order.
  private let landmarks: [Int128]
  /// States whose exit effects assign variables, in document order.
  let exiting: [StateID]
  /// When each reaction is looked at together with others.
  let moments: [[FlowStep.Moment]]
  /// Variables changed by each transition.
  let changed: [[VariableID]]
  /// Variables changed on entering each state, on leaving it, and by its initial transition or default.
  let changedOnEntry: [[VariableID]]
  let changedOnExit: [[VariableID]]
  let changedInside: [[VariableID]]
  /// States whose reactions look at what is known of another one: by `in(…)` in a guard, or as they leave a parallel state.
  let readers: [[StateID]]
  /// Regions that ask about each other.
  let links: [FlowPairs.Key]
  /// Levels of those.
  let linked: Set<Int>
  /// Whether a guard of `always` asks about the state by `in(…)`.
  let isAsked: [Bool]

  init(_ machine: Machine, _ levels: FlowLevels) {
    watchers = FlowSites.watchers(machine, levels)
    landmarks = FlowSites.landmarks(of: machine)
    changedOnEntry = machine.states.map(\.entry.changed)
    changedOnExit = machine.states.map(\.exit.changed)
    changedInside = machine.states.map { $0.initial?.effects.changed ?? [] }
    exiting = zip(machine.states, changedOnExit).filter { !$1.isEmpty }.map(\.0.id)
    needsRounds = levels.hasRegions || !exiting.isEmpty || machine.states.contains(where: \.isHistory)
    readers = levels.hasRegions ? FlowSites.readers(machine) : machine.states.map { _ in [] }
    isAsked = levels.hasRegions ? FlowSites.isAsked(machine) : machine.states.map { _ in false }
    links = levels.hasRegions ? FlowSites.links(machine, levels) : []
    linked = Set(links.flatMap { [$0.first, $0.second] })
    moments = levels.hasRegions ? FlowSites.moments(machine) : machine.reactions.map { _ in [] }
    changed = machine.transitions.map(\.effects.changed)
  }

  private static func watchers(_ machine: Machine, _ levels: FlowLevels) -> [[StateID]] {
    var found: [[StateID]] = []
    for state in machine.states {
      guard let parent = state.parent, levels.numbers[parent.index] == levels.numbers[state.id.index] else {
        found.append([])
        continue
      }
      let stays = machine[parent].reactions.contains { machine[$0].transitions.contains { machine[$0].targets.isEmpty } }
      found.append(found[parent.index] + (stays ? [parent] : []))
    }
    return found
  }

  private static func readers(_ machine: Machine) -> [[StateID]] {
    var found: [Set<StateID>] = machine.states.map { _ in [] }
    for transition in machine.transitions {
      for asked in transition.condition?.askedStates ?? [] { found[asked.index].insert(transition.source) }
      guard !transition.targets.isEmpty else { continue }
      let domain = machine.domain(of: transition)
      for around in machine.ancestors(of: transition.source).prefix(while: { $0 != domain }) where machine[around].kind == .parallel {
        found[around.index].insert(transition.source)
      }
    }
    return found.map { $0.sorted() }
  }

  private static func landmarks(of machine: Machine) -> [Int128] {
    var numbers: Set<Int128> = [0, 1]
    machine.forEachExpression { expr in
      expr.forEachPart { if case .integer(let number) = $0.kind { numbers.formUnion([number - 1, number, number + 1]) } }
    }
    return numbers.sorted()
  }

  private static func links(_ machine: Machine, _ levels: FlowLevels) -> [FlowPairs.Key] {
    var found: Set<FlowPairs.Key> = []
    func link(_ states: [StateID]) {
      for (number, first) in states.prefix(mostAsked).enumerated() {
        for second in states.prefix(mostAsked).dropFirst(number + 1) {
          guard let key = levels.link(first, second, in: machine) else { continue }
          found.insert(FlowPairs.Key(first: min(key.first, key.second), second: max(key.first, key.second)))
        }
      }
    }
    for transition in machine.transitions { if let condition = transition.condition { link([transition.source] + condition.askedStates) } }
    for assertion in machine.assertions { if case .never(let condition) = assertion.kind { link(condition.askedStates) } }
    return found.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// States that are looked at of one condition, two by two.
  static let mostAsked = 8

  private static func isAsked(_ machine: Machine) -> [Bool] {
    var found = machine.states.map { _ in false }
    for reaction in machine.reactions {
      guard case .always = reaction.trigger else { continue }
      for state in reaction.transitions.flatMap({ machine[$0].condition?.askedStates ?? [] }) { found[state.index] = true }
    }
    return found
  }

  /// The moments of each reaction at which reactions of other states are looked at too.
  private static func moments(_ machine: Machine) -> [[FlowStep.Moment]] {
    let all = machine.reactions.map(\.moments)
    var sources: [FlowStep.Moment: StateID] = [:]
    var shared: Set<FlowStep.Moment> = []
    for (reaction, moments) in zip(machine.reactions, all) {
      for moment in moments {
        if sources[moment, default: reaction.source] != reaction.source { shared.insert(moment) }
        sources[moment] = reaction.source
      }
    }
    let hasAny = sources[.any] != nil
    return all.map { moments in
      moments.filter { moment in
        switch moment {
        case .event, .any, .anyEvent: hasAny || shared.contains(moment)
        case .settling, .done: shared.contains(moment)
        }
      }
    }
  }

  /// Whether one step can take both reactions, if their states allow it.
  func areTogether(_ one: ReactionID, _ other: ReactionID) -> Bool {
    moments[one.index].contains { first in
      moments[other.index].contains { second in
        switch (first, second) {
        case (.any, .event), (.event, .any): true
        default: first == second
        }
      }
    }
  }

  /// Those of the exiting states that lie inside one, its own place included, innermost first.
  func exiting(in range: Range<Int>) -> ReversedCollection<ArraySlice<StateID>> {
    let first = exiting.partitioningIndex { $0.index >= range.lowerBound }
    let end = exiting.partitioningIndex { $0.index >= range.upperBound }
    return exiting[first..<max(first, end)].reversed()
  }

  func landmark(atMost number: Int128) -> Int128? {
    let next = landmarks.partitioningIndex { $0 > number }
    return next > 0 ? landmarks[next - 1] : nil
  }

  func landmark(atLeast number: Int128) -> Int128? {
    let next = landmarks.partitioningIndex { $0 >= number }
    return next < landmarks.count ? landmarks[next] : nil
  }
}

extension Reaction {
  /// Timers and activities are looked at in one state alone.
  fileprivate var moments: [FlowStep.Moment] {
    switch trigger {
    case .events(let events): events.map { .event($0) }
    case .any: [.any]
    case .always, .choice: [.settling]
    case .done(let state): [.done(state)]
    case .after, .activity: []
    }
  }
}
