import FSMDiagnostics
import FSMModel

/// A machine for tests, written as an outline: one state a line, two blanks a level, `name` or `kind name`.
///
///     parallel player
///       audio
///         loud
enum Outline {
  static func machine(_ text: String, isParallel: Bool = false) -> Machine {
    let span = Span(file: FileID(0), start: 0, end: 0)
    var machine = Machine(id: MachineID(0), name: "M", label: nil, doc: nil, nameSpan: span, span: span, conformances: nil)
    var open: [StateID] = [.root]
    machine.states = [state(.root, "M", nil, isParallel ? .parallel : .composite)]
    for line in text.split(separator: "\n") {
      let depth = line.prefix { $0 == " " }.count / 2
      let words = line.split(separator: " ").map(String.init)
      open.removeLast(open.count - depth - 1)
      let id = StateID(machine.states.count)
      machine.states.append(state(id, words[words.count - 1], open[depth], kind(words)))
      machine[open[depth]].children.append(id)
      if machine[open[depth]].kind == .simple { machine[open[depth]].kind = .composite }
      open.append(id)
    }
    // Children have higher IDs than what is around them.
    for state in machine.states.reversed() {
      guard let parent = state.parent else { continue }
      machine[parent].end = max(machine[parent].end, machine[state.id].end)
    }
    return machine
  }

  private static func kind(_ words: [String]) -> State.Kind {
    switch words[0] {
    case "parallel": .parallel
    case "final": .final
    case "choice": .choice
    case "history" where words.count > 1: .history(isDeep: false)
    default: .simple
    }
  }

  private static func state(_ id: StateID, _ name: String, _ parent: StateID?, _ kind: State.Kind) -> State {
    let span = Span(file: FileID(0), start: 0, end: 0)
    return State(id: id, name: name, label: nil, doc: nil, nameSpan: span, span: span, parent: parent, kind: kind)
  }
}

extension Machine {
  /// The state of a path as `pathName` writes it.
  func at(_ path: String) -> StateID {
    states.first { pathName(of: $0.id) == path }?.id ?? StateID(-1)
  }

  /// The path of the domain of a transition between states given by their paths.
  func domain(_ source: String, _ targets: [String], _ mode: Transition.Mode = .standard) -> String {
    let span = nameSpan
    let transition = Transition(
      id: TransitionID(0), reaction: ReactionID(0), source: at(source), condition: nil, isElse: false, effects: [],
      targets: targets.map { Target(state: at($0), arguments: [], span: span) }, mode: mode, doc: nil, span: span)
    return pathName(of: domain(of: transition))
  }
}
