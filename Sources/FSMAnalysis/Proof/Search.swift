import FSMModel

/// Looks for values of the terms for which a formula holds, by backtracking: the next term gets its first candidate, and a formula that
/// is already false ends the branch.
struct Search {
  enum Outcome {
    case none
    case found([TermValue?])
    case exhausted
  }

  let candidates: [[TermValue]]
  let states: StateTests
  /// Evaluations left; a search that needs more gives up.
  private var steps = 20_000

  init(terms: TermTable, _ shared: SharedMachine, state: StateID, assumesWhole: Bool) {
    candidates = terms.terms.map { $0.candidates(assumesWhole: assumesWhole) }
    states = StateTests(terms: terms, shared, state: state)
  }

  mutating func run(_ formula: Formula) -> Outcome {
    var values: [TermValue?] = Array(repeating: nil, count: candidates.count)
    var chosen: [Int] = []
    while true {
      steps -= 1
      guard steps > 0 else { return .exhausted }
      let truth = formula.value(values)
      let isConsistent = states.areConsistent(values)
      if truth == true, isConsistent { return .found(values) }
      if truth != false, isConsistent, chosen.count < candidates.count {
        values[chosen.count] = candidates[chosen.count][0]
        chosen.append(0)
      } else if !advance(&values, &chosen) {
        return .none
      }
    }
  }

  /// The next candidate of the innermost term that has one left.
  private func advance(_ values: inout [TermValue?], _ chosen: inout [Int]) -> Bool {
    while let last = chosen.popLast() {
      let term = chosen.count
      if last + 1 < candidates[term].count {
        values[term] = candidates[term][last + 1]
        chosen.append(last + 1)
        return true
      }
      values[term] = nil
    }
    return false
  }

  /// The values found, as an example to read: `n = 4`.
  func witness(_ values: [TermValue?], of terms: TermTable) -> [String] {
    zip(terms.terms, values).compactMap { term, value in value.flatMap { term.text(for: $0, machine: states.machine) } }
  }
}

extension TermTable.Term {
  fileprivate func text(for value: TermValue, machine: Machine) -> String? {
    let text = if case .relation = kind { "" } else { machine.text(of: expr) }
    return switch value {
    case .boolean(let isTrue):
      if case .isIn = kind { isTrue ? text : "!\(text)" } else { "\(text) = \(isTrue)" }
    case .integer(let number):
      if expr.type == .duration {
        "\(text) = \(Expr(.duration(nanoseconds: number), type: .duration, span: expr.span).durationText)"
      } else {
        "\(text) = \(number)"
      }
    case .real(let number): number.isNaN ? "\(text) is not a number" : "\(text) = \(number)"
    case .enumCase(let index):
      if case .enumeration(let id) = expr.type, index < machine[id].cases.count { "\(text) = .\(machine[id].cases[index])" } else { nil }
    case .literal(let index): index.map { "\(text) = \(machine.text(of: literals[$0]))" }
    case .less: "\(machine.text(of: literals[0])) < \(machine.text(of: literals[1]))"
    case .equal: "\(machine.text(of: literals[0])) == \(machine.text(of: literals[1]))"
    case .greater: "\(machine.text(of: literals[0])) > \(machine.text(of: literals[1]))"
    case .unordered: nil
    }
  }
}

/// Which `in(…)` answers can be true at once: active states form one configuration.
struct StateTests {
  private let shared: SharedMachine
  /// Terms that are `in(…)`, with their states.
  private let tests: [(term: Int, state: StateID)]
  private let state: StateID

  init(terms: TermTable, _ shared: SharedMachine, state: StateID) {
    let machine = shared.machine
    self.shared = shared
    // A choice is never active itself.
    self.state = machine[state].isPseudo ? machine[state].parent ?? .root : state
    tests = terms.terms.enumerated().compactMap { index, term in if case .isIn(let state) = term.kind { (index, state) } else { nil } }
  }

  var machine: Machine { shared.machine }

  /// True unless what has a value so far contradicts itself.
  func areConsistent(_ values: [TermValue?]) -> Bool {
    guard !tests.isEmpty else { return true }
    var active: [StateID] = [state]
    var inactive: Set<StateID> = []
    for test in tests {
      switch values[test.term] {
      case .boolean(true)?: active.append(test.state)
      case .boolean(false)?: inactive.insert(test.state)
      default: break
      }
    }
    for (index, first) in active.enumerated() {
      if machine.ancestorsAndSelf(of: first).contains(where: inactive.contains) { return false }
      for second in active.dropFirst(index + 1) where !machine.canBeActiveTogether(first, second) { return false }
    }
    return active.allSatisfy { hasActiveChild($0, inactive) }
  }

  /// A composite that is active has an active child.
  private func hasActiveChild(_ state: StateID, _ inactive: Set<StateID>) -> Bool {
    machine.ancestorsAndSelf(of: state).allSatisfy { ancestor in
      guard machine[ancestor].kind == .composite else { return true }
      return !machine[ancestor].children.allSatisfy { machine[$0].isPseudo || inactive.contains($0) }
    }
  }
}
