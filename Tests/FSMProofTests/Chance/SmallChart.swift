import FSMTestSupport

/// A small chart made by chance, all of whose values are finite: everything that can happen to it can be tried.
struct SmallChart {
  /// Parts of the language beside the core.
  struct Features: OptionSet, Sendable {
    let rawValue: Int
    static let regions = Features(rawValue: 1)
    static let timers = Features(rawValue: 2)
    static let history = Features(rawValue: 4)
    /// An event with a number of which nothing is known.
    static let openNumbers = Features(rawValue: 8)
    static let functions = Features(rawValue: 16)
    /// Entry and exit effects.
    static let passing = Features(rawValue: 32)
    /// A `RegionChart` instead.
    static let nested = Features(rawValue: 64)
  }

  private(set) var text = ""
  private var chance: Chance
  private let features: Features
  /// Names of states that reactions outside regions may lead to, and those of each region.
  private var targets: [String] = []
  private var states: [String] { targets.filter { !$0.hasSuffix("was") } }
  private var depth = 1

  init(seed: UInt64, _ features: Features) {
    chance = Chance(seed: seed)
    self.features = features
    write("machine Small {")
    declare()
    let count = 3 + Int(chance.next() % 3)
    let kinds = (0..<count).map { _ in
      chance.pick([Shape.simple, .simple, .simple, .composite, features.contains(.regions) ? .parallel : .composite])
    }
    for (index, kind) in kinds.enumerated() {
      targets += kind.names(index) + (isRemembering(kind) ? ["s\(index).was", "s\(index).was", "s\(index).was"] : [])
    }
    for (index, kind) in kinds.enumerated() { state(index, kind) }
    assertions()
    write("}", by: -1)
  }

  private func isRemembering(_ shape: Shape) -> Bool { features.contains(.history) && shape == .composite }

  private enum Shape {
    case simple, composite, parallel

    func names(_ index: Int) -> [String] {
      switch self {
      case .simple, .parallel: ["s\(index)"]
      case .composite: ["s\(index)", "s\(index).x", "s\(index).y"]
      }
    }
  }

  private mutating func write(_ line: String, by change: Int = 0) {
    if change < 0 { depth -= 1 }
    text += String(repeating: "  ", count: line == "machine Small {" || line == "}" && depth == 0 ? 0 : depth) + line + "\n"
    if change > 0 { depth += 1 }
  }

  private mutating func declare() {
    write("enum Hue { red, green, blue }")
    write(chance.hits(50) ? "var flag: Bool = \(chance.hits(50))" : "var flag: Bool")
    write(chance.hits(70) ? "var n: Int in 0...3 = \(chance.next() % 4)" : "var n: Int in 0...3")
    write("var small: Int8 in 0...3 = \(chance.next() % 4)")
    write("var hue: Hue = .\(hue())")
    write("event a, b, turn(on: Bool), paint(hue: Hue)")
    write("private event inner")
    if features.contains(.openNumbers) { write("event count(k: Int)") }
    if features.contains(.functions) { write("func ask() -> Bool, asked(n: Int) -> Bool") }
  }

  private mutating func hue() -> String { chance.pick(["red", "green", "blue"]) }

  private mutating func state(_ index: Int, _ shape: Shape) {
    let head = (index == 0 ? "initial " : "") + (shape == .parallel ? "parallel " : "")
    write("\(head)state s\(index) {", by: 1)
    passing()
    reactions(in: targets, most: shape == .simple ? 4 : 2)
    switch shape {
    case .simple: break
    case .composite:
      if isRemembering(shape) { write("\(chance.hits(50) ? "deep " : "")history was") }
      for name in ["x", "y"] {
        write("\(name == "x" ? "initial " : "")state \(name) {", by: 1)
        passing()
        reactions(in: ["x", "y"] + targets, most: 3)
        write("}", by: -1)
      }
    case .parallel:
      for region in ["l", "r"] {
        write("state \(region) {", by: 1)
        for name in ["on", "off"] {
          write("\(name == "on" ? "initial " : "")state \(region)\(name) {", by: 1)
          passing()
          reactions(in: ["\(region)on", "\(region)off"] + (chance.hits(20) ? [chance.pick(targets)] : []), most: 2)
          write("}", by: -1)
        }
        write("}", by: -1)
      }
    }
    write("}", by: -1)
  }

