import FSMModel

/// Writes the lines of one machine.
struct PlantUMLWriter {
  /// The widest line of text at an edge or in a state, in columns.
  private static let width = 46

  let text: ChartText
  let viewed: ViewedMachine
  let ids: [PlainID]
  private(set) var lines: [String] = []
  private var forks = 0

  var machine: Machine { text.machine }

  init(text: ChartText, view: PictureView, taken: inout Set<String>) {
    self.text = text
    viewed = ViewedMachine(text.machine, view)
    ids = PlainID.names(of: text.machine, taken: &taken)
  }

  mutating func run() {
    write(machine[.root], indent: 0)
    for state in machine.states {
      for reaction in state.reactions {
        for transition in machine[reaction].transitions where !machine[transition].targets.isEmpty { write(machine[transition]) }
      }
    }
  }

  private mutating func line(_ text: String, _ indent: Int = 0) { lines.append(String(repeating: "  ", count: indent) + text) }

  private func isOpen(_ state: State) -> Bool { (state.id == .root || !state.children.isEmpty) && !viewed.isClosed(state) }

  // MARK: States

  /// Recursion is as deep as states nest.
  private mutating func write(_ state: State, indent: Int) {
    let id = ids[state.id.index].text
    let title = "\"\(PlantUMLText(text.heading(of: state.id)).rendered)\""
    guard isOpen(state) else { return writeCard(state, id, title, indent) }
    // Regions are dashed frames: between separators no transition could lead into them from outside.
    let isRegion = state.parent.map { machine[$0].kind == .parallel } ?? false
    line("state \(title) as \(id)\(emphasis(state.id))\(isRegion ? " ##[dashed]" : "") {", indent)
    for child in state.children { write(machine[child], indent: indent + 1) }
    if let initial = state.initial { write(initial, of: state, indent + 1) }
    line("}", indent)
    for item in text.activities(of: state.id) + inward(state.id) { describe(id, item, indent) }
  }

  private func emphasis(_ state: StateID) -> String {
    viewed.isHighlighted(state) ? " <<highlighted>>" : viewed.view.visited.contains(state) ? " <<visited>>" : ""
  }

  private mutating func writeCard(_ state: State, _ id: String, _ title: String, _ indent: Int) {
    switch state.kind {
    case .choice: return line("state \(id) <<choice>>", indent)
    case .history(let isDeep):
      line("state \"\(isDeep ? "H*" : "H")\" as \(id) <<history\(isDeep ? "*" : "")>>", indent)
      if let initial = state.initial { write(initial, of: state, indent) }
      return
    default: line("state \(title) as \(id)\(emphasis(state.id))\(state.kind == .final ? " ##[bold]" : "")", indent)
    }
    if viewed.isClosed(state) { describe(id, "\(viewed.hiddenCount(in: state)) states inside", indent) }
    for item in text.activities(of: state.id) { describe(id, item, indent) }
    if state.kind == .final { line("\(id) --> [*]", indent) }
  }

  private mutating func describe(_ id: String, _ item: String, _ indent: Int) {
    for part in LineWrap(limit: Self.width, indent: "  ").lines(of: [item]) {
      line("\(id) : \(PlantUMLText(part).rendered)", indent)
    }
  }

  private mutating func write(_ initial: State.Initial, of state: State, _ indent: Int) {
    let start = if case .history = state.kind { ids[state.id.index].text } else { "[*]" }
    let effects = initial.effects.map { text.effect($0) }.joined(separator: ", ")
    for target in initial.targets where viewed.shown[target.state.index] != state.id {
      line("\(start) --> \(ids[viewed.shown[target.state.index].index].text)\(label(effects.isEmpty ? "" : "/ " + effects))", indent)
    }
  }

  // MARK: Transitions

  /// Transitions that lead from a composite to itself, to what is inside it, or from there to it.
  private func inward(_ state: StateID) -> [String] {
    machine[state].reactions.flatMap { machine[$0].transitions }.compactMap { transition in
      let targets = machine[transition].targets.map { viewed.shown[$0.state.index] }
      guard !targets.isEmpty, targets.allSatisfy({ machine.contains(state, $0) }) else { return nil }
      return stepped(transition) + " \u{2192} " + targets.map { $0 == state ? "self" : text.reference(to: $0) }.joined(separator: " & ")
    }
  }

  private func stepped(_ transition: TransitionID) -> String {
    let label = text.label(of: transition)
    return viewed.steps(of: transition).map { "(\($0)) \(label)" } ?? label
  }

  private mutating func write(_ transition: Transition) {
    guard viewed.isShown(transition) else { return }
    let source = viewed.shown[transition.source.index]
    let targets = transition.targets.map { viewed.shown[$0.state.index] }
    if isOpen(machine[source]), targets.allSatisfy({ machine.contains(source, $0) }) { return }
    let words = label(stepped(transition.id))
    if targets.count == 1 { return line("\(ids[source.index].text) --> \(ids[targets[0].index].text)\(words)") }
    forks += 1
    let fork = "\(ids[0].text)__fork\(forks)"
    line("state \(fork) <<fork>>")
    line("\(ids[source.index].text) --> \(fork)\(words)")
    for target in targets { line("\(fork) --> \(ids[target.index].text)") }
  }

  private func label(_ text: String) -> String {
    if text.isEmpty { return "" }
    let parts = LineWrap(limit: Self.width, indent: "  ").lines(of: [text])
    return " : " + parts.map { PlantUMLText($0).rendered }.joined(separator: "\\n")
  }
}
