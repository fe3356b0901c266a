import FSMModel
import FSMSimulate

/// A running chart, spoken to in its own names.
public struct ForeignPlayer {
  private var interpreter: Interpreter
  private let machine: Machine
  /// What kept the last call from being carried out, other than that nothing takes the event.
  public private(set) var problem: String?

  /// What the last call had the caller do: `log("on")`.
  public private(set) var effects: [String] = []

  public init(_ assembly: Assembly) {
    interpreter = Interpreter(assembly)
    machine = assembly.chart.machines[0]
  }

  /// The ids of the innermost active states.
  public var ids: Set<String> {
    Set(
      machine.states.filter { state in state.id != .root && interpreter.isIn(state.id) && !hasActiveChild(state) }.map {
        $0.label ?? $0.name
      })
  }

  private func hasActiveChild(_ state: State) -> Bool { state.children.contains { interpreter.isIn($0) } }

  public mutating func start() {
    let open = machine.states[0].data.filter { machine[$0].value == nil }
    note(interpreter.start(Dictionary(uniqueKeysWithValues: open.map { ($0, Value.string("session")) })))
  }

  public mutating func advance(by duration: Duration) { note(interpreter.advance(by: duration)) }

  /// Sends an event; one that the chart does not name matches what its longest known prefix matches, and nothing else but `*`.
  public mutating func send(_ name: String) {
    effects = []
    if let event = machine.event(foreign: name) {
      if let id = interpreter.assembly.event(named: event.name) { note(interpreter.send(id)) }
      return
    }
    if machine.reactions.contains(where: { $0.trigger == .any }) { problem = "the chart has no event `\(name)` that `*` could match" }
  }

  private mutating func note(_ call: Call) {
    effects = call.effects.map { TraceText(interpreter.assembly).text(of: $0).replacing(#/^do /#, with: "") }
    switch call.outcome {
    case .taken, .deferred, .ignored, .dropped, .rejected(.unhandled), .rejected(.guardsFailed), .rejected(.finished): problem = nil
    case .rejected, .trapped, .unanswered, .tooLong: problem = "\(call.outcome)"
    }
  }
}

extension Machine {
  /// The event that stands for a name of SCXML: the one of that name, else of the longest beginning of it that the chart knows, which
  /// matches what the name matches.
  public func event(foreign name: String) -> Event? {
    var parts = name.split(separator: ".", omittingEmptySubsequences: false)[...]
    while !parts.isEmpty {
      let text = parts.joined(separator: ".")
      if let event = events.first(where: { !$0.isPrivate && ($0.label ?? $0.name) == text }) { return event }
      parts = parts.dropLast()
    }
    return nil
  }
}
