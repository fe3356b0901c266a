import FSMModel

/// Writes the lines of one machine.
struct MermaidWriter {
  /// How kinds of states look beside the theme.
  static let styles: [(String, String)] = [
    ("about", "fill:none,stroke:none,text-align:left"), ("final", "stroke-width:3px"), ("history", "font-style:italic"),
    ("region", "stroke-dasharray:5"),
    ("highlighted", "fill:#ffd37a,stroke:#b26a00,color:#16243a"), ("visited", "stroke:#b26a00,stroke-width:2px"),
  ]

  /// The widest line of text at an edge, in columns.
  private static let width = 46

  let text: ChartText
  let viewed: ViewedMachine
  let ids: [PlainID]
  private(set) var lines: [String] = []
  /// The names of states by style.
  private(set) var styled: [String: [String]] = [:]
  /// Composites with a card that says what they do.
  private var hasAbout: [Bool]
  private var forks = 0

  var machine: Machine { text.machine }

  init(text: ChartText, view: PictureView, taken: inout Set<String>) {
    self.text = text
    viewed = ViewedMachine(text.machine, view)
    ids = PlainID.names(of: text.machine, taken: &taken)
    hasAbout = Array(repeating: false, count: text.machine.states.count)
  }

  mutating func run() {
    findCards()
    let transitions = shownTransitions()
    var byScope: [StateID: [TransitionID]] = [:]
    for transition in transitions { byScope[scope(of: machine[transition]), default: []].append(transition) }
    write(machine[.root], indent: 1, byScope)
  }

  private func shownTransitions() -> [TransitionID] {
    machine.states.flatMap { state in
      state.reactions.flatMap { machine[$0].transitions.filter { !machine[$0].targets.isEmpty && viewed.isShown(machine[$0]) } }
    }
  }

  /// A composite needs its card for what it does, and where a transition joins it with what is inside it.
  private mutating func findCards() {
    for state in machine.states where viewed.isShown(state.id) && isOpen(state) {
      if !text.activities(of: state.id).isEmpty { hasAbout[state.id.index] = true }
    }
    for transition in machine.transitions where !transition.targets.isEmpty && viewed.isShown(transition) {
      let source = viewed.shown[transition.source.index]
      for target in transition.targets {
        let end = viewed.shown[target.state.index]
        if isOpen(machine[source]), machine.contains(source, end) { hasAbout[source.index] = true }
        if isOpen(machine[end]), machine.contains(end, source) { hasAbout[end.index] = true }
      }
    }
  }

  private func isOpen(_ state: State) -> Bool { (state.id == .root || !state.children.isEmpty) && !viewed.isClosed(state) }

  private mutating func line(_ text: String, _ indent: Int) { lines.append(String(repeating: "  ", count: indent) + text) }

  private mutating func style(_ id: String, _ name: String) { styled[name, default: []].append(id) }

  // MARK: States

  /// Recursion is as deep as states nest.
  private mutating func write(_ state: State, indent: Int, _ transitions: [StateID: [TransitionID]]) {
    let id = ids[state.id.index].text
    emphasise(state.id, id)
    guard isOpen(state) else { return writeCard(state, id, indent) }
    line("state \"\(MermaidText(text.heading(of: state.id)).rendered)\" as \(id)", indent)
    line("state \(id) {", indent)
    if hasAbout[state.id.index] { writeAbout(state, indent + 1) }
    for child in state.children {
      // A separator between regions would cut off every transition that leads into one of them.
      if state.kind == .parallel { style(ids[child.index].text, "region") }
      write(machine[child], indent: indent + 1, transitions)
    }
    if let initial = state.initial { write(initial, of: state, indent + 1) }
    for transition in transitions[state.id] ?? [] { write(machine[transition], in: state.id, indent + 1) }
    line("}", indent)
  }

  private mutating func emphasise(_ state: StateID, _ id: String) {
    if viewed.isHighlighted(state) { style(id, "highlighted") } else if viewed.view.visited.contains(state) { style(id, "visited") }
  }

