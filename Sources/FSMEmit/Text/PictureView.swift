import FSMModel

/// What a picture shows of a machine: how deep, and what stands out.
///
/// The same for every format of pictures.
public struct PictureView: Sendable {
  /// Levels of states drawn below the machine; what lies deeper is drawn as part of the state that holds it. Nil for all.
  public var depth: Int?
  /// States that stand out: the configuration to show.
  public var highlighted: Set<StateID>
  /// For each transition that a run took, when: 1 for the first.
  public var steps: [TransitionID: [Int]]
  /// States that the run was in.
  public var visited: Set<StateID>

  public init(depth: Int? = nil, highlighted: Set<StateID> = [], steps: [TransitionID: [Int]] = [:], visited: Set<StateID> = []) {
    (self.depth, self.highlighted, self.steps, self.visited) = (depth, highlighted, steps, visited)
  }

  /// All of the machine, nothing of it before the rest.
  public static let whole = PictureView()
}

/// A view applied to one machine.
struct ViewedMachine {
  let machine: Machine
  let view: PictureView
  /// The state that each state is drawn as: itself, or the one around it that is drawn closed.
  let shown: [StateID]

  init(_ machine: Machine, _ view: PictureView) {
    (self.machine, self.view) = (machine, view)
    var shown: [StateID] = [.root]
    var depths = [0]
    for state in machine.states.dropFirst() {
      let parent = state.parent ?? .root
      let depth = depths[parent.index] + 1
      depths.append(depth)
      let isHidden = shown[parent.index] != parent || view.depth.map { depth > $0 } ?? false
      shown.append(isHidden ? shown[parent.index] : state.id)
    }
    self.shown = shown
  }

  /// True for a state of its own in the picture.
  func isShown(_ state: StateID) -> Bool { shown[state.index] == state }

  /// True for a composite that is drawn closed.
  func isClosed(_ state: State) -> Bool {
    guard let first = state.children.first else { return false }
    return isShown(state.id) && !isShown(first)
  }

  /// How many states are inside a closed one.
  func hiddenCount(in state: State) -> Int { state.end - state.id.index - 1 }

  /// False for a transition that goes on inside a closed state.
  func isShown(_ transition: Transition) -> Bool {
    if transition.targets.isEmpty { return isShown(transition.source) }
    if isShown(transition.source) { return true }
    let source = shown[transition.source.index]
    return transition.targets.contains { shown[$0.state.index] != source }
  }

  /// The steps of a run in which a transition was taken: `1, 4, 9 …`; nil for one that was not.
  func steps(of transition: TransitionID) -> String? {
    guard let steps = view.steps[transition], !steps.isEmpty else { return nil }
    return steps.prefix(5).map(String.init).joined(separator: ", ") + (steps.count > 5 ? " …" : "")
  }

  /// True for a state in the configuration to show, or around a hidden one that is.
  func isHighlighted(_ state: StateID) -> Bool {
    if view.highlighted.contains(state) { return true }
    return isClosed(machine[state]) && view.highlighted.contains { machine.contains(state, $0) }
  }
}
