import FSMModel

/// Effects and conditions on values.
extension Flow {
  /// Where a condition is looked at.
  struct Place {
    /// A state that is active; nil where that is not certain.
    var state: StateID?
    /// One of another region that is active too.
    var other: StateID?
    /// Between two microsteps: what is known of states then is true.
    var isBetween = false
  }

  /// What both say of the values of the first; nil where they contradict each other.
  static func meet(_ values: Values, _ known: Values) -> Values? {
    var result = values
    for (variable, extent) in values {
      guard let other = known[variable] else { continue }
      let (low, high) = (max(extent.lowerBound, other.lowerBound), min(extent.upperBound, other.upperBound))
      guard low <= high else { return nil }
      if low > extent.lowerBound || high < extent.upperBound { result[variable] = low...high }
    }
    return result
  }

  /// The values after effects that run in one go, and after what others may do next; nil where the call is undone.
  ///
  /// - Parameter changed: The variables that the effects may change.
  func ran(_ effects: [Effect], changing changed: [VariableID], _ before: Values, at state: StateID?, _ step: inout FlowStep) -> Values? {
    doubt(about: effects, before, at: state, &step)
    guard !changed.isEmpty else { return before }
    guard var values = apply(effects, before, at: state) else { return nil }
    guard levels.hasRegions else { return values }
    for variable in changed { if let extent = values[variable] { step.written.append((variable, extent)) } }
    step.mix(&values)
    return values
  }

  /// Notes what the effects may not fit.
  private func doubt(about effects: [Effect], _ before: Values, at state: StateID?, _ step: inout FlowStep) {
    guard isTakingBack, !effects.isEmpty else { return }
    base.doubt(about: effects, before, &step.doubts) { apply([$0], $1, at: state) }
  }

  /// The values after effects; nil where the call is undone, as what would be assigned does not fit.
  ///
  /// - Parameter state: The innermost active state; nil where states are being left, so that nobody knows which are active still.
  func apply(_ effects: [Effect], _ before: Values, at state: StateID?) -> Values? {
    var values = before
    for effect in effects {
      switch effect {
      case .assign(let place, let sign, let value, _):
        guard case .variable(let id) = place.kind, values[id] != nil else { continue }
        var result = base.extent(of: value, values)
        if let binary = sign.binary {
          result = base.combined(base.extent(of: place, values), binary, result, base.whole(machine[id]))
        }
        guard let fitting = result.map({ base.within($0, machine[id]) }) ?? base.whole(machine[id]) else { return nil }
        values[id] = fitting
      case .mutate(let call, _):
        // Nobody knows what Swift does to it.
        call.forEachPart { part in
          if case .variable(let id) = part.kind, values[id] != nil { values[id] = base.whole(machine[id]) }
        }
      case .conditional(let condition, let then, let otherwise, _):
        let first = narrowed(values, condition, holds: true, at: Place(state: state)).flatMap { apply(then, $0, at: state) }
        let second = narrowed(values, condition, holds: false, at: Place(state: state)).flatMap { apply(otherwise, $0, at: state) }
        switch (first, second) {
        case (let a?, let b?): values = Flow.join(a, b)
        case (let a?, nil): values = a
        case (nil, let b?): values = b
        case (nil, nil): return nil
        }
      case .perform, .raise, .send, .cancel: continue
      }
    }
    return values
  }

  /// What is left of values where a condition holds, or fails; nil where that cannot be. Recursion goes as deep as the condition is nested.
  func narrowed(_ values: Values, _ condition: Expr, holds: Bool, at place: Place) -> Values? {
    if condition.isComparison, let state = place.state, condition.mentionsData(of: machine, outside: state) {
      // In assertions it is false while the datum's state is not active; elsewhere the call stops.
      if condition.mentionsData(of: machine, inactiveIn: state) { return holds ? nil : values }
      if !holds { return values }
    }
    switch condition.kind {
    case .boolean(let value): return value == holds ? values : nil
    case .not(let inner): return narrowed(values, inner, holds: !holds, at: place)
    case .isIn(let asked): return narrowed(values, in: asked, holds, place)
    case .variable, .parameter: return condition.type == .bool ? meet(values, condition, holds ? 1...1 : 0...0) : values
    case .binary(let lhs, .and, let rhs): return both(lhs, rhs, values, holds, areAll: holds, place)
    case .binary(let lhs, .or, let rhs): return both(lhs, rhs, values, holds, areAll: !holds, place)
    case .binary(let lhs, let sign, let rhs) where sign.isComparison: return compared(lhs, holds ? sign : sign.negated, rhs, values)
    default: return values
    }
  }

  private func narrowed(_ values: Values, in asked: StateID, _ holds: Bool, _ place: Place) -> Values? {
    guard let state = place.state, !machine[state].isPseudo else { return values }
    for active in [state, place.other ?? state] where machine.contains(asked, active) && !machine[active].isPseudo {
      return holds ? values : nil
    }
    guard place.isBetween, levels.hasRegions else {
      return !holds || machine.canBeActiveTogether(asked, state) ? values : nil
    }
    guard holds else { return pairs.canMiss(asked, while: state, machine, levels) ? values : nil }
    for active in [state, place.other ?? state] {
      guard machine.canBeActiveTogether(asked, active), pairs.canMeet(asked, active, machine, levels) else { return nil }
    }
    // What is known while the other state is active is true too.
    return self.values[asked.index].flatMap { Flow.meet(values, $0) }
  }

