import FSMModel

/// Writes the lines of one machine.
struct PlantUMLWriter {
  /// The widest line of text at an edge or in a state, in columns.
  static let width = 46

  let outline: PictureOutline
  private(set) var lines: [String] = []
  /// In what ways states stand out.
  private(set) var emphases: Set<PictureOutline.Emphasis> = []
  /// The bars of transitions with several targets.
  private var forks: [TransitionID: String] = [:]

  private var machine: Machine { outline.machine }

  init(_ outline: PictureOutline) { self.outline = outline }

  mutating func run() {
    write(machine[.root], indent: 0)
    for state in machine.states {
      for reaction in state.reactions {
        for transition in machine[reaction].transitions where !machine[transition].targets.isEmpty { write(machine[transition]) }
      }
    }
  }

  static func colour(of emphasis: PictureOutline.Emphasis) -> String { emphasis == .found ? "D9363E" : "B26A00" }

  private mutating func line(_ text: String, _ indent: Int = 0) { lines.append(String(repeating: "  ", count: indent) + text) }

  // MARK: States

  /// Recursion is as deep as states nest.
  private mutating func write(_ state: State, indent: Int) {
    let id = outline.id(of: state.id).text
    let title = "\"\(PlantUMLText(outline.text.heading(of: state.id)).rendered)\""
    guard outline.isOpen(state.id) else { return writeCard(state, id, title, indent) }
    // Regions are dashed frames: between separators no transition could lead into them from outside.
    let isRegion = state.parent.map { machine[$0].kind == .parallel } ?? false
    line("state \(title) as \(id)\(emphasis(state.id))\(isRegion ? " ##[dashed]" : "") {", indent)
    for transition in outline.edges[state.id] ?? [] where machine[transition].targets.count > 1 {
      let fork = "\(outline.ids[0].text)__fork\(forks.count + 1)"
      forks[transition] = fork
      line("state \(fork) <<fork>>", indent + 1)
    }
    for child in state.children { write(machine[child], indent: indent + 1) }
    if let initial = state.initial { write(initial, of: state, indent + 1) }
    line("}", indent)
    describe(state.id, outline.items(of: state.id) + inward(state.id), indent)
  }

  /// A state has one look: that of the strongest.
  private mutating func emphasis(_ state: StateID) -> String {
    guard let strongest = outline.emphases(of: state).last else { return "" }
    emphases.insert(strongest)
    return " <<\(strongest.rawValue)>>"
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
    describe(state.id, outline.items(of: state.id), indent)
    if state.kind == .final { line("\(id) --> [*]", indent) }
  }

  private mutating func describe(_ state: StateID, _ items: [String], _ indent: Int) {
    let id = outline.id(of: state).text
    let wrap = LineWrap(limit: Self.width, indent: "  ")
    for part in items.flatMap({ wrap.lines(of: [$0]) }) { line("\(id) : \(PlantUMLText(part).rendered)", indent) }
    for part in outline.findingLines(at: state).flatMap({ wrap.lines(of: [$0]) }) { line("\(id) : \(Self.alarm(part))", indent) }
  }

  private static func alarm(_ text: String) -> String {
    "<color:#\(colour(of: .found))>\(PlantUMLText(text).rendered)</color>"
  }

  private mutating func write(_ initial: State.Initial, of state: State, _ indent: Int) {
    let start = if case .history = state.kind { outline.id(of: state.id).text } else { "[*]" }
    for target in outline.targets(of: initial, at: state.id) {
      line("\(start) --> \(outline.id(of: target).text)\(label(outline.label(of: initial)))", indent)
    }
  }

  // MARK: Transitions

  /// Transitions that lead from a composite to itself, to what is inside it, or from there to it.
  private func inward(_ state: StateID) -> [String] {
    machine[state].reactions.flatMap { machine[$0].transitions }.compactMap { transition in
      let targets = outline.ends(of: machine[transition]).dropFirst()
      guard !targets.isEmpty, targets.allSatisfy({ machine.contains(state, $0) }) else { return nil }
      let names = targets.map { $0 == state ? "self" : outline.text.reference(to: $0) }
      return outline.label(of: transition).joined(separator: " ") + " \u{2192} " + names.joined(separator: " & ")
    }
  }

  private mutating func write(_ transition: Transition) {
    guard outline.viewed.isShown(transition) else { return }
    let ends = outline.ends(of: transition)
    let (source, targets) = (ends[0], ends.dropFirst())
    if outline.isOpen(source), targets.allSatisfy({ machine.contains(source, $0) }) { return }
    let words = label(outline.label(of: transition.id))
    let arrow = arrow(of: transition.id)
    guard let fork = forks[transition.id] else {
      for target in targets { line("\(outline.id(of: source).text) \(arrow) \(outline.id(of: target).text)\(words)") }
      return
    }
    line("\(outline.id(of: source).text) \(arrow) \(fork)\(words)")
    for target in targets { line("\(fork) \(arrow) \(outline.id(of: target).text)") }
  }

  /// Red where something was found, amber where a run went.
  private func arrow(of transition: TransitionID) -> String {
    if outline.findings.transitions[transition] != nil { return "-[#\(Self.colour(of: .found))]->" }
    return outline.viewed.steps(of: transition) != nil ? "-[#\(Self.colour(of: .visited)),bold]->" : "-->"
  }

  private func label(_ lines: [String]) -> String {
    lines.isEmpty ? "" : " : " + lines.map { PlantUMLText($0).rendered }.joined(separator: "\\n")
  }
}
