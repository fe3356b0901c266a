import FSMModel

/// Values as intervals.
extension Invariants {
  /// Everything that a variable can be by its type and constant range; nil of types without intervals.
  func whole(_ variable: Variable) -> Extent? {
    guard let type = whole(variable.type) else { return nil }
    return within(type, variable) ?? type
  }

  func whole(_ type: ValueType) -> Extent? {
    switch type {
    case .bool: 0...1
    case .integer(let width): width.bounds
    case .enumeration(let id): 0...Int128(max(0, machine[id].cases.count - 1))
    case .double, .float, .string, .duration, .opaque, .unknown: nil
    }
  }

  /// The part within the variable's type and range: anything else is refused; nil where that is nothing.
  func within(_ extent: Extent, _ variable: Variable) -> Extent? {
    guard let type = whole(variable.type) else { return nil }
    var (low, high) = (max(extent.lowerBound, type.lowerBound), min(extent.upperBound, type.upperBound))
    if let bound = variable.range?.lower?.constant { low = max(low, bound) }
    if let range = variable.range, let bound = range.upper?.constant { high = min(high, range.includesUpper ? bound : bound - 1) }
    return low <= high ? low...high : nil
  }

  /// The values of an expression; nil where nothing is known. Recursion goes as deep as the expression is nested.
  func extent(of expr: Expr, _ local: [VariableID: Extent]) -> Extent? {
    switch expr.kind {
    case .boolean(let value): return value ? 1...1 : 0...0
    case .integer(let value): return value...value
    case .enumCase(_, let index): return Int128(index)...Int128(index)
    case .parameter(let index): return local[.parameter(index)] ?? whole(expr.type)
    case .variable(let id): return local[id] ?? extents[id] ?? whole(machine[id])
    case .negate(let inner): return combined(0...0, .subtract, extent(of: inner, local), whole(expr.type))
    case .conditional(_, let then, let otherwise):
      guard let first = extent(of: then, local), let second = extent(of: otherwise, local) else { return whole(expr.type) }
      return min(first.lowerBound, second.lowerBound)...max(first.upperBound, second.upperBound)
    case .binary(let lhs, let sign, let rhs) where expr.type.isInteger:
      return combined(extent(of: lhs, local), sign, extent(of: rhs, local), whole(expr.type))
    default: return whole(expr.type)
    }
  }

  /// Arithmetic on intervals; what does not fit the type traps, and has no value.
  func combined(_ lhs: Extent?, _ sign: Expr.BinaryOperator, _ rhs: Extent?, _ type: Extent?) -> Extent? {
    guard let lhs, let rhs, let type else { return type }
    var corners: [Int128] = []
    for a in [lhs.lowerBound, lhs.upperBound] {
      for b in [rhs.lowerBound, rhs.upperBound] {
        let (value, overflow): (Int128, Bool)
        switch sign {
        case .add: (value, overflow) = a.addingReportingOverflow(b)
        case .subtract: (value, overflow) = a.subtractingReportingOverflow(b)
        case .multiply: (value, overflow) = a.multipliedReportingOverflow(by: b)
        default: return remainder(lhs, sign, rhs) ?? type
        }
        if overflow { return type }
        corners.append(value)
      }
    }
    guard let low = corners.min(), let high = corners.max() else { return type }
    let (fittingLow, fittingHigh) = (max(low, type.lowerBound), min(high, type.upperBound))
    return fittingLow <= fittingHigh ? fittingLow...fittingHigh : type
  }

  private func remainder(_ lhs: Extent, _ sign: Expr.BinaryOperator, _ rhs: Extent) -> Extent? {
    guard sign == .remainder, rhs.lowerBound == rhs.upperBound, rhs.lowerBound > 0 else { return nil }
    let most = rhs.lowerBound - 1
    return (lhs.lowerBound >= 0 ? 0 : -most)...(lhs.upperBound <= 0 ? 0 : most)
  }

  /// What a condition says about single variables, where it holds or fails. Recursion goes as deep as the condition is nested.
  func narrow(_ local: inout [VariableID: Extent], _ condition: Expr, holds: Bool) {
    switch condition.kind {
    case .not(let inner): narrow(&local, inner, holds: !holds)
    case .binary(let lhs, .and, let rhs) where holds, .binary(let lhs, .or, let rhs) where !holds:
      narrow(&local, lhs, holds: holds)
      narrow(&local, rhs, holds: holds)
    case .binary(let lhs, let sign, let rhs) where sign.isComparison && lhs.type.isInteger:
      let effective = holds ? sign : sign.negated
      narrow(&local, lhs, effective, rhs)
      narrow(&local, rhs, effective.mirrored, lhs)
    default: break
    }
  }

  private func narrow(_ local: inout [VariableID: Extent], _ lhs: Expr, _ sign: Expr.BinaryOperator, _ rhs: Expr) {
    guard case .variable(let id) = lhs.kind, let known = local[id] ?? extents[id] ?? whole(machine[id]),
      let other = extent(of: rhs, local)
    else { return }
    var (low, high) = (known.lowerBound, known.upperBound)
    switch sign {
    case .less: high = min(high, other.upperBound - 1)
    case .lessOrEqual: high = min(high, other.upperBound)
    case .greater: low = max(low, other.lowerBound + 1)
    case .greaterOrEqual: low = max(low, other.lowerBound)
    case .equal: (low, high) = (max(low, other.lowerBound), min(high, other.upperBound))
    default: break
    }
    if low <= high { local[id] = low...high }
  }
}

extension VariableID {
  /// What stands for a parameter among variables.
  static func parameter(_ index: Int) -> VariableID { VariableID(-1 - index) }
  var isParameter: Bool { index < 0 }
}

extension [Effect] {
  /// Variables assigned anywhere inside.
  var assigned: [VariableID] {
    var found: [VariableID] = []
    forEachEffect { if case .assign(let place, _, _, _) = $0, case .variable(let id) = place.kind { found.append(id) } }
    return found
  }
}

extension Expr.BinaryOperator {
  /// The comparison that says the same with the sides exchanged.
  fileprivate var mirrored: Expr.BinaryOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
