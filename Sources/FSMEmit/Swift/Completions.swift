import FSMModel

/// Completion as what it is: an event that the machine raises when a final state inside a composite is entered.
///
/// For each composite whose `done` some state reacts to, the machine gets a private event; entering one of its final children raises it after
/// the child's own entry effects, and reactions to `done` become reactions to it.
struct Completions {
  /// The machine with those events.
  private(set) var machine: Machine
  /// The events added, which `*` does not match.
  private(set) var events: Set<EventID> = []
  /// The events of parallel states, which no single entry brings.
  private(set) var parallel: [StateID: EventID] = [:]

  init(_ original: Machine) {
    machine = original
    var names = SwiftNames(taken: original.events.map(\.name))
    var eventOf: [StateID: EventID] = [:]
    for index in machine.reactions.indices {
      guard case .done(let state) = machine.reactions[index].trigger else { continue }
      let event = eventOf[state] ?? add(for: state, &names)
      eventOf[state] = event
      machine.reactions[index].trigger = .events([event])
    }
    for state in machine.states where state.kind == .final {
      guard let parent = state.parent, let event = eventOf[parent], machine[parent].kind != .parallel else { continue }
      machine[state.id].entry.append(.raise(event, [], span: state.nameSpan))
    }
    parallel = eventOf.filter { machine[$0.key].kind == .parallel }
  }

  private mutating func add(for state: StateID, _ names: inout SwiftNames) -> EventID {
    let id = EventID(machine.events.count)
    let path = machine.path(from: .root, to: state).map { machine[$0].name }
    let name = names.claim((path[0] + path.dropFirst().map(\.capitalizedFirst).joined()) + "Done").withoutBackticks
    machine.events.append(
      Event(
        id: id, name: name, label: nil, doc: nil, isPrivate: true, parameters: [], nameSpan: machine[state].nameSpan,
        span: machine[state].span))
    events.insert(id)
    return id
  }
}
