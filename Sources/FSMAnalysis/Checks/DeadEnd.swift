import FSMDiagnostics
import FSMModel

/// Where a machine can end, a state that nothing leads out of is stuck: the end is never reached from it. `final` says that it is an end,
/// `ignore *` that it is meant to rest there for good. A machine without final states may rest wherever it likes.
struct DeadEnd: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    guard machine.states.contains(where: { $0.kind == .final && facts.reach.isEntered[$0.id.index] }) else { return [] }
    let isLeft = statesLeft(machine)
    let ends = ends(facts)
    return machine.states.compactMap { state in
      guard state.kind == .simple, state.id != .root, facts.reach.isEntered[state.id.index], !isLeft[state.id.index] else { return nil }
      guard !state.ignored.contains(where: { $0.event == nil }), let end = ends[state.id.index] else { return nil }
      return Diagnostic(
        .deadEnd, at: state.nameSpan,
        "`\(machine.pathName(of: state.id))` is never left, while the machine can end in `\(machine.pathName(of: end))`",
        hint: "mark it `final`, lead out of it, or write `ignore *` in it when it is meant to rest there")
    }
  }

  /// For each state a reachable final state that ends something around it, the nearest first.
  private static func ends(_ facts: MachineFacts) -> [StateID?] {
    var ends: [StateID?] = Array(repeating: nil, count: facts.machine.states.count)
    // Document order: what is around a state comes before it.
    for state in facts.machine.states {
      let own = state.children.first { facts.machine[$0].kind == .final && facts.reach.isEntered[$0.index] }
      for child in state.children { ends[child.index] = own ?? ends[state.id.index] }
    }
    return ends
  }

  /// What transitions of a state into its inside leave: everything, or all but the one child they lead to.
  private enum Inside {
    case allExcept(StateID)
    case all
  }

  /// For each state whether a transition leaves it: one of its own or of a state around it, or one from inside that leaves them all.
  /// Leaving a state only to enter it again is no way out of it.
  private static func statesLeft(_ machine: Machine) -> [Bool] {
    var isLeft = Array(repeating: false, count: machine.states.count)
    var insides: [StateID: Inside] = [:]
    for transition in machine.transitions where transition.mode != .internal {
      let domain = machine.domain(of: transition)
      if let child = machine.path(from: domain, to: transition.source).first, machine.properlyContains(domain, transition.source) {
        if !isLoop(transition, on: child, machine) { isLeft[child.index] = true }
        continue
      }
      for target in transition.targets {
        guard let child = machine.path(from: domain, to: target.state).first else { continue }
        let staysPut = target.state == child && machine[child].kind == .simple
        if machine[domain].kind == .parallel {
          if !staysPut { isLeft[child.index] = true }
        } else if staysPut {
          insides[domain] = joined(insides[domain], child)
        } else {
          insides[domain] = .all
        }
      }
    }
    // Document order: a state is left when what is around it is.
    for state in machine.states {
      guard let parent = state.parent else { continue }
      if isLeft[parent.index] { isLeft[state.id.index] = true }
      switch insides[parent] {
      case .all: isLeft[state.id.index] = true
      case .allExcept(let child) where child != state.id: isLeft[state.id.index] = true
      default: break
      }
    }
    return isLeft
  }

  private static func joined(_ known: Inside?, _ child: StateID) -> Inside {
    guard let known else { return .allExcept(child) }
    if case .allExcept(child) = known { return known }
    return .all
  }

  private static func isLoop(_ transition: Transition, on child: StateID, _ machine: Machine) -> Bool {
    transition.source == child && machine[child].kind == .simple && transition.targets.allSatisfy { $0.state == child }
  }
}
