import FSMModel

/// Which states move together: a machine is one level, and each region another, up to the regions further in.
///
/// What is known of variables is kept for each state of a level, and only of those that something inside the level has to do with: a region
/// that counts its own keystrokes costs nothing in the region beside it.
struct FlowLevels: Sendable {
  struct Level {
    /// The region, or the machine.
    var top: StateID
    var keys: [VariableID] = []
    /// In document order.
    var states: [StateID] = []
  }

  private(set) var all: [Level] = []
  /// The level of each state; the first is the machine's.
  private(set) var numbers: [Int] = []
  /// How many parallel states lie around each state.
  private(set) var depths: [Int] = []
  /// Regions that have to do with a variable, in document order.
  private(set) var users: [VariableID: [Int]] = [:]
  /// How deep states are nested.
  private(set) var height = 0

  var hasRegions: Bool { all.count > 1 }

  init(_ machine: Machine, tracking variables: [VariableID]) {
    var heights: [Int] = []
    for state in machine.states {
      guard let parent = state.parent else {
        all.append(Level(top: state.id))
        (numbers, depths, heights) = ([0], [0], [0])
        all[0].states.append(state.id)
        continue
      }
      let isRegion = machine[parent].kind == .parallel && !state.isPseudo
      if isRegion { all.append(Level(top: state.id)) }
      numbers.append(isRegion ? all.count - 1 : numbers[parent.index])
      depths.append(depths[parent.index] + (machine[parent].kind == .parallel ? 1 : 0))
      heights.append(heights[parent.index] + 1)
      all[numbers[state.id.index]].states.append(state.id)
    }
    height = heights.max() ?? 0
    all[0].keys = variables.sorted()
    if hasRegions { gather(machine, Set(variables)) }
  }

  private mutating func gather(_ machine: Machine, _ tracked: Set<VariableID>) {
    var found: [Set<VariableID>] = Array(repeating: [], count: all.count)
    for (state, variables) in machine.mentions {
      var place: StateID? = state
      while let next = place, numbers[next.index] > 0 {
        found[numbers[next.index]].formUnion(variables)
        place = machine[all[numbers[next.index]].top].parent
      }
    }
    for number in all.indices.dropFirst() {
      all[number].keys = found[number].intersection(tracked).sorted()
      for key in all[number].keys { users[key, default: []].append(number) }
    }
  }

  /// Whether one step can take reactions of both states.
  func canReactTogether(_ first: StateID, _ second: StateID, in machine: Machine) -> Bool {
    if first == second { return false }
    if machine.contains(first, second) || machine.contains(second, first) { return depths[first.index] != depths[second.index] }
    return machine[machine.innermostProperAncestor(of: first, and: [second])].kind == .parallel
  }
}

extension Machine {
  /// What guards and effects, assertions and questions about a state have to do with, each with the state concerned.
  fileprivate var mentions: [(state: StateID, variables: Set<VariableID>)] {
    var found: [(state: StateID, variables: Set<VariableID>)] = []
    for state in states {
      let place = state.isHistory ? state.parent ?? .root : state.id
      for effects in [state.entry, state.exit, state.initial?.effects ?? []] where !effects.isEmpty {
        found.append((place, effects.mentioned))
      }
    }
    for transition in transitions {
      if let condition = transition.condition {
        found.append((transition.source, condition.variables))
        found += asked(condition)
      }
      if !transition.effects.isEmpty { found.append((transition.source, transition.effects.mentioned)) }
    }
    for assertion in assertions { if case .never(let condition) = assertion.kind { found += asked(condition) } }
    return found
  }

  private func asked(_ condition: Expr) -> [(state: StateID, variables: Set<VariableID>)] {
    let variables = condition.variables
    return variables.isEmpty ? [] : condition.askedStates.map { ($0, variables) }
  }
}

extension Expr {
  /// The states of `in(…)`.
  var askedStates: [StateID] {
    var found: [StateID] = []
    forEachPart { if case .isIn(let state) = $0.kind { found.append(state) } }
    return found
  }
}

extension [Effect] {
  fileprivate var mentioned: Set<VariableID> {
    var found: Set<VariableID> = []
    forEachEffect { for expr in $0.expressions { found.formUnion(expr.variables) } }
    return found
  }

  /// Variables that may have another value afterwards.
  var changed: [VariableID] {
    var found: Set<VariableID> = []
    forEachEffect { effect in
      switch effect {
      case .assign(let place, _, _, _): if case .variable(let id) = place.kind { found.insert(id) }
      case .mutate(let call, _): found.formUnion(call.variables)
      default: break
      }
    }
    return found.sorted()
  }
}
