import FSMDiagnostics
import FSMModel

/// A state's data have values as long as it is active. A transition passes them to every state it enters, the target and those around
/// it; a state entered by default needs a default for each.
struct StateNeedsData: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    guard machine.states.contains(where: { $0.id != .root && !$0.data.isEmpty }) else { return [] }
    var findings: [Diagnostic] = []
    for transition in machine.transitions where transition.mode != .internal {
      findings += missing(transition.targets, from: machine.domain(of: transition), machine)
    }
    for state in machine.states {
      guard let initial = state.initial else { continue }
      let domain = state.isHistory ? state.parent ?? .root : state.id
      if !isMark(initial, of: state, machine) { findings += missing(initial.targets, from: domain, machine) }
    }
    for state in machine.states where state.id != .root {
      guard let cause = facts.reach.defaultEntry[state.id.index] else { continue }
      findings += lackingDefaults(state, cause, machine)
    }
    return findings
  }

  /// Marks of the only child and `initial state` name no target of their own: these are entries by default.
  private static func isMark(_ initial: State.Initial, of state: State, _ machine: Machine) -> Bool {
    !state.isHistory && initial.effects.isEmpty && initial.targets.count == 1 && initial.targets[0].arguments.isEmpty
      && machine[initial.targets[0].state].parent == state.id
  }

  private static func missing(_ targets: [Target], from domain: StateID, _ machine: Machine) -> [Diagnostic] {
    let given = Set(targets.flatMap { $0.arguments.map(\.variable) })
    var seen: Set<StateID> = []
    for target in targets {
      for state in machine.path(from: domain, to: target.state) where seen.insert(state).inserted {
        let lacking = machine[state].data.map { machine[$0] }.filter { $0.value == nil && !given.contains($0.id) }
        guard let first = lacking.first else { continue }
        let names = lacking.map { "`\($0.name)`" }.joined(separator: ", ")
        let way = state == target.state ? "" : ", entered on the way"
        return [
          Diagnostic(
            .stateNeedsData, at: target.span,
            "the target passes no value for \(names) of state `\(machine[state].name)`\(way)",
            labels: [.init(first.nameSpan, "has no default")], hint: "write `-> \(shape(of: target.state, upTo: state, machine))`")
        ]
      }
    }
    return []
  }

  /// The target with a place for every value: `player(volume: Double).paused(at: Int)`.
  private static func shape(of target: StateID, upTo outer: StateID, _ machine: Machine) -> String {
    let chain = machine.path(from: machine[outer].parent ?? .root, to: target)
    return chain.map { state in
      let open = machine[state].data.map { machine[$0] }.filter { $0.value == nil }
      let values = open.map { $0.isLabelled ? "\($0.name): \($0.typeText)" : $0.typeText }.joined(separator: ", ")
      return machine[state].name + (open.isEmpty ? "" : "(\(values))")
    }.joined(separator: ".")
  }

  private static func lackingDefaults(_ state: State, _ cause: Span, _ machine: Machine) -> [Diagnostic] {
    let lacking = state.data.map { machine[$0] }.filter { $0.value == nil }
    guard let first = lacking.first else { return [] }
    return [
      Diagnostic(
        .stateNeedsData, at: first.nameSpan, "`\(first.name)` has no default, and state `\(state.name)` is entered by default",
        labels: cause == state.nameSpan ? [] : [.init(cause, "entered by default here")],
        hint: "give it a default: `\(first.name): \(first.typeText) = …`")
    ]
  }
}
