import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Triggers and branches.
extension MachineResolver {
  /// A trigger as understood, with what it brings into scope.
  struct ResolvedTrigger {
    var trigger: Reaction.Trigger
    var parameters: [Parameter] = []
  }

  mutating func resolve(_ syntax: ReactionSyntax, of state: StateID) {
    switch syntax.trigger {
    case .entry: machine[state].entry += lifecycleEffects(syntax, of: state)
    case .exit: machine[state].exit += lifecycleEffects(syntax, of: state)
    case .always: add([.init(trigger: .always)], syntax, to: state)
    case .any: add([.init(trigger: .any)], syntax, to: state)
    case .done: add([.init(trigger: .done(state))], syntax, to: state)
    case .after(let delay):
      var scope = Scope(place: .value)
      scope.state = state
      scope.holder = state
      add([.init(trigger: .after(check(delay, .duration, in: scope)))], syntax, to: state)
    case .events(let paths): addEvents(paths, syntax, to: state)
    }
  }

  /// `entry` and `exit` have effects alone; the parser has reported anything else.
  private mutating func lifecycleEffects(_ syntax: ReactionSyntax, of state: StateID) -> [Effect] {
    var scope = Scope(place: .value)
    scope.state = state
    scope.holder = state
    return syntax.body.branches.flatMap { resolve($0.effects, in: scope) }
  }

  /// `on a, load.done`: the events are one reaction, each ending of an activity or a state one more.
  private mutating func addEvents(_ paths: [PathSyntax], _ syntax: ReactionSyntax, to state: StateID) {
    // One event, as nearly always: nothing to compare.
    if paths.count == 1, paths[0].segments.count == 1 {
      guard let id = event(named: paths[0].segments[0]) else { return }
      return add([.init(trigger: .events([id]), parameters: machine[id].parameters)], syntax, to: state)
    }
    var events: [(id: EventID, span: Span)] = []
    var listed: [EventID: Span] = [:]
    var others: [ResolvedTrigger] = []
    for path in paths {
      if path.segments.count == 1 {
        guard let id = event(named: path.segments[0]) else { continue }
        if let first = listed[id] {
          reporter.report(
            .duplicateName, at: path.span, "`\(path.text)` is listed twice", labels: [.init(first, "first here")])
        } else {
          listed[id] = path.span
          events.append((id, path.span))
        }
      } else if let other = ending(path, in: state) {
        others.append(other)
      }
    }
    guard !events.isEmpty || !others.isEmpty else { return }
    var triggers = others
    if !events.isEmpty {
      let lists = events.map { machine[$0.id].parameters } + others.map(\.parameters)
      triggers.insert(.init(trigger: .events(events.map(\.id)), parameters: shared(lists)), at: 0)
    }
    if triggers.count > 1 || events.count > 1 {
      let common = shared(events.map { machine[$0.id].parameters } + others.map(\.parameters))
      for index in triggers.indices { triggers[index].parameters = common }
    }
    let all = events.flatMap { event in machine[event.id].parameters.map { (event.id, $0) } }
    var hidden: [String: String] = [:]
    for (id, parameter) in all where !triggers[0].parameters.contains(where: { $0.name == parameter.name }) {
      let lacking = events.first { event in !machine[event.id].parameters.contains { $0.name == parameter.name } }
      hidden[parameter.name] = machine[lacking?.id ?? id].name
    }
    add(triggers, syntax, to: state, hidden: hidden)
  }

  /// Parameters that all lists have, by name and type.
  private func shared(_ lists: [[Parameter]]) -> [Parameter] {
    guard let first = lists.first else { return [] }
    return first.filter { parameter in
      lists.dropFirst().allSatisfy { list in list.contains { $0.name == parameter.name && $0.typeText == parameter.typeText } }
    }
  }

  /// `load.done`, `load.failed`, `inner.done`.
  private mutating func ending(_ path: PathSyntax, in state: StateID) -> ResolvedTrigger? {
    let last = path.segments[path.segments.count - 1]
    let subject = PathSyntax(segments: path.segments.dropLast())
    guard last.text == "done" || last.text == "failed" else {
      reporter.report(
        .unknownName, at: last.span, "nothing ends with `.\(last.text)`",
        hint: "events have no dots; an activity ends with `.done` or `.failed`, a state with `.done`")
      return nil
    }
    if subject.segments.count == 1, let use = run(named: subject.text, around: state) {
      return ending(of: use, failed: last.text == "failed", at: path)
    }
    guard last.text == "done" else { return unknownRun(subject, last, in: state) }
    if subject.segments.count == 1, quietState(at: subject, from: state) == nil, names.statesNamed[subject.text] == nil {
      return unknownRun(subject, last, in: state)
    }
    guard let inner = self.state(at: subject, from: state) else { return nil }
    guard machine.contains(state, inner) else {
      reporter.report(
        .badTarget, at: subject.span, "`\(subject.text)` does not lie inside `\(machine[state].name)`",
        labels: [.init(machine[inner].nameSpan, "declared here")],
        hint: "only a state around it learns that it is done: write this in `\(machine.pathName(of: machine[inner].parent ?? .root))`")
      return nil
    }
    return .init(trigger: .done(inner))
  }