  private func both(_ lhs: Expr, _ rhs: Expr, _ values: Values, _ holds: Bool, areAll: Bool, _ place: Place) -> Values? {
    if holds, areAll, place.isBetween, !pairs.all.isEmpty, areApart(lhs.conjoinedStates + rhs.conjoinedStates) { return nil }
    let left = narrowed(values, lhs, holds: holds, at: place)
    if areAll { return left.flatMap { narrowed($0, rhs, holds: holds, at: place) } }
    let right = narrowed(values, rhs, holds: holds, at: place)
    guard let left, let right else { return left ?? right }
    return Flow.join(left, right)
  }

  /// Whether two of the states are never active together.
  private func areApart(_ states: [StateID]) -> Bool {
    states.prefix(FlowSites.mostAsked).enumerated().contains { number, first in
      states.prefix(FlowSites.mostAsked).dropFirst(number + 1).contains { !pairs.canMeet(first, $0, machine, levels) }
    }
  }

  private func compared(_ lhs: Expr, _ sign: Expr.BinaryOperator, _ rhs: Expr, _ values: Values) -> Values? {
    guard lhs.type.hasExtent, rhs.type.hasExtent, let left = base.extent(of: lhs, values), let right = base.extent(of: rhs, values) else {
      return values
    }
    guard let (newLeft, newRight) = Flow.compared(left, sign, right) else { return nil }
    return meet(values, lhs, newLeft).flatMap { meet($0, rhs, newRight) }
  }

  /// What is left of two extents where values of them compare so; nil where none do.
  static func compared(_ left: Extent, _ sign: Expr.BinaryOperator, _ right: Extent) -> (Extent, Extent)? {
    var (a, b) = ((left.lowerBound, left.upperBound), (right.lowerBound, right.upperBound))
    switch sign {
    case .less: (a.1, b.0) = (min(a.1, b.1 - 1), max(b.0, a.0 + 1))
    case .lessOrEqual: (a.1, b.0) = (min(a.1, b.1), max(b.0, a.0))
    case .greater: (a.0, b.1) = (max(a.0, b.0 + 1), min(b.1, a.1 - 1))
    case .greaterOrEqual: (a.0, b.1) = (max(a.0, b.0), min(b.1, a.1))
    case .equal: (a, b) = ((max(a.0, b.0), min(a.1, b.1)), (max(a.0, b.0), min(a.1, b.1)))
    case .notEqual:
      if b.0 == b.1 { a = (a.0 == b.0 ? a.0 + 1 : a.0, a.1 == b.0 ? a.1 - 1 : a.1) }
      if left.lowerBound == left.upperBound {
        let value = left.lowerBound
        b = (b.0 == value ? b.0 + 1 : b.0, b.1 == value ? b.1 - 1 : b.1)
      }
    default: break
    }
    return a.0 <= a.1 && b.0 <= b.1 ? (a.0...a.1, b.0...b.1) : nil
  }

  /// Narrows what is known of an operand, where that is a variable or a parameter.
  private func meet(_ values: Values, _ operand: Expr, _ extent: Extent) -> Values? {
    let (id, known): (VariableID, Extent?)
    switch operand.kind {
    case .variable(let variable): (id, known) = (variable, values[variable])
    case .parameter(let index): (id, known) = (.parameter(index), values[.parameter(index)] ?? base.whole(operand.type))
    default: return values
    }
    guard let known else { return values }
    let (low, high) = (max(known.lowerBound, extent.lowerBound), min(known.upperBound, extent.upperBound))
    guard low <= high else { return nil }
    var result = values
    result[id] = low...high
    return result
  }
}

extension Expr {
  /// The states that must be active for a condition to hold: `in(…)` joined by `&&`.
  fileprivate var conjoinedStates: [StateID] {
    switch kind {
    case .isIn(let state): [state]
    case .binary(let lhs, .and, let rhs): lhs.conjoinedStates + rhs.conjoinedStates
    default: []
    }
  }

  fileprivate var isComparison: Bool {
    switch kind {
    case .variable: true
    case .binary(_, let sign, _): sign.isComparison
    default: false
    }
  }

  /// Whether it asks about data of states outside of `state` and those around it.
  func mentionsData(of machine: Machine, outside state: StateID) -> Bool {
    variables.contains { !machine.contains(machine[$0].owner, state) }
  }

  /// Whether it asks about data of states that are not active when `state` is, and has nothing active inside but regions.
  func mentionsData(of machine: Machine, inactiveIn state: StateID) -> Bool {
    variables.contains { !machine.canBeActiveTogether(machine[$0].owner, state) }
  }
}

extension ValueType {
  /// Whether values of the type are kept as intervals: enums by the number of their case, truth as 0 and 1.
  var hasExtent: Bool {
    switch self {
    case .bool, .integer, .enumeration: true
    case .double, .float, .string, .duration, .opaque, .unknown: false
    }
  }
}
