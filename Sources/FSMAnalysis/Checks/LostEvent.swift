import FSMDiagnostics
import FSMModel

/// An event that is raised or sent although no state reacts to it is dropped each time. For a machine that is a state of another one,
/// what that one reacts to counts too; where no other uses it here, one elsewhere may, and the finding is a note.
struct LostEvent: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    let usage = facts.usage
    let isUsed = usage.innerMachines.contains(machine.id)
    let takesAny = isUsed ? usage.takesAny.contains(true) : usage.takesAny[machine.id.index]
    var findings: [Diagnostic] = []
    machine.forEachEffect { effect in
      switch effect {
      case .raise(let event, _, let span), .send(let event, _, _, let span):
        guard !takesAny, !usage.takenEvents.contains(machine[event].name) else { return }
        findings.append(
          Diagnostic(
            .lostEvent, at: span, "no state reacts to `\(machine[event].name)`: it is dropped each time",
            severity: isUsed ? nil : .note, labels: [.init(machine[event].nameSpan, "declared here")],
            hint: "add `on \(machine[event].name) …`, or leave this effect out"
              + (isUsed ? "" : "; a machine of which this one is a part may take it")))
      case .cancel(let event, let span):
        guard !usage.sentEvents.contains(machine[event].name) else { return }
        findings.append(
          Diagnostic(
            .lostEvent, at: span, "`\(machine[event].name)` is never sent, so there is nothing to withdraw",
            labels: [.init(machine[event].nameSpan, "declared here")], hint: "leave this effect out"))
      default: break
      }
    }
    return findings
  }
}
