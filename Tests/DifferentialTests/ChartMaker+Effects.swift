/// Effects: assignments, actions, raised and sent events, conditions.
extension ChartMaker {
  mutating func effects(_ scope: SketchScope, most: Int) -> [String] {
    (0..<random.number(0...most)).map { _ in effect(scope, depth: 0) }
  }

  private mutating func effect(_ scope: SketchScope, depth: Int) -> String {
    switch random.number(0...19) {
    case 0...6: return assignment(scope) ?? action(scope)
    case 7...8 where depth < 2: return conditional(scope, depth)
    case 9...10: return raised(scope)
    default: return action(scope)
    }
  }

  private mutating func conditional(_ scope: SketchScope, _ depth: Int) -> String {
    var text = "if \(condition(scope)) { \(list(scope, depth + 1)) }"
    if random.chance(20) { text += " else if \(condition(scope)) { \(list(scope, depth + 1)) }" }
    if random.chance(50) { text += " else { \(list(scope, depth + 1)) }" }
    return text
  }

  private mutating func list(_ scope: SketchScope, _ depth: Int) -> String {
    (0..<random.number(1...2)).map { _ in effect(scope, depth: depth) }.joined(separator: ", ")
  }

  private mutating func assignment(_ scope: SketchScope) -> String? {
    let places = scope.values.filter(\.isAssignable)
    guard !places.isEmpty else { return nil }
    let place = random.pick(places)
    switch place.sort {
    case .int where random.chance(50):
      return random.chance(15) ? "\(place.name) *= -1" : "\(place.name) \(random.pick(["+=", "-="])) \(random.number(1...3))"
    case .int where random.chance(50): return "\(place.name) = (\(expression(.int, scope))) % \(random.number(2...9))"
    case .double where random.chance(40): return "\(place.name) \(random.pick(["+=", "-=", "*="])) 0.5"
    default: return "\(place.name) = \(expression(place.sort, scope))"
    }
  }

  mutating func action(_ scope: SketchScope) -> String {
    switch random.number(0...6) {
    case 0: return "ring()"
    case 1: return "put(n: \(expression(.int, scope)), flag: \(expression(.bool, scope)))"
    case 2: return "tell(\(expression(.mode, scope)))"
    case 3: return "weigh(\(expression(.double, scope)))"
    case 4: return "log(\(expression(.string, scope)))"
    default: return "note(\(expression(.int, scope)))"
    }
  }

  private mutating func raised(_ scope: SketchScope) -> String {
    let inner = events.filter(\.isPrivate)
    let event = !inner.isEmpty && random.chance(60) ? random.pick(inner) : random.pick(events)
    let values = event.parameters.map { ($0.isLabelled ? "\($0.name): " : "") + expression($0.sort, scope) }
    let call = event.name + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
    if features.contains(.sending), random.chance(40) {
      if random.chance(15) { return "cancel \(event.name)" }
      let delay = features.contains(.timers) && random.chance(40) ? " in \(random.pick(["1s", "300ms", "0s"]))" : ""
      return "send \(call)\(delay)"
    }
    return "raise \(call)"
  }
}
