import FSMModel
import FSMSyntax

/// Activities inside the machines that states act as, found by their paths.
struct ForeignRuns {
  /// One of them.
  struct Found {
    /// The machine that declares it.
    var machine: MachineID
    /// The states that lead there, each one of the machine before it.
    var within: [StateID]
    var use: ActivityUseID
  }

  let machines: [Machine]

  /// Every activity that a path fits: its name, or the path of a state that runs it, or of one that acts as yet another machine.
  func find(_ path: ArraySlice<Name>, in id: MachineID, within: [StateID]) -> [Found] {
    guard let name = path.last?.text else { return [] }
    let machine = machines[id.index]
    let holder = path.dropLast().map(\.text).joined(separator: ".")
    var found = machine.activityUses.filter { $0.name == name && (holder.isEmpty || fits($0.state, holder, machine)) }
      .map { Found(machine: id, within: within, use: $0.id) }
    // Each step inwards takes a name from the path.
    for count in 1..<max(path.count, 1) {
      let place = path.prefix(count).map(\.text).joined(separator: ".")
      for state in machine.states where fits(state.id, place, machine) {
        guard let used = state.usedMachine else { continue }
        found += find(path.dropFirst(count), in: used, within: within + [state.id])
      }
    }
    return found
  }

  /// The path of an activity inside its machine.
  func path(of found: Found) -> String {
    let machine = machines[found.machine.index]
    let use = machine[found.use]
    return use.state == .root ? use.name : machine.pathName(of: use.state) + "." + use.name
  }

  private func fits(_ state: StateID, _ path: String, _ machine: Machine) -> Bool {
    let full = machine.pathName(of: state)
    return full == path || full.hasSuffix("." + path)
  }
}
