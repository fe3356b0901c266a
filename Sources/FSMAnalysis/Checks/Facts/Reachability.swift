import FSMDiagnostics
import FSMModel

/// Which states can be entered at all, and which by default, as far as the graph tells: guards are taken to hold sometimes.
///
/// A worklist over states: a state entered opens its reactions, and those enter further states. Each state and each reaction is worked
/// on once, so the time is near proportional to the chart.
struct Reachability {
  /// Entered in some way.
  private(set) var isEntered: [Bool]
  /// Entered as the default of the state around it: the place that says so, for labels.
  private(set) var defaultEntry: [Span?]
  /// Composites entered by default that say no initial state.
  private(set) var lackInitial: [(state: StateID, because: Span)] = []

  private let machine: Machine
  private var worklist: [StateID] = []
  /// Of each parallel state: which regions are entered by default as well.
  private var regions: [RegionDefaults]

  /// A transition names one region, others enter by default; as soon as two transitions name different ones, all do.
  private enum RegionDefaults {
    case none
    case allExcept(StateID)
    case all
  }

  private let isFeasible: (TransitionID) -> Bool

  /// - Parameters:
  ///   - everywhere: What is written in states that are never entered counts as well.
  ///   - isFeasible: False of transitions that are never taken.
  init(_ machine: Machine, everywhere: Bool = false, _ isFeasible: @escaping (TransitionID) -> Bool = { _ in true }) {
    self.machine = machine
    self.isFeasible = isFeasible
    isEntered = Array(repeating: false, count: machine.states.count)
    defaultEntry = Array(repeating: nil, count: machine.states.count)
    regions = Array(repeating: .none, count: machine.states.count)
    descended = Array(repeating: false, count: machine.states.count)
    enter(.root)
    descend(into: .root, because: machine.nameSpan)
    while let state = worklist.popLast() { openReactions(of: state) }
    if everywhere {
      for state in machine.states { enter(state.id) }
      while let state = worklist.popLast() { openReactions(of: state) }
    }
  }

  private mutating func enter(_ state: StateID) {
    guard !isEntered[state.index] else { return }
    isEntered[state.index] = true
    worklist.append(state)
  }

  private mutating func openReactions(of state: StateID) {
    for reaction in machine[state].reactions {
      for id in machine[reaction].transitions {
        guard machine[id].mode != .internal, isFeasible(id) else { continue }
        enter(machine[id].targets.map(\.state), from: machine.domain(of: machine[id]), because: machine[id].span)
      }
    }
  }

  /// Enters targets and the states on the way; what is not named is entered by default.
  private mutating func enter(_ targets: [StateID], from domain: StateID, because span: Span) {
    for target in targets {
      for state in machine.path(from: domain, to: target) {
        enter(state)
        guard machine[state].kind == .parallel, state != target else { continue }
        enterOtherRegions(of: state, named: targets, because: span)
      }
      descend(into: target, because: span)
    }
  }

  private mutating func enterOtherRegions(of parallel: StateID, named targets: [StateID], because span: Span) {
    let named = Set(targets.compactMap { region(of: $0, in: parallel) })
    switch regions[parallel.index] {
    case .all: return
    case .allExcept(let except) where named == [except]: return
    case .none, .allExcept: break
    }
    if named.count == 1, let only = named.first, case .none = regions[parallel.index] {
      regions[parallel.index] = .allExcept(only)
    } else if named.count == 1 {
      regions[parallel.index] = .all
    }
    for region in machine.activeChildren(of: parallel) where !named.contains(region) {
      enterByDefault(region, because: span)
    }
  }

  private func region(of state: StateID, in parallel: StateID) -> StateID? {
    guard machine.properlyContains(parallel, state) else { return nil }
    var current = state
    while let parent = machine[current].parent, parent != parallel { current = parent }
    return machine[current].isPseudo ? nil : current
  }

  private mutating func enterByDefault(_ state: StateID, because span: Span) {
    enter(state)
    guard defaultEntry[state.index] == nil else { return }
    defaultEntry[state.index] = span
    descend(into: state, because: span)
  }

  /// What follows when a state is the innermost one named. Each state descends once; depth is that of the tree.
  private mutating func descend(into state: StateID, because span: Span) {
    guard !hasDescended(state) else { return }
    switch machine[state].kind {
    case .composite: enterInitial(of: state, inside: state, because: span)
    case .parallel:
      regions[state.index] = .all
      for region in machine.activeChildren(of: state) { enterByDefault(region, because: span) }
    case .history:
      let parent = machine[state].parent ?? .root
      if machine[state].initial != nil {
        enterInitial(of: state, inside: parent, because: span)
      } else if machine[parent].initial?.targets.contains(where: { $0.state == state }) == true {
        // A circle, which is reported: nothing inside counts as never entered.
        for child in machine[parent].children { enter(child) }
      } else {
        descend(into: parent, because: span)
      }
    case .simple, .final, .choice, .machine: break
    }
  }

  /// At the index of the state.
  private var descended: [Bool]

  private mutating func hasDescended(_ state: StateID) -> Bool {
    defer { descended[state.index] = true }
    return descended[state.index]
  }

  private mutating func enterInitial(of state: StateID, inside domain: StateID, because span: Span) {
    guard let initial = machine[state].initial else {
      lackInitial.append((state, span))
      // Nobody can say where it starts, so nothing inside counts as never entered.
      for child in machine[state].children { enter(child) }
      return
    }
    let targets = initial.targets.map(\.state)
    if initial.effects.isEmpty, targets.count == 1, machine[targets[0]].parent == state, initial.targets[0].arguments.isEmpty {
      enterByDefault(targets[0], because: initial.span)
    } else {
      enter(targets, from: domain, because: initial.span)
    }
  }
}
