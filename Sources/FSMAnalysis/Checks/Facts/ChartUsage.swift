import FSMModel

/// What machines of a chart mean to each other: a machine that is a state of another shares its events.
struct ChartUsage {
  /// Names of events that some machine of the chart reacts to, defers or ignores.
  private(set) var takenEvents: Set<String> = []
  /// Names of events that some machine raises or sends.
  private(set) var emittedEvents: Set<String> = []
  private(set) var sentEvents: Set<String> = []
  /// Machines that are states of others.
  private(set) var innerMachines: Set<MachineID> = []
  /// True where some state of the machine takes any event.
  private(set) var takesAny: [Bool]
  /// For each machine whether it can end.
  private(set) var completes: [Bool] = []

  init(_ chart: Chart) {
    takesAny = chart.machines.map { machine in
      machine.reactions.contains { $0.trigger == .any }
        || machine.states.contains { ($0.deferred + $0.ignored).contains { $0.event == nil } }
    }
    for machine in chart.machines { add(machine) }
    findCompleting(chart)
  }

  /// A machine that turns out to complete may let those complete that have it as a state; each turns at most once.
  private mutating func findCompleting(_ chart: Chart) {
    var users: [[MachineID]] = Array(repeating: [], count: chart.machines.count)
    for machine in chart.machines {
      for used in Set(machine.states.compactMap(\.usedMachine)) { users[used.index].append(machine.id) }
    }
    completes = Array(repeating: false, count: chart.machines.count)
    var waiting = chart.machines.map(\.id)
    while let id = waiting.popLast() {
      guard !completes[id.index], chart[id].completableStates({ completes[$0.index] })[0] else { continue }
      completes[id.index] = true
      waiting += users[id.index]
    }
  }

  private mutating func add(_ machine: Machine) {
    var isTaken = Array(repeating: false, count: machine.events.count)
    for reaction in machine.reactions {
      if case .events(let events) = reaction.trigger { for event in events { isTaken[event.index] = true } }
    }
    for state in machine.states {
      if let used = state.usedMachine { innerMachines.insert(used) }
      for hold in state.deferred + state.ignored { if let event = hold.event { isTaken[event.index] = true } }
    }
    for event in machine.events where isTaken[event.id.index] { takenEvents.insert(event.name) }
    machine.forEachEffect { effect in
      switch effect {
      case .raise(let event, _, _): emittedEvents.insert(machine[event].name)
      case .send(let event, _, _, _):
        emittedEvents.insert(machine[event].name)
        sentEvents.insert(machine[event].name)
      default: break
      }
    }
  }
}
