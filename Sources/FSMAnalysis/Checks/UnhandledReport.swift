import FSMDiagnostics
import FSMModel

/// Where events would be rejected: for each event the states that neither take, defer nor ignore it, and those whose guards may all fail.
///
/// States are grouped by what contains them: where every state inside is alike, the one around them is named. A parallel state counts as
/// one: any of its regions may take the event.
public enum UnhandledReport {
  private static let mostNamed = 8

  /// One note for each event that is rejected somewhere, at its declaration.
  public static func notes(on chart: Chart) -> [Diagnostic] {
    chart.machines.prefix(chart.ownMachineCount).flatMap { machine -> [Diagnostic] in
      let report = Report(machine)
      return machine.events.filter { !$0.isPrivate }.compactMap { report.note(on: $0) }
    }
  }

  private struct Report {
    let machine: Machine
    let reach: Reachability
    let reasoner: GuardReasoner
    /// For each state what it says about events: the reactions that name one, or take any.
    private var named: [EventID: Set<StateID>] = [:]
    private var any: Set<StateID> = []

    init(_ machine: Machine) {
      self.machine = machine
      reach = Reachability(machine)
      reasoner = GuardReasoner(machine: machine, isInner: true)
      for state in machine.states {
        for id in state.reactions {
          if machine[id].trigger == .any { any.insert(state.id) }
          if case .events(let events) = machine[id].trigger { for event in events { named[event, default: []].insert(state.id) } }
        }
        for hold in state.deferred + state.ignored {
          if let event = hold.event { named[event, default: []].insert(state.id) } else { any.insert(state.id) }
        }
      }
    }

    func note(on event: Event) -> Diagnostic? {
      let holders = (named[event.id] ?? []).union(any)
      guard !holders.contains(.root) || guards(of: event.id, in: .root) != nil else { return nil }
      let rejecting = rejecting(.root, holders)
      let failing = failing(event.id, holders)
      guard !rejecting.isEmpty || !failing.isEmpty else { return nil }
      var parts: [String] = []
      if !rejecting.isEmpty { parts.append("is rejected in \(list(rejecting.map { "`\(machine.pathName(of: $0))`" }))") }
      if !failing.isEmpty { parts.append("\(rejecting.isEmpty ? "is rejected" : "and") where no guard holds in \(list(failing))") }
      return Diagnostic(
        .unhandled, at: event.nameSpan, "`\(event.name)` \(parts.joined(separator: ", "))",
        hint: "add reactions, or `ignore \(event.name)` where dropping it is intended")
    }

    /// States in which nothing speaks of the event, each as far out as that is true of everything inside. Recursion goes as deep as states
    /// are nested.
    private func rejecting(_ state: StateID, _ holders: Set<StateID>) -> [StateID] {
      guard !holders.contains(state) else { return [] }
      switch machine[state].kind {
      case .parallel:
        return holders.contains { machine.contains(state, $0) } ? [] : [state]
      case .composite:
        let children = machine[state].children.filter { isCounted($0) }
        let found = children.flatMap { rejecting($0, holders) }
        return state != .root && found == children && !children.isEmpty ? [state] : found
      case .simple, .machine: return [state]
      case .final, .choice, .history: return []
      }
    }

    private func isCounted(_ state: StateID) -> Bool {
      !machine[state].isPseudo && machine[state].kind != .final && reach.isEntered[state.index]
    }

    /// Simple states, outside regions, in which all reactions to the event have guards that can fail together, with an example.
    private func failing(_ event: EventID, _ holders: Set<StateID>) -> [String] {
      machine.states.filter { $0.kind == .simple && isCounted($0.id) }.compactMap { state in
        let chain = machine.ancestorsAndSelf(of: state.id)
        guard chain.contains(where: holders.contains), !chain.contains(where: { machine[$0].kind == .parallel }),
          let guards = guards(of: event, in: state.id),
          case .possible(let witness) = reasoner.answer(.init(none: guards, state: state.id))
        else { return nil }
        let name = "`\(machine.pathName(of: state.id))`"
        return witness.isEmpty ? name : "\(name) (\(witness.prefix(3).joined(separator: ", ")))"
      }
    }

    /// The guards of everything that may take the event while a state is active; nil where something always does.
    private func guards(of event: EventID, in state: StateID) -> [GuardReasoner.Guard]? {
      var found: [GuardReasoner.Guard] = []
      for holder in machine.ancestorsAndSelf(of: state) {
        if (machine[holder].deferred + machine[holder].ignored).contains(where: { $0.event == event || $0.event == nil }) { return nil }
        for id in machine[holder].reactions {
          let reaction = machine[id]
          switch reaction.trigger {
          case .events(let events) where events.contains(event): break
          case .any: break
          default: continue
          }
          for branch in reaction.transitions {
            let own = machine.guarding(branch, of: reaction)
            if own.condition == nil { return nil }
            found.append(own)
          }
        }
      }
      return found
    }

    private func list(_ names: [String]) -> String {
      let shown = names.prefix(UnhandledReport.mostNamed)
      let rest = names.count - shown.count
      if rest > 0 { return shown.joined(separator: ", ") + " and \(rest) more" }
      guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
      return shown.dropLast().joined(separator: ", ") + " and " + last
    }
  }
}
