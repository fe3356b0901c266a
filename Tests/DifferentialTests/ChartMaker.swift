/// Makes one chart by chance, as a tree of pieces. It is nearly valid: `Specimen` leaves out what the checks refuse.
///
/// For example: `ChartMaker.make(seed: 7, features: [.regions])`.
struct ChartMaker {
  var random: RandomSource
  let features: Features
  /// The first is the machine.
  var states: [SketchState] = [SketchState(name: "Chance", kind: .composite)]
  var variables: [SketchValue] = []
  var events: [SketchEvent] = []
  var callables: [String] = []
  var asksCaller = true
  /// Constants and variables that whoever uses the other machine passes; nil where there is none.
  var partValues: [SketchValue]?
  var partCompletes = false

  static func make(seed: UInt64, features: Features) -> ChartPiece {
    var maker = ChartMaker(random: RandomSource(seed: seed), features: features)
    var chart = maker.chart()
    // Of every third chart the generated machine tells what it leaves, takes and enters.
    if seed.isMultiple(of: 3) { chart.firstMachine.members?.append(ChartPiece(Specimen.observing)) }
    return chart
  }

  private init(random: RandomSource, features: Features) {
    self.random = random
    self.features = features
  }

  /// One machine, or one that uses another.
  private mutating func chart() -> ChartPiece {
    asksCaller = random.chance(75)
    makeVariables()
    makeEvents()
    guard features.contains(.parts), random.chance(35) else { return machine() }
    var part = ChartMaker(random: RandomSource(seed: random.next()), features: features.subtracting(.parts))
    part.becomePart(of: self)
    let piece = part.machine()
    partValues = part.variables.filter { $0.initial == nil }
    partCompletes = part.states[0].children.contains { part.states[$0].kind == .final }
    var both = ChartPiece("", members: [machine(), piece])
    both.isOpen = true
    return both
  }

  /// The machine that another uses: some of its events, and its types.
  private mutating func becomePart(of other: ChartMaker) {
    states[0].name = "Part"
    asksCaller = false
    events = other.events.filter { _ in random.chance(80) }
    if events.isEmpty { events = [SketchEvent(name: "e90")] }
    for index in 0..<random.number(1...3) {
      let sort = random.pick(Sort.weighted)
      var variable = SketchValue(name: "p\(index)", sort: sort, isAssignable: random.chance(70))
      if variable.isAssignable, random.chance(50) { variable.initial = literal(sort) }
      if variable.isAssignable, sort == .int, random.chance(20) { variable.range = "-5...9" }
      variables.append(variable)
    }
  }

  private mutating func machine() -> ChartPiece {
    grow(0, depth: 0, budget: random.number(3...(states[0].name == "Part" ? 6 : 10)))
    var members = [ChartPiece("enum Mode { slow, fast, off }")]
    members += variables.map { ChartPiece(($0.isAssignable ? "var " : "let ") + $0.declaration) }
    members += declaredCallables().map { ChartPiece($0) }
    members += events.indices.map { declaration(of: $0) }
    members += body(of: 0)
    return ChartPiece("machine \(states[0].name)", members: members)
  }

  private mutating func makeVariables() {
    for index in 0..<random.number(1...5) {
      let sort = random.pick(Sort.weighted)
      var variable = SketchValue(name: "\(sort.letter)\(index)", sort: sort, isAssignable: !random.chance(15))
      if sort == .int, random.chance(25) { variable.range = random.pick(["0...9", "0..<12", "0...", "-5...20"]) }
      let isPassed = random.chance(25)
      if !isPassed {
        let constants = variables.filter { $0.sort == sort }
        variable.initial = !constants.isEmpty && random.chance(25) ? random.pick(constants).name : literal(sort)
      }
      variables.append(variable)
    }
    if !variables.contains(where: { $0.sort == .int && $0.isAssignable }) {
      variables.append(SketchValue(name: "n9", sort: .int, initial: "0"))
    }
  }

  private mutating func makeEvents() {
    let count = random.number(2...6)
    for index in 0..<count {
      var event = SketchEvent(name: "e\(index)", isPrivate: index >= 2 && random.chance(25))
      for place in 0..<random.pick([0, 0, 0, 1, 1, 2]) {
        let sort = random.pick(Sort.weighted)
        let usual = "\(sort.letter)\(place + (random.chance(50) ? 0 : 10))"
        // Names that steps of the generated machine use themselves.
        let name = random.chance(15) ? random.pick(["actions", "event", "value0", "before", "call", "copy", "functions", "state"]) : usual
        if event.parameters.contains(where: { $0.name == name }) { continue }
        event.parameters.append(SketchValue(name: name, sort: sort, isAssignable: false, isLabelled: random.chance(70)))
      }
      events.append(event)
    }
  }

  private mutating func declaredCallables() -> [String] {
    var lines = ["action tell(_ m: Mode)"]
    if features.contains(.activities) { lines += Work.all.map(\.declaration) }
    lines += [
      "action log(_ text: String)", "action note(_ n: Int)", "action put(n: Int, flag: Bool)", "action weigh(_ d: Double)", "action ring()",
      "func twice(n: Int) -> Int = n * 2", "func near(_ a: Int, _ b: Int) -> Bool = a - b < 3 && b - a < 3",
    ]
    if asksCaller {
      lines += [
        "func ask(_ n: Int, flag: Bool) -> Bool", "func pick(_ n: Int) -> Int", "func mood(n: Int) -> Mode",
        "func both(_ n: Int) -> Bool = ask(n, flag: true) && n > 1",
      ]
    }
    return lines
  }

  /// An event's declaration, now and then with reactions by source.
  private mutating func declaration(of index: Int) -> ChartPiece {
    let event = events[index]
    let list = event.parameters.map(\.declaration).joined(separator: ", ")
    let head = "\(event.isPrivate ? "private " : "")event \(event.name)\(list.isEmpty ? "" : "(\(list))")"
    guard random.chance(15) else { return ChartPiece(head) }
    let sources = states.indices.dropFirst().filter { !states[$0].isPseudo && states[$0].kind != .final && random.chance(25) }
    let names = sources.isEmpty ? "*" : sources.map { states[$0].name }.joined(separator: ", ")
    var reaction = reaction("from \(names)", source: 0, scope: scope(of: 0, events: [index]), guarded: true)
    if reaction.target == nil, reaction.effects.isEmpty, reaction.members == nil { reaction.effects = ["ring()"] }
    var piece = ChartPiece(head, members: [reaction])
    piece.isOpen = true
    return piece
  }
}
