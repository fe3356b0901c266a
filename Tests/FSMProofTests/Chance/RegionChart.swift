import FSMTestSupport

/// A small chart made by chance, of regions within regions: composites, histories, choices and ends at any depth, and variables that
/// several regions share.
struct RegionChart {
  private enum Kind { case simple, composite, parallel, final, choice, history }

  private struct Node {
    var name: String
    var kind: Kind
    var parent: Int?
    var children: [Int] = []
  }

  private(set) var text = ""
  private var chance: Chance
  private var nodes: [Node] = []
  private var depth = 0

  private static let most = 15

  init(seed: UInt64) {
    chance = Chance(seed: seed)
    grow()
    write("\(nodes[0].kind == .parallel ? "parallel " : "")machine Small {", by: 1)
    write("var flag: Bool = \(chance.hits(50))")
    write("var n: Int in 0...3 = \(chance.next() % 4)")
    write("var m: Int in 0...2 = 0")
    write("event a, b, turn(on: Bool)")
    write("private event inner")
    for child in nodes[0].children { state(child) }
    if chance.hits(40) { reactions(of: 0) }
    assertions()
    write("}", by: -1)
  }

  private mutating func write(_ line: String, by change: Int = 0) {
    if change < 0 { depth -= 1 }
    text += String(repeating: "  ", count: depth) + line + "\n"
    if change > 0 { depth += 1 }
  }

  // MARK: The tree

  private mutating func grow() {
    nodes.append(Node(name: "Small", kind: chance.hits(30) ? .parallel : .composite))
    var open = [(node: 0, depth: 0)]
    while !open.isEmpty {
      let (node, depth) = open.removeFirst()
      let isParallel = nodes[node].kind == .parallel
      for _ in 0..<(isParallel ? 2 : 2 + Int(chance.next() % 2)) {
        let kind: Kind =
          nodes.count >= Self.most || depth > 2
          ? .simple
          : depth == 0 || isParallel
            ? chance.pick([.simple, .composite, .composite, .parallel]) : chance.pick([.simple, .simple, .simple, .composite, .parallel])
        let child = add(kind, to: node)
        if kind == .composite || kind == .parallel { open.append((child, depth + 1)) }
      }
      if !isParallel, chance.hits(25) { _ = add(.final, to: node) }
      if !isParallel, chance.hits(15) { _ = add(.choice, to: node) }
      if node != 0, chance.hits(25) { _ = add(.history, to: node) }
    }
  }

