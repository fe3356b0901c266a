/// Whether values of ordered types can stand to each other as wanted: a transitive closure, in which a value must not come before itself.
struct OrderSystem {
  enum Outcome {
    case impossible
    case possible([Int: OrderValue])
    case unknown
  }

  /// More values than this are given up on.
  private static let mostNodes = 60

  private enum Edge: UInt8 {
    case none, lessOrEqual, less
  }

  private let terms: TermTable
  /// The terms compared, literals included.
  private var nodes: [Int] = []
  private var edges: [[Edge]] = []
  private var different: Set<[Int]> = []
  private var notNumbers: Set<Int> = []

  static func solve(_ facts: [OrderFact], _ terms: TermTable) -> Outcome {
    guard !facts.isEmpty else { return .possible([:]) }
    var system = OrderSystem(terms, facts)
    return system.solve(facts)
  }

  private init(_ terms: TermTable, _ facts: [OrderFact]) {
    self.terms = terms
    var seen: Set<Int> = []
    for fact in facts { for term in [fact.first, fact.second] where seen.insert(term).inserted { nodes.append(term) } }
    edges = Array(repeating: Array(repeating: .none, count: nodes.count), count: nodes.count)
  }

  private mutating func solve(_ facts: [OrderFact]) -> Outcome {
    guard nodes.count <= OrderSystem.mostNodes else { return .unknown }
    let places = Dictionary(uniqueKeysWithValues: zip(nodes, nodes.indices))
    var numbers: Set<Int> = []
    for fact in facts {
      guard let a = places[fact.first], let b = places[fact.second] else { continue }
      switch fact.kind {
      case .less: edges[a][b] = .less
      case .lessOrEqual: if edges[a][b] == .none { edges[a][b] = .lessOrEqual }
      case .different: different.insert([min(a, b), max(a, b)])
      case .isNumber: numbers.insert(a)
      case .isNotANumber: notNumbers.insert(a)
      }
    }
    guard numbers.isDisjoint(with: notNumbers) else { return .impossible }
    orderLiterals()
    close()
    let classes = classes()
    for index in nodes.indices where edges[index][index] == .less { return .impossible }
    for pair in different where classes[pair[0]] == classes[pair[1]] { return .impossible }
    guard literalsAreApart(classes) else { return .impossible }
    return assign(classes)
  }

  private mutating func orderLiterals() {
    for a in nodes.indices {
      for b in nodes.indices {
        guard let first = terms[nodes[a]].literal, let second = terms[nodes[b]].literal else { continue }
        if OrderValue.isLess(first, second) == true { edges[a][b] = .less } else if first == second { edges[a][b] = .lessOrEqual }
      }
    }
    // Nothing comes before the empty string.
    for a in nodes.indices where terms[nodes[a]].literal == .string("") {
      for b in nodes.indices where edges[a][b] == .none && terms[nodes[b]].kind == .ordered(.string) { edges[a][b] = .lessOrEqual }
    }
  }

  /// The algorithm of Floyd and Warshall, for "less" and "less or equal".
  private mutating func close() {
    for middle in nodes.indices {
      for a in nodes.indices where edges[a][middle] != .none {
        for b in nodes.indices where edges[middle][b] != .none {
          let isStrict = edges[a][middle] == .less || edges[middle][b] == .less
          if isStrict { edges[a][b] = .less } else if edges[a][b] == .none { edges[a][b] = .lessOrEqual }
        }
      }
    }
  }

  /// For each node the first that it must equal.
  private func classes() -> [Int] {
    nodes.indices.map { a in nodes.indices.first { $0 == a || edges[a][$0] != .none && edges[$0][a] != .none } ?? a }
  }

  private func literalsAreApart(_ classes: [Int]) -> Bool {
    var known: [Int: OrderValue] = [:]
    for index in nodes.indices {
      guard let literal = terms[nodes[index]].literal else { continue }
      if let other = known[classes[index]], other != literal { return false }
      known[classes[index]] = literal
    }
    return true
  }
}

/// Values that stand to each other as they must.
extension OrderSystem {
  private func assign(_ classes: [Int]) -> Outcome {
    var values: [Int: OrderValue] = [:]
    for index in nodes.indices { if let literal = terms[nodes[index]].literal { values[classes[index]] = literal } }
    let literals = values
    func rank(_ index: Int) -> Int { nodes.indices.count { edges[$0][index] != .none && classes[$0] != index } }
    let order = nodes.indices.filter { classes[$0] == $0 && values[$0] == nil }.sorted { (rank($0), $0) < (rank($1), $1) }
    for index in order {
      guard case .ordered(let domain) = terms[nodes[index]].kind else { return .unknown }
      let lower = nodes.indices.filter { edges[$0][index] != .none && classes[$0] != index }.compactMap { values[classes[$0]] }
      let upper = nodes.indices.filter { edges[index][$0] != .none && classes[$0] != index }.compactMap { literals[classes[$0]] }
      let used = Set(values.values)
      guard let value = OrderSystem.value(domain, above: lower, below: upper, used, index) else { return .unknown }
      values[index] = value
    }
    var result: [Int: OrderValue] = [:]
    for index in nodes.indices { result[nodes[index]] = notNumbers.contains(index) ? .notANumber : values[classes[index]] }
    return .possible(result)
  }

  /// A value strictly between others that none has yet; nil where none is found.
  private static func value(
    _ domain: OrderDomain, above lower: [OrderValue], below upper: [OrderValue], _ used: Set<OrderValue>, _ number: Int
  ) -> OrderValue? {
    func fits(_ value: OrderValue) -> Bool {
      !used.contains(value) && lower.allSatisfy { OrderValue.isLess($0, value) == true }
        && upper.allSatisfy { OrderValue.isLess(value, $0) == true }
    }
    let candidates: [OrderValue] =
      switch domain {
      case .double, .float: numbers(lower, upper, isSingle: domain == .float)
      case .string: texts(lower)
      case .opaque: [.abstract(number)]
      }
    return domain == .opaque ? candidates[0] : candidates.first(where: fits)
  }

  private static func numbers(_ lower: [OrderValue], _ upper: [OrderValue], isSingle: Bool) -> [OrderValue] {
    func number(_ value: OrderValue) -> Double? { if case .real(let number) = value { number } else { nil } }
    let (low, high) = (lower.compactMap(number).max(), upper.compactMap(number).min())
    var found: [Double] = []
    if let low, let high {
      found += [low + 1, (low + high) / 2, low + (high - low) / 3, low + (high - low) / 5]
    } else if let low {
      found += (1...40).map { low + Double($0) } + [low * 2, low / 2]
    } else if let high {
      found += (1...40).map { high - Double($0) } + [high * 2, high / 2]
    } else {
      found += (0...40).map { Double($0) }
    }
    return found.filter(\.isFinite).map { .real(isSingle ? Double(Float($0)) : $0) }
  }

  private static func texts(_ lower: [OrderValue]) -> [OrderValue] {
    let starts = lower.map { if case .string(let text) = $0 { text } else { "" } }
    return (starts + [""]).flatMap { start in ["a", "b", "c", "d", "e", "z", " ", "!", "0"].map { .string(start + $0) } }
  }
}
