/// Walks over expressions and effects, parts included.
extension Expr {
  /// The parts an expression is made of, in the order evaluated.
  public var parts: [Expr] {
    switch kind {
    case .boolean, .integer, .float, .duration, .nil, .enumCase, .variable, .parameter, .isIn, .implicitMember, .swiftName: []
    case .string(let segments): segments.compactMap { if case .interpolation(let part) = $0 { part } else { nil } }
    case .array(let elements): elements
    case .dictionary(let pairs): pairs.flatMap { [$0.key, $0.value] }
    case .not(let part), .negate(let part), .member(let part, _, _), .forced(let part): [part]
    case .binary(let lhs, _, let rhs): [lhs, rhs]
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .call(_, let arguments): arguments
    case .apply(let callee, let arguments), .subscripted(let callee, let arguments): [callee] + arguments.map(\.value)
    }
  }

  /// Calls `visit` with the expression and everything inside it, outside first.
  ///
  /// The stack is explicit, so depth costs no call stack.
  public func forEachPart(_ visit: (Expr) -> Void) {
    visit(self)
    // Most expressions have no parts, and then nothing is allocated.
    var stack = Self.reversed(parts)
    while let next = stack.popLast() {
      visit(next)
      stack.append(contentsOf: Self.reversed(next.parts))
    }
  }

  private static func reversed(_ parts: [Expr]) -> [Expr] {
    var parts = parts
    if parts.count > 1 { parts.reverse() }
    return parts
  }

  /// True when it, or something inside it, satisfies the condition.
  public func contains(_ condition: (Expr) -> Bool) -> Bool {
    var found = false
    forEachPart { if condition($0) { found = true } }
    return found
  }

  /// The variables and data it reads.
  public var variables: Set<VariableID> {
    var result: Set<VariableID> = []
    forEachPart { if case .variable(let id) = $0.kind { result.insert(id) } }
    return result
  }

  /// Declared functions that are called anywhere inside, in the order evaluated.
  public var calledFunctions: [CallableID] {
    var found: [CallableID] = []
    forEachPart { if case .call(let id, _) = $0.kind { found.append(id) } }
    return found
  }
}

extension Expr {
  /// The expression with each part replaced.
  public func mappingParts(_ transform: (Expr) -> Expr) -> Expr {
    func arguments(_ list: [Argument]) -> [Argument] { list.map { Argument(label: $0.label, value: transform($0.value)) } }
    let mapped: Kind =
      switch kind {
      case .boolean, .integer, .float, .duration, .nil, .enumCase, .variable, .parameter, .isIn, .implicitMember, .swiftName: kind
      case .string(let segments):
        .string(segments.map { if case .interpolation(let inner) = $0 { .interpolation(transform(inner)) } else { $0 } })
      case .array(let elements): .array(elements.map(transform))
      case .dictionary(let pairs): .dictionary(pairs.map { .init(key: transform($0.key), value: transform($0.value)) })
      case .not(let inner): .not(transform(inner))
      case .negate(let inner): .negate(transform(inner))
      case .binary(let lhs, let sign, let rhs): .binary(transform(lhs), sign, transform(rhs))
      case .conditional(let condition, let then, let otherwise):
        .conditional(transform(condition), then: transform(then), else: transform(otherwise))
      case .call(let id, let values): .call(id, values.map(transform))
      case .member(let base, let name, let isOptional): .member(transform(base), name, isOptional: isOptional)
      case .forced(let inner): .forced(transform(inner))
      case .apply(let callee, let values): .apply(transform(callee), arguments(values))
      case .subscripted(let base, let values): .subscripted(transform(base), arguments(values))
      }
    return Expr(mapped, type: type, span: span)
  }
}

extension Effect {
  /// The expressions of this effect, those of inner effects left aside: arguments, places, values, delays, the condition.
  public var expressions: [Expr] {
    switch self {
    case .perform(_, let arguments, _), .raise(_, let arguments, _): arguments
    case .assign(let place, _, let value, _): [place, value]
    case .mutate(let call, _): [call]
    case .send(_, let arguments, let delay, _): arguments + (delay.map { [$0] } ?? [])
    case .cancel: []
    case .conditional(let condition, _, _, _): [condition]
    }
  }
}

extension Sequence<Effect> {
  /// Calls `visit` with each effect and those inside its `if`s, in the order written.
  ///
  /// For example: `if ready { raise a } else { raise b }` visits the `if`, then both raises. Recursion goes as deep as `if`s are nested.
  @inlinable public func forEachEffect(_ visit: (Effect) -> Void) {
    for effect in self {
      visit(effect)
      guard case .conditional(_, let then, let otherwise, _) = effect else { continue }
      then.forEachEffect(visit)
      otherwise.forEachEffect(visit)
    }
  }
}

extension Machine {
  /// Calls `visit` with each effect of the machine, those inside `if`s included.
  public func forEachEffect(_ visit: (Effect) -> Void) {
    for state in states {
      state.entry.forEachEffect(visit)
      state.exit.forEachEffect(visit)
      state.initial?.effects.forEachEffect(visit)
    }
    for transition in transitions { transition.effects.forEachEffect(visit) }
  }

  /// Calls `visit` with each whole expression of the machine: values, ranges, bodies, guards, delays, and what effects, targets,
  /// activities and assertions hold. Scenarios are left aside: they speak about the machine from outside.
  public func forEachExpression(_ visit: (Expr) -> Void) {
    for variable in variables {
      for part in [variable.value, variable.range?.lower, variable.range?.upper] { part.map(visit) }
    }
    for callable in callables { callable.body.map(visit) }
    for state in states {
      for argument in state.machineArguments { visit(argument.value) }
      for argument in state.initial?.targets.flatMap(\.arguments) ?? [] { visit(argument.value) }
    }
    for reaction in reactions { if case .after(let delay) = reaction.trigger { visit(delay) } }
    for transition in transitions {
      transition.condition.map(visit)
      for argument in transition.targets.flatMap(\.arguments) { visit(argument.value) }
    }
    for use in activityUses { use.arguments.forEach(visit) }
    for assertion in assertions { if case .never(let condition) = assertion.kind { visit(condition) } }
    forEachEffect { $0.expressions.forEach(visit) }
  }
}
