import FSMModel

/// A condition taken apart: what must hold of the values that it asks about, in negation normal form.
///
/// Negation is pushed inwards while a guard is translated, because a guard that traps neither holds nor fails: "holds" and "fails" are
/// two formulas, and where arithmetic may trap neither is the other's negation.
indirect enum Formula {
  case constant(Bool)
  /// The boolean term at an index of the table has this value.
  case boolean(Int, Bool)
  case linear(LinearConstraint)
  case order(OrderFact)
  case all([Formula])
  case any([Formula])

  /// A conjunction without parts that say nothing.
  static func both(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    for part in parts {
      switch part {
      case .constant(true): continue
      case .constant(false): return .constant(false)
      case .all(let inner): kept += inner
      default: kept.append(part)
      }
    }
    return kept.isEmpty ? .constant(true) : kept.count == 1 ? kept[0] : .all(kept)
  }

  /// A disjunction without parts that cannot be.
  static func either(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    for part in parts {
      switch part {
      case .constant(false): continue
      case .constant(true): return .constant(true)
      case .any(let inner): kept += inner
      default: kept.append(part)
      }
    }
    return kept.isEmpty ? .constant(false) : kept.count == 1 ? kept[0] : .any(kept)
  }

  /// The opposite of a single fact; nil of what is no single fact, or has no exact opposite.
  var opposite: Formula? {
    switch self {
    case .boolean(let term, let value): .boolean(term, !value)
    case .linear(let constraint): constraint.opposite.map { .linear($0) }
    default: nil
    }
  }
}

/// How two values of one ordered or comparable type stand to each other; values are named by their place in the table of terms.
struct OrderFact: Hashable {
  enum Kind: Hashable {
    case less, lessOrEqual, different
    /// The first is a number, or is none; the second is the same.
    case isNumber, isNotANumber
  }

  var kind: Kind
  var first: Int
  var second: Int
}

extension Expr.BinaryOperator {
  /// The comparison that holds of two values in a total order exactly when this one does not.
  var negated: Expr.BinaryOperator {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    default: self
    }
  }
}
