import FSMModel

/// Writes the lines of one machine.
///
/// Mermaid puts a state into the frame in which it is mentioned last. So an edge to or from what lies deeper than its own frame is written
/// before the states of the frame, all others behind them.
struct MermaidWriter {
  /// The widest line of text at an edge, in columns; Mermaid itself breaks lines that are much longer, wherever it likes.
  static let edgeWidth = 26

  let outline: PictureOutline
  private(set) var lines: [String] = []
  /// The names of states by style.
  private(set) var styled: [MermaidStyle: [String]] = [:]
  /// Composites with a card that says what they do.
  private var hasCard: [Bool]
  private var forks = 0
  /// States mentioned before their own frame.
  private var mentioned: Set<StateID> = []

  private var machine: Machine { outline.machine }

  init(_ outline: PictureOutline) {
    self.outline = outline
    hasCard = outline.machine.states.map { outline.isOpen($0.id) && !outline.items(of: $0.id).isEmpty }
  }

  mutating func run() {
    findCards()
    write(machine[.root], indent: 1)
  }

  /// A composite needs its card for what it does, and where an edge joins it with what is inside it.
  private mutating func findCards() {
    for state in machine.states where outline.isOpen(state.id) && !outline.findingLines(at: state.id).isEmpty {
      hasCard[state.id.index] = true
    }
    for (scope, transitions) in outline.edges where transitions.contains(where: { outline.ends(of: machine[$0]).contains(scope) }) {
      hasCard[scope.index] = true
    }
  }

  private mutating func line(_ text: String, _ indent: Int) { lines.append(String(repeating: "  ", count: indent) + text) }

  private mutating func style(_ id: String, _ style: MermaidStyle) { styled[style, default: []].append(id) }

  // MARK: States

  /// Recursion is as deep as states nest.
  private mutating func write(_ state: State, indent: Int) {
    let id = outline.id(of: state.id).text
    for emphasis in outline.emphases(of: state.id) { style(id, MermaidStyle(emphasis)) }
    // A separator between regions would cut off every edge that leads into one of them.
    if outline.isRegion(state) { style(id, .region) }
    guard outline.isOpen(state.id) else { return writeCard(state, id, indent) }
    line("state \"\(MermaidText(outline.text.heading(of: state.id)).rendered)\" as \(id)", indent)
    line("state \(id) {", indent)
    let edges = self.edges(in: state.id)
    if edges.contains(where: \.isDeep) { mention(state, indent + 1) }
    for edge in edges where edge.isDeep { write(edge, indent + 1) }
    if hasCard[state.id.index] { writeAbout(state, indent + 1) }
    for child in state.children { write(machine[child], indent: indent + 1) }
    for edge in edges where !edge.isDeep { write(edge, indent + 1) }
    line("}", indent)
  }

  /// Mermaid ranks states in the order in which they are mentioned first: that of the chart, not that of its edges into frames. Each is
  /// mentioned once, so that the text grows with the chart.
  private mutating func mention(_ frame: State, _ indent: Int) {
    for state in machine.states[frame.id.index..<frame.end].dropFirst() where outline.viewed.isShown(state.id) {
      guard mentioned.insert(state.id).inserted else { continue }
      line(state.kind == .choice ? "state \(outline.id(of: state.id).text) <<choice>>" : outline.id(of: state.id).text, indent)
    }
  }

  private mutating func writeCard(_ state: State, _ id: String, _ indent: Int) {
    switch state.kind {
    case .choice: return line("state \(id) <<choice>>", indent)
    case .history(let isDeep):
      style(id, .history)
      return line("state \"\(isDeep ? "H#42;" : "H")\" as \(id)", indent)
    case .final: style(id, .final)
    default: break
    }
    line("state \"\(MermaidText(outline.text.heading(of: state.id)).rendered)\" as \(id)", indent)
    for item in outline.items(of: state.id) + outline.findingLines(at: state.id) { line("\(id) : \(MermaidText(item).rendered)", indent) }
  }

  private mutating func writeAbout(_ state: State, _ indent: Int) {
    let id = outline.id(of: state.id).part("about").text
    let items = outline.items(of: state.id) + outline.findingLines(at: state.id)
    let label = items.isEmpty ? outline.text.title(of: state.id) : items.joined(separator: "\n")
    line("state \"\(MermaidText(label).rendered)\" as \(id)", indent)
    style(id, .about)
  }

  // MARK: Edges

  /// An arrow, or a bar with several behind it.
  private struct Edge {
    var start: String
    var targets: [StateID]
    var label: [String]
    /// The ends that lie deeper than right in the frame.
    var deep: [StateID]
    var frame: StateID

    var isDeep: Bool { !deep.isEmpty }
  }

  /// What is written in the braces of a frame: initial transitions and defaults of histories first.
  private func edges(in frame: StateID) -> [Edge] {
    var list: [Edge] = []
    if let initial = machine[frame].initial { list.append(edge(initial, at: frame, in: frame, from: "[*]")) }
    for child in machine[frame].children {
      guard case .history = machine[child].kind, let initial = machine[child].initial else { continue }
      list.append(edge(initial, at: child, in: frame, from: outline.id(of: child).text))
    }
    for transition in outline.edges[frame] ?? [] {
      let ends = outline.ends(of: machine[transition])
      list.append(
        Edge(
          start: end(ends[0], in: frame), targets: Array(ends.dropFirst()), label: outline.label(of: transition),
          deep: deep(ends, in: frame), frame: frame))
    }
    return joiningLoops(list.filter { !$0.targets.isEmpty })
  }

  /// Of several arrows from a state to itself Mermaid draws the last alone, so they are one, with a line of text for each.
  private func joiningLoops(_ edges: [Edge]) -> [Edge] {
    var loops: [String: Int] = [:]
    var list: [Edge] = []
    for edge in edges {
      let isLoop = edge.targets.count == 1 && edge.start == end(edge.targets[0], in: edge.frame)
      if isLoop, let first = loops[edge.start] {
        list[first].label += edge.label
      } else {
        if isLoop { loops[edge.start] = list.count }
        list.append(edge)
      }
    }
    return list
  }

  /// The name at which an edge ends: inside the frame itself, its card.
  private func end(_ state: StateID, in frame: StateID) -> String {
    state == frame ? outline.id(of: state).part("about").text : outline.id(of: state).text
  }

  private func edge(_ initial: State.Initial, at state: StateID, in frame: StateID, from start: String) -> Edge {
    let targets = outline.targets(of: initial, at: state)
    return Edge(start: start, targets: targets, label: outline.label(of: initial), deep: deep(targets, in: frame), frame: frame)
  }

  private func deep(_ ends: [StateID], in frame: StateID) -> [StateID] { ends.filter { $0 != frame && machine[$0].parent != frame } }

  private mutating func write(_ edge: Edge, _ indent: Int) {
    var start = edge.start
    if edge.targets.count > 1 {
      forks += 1
      let fork = "\(outline.ids[0].text)__fork\(forks)"
      line("state \(fork) <<fork>>", indent)
      line("\(start) --> \(fork)" + label(edge.label), indent)
      start = fork
    }
    for target in edge.targets {
      line("\(start) --> \(end(target, in: edge.frame))" + (edge.targets.count > 1 ? "" : label(edge.label)), indent)
    }
  }

  private func label(_ lines: [String]) -> String {
    lines.isEmpty ? "" : " : " + MermaidText(lines.joined(separator: "\n")).rendered
  }
}