  /// The run of the name in the state or the nearest one around it.
  func run(named name: String, around state: StateID) -> ActivityUseID? {
    var current: StateID? = state
    while let level = current {
      if let id = names.runs[.init(state: level, name: name)] { return id }
      current = machine[level].parent
    }
    return nil
  }

  private mutating func unknownRun(_ subject: PathSyntax, _ last: Name, in state: StateID) -> ResolvedTrigger? {
    let name = subject.segments[subject.segments.count - 1]
    let runs = machine.ancestorsAndSelf(of: state).flatMap { machine[$0].activities.map { machine[$0].name } }
    let states = last.text == "done" ? machine[state].children.map { machine[$0].name } : []
    let declared = names.callables[name.text].map { machine[$0].kind == .activity } == true
    let hint = "start it in this state: `do \(name.text)(…)`"
    if declared {
      reporter.report(.unknownName, at: subject.span, "activity `\(name.text)` does not run in `\(machine[state].name)`", hint: hint)
    } else {
      let kind = last.text == "done" ? "activity or state" : "activity"
      reporter.unknown(name, kind: kind, among: runs + states, otherwise: hint)
    }
    return nil
  }

  private mutating func ending(of id: ActivityUseID, failed: Bool, at path: PathSyntax) -> ResolvedTrigger? {
    let activity = machine[machine[id].activity]
    let span = path.span
    if !failed {
      let result = activity.result.map {
        Parameter(
          name: "result", isLabelled: false, type: $0, typeText: activity.resultText ?? "", typeSpan: activity.resultSpan ?? span,
          span: span)
      }
      return .init(trigger: .activity(id, failed: false), parameters: result.map { [$0] } ?? [])
    }
    let error: String
    switch activity.throwing {
    case .never:
      reporter.report(
        .neverCompletes, at: span, "activity `\(activity.name)` never fails",
        labels: [.init(activity.nameSpan, "declared without `throws`")],
        hint: "declare it `throws`, or leave this reaction out")
      return nil
    case .any: error = "any Error"
    case .type(let text): error = text
    }
    let parameter = Parameter(
      name: "error", isLabelled: false, type: .init(named: error, enumerations: names.enumerations), typeText: error,
      typeSpan: activity.span, span: span)
    return .init(trigger: .activity(id, failed: true), parameters: [parameter])
  }

  /// One reaction for each trigger; the body is resolved once, so a mistake in it is one error.
  private mutating func add(_ triggers: [ResolvedTrigger], _ syntax: ReactionSyntax, to state: StateID, hidden: [String: String] = [:]) {
    var scope = Scope(place: .value)
    scope.state = state
    scope.holder = state
    scope.parameters = triggers[0].parameters
    scope.hidden = hidden
    let branches = syntax.body.branches.map { resolve($0, in: scope) }
    checkModes(syntax.body.branches, branches, source: state)
    let isOrdered = if case .branches = syntax.body { true } else { false }
    for trigger in triggers {
      add(
        branches,
        Reaction(
          id: ReactionID(0), source: state, trigger: trigger.trigger, parameters: trigger.parameters, transitions: [], isOrdered: isOrdered,
          isByEvent: false, doc: syntax.doc, triggerSpan: syntax.triggerSpan, span: syntax.span))
    }
  }

  /// Adds a reaction with its branches to the state it belongs to.
  mutating func add(_ branches: [ResolvedBranch], _ template: Reaction) {
    var reaction = template
    reaction.id = ReactionID(machine.reactions.count)
    for branch in branches {
      let id = TransitionID(machine.transitions.count)
      reaction.transitions.append(id)
      machine.transitions.append(
        Transition(
          id: id, reaction: reaction.id, source: reaction.source, condition: branch.condition, isElse: branch.isElse,
          effects: branch.effects, targets: branch.targets(from: reaction.source), mode: branch.mode, doc: branch.doc,
          span: branch.span))
    }
    machine.reactions.append(reaction)
    machine[reaction.source].reactions.append(reaction.id)
  }

  /// The branches of a choice; each has a target.
  mutating func resolve(_ syntax: ChoiceSyntax, of state: StateID) {
    var scope = Scope(place: .value)
    scope.state = machine[state].parent ?? .root
    scope.holder = state
    var branches: [ResolvedBranch] = []
    for branch in syntax.branches {
      let resolved = resolve(branch, in: scope)
      if let targets = branch.targets {
        reportMode(targets)
        if resolved.targets.isEmpty { continue }
      } else {
        reporter.report(
          .choiceBranchWithoutTarget, at: branch.span, "a branch of choice `\(syntax.name.text)` has no target",
          hint: "a choice is left as soon as it is entered: write `-> …`")
        continue
      }
      branches.append(resolved)
    }
    checkModes(syntax.branches, branches, source: state)
    add(
      branches,
      Reaction(
        id: ReactionID(0), source: state, trigger: .choice, parameters: [], transitions: [], isOrdered: true, isByEvent: false,
        doc: syntax.doc, triggerSpan: syntax.name.span, span: syntax.span))
  }
}
