import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Activities that run while a state is active. They are listed before any reaction is resolved, since a reaction may stand before the
/// `do` whose end it waits for; arguments follow with the rest of the state.
extension MachineResolver {
  mutating func declareActivityUses() {
    for index in machine.states.indices {
      let members: [MemberSyntax]
      switch sources[index] {
      case .machine(let syntax): members = syntax.members
      case .state(let syntax): members = syntax.members ?? []
      case .choice, .history: continue
      }
      for case .activity(let syntax) in members { declare(syntax, in: StateID(index)) }
    }
  }

  private mutating func declare(_ syntax: DoSyntax, in state: StateID) {
    let name = syntax.call.name
    guard let id = names.callables[name.text], machine[id].kind == .activity else {
      reportNoActivity(name)
      return
    }
    let run = syntax.name ?? name
    let key = NameTables.MemberKey(state: state, name: run.text)
    if let first = names.runs[key] {
      reporter.report(
        .duplicateName, at: run.span, "activity `\(run.text)` runs in this state already",
        labels: [.init(machine[first].span, "first here")],
        hint: "give each run a name of its own: `do second = \(name.text)(…)`")
      return
    }
    let use = ActivityUseID(machine.activityUses.count)
    names.runs[key] = use
    names.runsNamed[run.text, default: []].append(use)
    machine.activityUses.append(
      ActivityUse(id: use, name: run.text, activity: id, arguments: [], state: state, doc: syntax.doc, span: syntax.span))
    machine[state].activities.append(use)
  }

  private mutating func reportNoActivity(_ name: Name) {
    if let id = names.callables[name.text] {
      let isAction = machine[id].kind == .action
      reporter.report(
        .wrongKind, at: name.span, "`\(name.text)` is \(machine[id].kind.title), not an activity",
        labels: [.init(machine[id].nameSpan, "declared here")],
        hint: isAction ? "perform it on entry: `entry / \(name.text)(…)`" : "declare it `activity` when it takes time")
    } else {
      reporter.unknown(
        name, kind: "activity", among: callableNames(.activity),
        otherwise: "declare it in the machine: `activity \(name.text)(…)`")
    }
  }

  mutating func resolve(_ syntax: DoSyntax, of state: StateID) {
    let run = syntax.name ?? syntax.call.name
    guard let use = names.runs[.init(state: state, name: run.text)], machine[use].span == syntax.span else { return }
    let activity = machine[machine[use].activity]
    var scope = Scope(place: .value)
    scope.state = state
    scope.holder = state
    let values = match(
      syntax.call.arguments, to: activity.slots, of: syntax.call.name, span: syntax.call.span, declared: activity.nameSpan, in: scope)
    machine.activityUses[use.index].arguments = values?.compactMap { $0 } ?? []
  }
}
