import FSMDiagnostics
import FSMModel

/// A machine put together by hand, for charts that no parser would let through: names with line breaks, states without end.
struct DotSketch {
  private(set) var machine: Machine
  private static let nowhere = Span(file: FileID(0), start: 0, end: 0)

  init(_ name: String, label: String? = nil, kind: State.Kind = .composite) {
    machine = Machine(
      id: MachineID(0), name: name, label: label, doc: nil, nameSpan: Self.nowhere, span: Self.nowhere, conformances: nil)
    machine.states = [
      State(id: .root, name: name, label: label, doc: nil, nameSpan: Self.nowhere, span: Self.nowhere, parent: nil, kind: kind)
    ]
  }

  /// Adds a state; those inside a state must follow it before its next sibling. The first child of a composite is its initial one.
  @discardableResult
  mutating func state(_ name: String, label: String? = nil, in parent: StateID = .root, _ kind: State.Kind = .simple) -> StateID {
    let id = StateID(machine.states.count)
    machine.states.append(
      State(id: id, name: name, label: label, doc: nil, nameSpan: Self.nowhere, span: Self.nowhere, parent: parent, kind: kind))
    if machine[parent].children.isEmpty && machine[parent].kind == .composite {
      machine[parent].initial = State.Initial(effects: [], targets: [Self.target(id)], span: Self.nowhere)
    }
    machine[parent].children.append(id)
    var open: StateID? = parent
    while let current = open {
      machine[current].end = id.index + 1
      open = machine[current].parent
    }
    return id
  }

  @discardableResult
  mutating func event(_ name: String) -> EventID {
    let id = EventID(machine.events.count)
    machine.events.append(
      Event(
        id: id, name: name, label: nil, doc: nil, isPrivate: false, parameters: [], nameSpan: Self.nowhere, span: Self.nowhere))
    return id
  }

  /// `on event -> targets` in `source`.
  mutating func on(_ event: String, from source: StateID, to targets: StateID...) {
    let event = machine.events.first { $0.name == event }?.id ?? self.event(event)
    let reaction = ReactionID(machine.reactions.count)
    let transition = TransitionID(machine.transitions.count)
    machine.transitions.append(
      Transition(
        id: transition, reaction: reaction, source: source, condition: nil, isElse: false, effects: [],
        targets: targets.map(Self.target), mode: targets.isEmpty ? .internal : .standard, doc: nil, span: Self.nowhere))
    machine.reactions.append(
      Reaction(
        id: reaction, source: source, trigger: .events([event]), parameters: [], transitions: [transition], isOrdered: false,
        isByEvent: false, doc: nil, triggerSpan: Self.nowhere, span: Self.nowhere))
    machine[source].reactions.append(reaction)
  }

  private static func target(_ state: StateID) -> Target { Target(state: state, arguments: [], span: nowhere) }
}
