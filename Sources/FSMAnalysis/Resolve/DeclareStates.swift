import FSMDiagnostics
import FSMModel
import FSMSyntax

/// The tree of states, numbered in document order, parents before children.
///
/// Recursion goes as deep as states are nested, which the parser bounds.
extension MachineResolver {
  mutating func declareStates() {
    var root = State(
      id: .root, name: machine.name, label: machine.label, doc: machine.doc, nameSpan: machine.nameSpan, span: machine.span, parent: nil,
      kind: syntax.isParallel ? .parallel : .simple)
    root.data = machine.variables.map(\.id)
    machine.states = [root]
    sources = [.machine(syntax)]
    declareMembers(syntax.members, of: .root)
    machine[.root].end = machine.states.count
    settleKind(of: .root, isParallel: syntax.isParallel)
  }

  private mutating func declareMembers(_ members: [MemberSyntax], of parent: StateID) {
    for member in members {
      switch member {
      case .state(let state): declare(state, in: parent)
      case .choice(let choice):
        let new = State(
          id: nextState, name: choice.name.text, label: nil, doc: choice.doc, nameSpan: choice.name.span, span: choice.span,
          parent: parent, kind: .choice)
        add(new, named: choice.name, from: .choice(choice))
      case .history(let history):
        let new = State(
          id: nextState, name: history.name.text, label: nil, doc: history.doc, nameSpan: history.name.span, span: history.span,
          parent: parent, kind: .history(isDeep: history.isDeep))
        add(new, named: history.name, from: .history(history))
      case .variable, .enumeration, .event, .callable, .assertion, .scenario, .initial, .reaction, .hold, .activity: break
      }
    }
  }

  private var nextState: StateID { StateID(machine.states.count) }

  private mutating func declare(_ syntax: StateSyntax, in parent: StateID) {
    let id = nextState
    let new = State(
      id: id, name: syntax.name.text, label: syntax.label?.value, doc: syntax.doc, nameSpan: syntax.name.span, span: syntax.span,
      parent: parent, kind: syntax.final == nil ? .simple : .final)
    add(new, named: syntax.name, from: .state(syntax))
    declareMembers(syntax.members ?? [], of: id)
    machine[id].end = machine.states.count
    settleKind(of: id, isParallel: syntax.parallel != nil && syntax.machine == nil)
    settleMachine(of: id, syntax)
  }

  private mutating func add(_ state: State, named name: Name, from source: StateSource) {
    let parent = state.parent ?? .root
    machine.states.append(state)
    sources.append(source)
    machine[parent].children.append(state.id)
    let key = NameTables.MemberKey(state: parent, name: name.text)
    if let first = names.children[key] {
      reporter.duplicate(
        name, kind: "state", first: machine[first].nameSpan,
        hint: "states side by side need different names; states inside different ones may share a name")
      return
    }
    names.children[key] = state.id
    names.statesNamed[name.text, default: []].append(state.id)
  }

  private mutating func settleKind(of id: StateID, isParallel: Bool) {
    guard machine[id].kind != .final else { return }
    let hasChildren = machine[id].children.contains { !machine[$0].isHistory }
    if isParallel {
      machine[id].kind = .parallel
      checkRegions(of: id)
    } else if hasChildren {
      machine[id].kind = .composite
    } else if let history = machine[id].children.first {
      reporter.report(
        .badRegion, at: machine[history].nameSpan, "history `\(machine[history].name)` has nothing to remember",
        hint: "it belongs inside a state with inner states")
    }
  }

  private mutating func checkRegions(of id: StateID) {
    var hasRegion = false
    for child in machine[id].children {
      switch machine[child].kind {
      case .choice, .final:
        hasRegion = true
        let what = machine[child].kind == .choice ? "choice" : "final state"
        reporter.report(
          .badRegion, at: machine[child].nameSpan, "\(what) `\(machine[child].name)` cannot be a region",
          labels: [.init(machine[id].nameSpan, "`\(machine[id].name)` is parallel: all states inside it are active together")],
          hint: "put it inside one of the regions")
      case .history: break
      default: hasRegion = true
      }
    }
    if !hasRegion {
      reporter.report(
        .badRegion, at: machine[id].nameSpan, "parallel \(id == .root ? "machine" : "state") `\(machine[id].name)` has no regions",
        hint: "declare states inside it, or leave `parallel` out")
      machine[id].kind = .simple
    }
  }

  private mutating func settleMachine(of id: StateID, _ syntax: StateSyntax) {
    guard let used = syntax.machine else { return }
    guard let machineID = machineNames[used.name.text] else {
      let candidates = machineNames.keys.sorted()
      reporter.unknown(
        used.name, kind: "machine", among: candidates, otherwise: "a machine of another file is brought in by `use \"file.fsm\"`")
      return
    }
    let conflict: (String, Span)? =
      if let final = syntax.final { ("a final state", final) } else if let parallel = syntax.parallel { ("`parallel`", parallel) } else {
        nil
      }
    if let (what, span) = conflict {
      reporter.report(
        .machineStateContent, at: span, "state `\(syntax.name.text)` is a machine and cannot be \(what) as well",
        hint: "the machine decides what is inside; leave the keyword out")
    }
    if let inner = machine[id].children.first {
      reporter.report(
        .machineStateContent, at: machine[inner].nameSpan,
        "state `\(machine[inner].name)` stands inside `\(syntax.name.text)`, which is a machine",
        labels: [.init(used.span, "its states are those of `\(used.name.text)`")],
        hint: "braces may add reactions, not states; declare it in `\(used.name.text)`")
      return
    }
    machine[id].kind = .machine(machineID)
  }
}
