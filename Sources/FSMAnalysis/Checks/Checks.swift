import FSMDiagnostics
import FSMModel

/// Everything that is judged about a chart whose names and types are in order.
///
/// A check looks at one machine at a time and reports what it is certain of; what it cannot decide it passes over.
public enum Checks {
  /// All checks, in the order they run.
  static let all: [any (Check & SendableMetatype).Type] = [
    MachineWithoutStates.self, MissingInitial.self, StateNeedsData.self, UnreachableState.self, OverlappingReactions.self,
    NeverTakenBranch.self, BlockedByAlways.self, OverriddenReaction.self, DeadHold.self, IncompleteChoice.self, EndlessChoice.self,
    EndlessAlways.self, RegionOverwrite.self, NeverCompletes.self, DeadEnd.self, LostEvent.self, LostWrite.self, UnusedDeclaration.self,
  ]

  /// What the checks find in a chart that resolved without errors; in one that did not, what was left out makes them see ghosts.
  ///
  /// Machines of used files are judged where they are compiled themselves, so only their errors count here.
  public static func run(on chart: Chart) -> [Diagnostic] {
    let usage = ChartUsage(chart)
    return chart.machines.flatMap { machine -> [Diagnostic] in
      let facts = MachineFacts(machine, chart: chart, usage: usage)
      let findings = all.flatMap { $0.findings(in: facts) }
      return machine.id.index < chart.ownMachineCount ? findings : findings.filter { $0.severity == .error }
    }
  }
}

/// One thing that can be wrong with a machine.
protocol Check: Sendable {
  static func findings(in facts: MachineFacts) -> [Diagnostic]
}

/// What several checks ask about a machine, worked out once.
struct MachineFacts {
  let machine: Machine
  let chart: Chart
  let usage: ChartUsage
  let reach: Reachability
  let reasoner: GuardReasoner
  /// For each reaction whether one of its branches is taken whenever it is tried.
  let alwaysTakes: [Bool]

  init(_ machine: Machine, chart: Chart, usage: ChartUsage) {
    self.machine = machine
    self.chart = chart
    self.usage = usage
    reach = Reachability(machine)
    let reasoner = GuardReasoner(machine: machine, isInner: usage.innerMachines.contains(machine.id))
    self.reasoner = reasoner
    alwaysTakes = machine.reactions.map { machine.alwaysTakes($0, reasoner) }
  }

  func guards(of reaction: Reaction) -> [GuardReasoner.Guard] {
    reaction.transitions.map { machine.guarding($0, of: reaction) }
  }
}

extension Machine {
  /// The guard of a branch; nil as condition for `else` too, which holds when it is tried.
  func guarding(_ id: TransitionID, of reaction: Reaction) -> GuardReasoner.Guard {
    .init(condition: self[id].isElse ? nil : self[id].condition, parameters: reaction.parameters)
  }

  /// The guards of the branches tried before one: of many the nearest, since more of them make a question slow and rarely another answer.
  func guardsTried(before id: TransitionID, of reaction: Reaction) -> [GuardReasoner.Guard] {
    reaction.transitions.prefix { $0 != id }.suffix(16).map { guarding($0, of: reaction) }
  }

  fileprivate func alwaysTakes(_ reaction: Reaction, _ reasoner: GuardReasoner) -> Bool {
    if reaction.transitions.contains(where: { self[$0].isElse || self[$0].condition == nil }) { return true }
    guard !reaction.transitions.isEmpty else { return false }
    let guards = reaction.transitions.map { guarding($0, of: reaction) }
    if case .impossible = reasoner.answer(.init(none: guards, state: reaction.source, assumesWhole: false)) { return true }
    return false
  }

  /// The trigger as messages show it: `on pressButton`.
  public func text(of reaction: Reaction) -> String {
    switch reaction.trigger {
    case .events(let events): "on \(events.map { self[$0].name }.joined(separator: ", "))"
    case .any: "on *"
    case .always: "always"
    case .after(let delay): "after \(text(of: delay))"
    case .done(let state): state == reaction.source ? "done" : "on \(self[state].name).done"
    case .activity(let id, let failed): "on \(self[id].name).\(failed ? "failed" : "done")"
    case .choice: "choice \(self[reaction.source].name)"
    }
  }
}
