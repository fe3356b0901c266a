import FSMModel

/// What the text formats of pictures have in common: which states are frames, where an edge is written, and what stands at it.
struct PictureOutline {
  /// What lets a state stand out.
  enum Emphasis: String, CaseIterable {
    case highlighted, visited, found
  }

  let text: ChartText
  let viewed: ViewedMachine
  let findings: PictureFindings
  /// The names of the states, by number.
  let ids: [PlainID]
  /// The widest line of text at an edge, in columns.
  let edgeWidth: Int
  /// The transitions that are drawn as edges, by the state whose braces they are written in.
  private(set) var edges: [StateID: [TransitionID]] = [:]

  var machine: Machine { text.machine }

  init(text: ChartText, view: PictureView, findings: PictureFindings, edgeWidth: Int, taken: inout Set<String>) {
    (self.text, self.findings, self.edgeWidth) = (text, findings, edgeWidth)
    viewed = ViewedMachine(text.machine, view)
    ids = PlainID.names(of: text.machine, taken: &taken)
    for state in machine.states {
      for reaction in state.reactions {
        for id in machine[reaction].transitions where !machine[id].targets.isEmpty && viewed.isShown(machine[id]) {
          edges[scope(of: ends(of: machine[id])), default: []].append(id)
        }
      }
    }
  }

  func id(of state: StateID) -> PlainID { ids[state.index] }

  // MARK: States

  /// True for a state that is drawn as a frame around others.
  func isOpen(_ state: StateID) -> Bool { (state == .root || !machine[state].children.isEmpty) && !viewed.isClosed(machine[state]) }

  func isRegion(_ state: State) -> Bool {
    if case .history = state.kind { return false }
    return state.parent.map { machine[$0].kind == .parallel } ?? false
  }

  /// What a state does, and what was found there.
  func items(of state: StateID) -> [String] {
    let closed = viewed.isClosed(machine[state]) ? ["\(viewed.hiddenCount(in: machine[state])) states inside"] : []
    return closed + text.activities(of: state)
  }

  /// What was found at a state: `⚠ error FSM204: no state is called …`.
  func findingLines(at state: StateID) -> [String] { findings.states[state, default: []].map { "\u{26A0} " + $0.line } }

  /// What lets the state stand out, the strongest last.
  func emphases(of state: StateID) -> [Emphasis] {
    var list: [Emphasis] = []
    if viewed.isHighlighted(state) { list.append(.highlighted) } else if viewed.view.visited.contains(state) { list.append(.visited) }
    if findings.states[state] != nil { list.append(.found) }
    return list
  }

  // MARK: Edges

  /// The states at the ends of a transition as they are drawn, the source first.
  func ends(of transition: Transition) -> [StateID] {
    ([transition.source] + transition.targets.map(\.state)).map { viewed.shown[$0.index] }
  }

  /// The innermost frame around all of these states; one of them itself where it holds the others.
  func scope(of states: [StateID]) -> StateID {
    var scope = states[0]
    while !isOpen(scope) || !states.allSatisfy({ machine.contains(scope, $0) }), let parent = machine[scope].parent { scope = parent }
    return scope
  }

  /// The targets of an initial transition or of a history's default as they are drawn; none where that is inside a closed state.
  func targets(of initial: State.Initial, at state: StateID) -> [StateID] {
    initial.targets.map { viewed.shown[$0.state.index] }.filter { $0 != state }
  }

  /// What stands at a transition's edge, line by line: when a run took it, trigger and guard, effects, data that are passed, findings.
  func label(of id: TransitionID) -> [String] {
    let steps = viewed.steps(of: id).map { "(\($0)) " } ?? ""
    return LineWrap(limit: edgeWidth, indent: "  ").lines(of: [steps + text.label(of: id)])
      + findings.transitions[id, default: []].map { "\u{26A0} " + $0.title }
  }

  /// The effects of an initial transition.
  func label(of initial: State.Initial) -> [String] {
    if initial.effects.isEmpty { return [] }
    return LineWrap(limit: edgeWidth, indent: "  ").lines(of: ["/ " + initial.effects.map { text.effect($0) }.joined(separator: ", ")])
  }
}
