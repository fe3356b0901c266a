import FSMModel

/// What is true of a machine however long it runs: which values its variables can have, which states can be entered, which reactions can
/// be taken. Everything that can happen is allowed for, and more; what is ruled out never happens.
///
/// Abstract interpretation over intervals (P. Cousot, R. Cousot, "Abstract interpretation", POPL 1977), one interval for each variable
/// whatever the state: assignments of reactions that can be taken widen it until nothing changes. After some rounds a bound that still
/// moves is given up.
public struct Invariants {
  let machine: Machine
  /// Values of integers, enums (by case) and booleans (0 and 1), where something is known; state data too.
  private(set) var extents: [VariableID: Extent] = [:]
  private(set) var isFeasible: [Bool]
  private(set) var reach: Reachability
  /// The machine's own variables at the start, by interval, where they have one.
  private(set) var valuesAtStart: [VariableID: Extent] = [:]
  /// The same state by state; nil where it is too much work.
  private var flow: Flow? { flows.first }
  /// At most one; it holds a copy of these bounds.
  private var flows: [Flow] = []
  /// What a guard says of variables still holds when the effects behind it run.
  private let canNarrow: Bool

  private static let mostRounds = 24
  /// Rounds after which a bound that still moves is given up.
  private static let patience = 6

  /// Whole numbers between two bounds.
  typealias Extent = ClosedRange<Int128>

  /// Nil where the machine is a state of another one, whose values it may get.
  public init?(_ machine: Machine, of chart: Chart) { self.init(machine, of: chart, hearing: .all) }

  init?(_ machine: Machine, of chart: Chart, hearing: Flow.Hearing) {
    guard !chart.machines.contains(where: { other in other.states.contains { $0.kind == .machine(machine.id) } }) else { return nil }
    self.machine = machine
    canNarrow = !machine.states.contains { $0.kind == .parallel || !$0.exit.isEmpty }
    isFeasible = Array(repeating: false, count: machine.transitions.count)
    reach = Reachability(machine)
    for variable in machine.variables where variable.owner == .root {
      let value = variable.value.map { extent(of: $0, [:]) } ?? whole(variable)
      extents[variable.id] = value.map { within($0, variable) } ?? nil
      valuesAtStart[variable.id] = extents[variable.id] ?? whole(variable)
    }
    if !settles() {
      // Nothing is known.
      for variable in machine.variables { extents[variable.id] = whole(variable) }
      isFeasible = isFeasible.map { _ in true }
      reach = Reachability(machine)
    }
    guard let first = Flow(self, hearing: hearing) else { return }
    flows = [first.withPairs]
  }

  /// Allows for more and more, until nothing changes; false where that does not come about.
  private mutating func settles() -> Bool {
    for round in 0..<Invariants.mostRounds {
      guard grow(isPatient: round < Invariants.patience) else { return true }
    }
    return false
  }

  /// States that are never entered.
  public var neverEntered: [StateID] {
    machine.states.map(\.id).filter { !reach.isEntered[$0.index] || flow?.isEntered($0) == false }
  }

  /// Transitions that are never taken, their states being entered.
  public var neverTaken: [TransitionID] {
    machine.transitions.filter { transition in
      guard reach.isEntered[transition.source.index] else { return false }
      return !isFeasible[transition.id.index] || flow?.canBeTaken(transition) == false
    }.map(\.id)
  }

  /// Ranges and calculations that may not hold what they are given.
  public var doubts: Doubts { flow?.settledDoubts ?? doubtsAnywhere }

  /// True where the condition of an assertion cannot hold in any configuration.
  public func rulesOut(_ condition: Expr) -> Bool {
    if let flow { return flow.doubt(about: condition) == nil }
    // A comparison with a datum is false while its state is not active, which the reasoner does not know.
    guard !condition.mentionsData(of: machine, outside: .root) else { return false }
    if case .impossible = reasoner.answer(.init(oneOf: [[.init(condition: condition, parameters: [])]], state: .root)) { return true }
    return false
  }

  /// What is known of the machine's own variables while a state is active; nil where nothing is known state by state.
  func bounds(while state: StateID) -> [VariableID: ClosedRange<Int128>]? { flow.map { $0.values[state.index] ?? [:] } }

  /// Whether what is known is known state by state.
  public var tellsStatesApart: Bool { flow != nil }

  /// A state in which nothing rules a condition out, with what is known of the variables that it asks about: `stock` is 0...20; nil where
  /// nothing is known state by state.
  public func doubt(about condition: Expr) -> (state: StateID, values: [String])? { flow?.doubt(about: condition) }