  private mutating func writeCard(_ state: State, _ id: String, _ indent: Int) {
    switch state.kind {
    case .choice: return line("state \(id) <<choice>>", indent)
    case .history(let isDeep):
      line("state \"\(isDeep ? "H#42;" : "H")\" as \(id)", indent)
      if let initial = state.initial { write(initial, of: state, indent) }
      return style(id, "history")
    case .final: style(id, "final")
    default: break
    }
    line("state \"\(MermaidText(text.heading(of: state.id)).rendered)\" as \(id)", indent)
    if viewed.isClosed(state) { line("\(id) : \(viewed.hiddenCount(in: state)) states inside", indent) }
    for item in text.activities(of: state.id) { line("\(id) : \(MermaidText(item).rendered)", indent) }
  }

  private mutating func writeAbout(_ state: State, _ indent: Int) {
    let id = ids[state.id.index].part("about").text
    let items = text.activities(of: state.id)
    let label = items.isEmpty ? text.title(of: state.id) : items.joined(separator: "\n")
    line("state \"\(MermaidText(label).rendered)\" as \(id)", indent)
    style(id, "about")
  }

  private mutating func write(_ initial: State.Initial, of state: State, _ indent: Int) {
    let targets = initial.targets.filter { viewed.shown[$0.state.index] != state.id }
    guard let target = targets.first else { return }
    let start = if case .history = state.kind { ids[state.id.index].text } else { "[*]" }
    let effects = initial.effects.map { text.effect($0) }.joined(separator: ", ")
    let scope = if case .history = state.kind { state.parent ?? .root } else { state.id }
    let words = label(effects.isEmpty ? "" : "/ " + effects)
    line("\(start) --> \(end(viewed.shown[target.state.index], in: scope).id)\(words)", indent)
  }

  // MARK: Transitions

  /// The state whose braces the transition is written in: the innermost around source and targets, a composite itself where it is an end.
  private func scope(of transition: Transition) -> StateID {
    let ends = ([transition.source] + transition.targets.map(\.state)).map { viewed.shown[$0.index] }
    var scope = ends[0]
    while !isOpen(machine[scope]) || !ends.allSatisfy({ machine.contains(scope, $0) }), let parent = machine[scope].parent {
      scope = parent
    }
    return scope
  }

  private mutating func write(_ transition: Transition, in scope: StateID, _ indent: Int) {
    let source = viewed.shown[transition.source.index]
    var label = text.label(of: transition.id)
    if let steps = viewed.steps(of: transition.id) { label = "(\(steps)) " + label }
    let targets = transition.targets.map { viewed.shown[$0.state.index] }
    let start = source == scope ? ids[source.index].part("about").text : ids[source.index].text
    if targets.count == 1 {
      let end = end(targets[0], in: scope, from: source)
      if let more = end.more { label += " \u{2192} " + more }
      return line("\(start) --> \(end.id)" + self.label(label), indent)
    }
    forks += 1
    let fork = "\(ids[0].text)__fork\(forks)"
    line("state \(fork) <<fork>>", indent)
    line("\(start) --> \(fork)" + self.label(label), indent)
    for target in targets {
      let end = end(target, in: scope)
      line("\(fork) --> \(end.id)" + (end.more.map { " : \u{2192} \(MermaidText($0).rendered)" } ?? ""), indent)
    }
  }

  /// What stands at an edge, on several lines where it is long.
  private func label(_ text: String) -> String {
    if text.isEmpty { return "" }
    return " : " + MermaidText(LineWrap(limit: Self.width, indent: "").lines(of: [text]).joined(separator: "\n")).rendered
  }

  /// Where an edge can end, and what is to be said where that is not the state itself: Mermaid draws no edge between the insides of two
  /// composites.
  private func end(_ state: StateID, in scope: StateID, from source: StateID? = nil) -> (id: String, more: String?) {
    if state == scope { return (ids[state.index].part("about").text, nil) }
    let path = machine.path(from: scope, to: state)
    guard path.count > 1, let first = path.first, let source, source != scope, machine[source].parent != scope else {
      return (ids[state.index].text, nil)
    }
    return (ids[first.index].text, text.reference(to: state))
  }
}
