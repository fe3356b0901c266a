import FSMDiagnostics
import FSMModel

/// A choice is left in the step after it is entered. Choices that lead to each other in a circle might never come to a state that waits, so
/// a cycle of choices is an error whatever the guards say; also where states on the way are entered and lead by default to the next choice.
struct EndlessChoice: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    var findings: [Diagnostic] = []
    var done: Set<StateID> = []
    for start in machine.states where start.kind == .choice && !done.contains(start.id) {
      var open: Set<StateID> = [start.id]
      var stack: [(choice: StateID, edges: [(to: StateID, span: Span)], next: Int)] = [(start.id, edges(of: start.id, machine), 0)]
      while let top = stack.last {
        guard top.next < top.edges.count else {
          done.insert(top.choice)
          open.remove(top.choice)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let edge = top.edges[top.next]
        if open.contains(edge.to) {
          findings.append(finding(from: top.choice, edge.to, at: edge.span, machine))
        } else if !done.contains(edge.to) {
          open.insert(edge.to)
          stack.append((edge.to, edges(of: edge.to, machine), 0))
        }
      }
    }
    return findings
  }

  /// The choices that may be reached with the next step of one, and what leads there.
  private static func edges(of choice: StateID, _ machine: Machine) -> [(to: StateID, span: Span)] {
    machine[choice].reactions.flatMap { machine[$0].transitions }.map { machine[$0] }.flatMap { transition in
      transition.targets.flatMap { target in
        machine.choicesEntered(by: target.state, from: machine.domain(of: transition)).map { ($0, target.span) }
      }
    }
  }

  private static func finding(from choice: StateID, _ target: StateID, at span: Span, _ machine: Machine) -> Diagnostic {
    let message =
      choice == target
      ? "choice `\(machine[choice].name)` leads back to itself"
      : "choices `\(machine[target].name)` and `\(machine[choice].name)` lead to each other in a circle"
    return Diagnostic(
      .endlessLoop, at: span, message, labels: [.init(machine[target].nameSpan, "the circle begins here")],
      hint: "lead one branch to a state that waits")
  }
}

extension Machine {
  /// The choices among what is entered by default on the way from a domain to a target, and behind it.
  fileprivate func choicesEntered(by target: StateID, from domain: StateID) -> [StateID] {
    var pending = [target]
    let path = path(from: domain, to: target)
    for (outer, inner) in zip([domain] + path, path) where self[outer].kind == .parallel && outer != domain {
      pending += activeChildren(of: outer).filter { $0 != inner }
    }
    var seen: Set<StateID> = []
    var choices: [StateID] = []
    while let state = pending.popLast() {
      guard seen.insert(state).inserted else { continue }
      switch self[state].kind {
      case .choice: choices.append(state)
      case .parallel: pending += activeChildren(of: state)
      case .history: pending += standard(of: state)?.targets.map(\.state) ?? []
      default: pending += self[state].initial?.targets.map(\.state) ?? []
      }
    }
    return choices.sorted()
  }
}
