import FSMDiagnostics
import FSMModel

/// Charts made by chance: trees of composite and parallel states with histories, and transitions of every mode between them.
struct RandomChart {
  /// SplitMix64 (Steele, Lea, Flood, 2014): the same charts for the same seed everywhere.
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  static let span = Span(file: FileID(0), start: 0, end: 0)
  static let eventCount = 4
  var machine: Machine
  var generator: Generator

  init(seed: UInt64) {
    generator = Generator(state: seed)
    machine = Machine(
      id: MachineID(0), name: "M", label: nil, doc: nil, nameSpan: Self.span, span: Self.span, conformances: nil)
    for index in 0..<Self.eventCount {
      machine.events.append(
        Event(
          id: EventID(index), name: "e\(index)", label: nil, doc: nil, isPrivate: false, parameters: [], nameSpan: Self.span,
          span: Self.span))
    }
    add("M", parent: nil, depth: 0, regions: false)
    for index in machine.states.indices where !machine.states[index].isPseudo && machine.states[index].kind != .final {
      for _ in 0..<Int.random(in: 0...2, using: &generator) { addReaction(to: StateID(index)) }
    }
  }

  var chart: Chart { Chart(imports: [], machines: [machine], ownMachineCount: 1) }

  @discardableResult
  private mutating func add(_ name: String, parent: StateID?, depth: Int, regions: Bool) -> StateID {
    let id = StateID(machine.states.count)
    machine.states.append(
      State(id: id, name: name, label: nil, doc: nil, nameSpan: Self.span, span: Self.span, parent: parent, kind: .simple))
    if let parent { machine[parent].children.append(id) }
    let hasChildren = depth == 0 || depth < 4 && Int.random(in: 0..<10, using: &generator) < 5
    if hasChildren {
      let isParallel = depth > 0 && Int.random(in: 0..<10, using: &generator) < 4
      machine[id].kind = isParallel ? .parallel : .composite
      let count = Int.random(in: 2...3, using: &generator)
      let children = (0..<count).map { add("s\($0)", parent: id, depth: depth + 1, regions: isParallel) }
      if !isParallel { machine[id].initial = .init(effects: [], targets: [target(children[0])], span: Self.span) }
      if Bool.random(using: &generator) { addHistory(to: id, isDeep: isParallel || Bool.random(using: &generator)) }
    }
    machine[id].end = machine.states.count
    return id
  }

  private mutating func addHistory(to parent: StateID, isDeep: Bool) {
    let id = StateID(machine.states.count)
    machine.states.append(
      State(id: id, name: "h", label: nil, doc: nil, nameSpan: Self.span, span: Self.span, parent: parent, kind: .history(isDeep: isDeep)))
    machine[parent].children.append(id)
  }

  private func target(_ state: StateID) -> Target { Target(state: state, arguments: [], span: Self.span) }

  private mutating func addReaction(to source: StateID) {
    let trigger = EventID(Int.random(in: 0..<Self.eventCount, using: &generator))
    let goal = StateID(Int.random(in: 1..<machine.states.count, using: &generator))
    var mode = [Transition.Mode.internal, .standard, .standard, .reenter, .external].randomElement(using: &generator) ?? .standard
    if mode == .standard || mode == .reenter, crossesRegions(source, goal) { mode = .external }
    let id = TransitionID(machine.transitions.count)
    let reaction = ReactionID(machine.reactions.count)
    machine.transitions.append(
      Transition(
        id: id, reaction: reaction, source: source, condition: nil, isElse: false, effects: [],
        targets: mode == .internal ? [] : [target(goal)], mode: mode, doc: nil, span: Self.span))
    machine.reactions.append(
      Reaction(
        id: reaction, source: source, trigger: .events([trigger]), parameters: [], transitions: [id], isOrdered: false, isByEvent: false,
        doc: nil, triggerSpan: Self.span, span: Self.span))
    machine[source].reactions.append(reaction)
  }

  private func crossesRegions(_ source: StateID, _ goal: StateID) -> Bool {
    guard !machine.properlyContains(source, goal) else { return false }
    let common = machine.innermostProperAncestor(of: source, and: [goal])
    guard machine[common].kind == .parallel else { return false }
    return machine.path(from: common, to: source).first != machine.path(from: common, to: goal).first
  }
}
