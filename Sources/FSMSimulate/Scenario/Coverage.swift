import FSMModel

/// Which reactions of a chart's own machines were taken, branch by branch.
public struct Coverage: Sendable {
  /// One branch of a reaction, whatever place of a machine it stands in.
  public struct Branch: Sendable, Hashable {
    public var machine: MachineID
    public var transition: TransitionID
  }

  /// In the order written.
  public private(set) var all: [Branch] = []
  public private(set) var taken: Set<Branch> = []
  private let ownMachineCount: Int

  /// Nothing taken yet.
  public init(of chart: Chart) {
    ownMachineCount = chart.ownMachineCount
    for machine in chart.machines.prefix(ownMachineCount) {
      all += machine.transitions.indices.map { Branch(machine: machine.id, transition: TransitionID($0)) }
    }
  }

  /// Counts what calls of a machine took.
  public mutating func add(_ calls: [Call], of assembly: Assembly) {
    for place in calls.flatMap(\.covered) {
      let machine = assembly[place.scope].machine
      if machine.index < ownMachineCount { taken.insert(Branch(machine: machine, transition: place.transition)) }
    }
  }

  public var missing: [Branch] { all.filter { !taken.contains($0) } }
}
