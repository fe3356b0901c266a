import FSMModel

/// Which values given to a variable with a range have to be checked when the machine runs.
enum RangeChecks {
  /// True when some value of the chart must be checked, or a caller passes one.
  static func needsAny(_ machine: Machine) -> Bool {
    let ranged = machine.variables.filter { $0.range != nil }
    if ranged.isEmpty { return false }
    for variable in ranged {
      // What the caller passes at the start is anything.
      guard let value = variable.value else {
        if variable.owner == .root { return true }
        continue
      }
      if needsCheck(value, variable, machine) { return true }
    }
    let targets = machine.transitions.flatMap(\.targets) + machine.states.flatMap { $0.initial?.targets ?? [] }
    if targets.contains(where: { $0.arguments.contains { needsCheck($0.value, machine[$0.variable], machine) } }) { return true }
    return machine.containsEffect {
      guard case .assign(let place, let op, let value, _) = $0, case .variable(let id) = place.kind else { return false }
      return machine[id].range != nil && (op != .set || needsCheck(value, machine[id], machine))
    }
  }

  /// True unless the value is a constant known to lie in the variable's range.
  static func needsCheck(_ value: Expr, _ variable: Variable, _ machine: Machine) -> Bool {
    guard let range = variable.range else { return false }
    guard let value = constant(value, machine) else { return true }
    if let lower = range.lower {
      guard let bound = constant(lower, machine), value >= bound else { return true }
    }
    if let upper = range.upper {
      guard let bound = constant(upper, machine), range.includesUpper ? value <= bound : value < bound else { return true }
    }
    return false
  }

  /// The number an expression stands for, where it is one in every run.
  static func constant(_ expression: Expr, _ machine: Machine) -> Double? {
    switch expression.kind {
    case .integer(let value): return Double(exactly: value)
    case .float(let text): return Double(text.filter { $0 != "_" })
    case .negate(let value): return constant(value, machine).map { -$0 }
    case .duration(let nanoseconds): return Double(exactly: nanoseconds)
    case .variable(let id):
      // One level deep: a constant that is a literal.
      let variable = machine[id]
      guard variable.isConstant, variable.owner == .root, let value = variable.value else { return nil }
      if case .variable = value.kind { return nil }
      return constant(value, machine)
    default: return nil
    }
  }
}
