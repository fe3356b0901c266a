/// What an expression may name.
struct SketchScope: Sendable {
  /// Of two with one name the last counts, and the first is not here.
  var values: [SketchValue]
}

/// Expressions of each sort.
extension ChartMaker {
  /// Variables, data of the state and of what contains it, and the parameters that some events share.
  func scope(of id: Int, events list: [Int] = []) -> SketchScope {
    let owners = ([id] + ancestors(of: id)).reversed()
    var all = variables + owners.flatMap { states[$0].data }
    if let first = list.first {
      all += events[first].parameters.filter { parameter in
        list.allSatisfy { events[$0].parameters.contains { $0.name == parameter.name && $0.sort == parameter.sort } }
      }
    }
    var seen: Set<String> = []
    return SketchScope(values: all.reversed().filter { seen.insert($0.name).inserted }.reversed())
  }

  mutating func literal(_ sort: Sort) -> String {
    switch sort {
    case .int: "\(random.number(0...7))"
    case .bool: random.pick(["true", "false"])
    case .mode: random.pick([".slow", ".fast", ".off"])
    case .double: random.pick(["0.5", "1.25", "2.0", "0.0"])
    case .string: random.pick(["\"a\"", "\"b c\"", "\"\"", "\"\\\"\\n\\\\\""])
    }
  }

  mutating func expression(_ sort: Sort, _ scope: SketchScope, depth: Int = 0) -> String {
    let names = scope.values.filter { $0.sort == sort }
    if !names.isEmpty, random.chance(depth == 0 ? 50 : 70) { return random.pick(names).name }
    if depth >= 2 || random.chance(35) { return literal(sort) }
    if random.chance(8) {
      let parts = (condition(scope, depth: depth + 1, asksStates: false), expression(sort, scope, depth: depth + 1))
      return "(\(parts.0) ? \(parts.1) : \(expression(sort, scope, depth: depth + 1)))"
    }
    switch sort {
    case .int: return integer(scope, depth)
    case .bool: return condition(scope, depth: depth + 1, asksStates: false)
    case .mode: return asksCaller && random.chance(50) ? "mood(n: \(expression(.int, scope, depth: depth + 1)))" : literal(.mode)
    case .double: return "\(expression(.double, scope, depth: depth + 1)) \(random.pick(["+", "-", "*"])) \(literal(.double))"
    case .string:
      let sort = random.pick(Sort.weighted)
      let inner = sort == .mode ? typedMode(scope, 2) : expression(sort, scope, depth: 2)
      return "\"\(random.pick(["x", ""]))\\(\(inner))\""
    }
  }

  private mutating func integer(_ scope: SketchScope, _ depth: Int) -> String {
    let part = expression(.int, scope, depth: depth + 1)
    switch random.number(0...9) {
    case 0...3: return "\(part) \(random.pick(["+", "-"])) \(expression(.int, scope, depth: depth + 1))"
    case 4: return "(\(part)) * \(random.number(2...3))"
    case 5: return "(\(part)) % \(random.number(2...5))"
    case 6: return "(\(part)) / \(random.number(2...3))"
    case 7: return "-(\(part))"
    case 8 where asksCaller: return "pick(\(part))"
    default: return "twice(n: \(part))"
    }
  }

  /// A value of the chart's enum that says itself what it is of: a name or a call, or else a truth value.
  private mutating func typedMode(_ scope: SketchScope, _ depth: Int) -> String {
    let names = scope.values.filter { $0.sort == .mode }
    if !names.isEmpty { return random.pick(names).name }
    return asksCaller ? "mood(n: \(expression(.int, scope, depth: depth)))" : "Mode\(literal(.mode))"
  }

  /// Something that is not the same always, so that no condition is: a name, or what is made from one.
  private mutating func variable(_ sort: Sort, _ scope: SketchScope, _ depth: Int) -> String {
    let names = scope.values.filter { $0.sort == sort }
    guard !names.isEmpty else { return expression(sort, scope, depth: depth) }
    let name = random.pick(names).name
    return random.chance(70) ? name : "\(name) \(random.pick(["+", "-", "*"])) \(literal(sort))"
  }

  /// A guard.
  mutating func condition(_ scope: SketchScope, depth: Int = 0, asksStates: Bool = true) -> String {
    let next = depth + 1
    switch random.number(0...15) {
    case 0...5:
      return "\(variable(.int, scope, next)) \(random.pick(["<", "<=", ">", ">=", "==", "!="])) \(random.number(0...6))"
    case 6...7: return "\(typedMode(scope, next)) \(random.pick(["==", "!="])) \(literal(.mode))"
    case 8...9 where asksStates:
      let named = states.indices.dropFirst().filter { !states[$0].isPseudo }
      return "\(random.pick(["", "!"]))in(\(states[random.pick(Array(named))].name))"
    case 10...11 where depth < 2:
      let first = condition(scope, depth: next, asksStates: asksStates)
      return "(\(first) \(random.pick(["&&", "||"])) \(condition(scope, depth: next, asksStates: asksStates)))"
    case 12 where depth < 2: return "!(\(condition(scope, depth: next, asksStates: asksStates)))"
    case 13: return "near(\(variable(.int, scope, next)), \(expression(.int, scope, depth: next)))"
    case 14 where asksCaller:
      return random.chance(50)
        ? "both(\(expression(.int, scope, depth: next)))"
        : "ask(\(expression(.int, scope, depth: next)), flag: \(expression(.bool, scope, depth: 2)))"
    case 15 where scope.values.contains { $0.sort == .double }:
      return "\(variable(.double, scope, next)) \(random.pick(["<", ">="])) 1.0"
    default:
      let names = scope.values.filter { $0.sort == .bool }
      return names.isEmpty ? "\(variable(.int, scope, next)) > 1" : random.pick(["", "!"]) + random.pick(names).name
    }
  }
}
