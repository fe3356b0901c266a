import FSMModel

/// Finds what a caller would have to pass for a transition to be taken, by reasoning about its guard.
///
/// For example: of `on pay [amount * 3 == price + 1]`, while `price` is 20, it finds `amount` to be 7.
public struct PayloadFinder: Sendable {
  private let machine: Machine

  public init(_ machine: Machine) { self.machine = machine }

  /// The variables and data that decide whether the transition is taken.
  public func variables(deciding transition: TransitionID) -> [VariableID] {
    guards(of: transition).compactMap(\.condition).reduce(into: Set<VariableID>()) { $0.formUnion($1.variables) }.sorted()
  }

  /// Whether what is passed decides too.
  public func asksForPayload(_ transition: TransitionID) -> Bool {
    guards(of: transition).contains { $0.condition?.contains { if case .parameter = $0.kind { true } else { false } } == true }
  }

  /// False where the variables' values rule the transition out.
  public func canTake(_ transition: TransitionID, while values: [VariableID: Expr]) -> Bool {
    if case .impossible? = question(transition).map(GuardReasoner(machine: machine, now: values).answer) { return false }
    return true
  }

  /// Literals for the reaction's parameters, nil of those for which any value will do; nil where none are found.
  ///
  /// - Parameter values: What the variables have now, as literals, where that is known.
  public func payload(taking transition: TransitionID, while values: [VariableID: Expr]) -> [Expr?]? {
    guard let question = question(transition) else { return nil }
    let parameters = machine[machine[transition].reaction].parameters
    return GuardReasoner(machine: machine, now: values).literals(of: parameters, for: question)
  }

  private func question(_ transition: TransitionID) -> GuardReasoner.Question? {
    let guards = guards(of: transition)
    guard let own = guards.last else { return nil }
    return GuardReasoner.Question(oneOf: [[own]], none: Array(guards.dropLast()), state: machine[transition].source)
  }

  /// Those of the branches before it that are looked at, and its own.
  private func guards(of transition: TransitionID) -> [GuardReasoner.Guard] {
    let reaction = machine[machine[transition].reaction]
    return machine.guardsTried(before: transition, of: reaction) + [machine.guarding(transition, of: reaction)]
  }
}
