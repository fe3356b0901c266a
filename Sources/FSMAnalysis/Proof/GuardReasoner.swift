import FSMDiagnostics
import FSMModel

/// Answers whether guards can hold together: the one door to all reasoning about conditions.
///
/// It understands boolean structure, sums of integers and durations with whole factors, division by constants, enums, the order of
/// floating-point numbers and strings, ranges, and `in(…)`. Functions defined in the chart are seen through; those the caller supplies may
/// answer anything, but equally for equal arguments. What only swiftc understands is a value of its own, equal text being equal.
///
/// `.impossible` is a proof. `.possible` comes with values for which it happens: products and other arithmetic that is not solved is
/// computed for them. Everything else is `.unknown`. A guard that traps neither holds nor fails.
struct GuardReasoner: Sendable {
  /// A condition as it stands in a reaction; nil stands for no guard, which always holds.
  struct Guard {
    var condition: Expr?
    /// What `Expr.Kind.parameter` means in it.
    var parameters: [Parameter]
  }

  /// Guards that hold and guards that do not, all in one state and for one trigger.
  struct Question {
    /// Of each list one guard holds.
    var oneOf: [[Guard]] = []
    /// None of these holds.
    var none: [Guard] = []
    /// The state in which the question is asked; it and those around it are active.
    var state: StateID
    /// Whether opaque numbers may be taken for whole ones: right where a wrong alarm is the danger, wrong where a gap is.
    var assumesWhole = true
  }

  enum Answer {
    case impossible
    /// With values for which it happens, as text: `n = 4`; empty when any will do.
    case possible([String])
    case unknown
  }

  private let shared: SharedMachine

  /// - Parameter isInner: True of a machine that is a state of another, which may pass other values for its constants.
  init(machine: Machine, isInner: Bool = false) { shared = SharedMachine(machine, isInner: isInner) }

  /// - Parameters:
  ///   - extents: Values that variables are known to have, whatever happens.
  ///   - whileActive: The same of each state while it is active, nil of those never entered; empty where nothing is known.
  ///   - areApart: Whether two states are known never to be active together.
  init(
    machine: Machine, extents: [VariableID: ClosedRange<Int128>], whileActive: [[VariableID: ClosedRange<Int128>]?] = [],
    areApart: (@Sendable (StateID, StateID) -> Bool)? = nil
  ) {
    shared = SharedMachine(machine, isInner: false, extents: extents, whileActive: whileActive, areApart: areApart)
  }

  /// - Parameter values: Literals that variables are known to have now.
  init(machine: Machine, now values: [VariableID: Expr]) { shared = SharedMachine(machine, isInner: true, now: values) }

  func answer(_ question: Question) -> Answer {
    switch solve(question) {
    case .impossible: .impossible
    case .unknown: .unknown
    case .found(let theory, let model, let facts): .possible(Witness(theory).texts(model, facts))
    }
  }

  /// Literals for parameters with which it happens, nil of those for which any value will do; nil where none were found.
  func literals(of parameters: [Parameter], for question: Question) -> [Expr?]? {
    guard case .found(let theory, let model, _) = solve(question) else { return nil }
    return parameters.map { Witness(theory).literal(of: $0, model) }
  }

  private enum Solution {
    case impossible
    case found(Theory, Model, Facts)
    case unknown
  }

  private func solve(_ question: Question) -> Solution {
    var translator = GuardTranslator(shared, assumesWhole: question.assumesWhole)
    var parts: [Formula] = []
    for choice in question.oneOf { parts.append(.either(choice.map { translator.formula($0, holds: true) })) }
    for part in question.none { parts.append(translator.formula(part, holds: false)) }
    let (lemmas, axioms) = translator.functionLemmas()
    parts += axioms + translator.collectionAxioms() + translator.rangeAxioms() + translator.stateAxioms(in: question.state)
    guard !translator.isExhausted else { return .unknown }
    let states = StateTests(terms: translator.terms, shared, state: question.state)
    let theory = Theory(terms: translator.terms, states: states)
    var search = Search(theory, lemmas: lemmas)
    switch search.run(.both(parts)) {
    case .none: return .impossible
    case .unknown: return .unknown
    case .found(let model, let facts): return .found(theory, model, facts)
    }
  }
}

/// A machine that many short-lived values look into: a reference, so that handing it on costs one count instead of one for each array.
final class SharedMachine: Sendable {
  let machine: Machine
  /// Constants of the machine whose values the chart gives as literals.
  let constants: [VariableID: Expr]
  /// Values that variables are known to have.
  let extents: [VariableID: ClosedRange<Int128>]
  /// Those while a state is active.
  let whileActive: [[VariableID: ClosedRange<Int128>]?]
  /// Whether two states are never active together; nil where nothing is known.
  let areApart: (@Sendable (StateID, StateID) -> Bool)?

  init(
    _ machine: Machine, isInner: Bool, extents: [VariableID: ClosedRange<Int128>] = [:],
    whileActive: [[VariableID: ClosedRange<Int128>]?] = [], areApart: (@Sendable (StateID, StateID) -> Bool)? = nil,
    now values: [VariableID: Expr] = [:]
  ) {
    self.areApart = areApart
    self.extents = extents
    self.whileActive = whileActive
    self.machine = machine
    var constants = values
    if !isInner {
      for variable in machine.variables where variable.isConstant && variable.owner == .root {
        if let value = variable.value, value.isSimpleLiteral { constants[variable.id] = value }
      }
    }
    for (id, extent) in extents where machine[id].type == .bool && extent.lowerBound == extent.upperBound {
      constants[id] = Expr(.boolean(extent.lowerBound == 1), type: .bool, span: machine[id].span)
    }
    self.constants = constants
  }
}

extension Expr {
  fileprivate var isSimpleLiteral: Bool {
    switch kind {
    case .boolean, .integer, .float, .duration, .enumCase: type.isKnown
    case .negate(let inner): inner.isSimpleLiteral
    case .string(let segments): segments.allSatisfy { if case .text = $0 { true } else { false } }
    default: false
    }
  }
}
