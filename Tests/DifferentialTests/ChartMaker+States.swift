/// The tree of states, and what stands inside each.
extension ChartMaker {
  /// Gives a composite its children, as many as the budget allows.
  mutating func grow(_ parent: Int, depth: Int, budget: Int) {
    let isParallel = states[parent].kind == .parallel
    let count = isParallel ? 2 + (random.chance(20) ? 1 : 0) : random.number(1...4)
    let marked = random.number(0...(count - 1))
    var rest = budget
    for index in 0..<count {
      let id = add(parent)
      states[id].isInitial = !isParallel && index == marked
      if random.chance(25) { states[id].data = makeData(needsDefaults: isParallel || index == marked) }
      rest -= 1
      if depth < 4, rest > 1, random.chance(isParallel ? 75 : 45) {
        states[id].kind = features.contains(.regions) && depth < 3 && random.chance(35) ? .parallel : .composite
        grow(id, depth: depth + 1, budget: rest - 1)
        rest -= states.count - id - 1
      } else if !isParallel, index != marked, random.chance(depth == 0 ? 20 : 35) {
        states[id].kind = .final
      } else if partValues != nil, random.chance(35) {
        states[id].kind = .used
        states[id].data = []
      }
    }
    if !isParallel, random.chance(25) { states[add(parent, named: "c")].kind = .choice }
    if parent != 0, features.contains(.history), random.chance(35) { states[add(parent, named: "h")].kind = .history }
  }

  private mutating func add(_ parent: Int, named letter: String = "s") -> Int {
    let id = states.count
    states.append(SketchState(name: "\(letter)\(id)", parent: parent))
    states[parent].children.append(id)
    return id
  }

  private mutating func makeData(needsDefaults: Bool) -> [SketchValue] {
    (0..<random.number(1...2)).map { index in
      let sort = random.pick(Sort.weighted)
      let name = random.chance(10) ? random.pick(["count", "event", "value0"]) + "\(index)" : "\(sort.letter)\(index + 20)"
      var datum = SketchValue(name: name, sort: sort)
      if sort == .int, random.chance(25) { datum.range = random.pick(["0...9", "-3...12"]) }
      if needsDefaults || random.chance(50) { datum.initial = literal(sort) }
      datum.isLabelled = random.chance(85)
      return datum
    }
  }

  /// The members of a state, its inner states included.
  mutating func body(of id: Int) -> [ChartPiece] {
    let state = states[id]
    var members: [ChartPiece] = []
    let scope = scope(of: id)
    if state.kind != .final || random.chance(30) {
      if random.chance(50) { members.append(ChartPiece("entry", effects: ["log(\"+\(state.name)\")"] + effects(scope, most: 2))) }
    }
    guard state.kind != .final else { return members }
    if random.chance(40) { members.append(ChartPiece("exit", effects: ["log(\"-\(state.name)\")"] + effects(scope, most: 2))) }
    members += reactions(of: id)
    if features.contains(.activities), random.chance(id == 0 ? 6 : 22) { members += activity(of: id) }
    if state.kind == .composite, random.chance(25), let first = state.children.first(where: { states[$0].isInitial }) {
      states[first].isInitial = false
      let goal = random.chance(60) ? first : random.pick(state.children)
      let deeper = inside(id).filter { states[$0].kind != .history }
      let target = random.chance(30) && !deeper.isEmpty ? random.pick(deeper) : goal
      members.append(ChartPiece("initial", effects: effects(scope, most: 2), target: targetText(target, below: id, scope)))
    }
    for child in state.children { members.append(piece(of: child)) }
    return members
  }

  private mutating func piece(of id: Int) -> ChartPiece {
    let state = states[id]
    switch state.kind {
    case .choice:
      return ChartPiece("choice \(state.name)", members: branches(source: id, scope(of: id), needTargets: true))
    case .history:
      let isDeep = states[state.parent ?? 0].kind == .parallel || random.chance(50)
      let siblings = states[state.parent ?? 0].children.filter { !states[$0].isPseudo }
      let target = random.chance(50) || states[state.parent ?? 0].kind == .parallel ? nil : random.pick(siblings)
      let text = target.map { targetText($0, below: state.parent ?? 0, scope(of: state.parent ?? 0)) }
      return ChartPiece("\(isDeep ? "deep " : "")history \(state.name)", target: text)
    default:
      let data = state.data.isEmpty ? "" : "(\(state.data.map(\.declaration).joined(separator: ", ")))"
      let kind = state.kind == .parallel ? "parallel " : state.kind == .final ? "final " : ""
      let mark = state.isInitial ? "initial " : ""
      let members = body(of: id)
      let used = state.kind == .used ? ": Part\(partArguments(at: id))" : ""
      return ChartPiece("\(mark)\(kind)state \(state.name)\(data)\(used)", members: members.isEmpty ? nil : members)
    }
  }

  private mutating func partArguments(at id: Int) -> String {
    let scope = scope(of: states[id].parent ?? 0)
    let values = (partValues ?? []).map { "\($0.name): \(expression($0.sort, scope))" }
    return values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
  }

  /// An activity with reactions to its end.
  private mutating func activity(of id: Int) -> [ChartPiece] {
    let work = random.pick(Work.all)
    let name = random.chance(30) ? "w\(id)" : work.name
    let argument = work.parameter.map { "\($0.isLabelled ? "\($0.name): " : "")\(expression($0.sort, scope(of: id)))" } ?? ""
    var members = [ChartPiece("do \(name == work.name ? "" : "\(name) = ")\(work.name)(\(argument))")]
    if random.chance(75) {
      var scope = scope(of: id)
      if let sort = work.result { scope.values.append(SketchValue(name: "result", sort: sort, isAssignable: false)) }
      members.append(reaction("on \(name).done", source: id, scope: scope))
    }
    if work.fails, random.chance(60) {
      var piece = reaction("on \(name).failed", source: id, scope: scope(of: id))
      if piece.members == nil { piece.effects.insert("log(\"\\(error)\")", at: 0) }
      members.append(piece)
    }
    return members
  }

  /// Everything inside a state.
  func inside(_ id: Int) -> [Int] { states.indices.filter { contains(id, $0) } }

  /// Whether a state lies properly inside another.
  func contains(_ outer: Int, _ inner: Int) -> Bool { ancestors(of: inner).contains(outer) }

  /// Innermost first, the machine last.
  func ancestors(of id: Int) -> [Int] { Array(sequence(first: id) { states[$0].parent }.dropFirst()) }
}
