import FSMModel

/// Values worth trying for the operands of arithmetic that is not solved but computed: those that guards mention, and their neighbours.
enum ValueGuesses {
  private static let most = 24

  static func values(for leaf: Expr, _ model: Model, _ facts: Facts, _ theory: Theory) -> [KnownValue] {
    let known = theory.number(leaf).flatMap { model.value(of: $0) }
    var guesses = known.map { [$0] } ?? []
    switch leaf.type {
    case .double, .float: guesses += reals(facts, theory).map { .real($0) }
    case .string: guesses += ["", "a", "b"].map { .string($0) }
    default: guesses += integers(facts).map { .integer($0) }
    }
    var seen: Set<KnownValue> = []
    return Array(guesses.filter { seen.insert($0).inserted }.prefix(most))
  }

  private static func integers(_ facts: Facts) -> [Int128] {
    let bounds = facts.linear.map { $0.bound > .min / 2 && $0.bound < .max / 2 ? $0.bound : 0 }
    let near = bounds.flatMap { [$0, -$0, $0 + 1, $0 - 1, -$0 - 1, -$0 + 1] }
    let roots = bounds.map { Int128(Double($0.magnitude).squareRoot()) }.flatMap { [$0, $0 + 1] }
    return [0, 1, 2, -1, 3, -2, 10] + roots + near
  }

  private static func reals(_ facts: Facts, _ theory: Theory) -> [Double] {
    let literals = facts.orders.flatMap { [$0.first, $0.second] }.compactMap { term -> Double? in
      guard term < theory.terms.terms.count, case .real(let number)? = theory.terms[term].literal else { return nil }
      return number
    }
    var guesses: [Double] = [0, 1, -1, 0.5, 2]
    for number in literals {
      let half = number / 2
      guesses.append(contentsOf: [number, half, half + 0.25, half - 0.25, number + 1, number - 1, number / 3])
    }
    return guesses
  }
}

/// All combinations of choices, the last changing fastest, up to a limit.
struct Assignments {
  private let choices: [[KnownValue]]
  private var places: [Int]?
  private var left = 400

  init(_ choices: [[KnownValue]]) {
    self.choices = choices
    places = choices.allSatisfy { !$0.isEmpty } ? Array(repeating: 0, count: choices.count) : nil
  }

  mutating func next() -> [KnownValue]? {
    guard let current = places, left > 0 else { return nil }
    left -= 1
    var following = current
    var index = choices.count - 1
    while index >= 0 {
      following[index] += 1
      if following[index] < choices[index].count { break }
      following[index] = 0
      index -= 1
    }
    places = index < 0 ? nil : following
    return zip(choices, current).map { $0[$1] }
  }
}

extension Theory {
  /// The term that holds the value of a variable, a parameter or an answer; nil where it is none that numbers or orders ask about.
  func number(_ leaf: Expr) -> Int? {
    let kinds: [TermTable.Term.Kind] = [.integer, .ordered(.double), .ordered(.float), .ordered(.string)]
    return kinds.compactMap { terms.find(leaf, $0) }.first
  }
}
