/// What states react to, and where that leads.
extension ChartMaker {
  /// Reactions, `ignore` and `defer` of one state: each trigger once, or with guards that cannot both hold.
  mutating func reactions(of id: Int) -> [ChartPiece] {
    var members: [ChartPiece] = []
    var rest = events.indices.filter { _ in random.chance(id == 0 ? 20 : 45) }
    while let event = rest.popLast() {
      if random.chance(8) {
        members.append(ChartPiece("ignore \(events[event].name)"))
      } else if features.contains(.deferral), id != 0, random.chance(12) {
        members.append(ChartPiece("defer \(events[event].name)"))
      } else if random.chance(15), let other = rest.popLast() {
        members.append(
          reaction("on \(events[event].name), \(events[other].name)", source: id, scope: scope(of: id, events: [event, other])))
      } else {
        members += named(event, id)
      }
    }
    if random.chance(8) { members.append(reaction("on *", source: id, scope: scope(of: id))) }
    if id != 0, random.chance(3) { members.append(ChartPiece("ignore *")) }
    if id != 0, random.chance(18) { members.append(reaction("always", source: id, scope: scope(of: id), guarded: true)) }
    if states[id].kind == .composite || states[id].kind == .parallel || states[id].kind == .used && partCompletes, id != 0,
      random.chance(60)
    {
      members.append(reaction("done", source: id, scope: scope(of: id)))
    }
    let inner = inside(id).filter { states[$0].kind == .composite && states[$0].children.contains { states[$0].kind == .final } }
    if !inner.isEmpty, random.chance(20) {
      members.append(reaction("on \(states[random.pick(inner)].name).done", source: id, scope: scope(of: id)))
    }
    if features.contains(.timers), random.chance(id == 0 ? 8 : 25) {
      let delay = random.pick(["250ms", "1s", "2s", "0s", "(1s + 500ms)"])
      members.append(reaction("after \(delay)", source: id, scope: scope(of: id)))
    }
    return members
  }

  private mutating func named(_ event: Int, _ id: Int) -> [ChartPiece] {
    let scope = scope(of: id, events: [event])
    let head = "on \(events[event].name)"
    guard random.chance(20), let name = scope.values.last(where: { $0.sort == .int || $0.sort == .bool }) else {
      return [reaction(head, source: id, scope: scope)]
    }
    let limit = random.number(0...6)
    let pair = name.sort == .bool ? [name.name, "!\(name.name)"] : ["\(name.name) > \(limit)", "\(name.name) <= \(limit)"]
    return pair.map { condition in
      var one = reaction(head, source: id, scope: scope, guarded: false)
      if one.members == nil { one.condition = condition } else { one.members = nil }
      if one.members == nil, one.condition == nil { one.condition = condition }
      if one.effects.isEmpty, one.target == nil { one.effects = ["ring()"] }
      return one
    }
  }

  /// A reaction: internal or with a target, guarded or not, or a block of branches.
  mutating func reaction(_ head: String, source: Int, scope: SketchScope, guarded: Bool? = nil) -> ChartPiece {
    if guarded != false, random.chance(25) {
      return ChartPiece(head, members: branches(source: source, scope, needTargets: false, completes: guarded != true))
    }
    var piece = ChartPiece(head)
    if guarded ?? random.chance(40) { piece.condition = condition(scope) }
    outcome(of: &piece, source: source, scope, needsTarget: false)
    return piece
  }

  /// Ordered branches; those of a choice all have targets and end with `else`.
  mutating func branches(source: Int, _ scope: SketchScope, needTargets: Bool, completes: Bool = true) -> [ChartPiece] {
    var list: [ChartPiece] = []
    for _ in 0..<random.number(1...3) {
      var branch = ChartPiece("", condition: condition(scope))
      outcome(of: &branch, source: source, scope, needsTarget: needTargets)
      list.append(branch)
    }
    if needTargets || completes && random.chance(60) {
      var branch = ChartPiece("else")
      outcome(of: &branch, source: source, scope, needsTarget: needTargets)
      list.append(branch)
    }
    return list
  }

  private mutating func outcome(of piece: inout ChartPiece, source: Int, _ scope: SketchScope, needsTarget: Bool) {
    piece.effects = effects(scope, most: 3)
    if needsTarget || random.chance(65) { piece.target = anyTarget(from: source, scope) }
    if piece.effects.isEmpty, piece.target == nil { piece.effects = [action(scope)] }
  }

  /// Somewhere else, itself, an ancestor or something inside.
  private mutating func anyTarget(from source: Int, _ scope: SketchScope) -> String {
    let isState = source != 0 && !states[source].isPseudo
    if isState, states[source].data.isEmpty, random.chance(8) { return random.chance(50) ? "self" : "self reenter" }
    // From choice to choice only forwards: a cycle is an error.
    let goals = states.indices.dropFirst().filter { states[source].kind != .choice || states[$0].kind != .choice || $0 > source }
    let near = inside(source)
    let goal = !near.isEmpty && random.chance(25) ? random.pick(near) : random.pick(goals)
    let reenters = isState && random.chance(12)
    var domain = source
    if reenters || !contains(source, goal) {
      let around = ancestors(of: source)
      domain = around.first { contains($0, goal) } ?? 0
    }
    return targetText(goal, below: domain, scope) + (reenters ? " reenter" : "")
  }

  /// The path from just below `domain` to the goal, with the arguments that entered states need.
  mutating func targetText(_ goal: Int, below domain: Int, _ scope: SketchScope) -> String {
    var way = Array(([goal] + ancestors(of: goal)).prefix { $0 != domain }.reversed())
    if random.chance(50) { while let first = way.first, first != goal, states[first].data.isEmpty { way.removeFirst() } }
    return way.map { id in
      // Without labels, all or none: which one is meant is told by its place.
      let passesUnlabelled = random.chance(50) || states[id].data.contains { !$0.isLabelled && $0.initial == nil }
      let passed = states[id].data.filter { $0.isLabelled ? $0.initial == nil || random.chance(50) : passesUnlabelled }
      let values = passed.map { ($0.isLabelled ? "\($0.name): " : "") + expression($0.sort, scope) }
      return states[id].name + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
    }.joined(separator: ".")
  }
}
