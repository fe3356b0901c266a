import FSMDiagnostics
import FSMModel

/// Turns guards into formulas that say when they hold, or when they fail. Recursion goes as deep as expressions are nested, and functions
/// are seen through only while the budget lasts.
struct GuardTranslator {
  let shared: SharedMachine
  /// Whether opaque numbers may be taken for whole ones.
  let assumesWhole: Bool
  var terms = TermTable()
  /// Set when a condition is too large to reason about.
  var isExhausted = false
  private var budget = 3_000

  init(_ shared: SharedMachine, assumesWhole: Bool) { (self.shared, self.assumesWhole) = (shared, assumesWhole) }

  var machine: Machine { shared.machine }

  /// When the guard holds, or when it fails; no condition always holds.
  mutating func formula(_ guarding: GuardReasoner.Guard, holds: Bool) -> Formula {
    guard let condition = guarding.condition else { return .constant(holds) }
    // Parameters of the same name are the same value, whichever reaction they stand in.
    let named = guarding.parameters.map { Expr(.swiftName($0.name), type: $0.type, span: $0.span) }
    return truth(plain(condition, named), holds)
  }

  /// When a boolean expression has the value.
  mutating func truth(_ expr: Expr, _ wanted: Bool) -> Formula {
    budget -= 1
    guard budget > 0 else {
      isExhausted = true
      return .constant(true)
    }
    switch expr.kind {
    case .boolean(let value): return .constant(value == wanted)
    case .not(let inner): return truth(inner, !wanted)
    case .binary(let lhs, .and, let rhs): return joined(lhs, rhs, decisive: false, wanted)
    case .binary(let lhs, .or, let rhs): return joined(lhs, rhs, decisive: true, wanted)
    case .conditional(let condition, let then, let otherwise):
      return .either([
        .both([truth(condition, true), truth(then, wanted)]), .both([truth(condition, false), truth(otherwise, wanted)]),
      ])
    case .binary(let lhs, let sign, let rhs) where sign.isComparison: return comparison(lhs, sign, rhs, wanted)
    case .isIn(let state): return .boolean(term(expr, .isIn(state)), wanted)
    default: return .boolean(term(expr, .boolean), wanted)
    }
  }

  /// `&&` and `||`: the right operand counts only where the left one has not decided, which matters where it may trap.
  private mutating func joined(_ lhs: Expr, _ rhs: Expr, decisive: Bool, _ wanted: Bool) -> Formula {
    let (left, right) = (truth(lhs, wanted), truth(rhs, wanted))
    guard wanted == decisive else { return .both([left, right]) }
    return .either([left, lhs.mayTrap ? .both([truth(lhs, !wanted), right]) : right])
  }

  private mutating func comparison(_ lhs: Expr, _ sign: Expr.BinaryOperator, _ rhs: Expr, _ wanted: Bool) -> Formula {
    if lhs.type == .bool || rhs.type == .bool {
      let isAlike = (sign == .equal) == wanted
      return .either([true, false].map { .both([truth(lhs, $0), truth(rhs, $0 == isAlike)]) })
    }
    // What both sides write out is worked out.
    if let left = lhs.value({ _ in nil }), let right = rhs.value({ _ in nil }), let holds = left.compare(sign, right) {
      return .constant(holds == wanted)
    }
    switch domain(lhs, rhs) {
    case .whole:
      var conditions: [Formula] = []
      guard let left = linear(lhs, &conditions), let right = linear(rhs, &conditions), let form = left.adding(right, times: -1) else {
        isExhausted = true
        return .constant(true)
      }
      return .both([compare(form, wanted ? sign : sign.negated)] + conditions)
    case .ordered(let domain): return ordered(lhs, sign, rhs, domain, wanted)
    }
  }

  /// A form compared with zero.
  private mutating func compare(_ form: LinearForm, _ sign: Expr.BinaryOperator) -> Formula {
    let one = LinearForm(1)
    guard let turned = form.times(-1), let more = form.adding(one), let less = turned.adding(one) else {
      isExhausted = true
      return .constant(true)
    }
    switch sign {
    case .less: return .atMostZero(more)
    case .lessOrEqual: return .atMostZero(form)
    case .greater: return .atMostZero(less)
    case .greaterOrEqual: return .atMostZero(turned)
    case .equal: return .both([.atMostZero(form), .atMostZero(turned)])
    default: return .either([.atMostZero(more), .atMostZero(less)])
    }
  }

  mutating func term(_ expr: Expr, _ kind: TermTable.Term.Kind) -> Int {
    let (lower, upper) = kind == .integer ? bounds(of: expr) : (nil, nil)
    let origin = expr.origin(as: kind)
    // What it is computed from gets values too.
    if origin == .computed { for leaf in expr.leaves { if let kind = leaf.type.termKind { _ = term(leaf, kind) } } }
    return terms.index(of: expr, kind) {
      .init(expr: expr, kind: kind, origin: origin, lower: lower, upper: upper, leaves: expr.leaves)
    }
  }

  /// The expression with parameters named, constants of the chart in place, and defined functions replaced by their bodies.
  private mutating func plain(_ expr: Expr, _ arguments: [Expr]) -> Expr {
    budget -= 1
    guard budget > 0 else {
      isExhausted = true
      return expr
    }
    switch expr.kind {
    case .parameter(let index): return index < arguments.count ? arguments[index] : expr
    case .variable(let id): return shared.constants[id] ?? expr
    case .call(let id, let values):
      let passed = values.map { plain($0, arguments) }
      if let body = machine[id].body { return plain(body, passed) }
      return Expr(.call(id, passed), type: expr.type, span: expr.span)
    default: return expr.mappingParts { plain($0, arguments) }
    }
  }
}

extension Formula {
  static func atMostZero(_ form: LinearForm) -> Formula { LinearConstraint.atMostZero(form) }
}

extension ValueType {
  /// What terms of the type are; nil of those that nothing is computed from.
  fileprivate var termKind: TermTable.Term.Kind? {
    switch self {
    case .integer, .duration: .integer
    case .double: .ordered(.double)
    case .float: .ordered(.float)
    case .string: .ordered(.string)
    case .bool, .enumeration, .opaque, .unknown: nil
    }
  }
}

extension Expr {
  /// True where evaluating it may trap: integers overflow, an optional is empty.
  fileprivate var mayTrap: Bool {
    switch kind {
    case .forced: true
    case .binary(_, .add, _), .binary(_, .subtract, _), .binary(_, .multiply, _), .binary(_, .divide, _), .binary(_, .remainder, _):
      !type.isFloatingPoint && type != .string || parts.contains(where: \.mayTrap)
    default: parts.contains(where: \.mayTrap)
    }
  }

  fileprivate func origin(as kind: TermTable.Term.Kind) -> TermTable.Term.Origin {
    switch self.kind {
    case .variable: .leaf
    case .swiftName(let name): name.first?.isUppercase == true ? .opaque : .leaf
    case .call: .call
    case .isIn: .leaf
    default: kind != .boolean && isComputable ? .computed : .opaque
    }
  }

  /// Variables and parameters inside, and what functions of the caller answer; what is passed to those is left aside.
  var leaves: [Expr] {
    switch kind {
    case .variable, .call: [self]
    case .swiftName(let name): name.first?.isUppercase == true ? [] : [self]
    default: parts.flatMap(\.leaves)
    }
  }
}
