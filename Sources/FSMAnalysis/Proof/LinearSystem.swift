/// Whether linear constraints over whole numbers can hold together, with values for which they do.
///
/// Variables are eliminated one after the other by adding each upper bound to each lower bound (Fourier-Motzkin), with bounds rounded to
/// whole numbers as in Pugh's Omega test (W. Pugh, "The Omega Test", Supercomputing 1991). Where one of the two factors is 1 nothing is
/// lost, which covers differences and most of what guards say; elsewhere a contradiction is still a proof, while values must be looked
/// for, and not finding any proves nothing.
struct LinearSystem {
  enum Outcome {
    case impossible
    case possible([Int: Int128])
    case unknown
  }

  /// More constraints than this are given up on.
  private static let mostConstraints = 600
  /// Values tried in all while a solution is put together.
  private static let mostTries = 400

  /// What bounded a variable when it was eliminated.
  private struct Elimination {
    var term: Int
    var bounds: [LinearConstraint]
  }

  private var constraints: [[LinearForm.Part]: Int128] = [:]
  /// The keys in the order they came, so that the same question has the same answer.
  private var keys: [[LinearForm.Part]] = []
  private var eliminations: [Elimination] = []
  private var isImpossible = false
  private var isExact = true
  private var tries = 0
  private var durations: Set<Int> = []

  /// - Parameter durations: Terms whose values should be round for a reader, in attoseconds.
  static func solve(_ constraints: some Sequence<LinearConstraint>, durations: Set<Int> = []) -> Outcome {
    var system = LinearSystem()
    system.durations = durations
    for constraint in constraints { system.add(constraint) }
    return system.solve()
  }

  private mutating func add(_ constraint: LinearConstraint) {
    if constraint.parts.isEmpty {
      if constraint.bound < 0 { isImpossible = true }
      return
    }
    if let known = constraints[constraint.parts] {
      constraints[constraint.parts] = min(known, constraint.bound)
    } else {
      constraints[constraint.parts] = constraint.bound
      keys.append(constraint.parts)
    }
  }

  private mutating func solve() -> Outcome {
    while !isImpossible, let next = choose() {
      guard eliminate(next) else { return .unknown }
    }
    if isImpossible { return .impossible }
    var values: [Int: Int128] = [:]
    if assign(eliminations.count - 1, &values) { return .possible(values) }
    return .unknown
  }

  /// The variable whose elimination loses least and adds fewest constraints.
  private func choose() -> Int? {
    struct Count {
      var lower = 0
      var upper = 0
      var hasLargeLower = false
      var hasLargeUpper = false
    }
    var counts: [Int: Count] = [:]
    for parts in keys {
      for part in parts {
        if part.factor > 0 {
          counts[part.term, default: Count()].upper += 1
          if part.factor > 1 { counts[part.term]?.hasLargeUpper = true }
        } else {
          counts[part.term, default: Count()].lower += 1
          if part.factor < -1 { counts[part.term]?.hasLargeLower = true }
        }
      }
    }
    return counts.min { first, second in
      let (a, b) = (first.value, second.value)
      let (lossA, lossB) = (a.hasLargeLower && a.hasLargeUpper ? 1 : 0, b.hasLargeLower && b.hasLargeUpper ? 1 : 0)
      return (lossA, a.lower * a.upper - a.lower - a.upper, first.key) < (lossB, b.lower * b.upper - b.lower - b.upper, second.key)
    }?.key
  }

  /// False where that gets too large.
  private mutating func eliminate(_ term: Int) -> Bool {
    var (lower, upper): ([LinearConstraint], [LinearConstraint]) = ([], [])
    var rest: [[LinearForm.Part]] = []
    for parts in keys {
      guard let part = parts.first(where: { $0.term == term }), let bound = constraints[parts] else {
        rest.append(parts)
        continue
      }
      constraints[parts] = nil
      let constraint = LinearConstraint(parts, atMost: bound)
      if part.factor > 0 { upper.append(constraint) } else { lower.append(constraint) }
    }
    keys = rest
    eliminations.append(Elimination(term: term, bounds: lower + upper))
    for below in lower {
      for above in upper {
        guard let (sum, loses) = LinearSystem.sum(below, above, without: term), keys.count < LinearSystem.mostConstraints else {
          return false
        }
        if loses { isExact = false }
        add(sum)
      }
    }
    return true
  }

