import FSMModel

/// What has been settled on one way through a formula: facts that must hold together.
struct Facts {
  private(set) var booleans: [Int: Bool] = [:]
  private(set) var linear: [LinearConstraint] = []
  private(set) var orders: [OrderFact] = []
  /// Bounds that constraints of one term give it.
  private var lower: [Int: Int128] = [:]
  private var upper: [Int: Int128] = [:]
  /// Terms asked about, in the order they came up.
  private(set) var mentioned: [Int] = []
  private var seen: Set<Int> = []

  /// Adds a fact; false where it contradicts what is there at first sight.
  mutating func add(boolean term: Int, _ value: Bool) -> Bool {
    mention(term)
    if let known = booleans[term] { return known == value }
    booleans[term] = value
    return true
  }

  mutating func add(_ fact: OrderFact) -> Bool {
    mention(fact.first)
    mention(fact.second)
    if !orders.contains(fact) { orders.append(fact) }
    return true
  }

  mutating func add(_ constraint: LinearConstraint, _ terms: TermTable) -> Bool {
    for part in constraint.parts { mention(part.term) }
    if !linear.contains(constraint) { linear.append(constraint) }
    guard constraint.parts.count == 1, let part = constraint.parts.first else { return true }
    // A single term's factor is 1 or -1: the common divisor has been taken out.
    if part.factor > 0 {
      upper[part.term] = min(upper[part.term] ?? terms[part.term].upper ?? .max, constraint.bound)
    } else if constraint.bound != .min {
      lower[part.term] = max(lower[part.term] ?? terms[part.term].lower ?? .min, -constraint.bound)
    }
    let least = lower[part.term] ?? terms[part.term].lower ?? .min
    return least <= upper[part.term] ?? terms[part.term].upper ?? .max
  }

  func mentions(_ term: Int) -> Bool { seen.contains(term) }

  private mutating func mention(_ term: Int) {
    if seen.insert(term).inserted { mentioned.append(term) }
  }
}

/// Values for which facts hold.
struct Model {
  var booleans: [Int: Bool] = [:]
  var integers: [Int: Int128] = [:]
  var orders: [Int: OrderValue] = [:]

  /// The value of a number or string; nil of what has none yet.
  func value(of term: Int) -> KnownValue? {
    if let number = integers[term] { return .integer(number) }
    return orders[term].flatMap { KnownValue($0) }
  }
}

/// Decides whether facts hold together, and for which values.
struct Theory {
  enum Outcome {
    case impossible
    case possible(Model)
    case unknown
  }

  let terms: TermTable
  let states: StateTests

  /// Values for the facts, and for what `fixed` says besides.
  func solve(_ facts: Facts, fixing fixed: [Int: KnownValue] = [:]) -> Outcome {
    guard states.areConsistent(facts.booleans) else { return .impossible }
    var model = Model(booleans: facts.booleans)
    let durations = Set(facts.mentioned.filter { terms[$0].expr.type == .duration })
    switch LinearSystem.solve(facts.linear + bounds(facts, fixed), durations: durations) {
    case .impossible: return .impossible
    case .unknown: return .unknown
    case .possible(let values): model.integers = values
    }
    switch orders(facts, fixed) {
    case .impossible: return .impossible
    case .unknown: return .unknown
    case .possible(let values): model.orders = values
    }
    return .possible(model)
  }

  private func bounds(_ facts: Facts, _ fixed: [Int: KnownValue]) -> [LinearConstraint] {
    var result: [LinearConstraint] = []
    let others = fixed.keys.sorted().filter { !facts.mentions($0) }
    let numbers = (facts.mentioned + others).filter { terms[$0].kind == .integer }
    for term in numbers {
      if let upper = terms[term].upper { result.append(LinearConstraint([.init(term: term, factor: 1)], atMost: upper)) }
      if let lower = terms[term].lower { result.append(LinearConstraint([.init(term: term, factor: -1)], atMost: -lower)) }
    }
    for (term, value) in fixed.sorted(by: { $0.key < $1.key }) {
      guard case .integer(let number) = value, number != .min else { continue }
      result.append(LinearConstraint([.init(term: term, factor: 1)], atMost: number))
      result.append(LinearConstraint([.init(term: term, factor: -1)], atMost: -number))
    }
    return result
  }

  private func orders(_ facts: Facts, _ fixed: [Int: KnownValue]) -> OrderSystem.Outcome {
    var table = terms
    var known = facts.orders
    for (term, value) in fixed.sorted(by: { $0.key < $1.key }) {
      guard case .ordered(let domain) = terms[term].kind else { continue }
      let literal: OrderValue
      switch value {
      case .real(let number): literal = number.isNaN ? .notANumber : .real(number)
      case .string(let text): literal = .string(text)
      case .integer: continue
      }
      guard literal != .notANumber else {
        known.append(OrderFact(kind: .isNotANumber, first: term, second: term))
        continue
      }
      let place = table.add(.init(expr: terms[term].expr, kind: .ordered(domain), origin: .own, literal: literal))
      known += [
        OrderFact(kind: .lessOrEqual, first: term, second: place), OrderFact(kind: .lessOrEqual, first: place, second: term),
        OrderFact(kind: .isNumber, first: term, second: term),
      ]
    }
    return OrderSystem.solve(known, table)
  }
}

extension KnownValue {
  /// The value that an order gives a term; nil where it is only a place among others.
  init?(_ value: OrderValue) {
    switch value {
    case .real(let number): self = .real(number)
    case .string(let text): self = .string(text)
    case .opaque, .notANumber, .abstract: return nil
    }
  }
}
