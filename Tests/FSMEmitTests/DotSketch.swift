import FSMDiagnostics
import FSMModel

/// A machine put together by hand, for charts that no parser would let through: names with line breaks, states without end.
struct DotSketch {
  private var draft: Machine

  /// The machine so far.
  var machine: Machine {
    var machine = draft
    for state in draft.states.reversed() {
      guard let parent = state.parent?.index else { continue }
      machine.states[parent].end = max(machine.states[parent].end, machine.states[state.id.index].end)
    }
    return machine
  }

  private static let nowhere = Span(file: FileID(0), start: 0, end: 0)

  init(_ name: String, label: String? = nil, kind: State.Kind = .composite) {
    draft = Machine(
      id: MachineID(0), name: name, label: label, doc: nil, nameSpan: Self.nowhere, span: Self.nowhere, conformances: nil)
    draft.states = [
      State(id: .root, name: name, label: label, doc: nil, nameSpan: Self.nowhere, span: Self.nowhere, parent: nil, kind: kind)
    ]
  }

  /// Adds a state; those inside a state must follow it before its next sibling. The first child of a composite is its initial one.
  @discardableResult
  mutating func state(_ name: String, label: String? = nil, in parent: StateID = .root, _ kind: State.Kind = .simple) -> StateID {
    let id = StateID(draft.states.count)
    draft.states.append(
      State(id: id, name: name, label: label, doc: nil, nameSpan: Self.nowhere, span: Self.nowhere, parent: parent, kind: kind))
    if draft.states[parent.index].children.isEmpty && draft.states[parent.index].kind == .composite {
      draft.states[parent.index].initial = State.Initial(effects: [], targets: [Self.target(id)], span: Self.nowhere)
    }
    draft.states[parent.index].children.append(id)
    return id
  }

  @discardableResult
  mutating func event(_ name: String) -> EventID {
    let id = EventID(draft.events.count)
    draft.events.append(
      Event(
        id: id, name: name, label: nil, doc: nil, isPrivate: false, parameters: [], nameSpan: Self.nowhere, span: Self.nowhere))
    return id
  }

  /// `on event -> targets` in `source`.
  mutating func on(_ event: String, from source: StateID, to targets: StateID...) {
    let event = draft.events.first { $0.name == event }?.id ?? self.event(event)
    let reaction = ReactionID(draft.reactions.count)
    let transition = TransitionID(draft.transitions.count)
    draft.transitions.append(
      Transition(
        id: transition, reaction: reaction, source: source, condition: nil, isElse: false, effects: [],
        targets: targets.map(Self.target), mode: targets.isEmpty ? .internal : .standard, doc: nil, span: Self.nowhere))
    draft.reactions.append(
      Reaction(
        id: reaction, source: source, trigger: .events([event]), parameters: [], transitions: [transition], isOrdered: false,
        isByEvent: false, doc: nil, triggerSpan: Self.nowhere, span: Self.nowhere))
    draft.states[source.index].reactions.append(reaction)
  }

  private static func target(_ state: StateID) -> Target { Target(state: state, arguments: [], span: nowhere) }
}