  private static func sum(
    _ below: LinearConstraint, _ above: LinearConstraint, without term: Int
  ) -> (LinearConstraint, loses: Bool)? {
    guard let low = below.parts.first(where: { $0.term == term })?.factor, low != .min,
      let high = above.parts.first(where: { $0.term == term })?.factor
    else { return nil }
    guard let first = LinearForm(0).adding(LinearForm(below), times: high),
      let sum = first.adding(LinearForm(above), times: -low), let bound = Int128(0).plus(sum.constant, times: -1)
    else { return nil }
    return (LinearConstraint(sum.parts, atMost: bound), high != 1 && low != -1)
  }

  /// Gives values to the variables, last eliminated first. Recursion goes as deep as there are variables.
  private mutating func assign(_ index: Int, _ values: inout [Int: Int128]) -> Bool {
    guard index >= 0 else { return true }
    let elimination = eliminations[index]
    guard let (low, high) = interval(of: elimination, values) else { return false }
    for value in LinearSystem.candidates(low, high, isDuration: durations.contains(elimination.term)) {
      tries += 1
      guard tries < LinearSystem.mostTries else { return false }
      values[elimination.term] = value
      if assign(index - 1, &values) { return true }
      if isExact { break }
    }
    values[elimination.term] = nil
    return false
  }

  /// What the others' values leave to a variable; nil where that is nothing.
  private func interval(of elimination: Elimination, _ values: [Int: Int128]) -> (Int128?, Int128?)? {
    var (low, high): (Int128?, Int128?) = (nil, nil)
    for constraint in elimination.bounds {
      var rest = constraint.bound
      var own: Int128 = 1
      for part in constraint.parts {
        if part.term == elimination.term {
          own = part.factor
        } else {
          guard part.factor != .min, let less = rest.plus(values[part.term] ?? 0, times: -part.factor) else { return nil }
          rest = less
        }
      }
      if own > 0 {
        high = min(high ?? .max, rest.floored(by: own))
      } else {
        guard rest != .min else { return nil }
        // own * x <= rest, own < 0: x >= ceil(-rest / -own)
        low = max(low ?? .min, -(rest.floored(by: -own)))
      }
    }
    if let low, let high, low > high { return nil }
    return (low, high)
  }

  /// Small numbers first: they make the better example.
  private static func candidates(_ low: Int128?, _ high: Int128?, isDuration: Bool) -> [Int128] {
    func fits(_ value: Int128) -> Bool { value >= low ?? .min && value <= high ?? .max }
    var nearest: Int128 = 0
    if let low, low > 0 { nearest = low } else if let high, high < 0 { nearest = high }
    var found = (isDuration ? rounded(nearest).filter(fits) : []) + [nearest]
    for step in Int128(1)...8 {
      for value in [nearest.plus(step, times: 1), nearest.plus(step, times: -1)] {
        if let value, fits(value) { found.append(value) }
      }
    }
    if let high, !found.contains(high) { found.append(high) }
    if let low, !found.contains(low) { found.append(low) }
    return found
  }
}

extension LinearSystem {
  /// Whole seconds, milliseconds and so on next to a number of attoseconds, the coarsest first.
  private static func rounded(_ value: Int128) -> [Int128] {
    var unit: Int128 = 1_000_000_000_000_000_000
    var found: [Int128] = []
    while unit > 1_000_000 {
      let below = value.floored(by: unit)
      for multiple in [below, below + 1] { if let exact = Int128(0).plus(multiple, times: unit) { found.append(exact) } }
      unit /= 1_000
    }
    return found
  }
}

extension LinearForm {
  /// The form that the constraint says is at most zero.
  fileprivate init(_ constraint: LinearConstraint) {
    parts = constraint.parts
    constant = constraint.bound == .min ? .max : -constraint.bound
  }
}