  private var reasoner: GuardReasoner { GuardReasoner(machine: machine, extents: extents) }

  /// Allows for everything that can happen with the values known so far; false when that brings nothing new.
  private mutating func grow(isPatient: Bool) -> Bool {
    let (before, feasible) = (extents, isFeasible)
    let reasoner = reasoner
    reach = Reachability(machine) { feasible[$0.index] }
    for state in machine.states where reach.isEntered[state.id.index] { follow(state, reasoner, isPatient) }
    return extents != before || isFeasible != feasible
  }

  private mutating func follow(_ state: State, _ reasoner: GuardReasoner, _ isPatient: Bool) {
    for variable in state.data where state.id != .root {
      if let value = machine[variable].value { join(variable, extent(of: value, [:]), isPatient) }
    }
    apply(state.entry, [:], isPatient)
    apply(state.exit, [:], isPatient)
    if let initial = state.initial {
      apply(initial.effects, [:], isPatient)
      pass(initial.targets, [:], isPatient)
    }
    for id in state.reactions {
      let reaction = machine[id]
      var earlier: [GuardReasoner.Guard] = []
      for branch in reaction.transitions {
        let own = machine.guarding(branch, of: reaction)
        if !isFeasible[branch.index] {
          let question = GuardReasoner.Question(
            oneOf: [[own]], none: Array(earlier.suffix(16)), state: reaction.source, assumesWhole: false)
          if case .impossible = reasoner.answer(question) {} else { isFeasible[branch.index] = true }
        }
        if isFeasible[branch.index] { take(machine[branch], earlier, isPatient) }
        earlier.append(own)
      }
    }
  }

  private mutating func take(_ transition: Transition, _ earlier: [GuardReasoner.Guard], _ isPatient: Bool) {
    var narrowed: [VariableID: Extent] = [:]
    // Where nothing else of the same step can come between guard and effects.
    if canNarrow {
      if let condition = transition.condition { narrow(&narrowed, condition, holds: true) }
      for guarding in earlier { if let condition = guarding.condition { narrow(&narrowed, condition, holds: false) } }
    }
    let after = apply(transition.effects, narrowed, isPatient)
    pass(transition.targets, after, isPatient)
  }

  private mutating func pass(_ targets: [Target], _ local: [VariableID: Extent], _ isPatient: Bool) {
    for argument in targets.flatMap(\.arguments) { join(argument.variable, extent(of: argument.value, local), isPatient) }
  }

  /// Runs effects on intervals; gives what is known of variables after them, where that is less than always.
  @discardableResult
  private mutating func apply(_ effects: [Effect], _ local: [VariableID: Extent], _ isPatient: Bool) -> [VariableID: Extent] {
    var local = local
    for effect in effects {
      switch effect {
      case .assign(let place, let sign, let value, _):
        guard case .variable(let id) = place.kind else { continue }
        var result = extent(of: value, local)
        if let binary = sign.binary {
          result = combined(extent(of: place, local), binary, result, whole(machine[id]))
        }
        let fitting = result.flatMap { within($0, machine[id]) }
        if result == nil || fitting != nil { join(id, fitting, isPatient) }
        local[id] = fitting
      case .conditional(_, let then, let otherwise, _):
        apply(then, local, isPatient)
        apply(otherwise, local, isPatient)
        for id in then.assigned + otherwise.assigned { local[id] = nil }
      case .mutate(let call, _):
        // Nobody knows what Swift does to it.
        call.forEachPart { part in
          guard case .variable(let id) = part.kind, let most = whole(machine[id]) else { return }
          join(id, most, isPatient)
          local[id] = nil
        }
      case .perform, .raise, .send, .cancel: continue
      }
    }
    return local
  }

  private mutating func join(_ id: VariableID, _ value: Extent?, _ isPatient: Bool) {
    let variable = machine[id]
    guard let most = whole(variable) else { return }
    let wanted = value.flatMap { within($0, variable) } ?? most
    guard let known = extents[id] else {
      // A datum that had no value yet; a variable of which nothing is known stays so.
      if variable.owner != .root { extents[id] = wanted }
      return
    }
    var low = min(known.lowerBound, wanted.lowerBound)
    var high = max(known.upperBound, wanted.upperBound)
    if !isPatient {
      if low < known.lowerBound { low = most.lowerBound }
      if high > known.upperBound { high = most.upperBound }
    }
    extents[id] = low...high
  }
}
