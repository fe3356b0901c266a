import FSMDiagnostics
import FSMModel

/// Regions of a parallel state react to an event in one step, in document order. When both assign one variable, what the first wrote is
/// overwritten by the later one. Adding to a variable in both is fine, and so are guards that exclude each other.
struct RegionOverwrite: Check {
  /// A transition that assigns a variable, with the place that does.
  private struct Write {
    var transition: TransitionID
    var span: Span
    /// True when the value does not depend on what the variable held.
    var replaces: Bool
  }

  private struct Key: Hashable {
    var event: EventID
    var variable: VariableID
  }

  /// Each write is compared with so many that follow it.
  private static let mostNeighbours = 16

  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    guard machine.states.contains(where: { $0.kind == .parallel }) else { return [] }
    var findings: [Diagnostic] = []
    for (key, writes) in writes(machine) {
      for (index, first) in writes.enumerated() {
        let later = writes.dropFirst(index + 1).prefix(mostNeighbours).first { $0.replaces && bothRun(first, $0, facts) }
        guard let later else { continue }
        let name = machine[key.variable].name
        findings.append(
          Diagnostic(
            .regionOverwrite, at: later.span, "`\(name)` is assigned in two regions by one `\(machine[key.event].name)`, and this one wins",
            labels: [.init(first.span, "overwritten in the same step")],
            hint: "assign it in one region, or give the guards conditions that exclude each other"))
      }
    }
    return findings
  }

  /// Assignments by event and variable, in document order of the states that make them.
  private static func writes(_ machine: Machine) -> [(Key, [Write])] {
    var places: [Key: Int] = [:]
    var groups: [(Key, [Write])] = []
    for state in machine.states {
      for reaction in state.reactions.map({ machine[$0] }) {
        guard case .events(let events) = reaction.trigger else { continue }
        for id in reaction.transitions {
          for (variable, write) in assignments(in: machine[id]) {
            for event in events {
              let key = Key(event: event, variable: variable)
              let place = places[key] ?? groups.count
              if place == groups.count { groups.append((key, [])) }
              places[key] = place
              groups[place].1.append(write)
            }
          }
        }
      }
    }
    return groups.filter { $0.1.count > 1 }
  }

  private static func assignments(in transition: Transition) -> [(VariableID, Write)] {
    var found: [(VariableID, Write)] = []
    transition.effects.forEachEffect { effect in
      guard case .assign(let place, let sign, let value, let span) = effect, case .variable(let id) = place.kind else { return }
      var readsItself = sign != .set
      value.forEachPart { if $0.kind == .variable(id) { readsItself = true } }
      found.append((id, Write(transition: transition.id, span: span, replaces: !readsItself)))
    }
    return found
  }

  /// Whether one step can take both: from different regions, neither leaving the other, with guards that can hold together.
  private static func bothRun(_ first: Write, _ second: Write, _ facts: MachineFacts) -> Bool {
    let machine = facts.machine
    let (one, other) = (machine[first.transition], machine[second.transition])
    guard !machine.contains(one.source, other.source), !machine.contains(other.source, one.source),
      machine.canBeActiveTogether(one.source, other.source)
    else { return false }
    if one.mode != .internal, other.mode != .internal, leaves(one, other.source, machine) || leaves(other, one.source, machine) {
      return false
    }
    let guards = [one, other].map { [machine.guarding($0.id, of: machine[$0.reaction])] }
    if case .impossible = facts.reasoner.answer(.init(oneOf: guards, state: one.source)) { return false }
    return true
  }

  /// Of a parallel domain only the source's region is left.
  private static func leaves(_ transition: Transition, _ state: StateID, _ machine: Machine) -> Bool {
    let domain = machine.domain(of: transition)
    return machine[domain].kind != .parallel && machine.contains(domain, state)
  }
}
