import FSMModel

/// One branch of a reaction, taken apart for display: the trigger with its guard, then the effects.
public struct ReactionText: Sendable, Hashable {
  /// What sets it off: `putMoney`, `after 30s`, `done`; empty for `always` and for the branches of a choice, which UML shows by the guard
  /// alone.
  public var trigger: String
  /// The conjuncts and disjuncts of the guard, each with the operator behind it: `["credit >= price &&", "isOpen()"]`; `["else"]`.
  public var guardParts: [String]
  /// One text an effect, in the order they run.
  public var effects: [String]
  /// The data passed to each target that gets any.
  public var arguments: [String]

  /// The guard in its brackets, whole; empty where there is none.
  public var guardText: String { guardParts.isEmpty ? "" : "[\(guardParts.joined(separator: " "))]" }

  /// All of it on one line: `putMoney [amount > 0] / credit += amount`.
  public var line: String { pieces.joined(separator: " ") }

  /// The line in the pieces it may be broken between; the slash stands at the end of what comes before the effects.
  public var pieces: [String] {
    var pieces = headPieces
    if !effects.isEmpty { pieces = pieces.isEmpty ? ["/"] : pieces.dropLast() + [pieces[pieces.count - 1] + " /"] }
    return pieces + effectPieces
  }

  /// The trigger and the guard, in pieces.
  public var headPieces: [String] {
    var pieces = trigger.isEmpty ? [] : [trigger]
    for (index, part) in guardParts.enumerated() {
      pieces.append((index == 0 ? "[" : "") + part + (index == guardParts.count - 1 ? "]" : ""))
    }
    return pieces
  }

  /// The effects, in pieces.
  public var effectPieces: [String] {
    effects.enumerated().map { index, effect in effect + (index == effects.count - 1 ? "" : ",") }
  }
}

extension ChartText {
  /// One branch of a reaction, as it is shown at its edge or inside its state.
  public func reaction(_ transition: TransitionID) -> ReactionText {
    let transition = machine[transition]
    let reaction = machine[transition.reaction]
    return ReactionText(
      trigger: trigger(of: reaction),
      guardParts: guardParts(of: transition, reaction.parameters),
      effects: transition.effects.map { effect($0, reaction.parameters) },
      arguments: transition.targets.compactMap { targetArguments($0, isAlone: transition.targets.count == 1, reaction.parameters) })
  }

  /// What sets the reaction off, as pictures show it; empty for `always` and choices.
  public func trigger(of reaction: Reaction) -> String {
    switch reaction.trigger {
    case .events(let events): events.map { title(of: $0) }.joined(separator: ", ")
    case .any: "*"
    case .always, .choice: ""
    case .after(let delay): "after \(delay.isSimple ? expression(delay) : "(\(expression(delay)))")"
    case .done(let state): state == reaction.source ? "done" : "\(reference(to: state)).done"
    case .activity(let use, let failed): "\(machine[use].name).\(failed ? "failed" : "done")"
    }
  }

  private func guardParts(of transition: Transition, _ parameters: [Parameter]) -> [String] {
    guard let condition = transition.condition else { return transition.isElse ? ["else"] : [] }
    guard case .binary(_, let op, _) = condition.kind, op == .and || op == .or else { return [expression(condition, parameters)] }
    var operands: [Expr] = []
    var rest = condition
    while case .binary(let left, op, let right) = rest.kind {
      operands.append(right)
      rest = left
    }
    operands.append(rest)
    return operands.reversed().enumerated().map { index, operand in
      let text = expression(operand, parameters)
      let needsParentheses = if case .binary(_, let inner, _) = operand.kind { inner == .or || inner == op } else { operand.isConditional }
      return (needsParentheses ? "(\(text))" : text) + (index == operands.count - 1 ? "" : " \(op.rawValue)")
    }
  }
}

extension Expr {
  fileprivate var isConditional: Bool { if case .conditional = kind { true } else { false } }

  /// True for what may follow `after` without parentheses.
  fileprivate var isSimple: Bool {
    switch kind {
    case .duration, .variable, .parameter, .call, .integer, .member: true
    default: false
    }
  }
}
