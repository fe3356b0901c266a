import FSMDiagnostics
import FSMModel
import FSMSyntax

/// What stands inside each state.
extension MachineResolver {
  mutating func resolveStates() {
    for index in machine.states.indices {
      let state = StateID(index)
      switch sources[index] {
      case .machine(let syntax):
        resolve(syntax.members, of: state)
        settleInitial(of: state, syntax.members)
      case .state(let syntax):
        let members = syntax.members ?? []
        resolveMachineArguments(syntax, of: state)
        checkFinal(syntax, state)
        resolve(members, of: state)
        settleInitial(of: state, members)
      case .choice(let syntax): resolve(syntax, of: state)
      case .history(let syntax): resolve(syntax, of: state)
      }
    }
  }

  private mutating func resolve(_ members: [MemberSyntax], of state: StateID) {
    for member in members {
      switch member {
      case .reaction(let syntax): resolve(syntax, of: state)
      case .hold(let syntax): resolve(syntax, of: state)
      case .activity(let syntax): resolve(syntax, of: state)
      case .state, .history, .choice, .initial, .variable, .enumeration, .event, .callable, .assertion, .scenario: break
      }
    }
  }

  /// Values for the constants and variables of the machine that the state acts as.
  private mutating func resolveMachineArguments(_ syntax: StateSyntax, of state: StateID) {
    guard let reference = syntax.machine, let id = machine[state].usedMachine else { return }
    let used = machines[id.index]
    let open = used.states[0].data.map { used[$0] }.filter { $0.value == nil }
    var scope = Scope(place: .value)
    scope.state = machine[state].parent ?? .root
    scope.holder = scope.state
    let slots = open.map { variable in
      var slot = ArgumentSlot(variable)
      slot.type = known(variable.type, in: used)
      return slot
    }
    guard let values = match(reference.arguments, to: slots, of: reference.name, span: reference.span, declared: used.nameSpan, in: scope)
    else { return }
    machine[state].machineArguments = zip(open, values).compactMap { variable, value in
      value.map { .init(variable: variable.id, value: $0) }
    }
  }

  private mutating func resolve(_ syntax: HoldSyntax, of state: StateID) {
    let holds: [State.Hold]
    if syntax.events.isEmpty {
      holds = [.init(event: nil, span: syntax.span)]
    } else {
      holds = syntax.events.compactMap { name in event(named: name).map { .init(event: $0, span: name.span) } }
    }
    for hold in holds {
      let key = NameTables.HoldKey(state: state, event: hold.event)
      if let first = names.holds[key] {
        let name = hold.event.map { machine[$0].name } ?? "*"
        reporter.report(
          .duplicateName, at: hold.span, "`\(name)` is deferred or ignored here already", labels: [.init(first, "first here")])
        continue
      }
      names.holds[key] = hold.span
      if syntax.kind == .defer { machine[state].deferred.append(hold) } else { machine[state].ignored.append(hold) }
    }
  }

  /// The event of a name, or a report.
  mutating func event(named name: Name) -> EventID? {
    if let id = names.events[name.text] { return id }
    let otherwise =
      switch name.text {
      case "done": "a state's own completion is a bare `done`, without `on`"
      case "entry", "exit", "always": "`\(name.text)` stands by itself, without `on`"
      default:
        names.callables[name.text].map { "`\(name.text)` is \(machine[$0].kind.title)" } ?? "declare it: `event \(name.text)`"
      }
    reporter.unknown(name, kind: "event", among: candidates(machine.events.map(\.name)), otherwise: otherwise)
    return nil
  }

  private mutating func checkFinal(_ syntax: StateSyntax, _ state: StateID) {
    guard let final = syntax.final else { return }
    for member in syntax.members ?? [] {
      guard let (what, span) = member.notInFinal else { continue }
      reporter.report(
        .finalWithContent, at: span, "final state `\(syntax.name.text)` has \(what)",
        labels: [.init(final, "nothing happens in a final state any more")],
        hint: "leave `final` out, or move this to the state around it; only `entry` effects belong here")
      return
    }
  }
}

extension MemberSyntax {
  /// What a final state must not have, as messages name it.
  fileprivate var notInFinal: (String, Span)? {
    switch self {
    case .state(let syntax): ("inner states", syntax.name.span)
    case .history(let syntax): ("a history", syntax.name.span)
    case .choice(let syntax): ("inner states", syntax.name.span)
    case .initial(let syntax): ("an initial transition", syntax.span)
    case .hold(let syntax): ("`\(syntax.kind.rawValue)`", syntax.span)
    case .activity(let syntax): ("an activity", syntax.span)
    case .reaction(let syntax):
      switch syntax.trigger {
      case .entry: nil
      case .exit: ("exit effects", syntax.triggerSpan)
      default: ("a reaction", syntax.triggerSpan)
      }
    case .variable, .enumeration, .event, .callable, .assertion, .scenario: nil
    }
  }
}
