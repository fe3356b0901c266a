import FSMModel

extension ChartText {
  /// Effects in the order they run: `credit -= price, release()`.
  public func effects(_ effects: [Effect], _ parameters: [Parameter] = []) -> String {
    effects.map { effect($0, parameters) }.joined(separator: ", ")
  }

  /// One effect: `refund(amount: credit)`, `send tick() in 3s`, `if stock == 0 { order() }`.
  public func effect(_ effect: Effect, _ parameters: [Parameter] = []) -> String {
    switch effect {
    case .perform(let action, let values, _):
      return machine[action].name + arguments(values, for: machine[action].parameters, parameters)
    case .assign(let place, let op, let value, _):
      return "\(expression(place, parameters)) \(op.rawValue) \(expression(value, parameters))"
    case .mutate(let call, _): return expression(call, parameters)
    case .raise(let event, let values, _): return "raise " + occurrence(of: event, values, parameters)
    case .send(let event, let values, let delay, _):
      return "send " + occurrence(of: event, values, parameters) + (delay.map { " in \(expression($0, parameters))" } ?? "")
    case .cancel(let event, _): return "cancel \(title(of: event))"
    case .conditional: return conditional(effect, parameters)
    }
  }

  /// An event with its arguments; without any it stands alone: `scored(score: 3)`, `tick`.
  private func occurrence(of event: EventID, _ values: [Expr], _ parameters: [Parameter]) -> String {
    title(of: event) + (values.isEmpty ? "" : arguments(values, for: machine[event].parameters, parameters))
  }

  /// `if a { … } else if b { … } else { … }`; the chain is walked, so its length costs no stack.
  private func conditional(_ effect: Effect, _ parameters: [Parameter]) -> String {
    var text = ""
    var current = effect
    while case .conditional(let condition, let then, let otherwise, _) = current {
      text += "if \(expression(condition, parameters)) { \(effects(then, parameters)) }"
      if otherwise.isEmpty { return text }
      text += " else "
      guard otherwise.count == 1, case .conditional = otherwise[0] else { return text + "{ \(effects(otherwise, parameters)) }" }
      current = otherwise[0]
    }
    return text
  }

  /// The data a transition passes to its target; nil where none are passed.
  ///
  /// `(at: 3)` for the only target, `paused(at: 3)` for one of several, `player(volume: 1).paused(at: 3)` where outer states get some too.
  public func targetArguments(_ target: Target, isAlone: Bool = true, _ parameters: [Parameter] = []) -> String? {
    if target.arguments.isEmpty { return nil }
    if target.arguments.allSatisfy({ machine[$0.variable].owner == target.state }) {
      return "\(isAlone ? "" : reference(to: target.state))(\(assignments(target.arguments, parameters)))"
    }
    let path = target.state == .root ? [StateID.root] : machine.path(from: .root, to: target.state)
    return path.map { state in
      let own = target.arguments.filter { machine[$0.variable].owner == state }
      return machine[state].name + (own.isEmpty ? "" : "(\(assignments(own, parameters)))")
    }.joined(separator: ".")
  }

  private func assignments(_ assignments: [State.Assignment], _ parameters: [Parameter]) -> String {
    assignments.map { "\(machine[$0.variable].name): \(expression($0.value, parameters))" }.joined(separator: ", ")
  }
}
