import FSMDiagnostics
import FSMModel

/// A machine is in some state at all times, so a machine that declares none is an error.
struct MachineWithoutStates: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    guard machine.activeChildren(of: .root).isEmpty else { return [] }
    return [
      Diagnostic(
        .machineWithoutStates, at: machine.nameSpan, "machine `\(machine.name)` has no states",
        hint: "declare at least one: `initial state idle`")
    ]
  }
}