  private mutating func add(_ kind: Kind, to parent: Int) -> Int {
    nodes.append(Node(name: "s\(nodes.count)", kind: kind, parent: parent))
    nodes[parent].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  private func ancestors(_ node: Int) -> [Int] {
    var found: [Int] = []
    var next = nodes[node].parent
    while let parent = next {
      found.append(parent)
      next = nodes[parent].parent
    }
    return found
  }

  /// Whether a reaction of one state may lead to another: not from one region into the one beside it.
  private func leads(_ source: Int, _ target: Int) -> Bool {
    if ancestors(target).contains(source) { return true }
    let around = [source] + ancestors(source)
    guard let common = ancestors(target).first(where: { ancestors(source).contains($0) }) else { return false }
    guard nodes[common].kind == .parallel else { return true }
    let region = around.last { ancestors($0).contains(common) }
    return region == target || ancestors(target).contains { $0 == region }
  }

  // MARK: States

  private mutating func state(_ index: Int) {
    let node = nodes[index]
    let first = node.parent.flatMap { parent in nodes[parent].kind == .parallel ? nil : nodes[parent].children.first }
    switch node.kind {
    case .choice:
      let siblings = siblings(of: index)
      write("choice \(node.name) {", by: 1)
      write("[\(condition("", 1))] \(effects("", most: 1))-> \(chance.pick(siblings))")
      write("else \(effects("", most: 1))-> \(chance.pick(siblings))")
      write("}", by: -1)
    case .history:
      let isDeep = node.parent.map { nodes[$0].kind == .parallel } == true || chance.hits(50)
      let siblings = siblings(of: index)
      let hasDefault = node.parent.map { nodes[$0].kind == .composite } == true && chance.hits(40)
      write("\(isDeep ? "deep " : "")history \(node.name)\(hasDefault ? " \(effects("", most: 1))-> \(chance.pick(siblings))" : "")")
    case .final: write("final state \(node.name)")
    case .simple, .composite, .parallel:
      write("\(first == index ? "initial " : "")\(node.kind == .parallel ? "parallel " : "")state \(node.name) {", by: 1)
      for word in ["entry", "exit"] where chance.hits(25) { write("\(word) / \(effect(""))") }
      reactions(of: index)
      for child in node.children { state(child) }
      write("}", by: -1)
    }
  }

  private func siblings(of index: Int) -> [String] {
    guard let parent = nodes[index].parent else { return [] }
    return nodes[parent].children.filter { nodes[$0].kind != .choice && nodes[$0].kind != .history }.map { nodes[$0].name }
  }

  /// Each trigger once in a state, with ordered branches, so that nothing clashes.
  private mutating func reactions(of index: Int) {
    let targets = nodes.indices.filter { $0 > 0 && leads(index, $0) }.map { nodes[$0].name }
    var triggers = ["a", "b", "turn"]
    triggers.shuffle(using: &chance)
    var rest = triggers
    for trigger in triggers.prefix(Int(chance.next() % 3)) {
      reaction("on \(trigger)", trigger, targets)
      rest.removeAll { $0 == trigger }
    }
    if chance.hits(8), let held = rest.first { write("ignore \(held)") }
    if chance.hits(6) { reaction("on *", "", targets) } else if chance.hits(20) { reaction("on inner", "inner", targets) }
    if chance.hits(10) { write("always [\(condition("", 1))] \(effects("", most: 1))-> \(chance.pick(targets))") }
    if nodes[index].kind != .simple, index > 0, chance.hits(40) { reaction("done", "", targets) }
  }

  private mutating func reaction(_ head: String, _ event: String, _ targets: [String]) {
    guard chance.hits(30) else {
      return write("\(head) \(chance.hits(50) ? "[\(condition(event, 2))] " : "")\(act(event, targets))")
    }
    write("\(head) {", by: 1)
    write("[\(condition(event, 2))] \(act(event, targets))")
    if chance.hits(60) { write("else \(act(event, targets))") }
    write("}", by: -1)
  }

  private mutating func act(_ event: String, _ targets: [String]) -> String {
    let text = effects(event, most: 2)
    guard text.isEmpty || chance.hits(55) else { return text }
    return text + "-> \(chance.pick(targets))" + (chance.hits(10) ? " reenter" : "")
  }

  private mutating func effects(_ event: String, most: UInt64) -> String {
    let all = (0..<Int(chance.next() % (most + 1))).map { _ in effect(event) }
    return all.isEmpty ? "" : "/ \(all.joined(separator: ", ")) "
  }

  private mutating func effect(_ event: String) -> String {
    var choices = [
      "flag = !flag", "flag = \(chance.hits(50))", "n += 1", "n -= 1", "n = \(chance.next() % 4)", "m = \(chance.next() % 3)", "m += 1",
      "n = m", "if n > m { m = \(chance.next() % 3) }", "raise inner", "if in(\(place())) { flag = true } else { m = 1 }",
    ]
    if event == "turn" { choices += ["flag = on", "flag = on"] }
    return chance.pick(choices)
  }

  private mutating func place() -> String {
    chance.pick(nodes.filter { $0.parent != nil && $0.kind != .choice && $0.kind != .history }.map(\.name))
  }

  private mutating func condition(_ event: String, _ depth: Int) -> String {
    if depth > 0, chance.hits(45) {
      let text = "\(condition(event, depth - 1)) \(chance.pick(["&&", "||"])) \(condition(event, depth - 1))"
      return chance.hits(30) ? "!(\(text))" : text
    }
    var choices = [
      "flag", "!flag", "n \(chance.pick(["==", "!=", "<", ">="])) \(chance.next() % 5)", "m == \(chance.next() % 3)", "m < n",
      "in(\(place()))", "!in(\(place()))",
    ]
    if event == "turn" { choices += ["on", "!on", "on == flag"] }
    return chance.pick(choices)
  }

  private mutating func assertions() {
    let facts = ["flag", "!flag", "n == \(chance.next() % 4)", "m == \(chance.next() % 3)", "m > n", "in(\(place()))"]
    for _ in 0..<3 { write("assert never in(\(place())) && \(chance.pick(facts))") }
    write("assert never \(condition("", 2))")
  }
}