  /// What entering and leaving do.
  private mutating func passing() {
    guard features.contains(.passing) else { return }
    for word in ["entry", "exit"] where chance.hits(30) { write("\(word) / \(effect(""))") }
  }

  /// Each trigger once in a state, with ordered branches, so that nothing clashes.
  private mutating func reactions(in targets: [String], most: Int) {
    var triggers = ["a", "b", "turn", "paint"]
    if features.contains(.openNumbers) { triggers.append("count") }
    triggers.shuffle(using: &chance)
    for trigger in triggers.prefix(Int(chance.next() % UInt64(most + 1))) { reaction("on \(trigger)", trigger, targets) }
    if chance.hits(15) { reaction("on inner", "inner", targets) }
    if chance.hits(12) { write("always [\(condition("", 1))] -> \(chance.pick(targets))") }
    if features.contains(.timers), chance.hits(30) { reaction("after \(1 + chance.next() % 3)s", "", targets) }
  }

  private mutating func reaction(_ head: String, _ event: String, _ targets: [String]) {
    guard chance.hits(35) else {
      return write("\(head) \(chance.hits(50) ? "[\(condition(event, 2))] " : "")\(act(event, targets))")
    }
    write("\(head) {", by: 1)
    write("[\(condition(event, 2))] \(act(event, targets))")
    if chance.hits(50) { write("[\(condition(event, 1))] \(act(event, targets))") }
    if chance.hits(60) { write("else \(act(event, targets))") }
    write("}", by: -1)
  }

  private mutating func act(_ event: String, _ targets: [String]) -> String {
    let effects = (0..<Int(chance.next() % 3)).map { _ in effect(event) }
    let target = effects.isEmpty || chance.hits(60) ? "-> \(chance.pick(targets))" : ""
    return (effects.isEmpty ? "" : "/ \(effects.joined(separator: ", ")) ") + target
  }

  private mutating func effect(_ event: String) -> String {
    var choices = [
      "flag = !flag", "flag = \(chance.hits(50))", "n += 1", "n -= 1", "n = \(chance.next() % 4)", "hue = .\(hue())", "raise inner",
      "small += 1", "small -= 1",
    ]
    if features.contains(.passing) { choices.append("if in(\(chance.pick(states))) { flag = true } else { n = \(chance.next() % 4) }") }
    if event == "turn" { choices += ["flag = on", "flag = on"] }
    if event == "paint" { choices.append("if hue == .\(hue()) { n = \(chance.next() % 4) } else { flag = false }") }
    if event == "count" { choices.append("if k > \(chance.next() % 4) { flag = true }") }
    return chance.pick(choices)
  }

  private mutating func condition(_ event: String, _ depth: Int) -> String {
    if depth > 0, chance.hits(45) {
      return "\(condition(event, depth - 1)) \(chance.pick(["&&", "||"])) \(condition(event, depth - 1))".inParentheses(chance.hits(30))
    }
    var choices = [
      "flag", "!flag", "n \(chance.pick(["==", "!=", "<", ">="])) \(chance.next() % 5)", "hue == .\(hue())", "hue != .\(hue())",
      "small \(chance.pick(["==", "<", ">="])) \(chance.next() % 5)",
    ]
    if event == "turn" { choices += ["on", "!on", "on == flag"] }
    if event == "paint" { choices = ["hue == .\(hue())", "flag", "n > 1"] }
    if event == "count" { choices += ["k \(chance.pick(["==", "<", ">="])) \(Int(chance.next() % 6) - 2)", "k == n", "k + n > 3"] }
    if features.contains(.functions) { choices += ["ask()", "asked(n: n)"] }
    if features.contains(.regions), event != "" { choices.append("in(\(chance.pick(states)))") }
    return chance.pick(choices)
  }

  private mutating func assertions() {
    for _ in 0..<2 {
      write("assert never in(\(chance.pick(states))) && \(chance.pick(["flag", "!flag", "n == \(chance.next() % 4)", "hue == .\(hue())"]))")
    }
    write("assert always reachable \(chance.pick(states))")
  }
}

extension String {
  fileprivate func inParentheses(_ wanted: Bool) -> String { wanted ? "!(\(self))" : self }
}
