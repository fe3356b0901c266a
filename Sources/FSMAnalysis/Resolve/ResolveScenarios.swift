import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Scenarios: the steps of a caller, and what is expected after them.
extension MachineResolver {
  /// `machines` are all machines of the chart, with their activities.
  mutating func resolveScenarios(machines: [Machine]) {
    self.machines = machines
    defer { self.machines = [] }
    var known: [String: Span] = [:]
    for case .scenario(let syntax) in self.syntax.members {
      if let first = known[syntax.name.value] {
        reporter.duplicate(Name(syntax.name.value, syntax.name.span), kind: "scenario", first: first)
      }
      known[syntax.name.value] = known[syntax.name.value] ?? syntax.name.span
      let steps = syntax.steps.compactMap { step in resolve(step.kind, span: step.span).map { Scenario.Step(kind: $0, span: step.span) } }
      machine.scenarios.append(Scenario(name: syntax.name.value, steps: steps, span: syntax.span))
      checkStart(of: syntax)
    }
  }

  /// The constants and variables that a caller passes at the start.
  private var passed: [Variable] { machine[.root].data.map { machine[$0] }.filter { $0.value == nil } }

  private func startSlot(for variable: Variable) -> ArgumentSlot {
    var slot = ArgumentSlot(variable)
    if knownAtStart.contains(variable.id) { slot.hasDefault = true }
    return slot
  }

  private var values: Scope { Scope(place: .value) }

  /// `start` comes first and once, and may be left out when nothing needs passing.
  private mutating func checkStart(of syntax: ScenarioSyntax) {
    var isFirst = true
    var hasStart = false
    for step in syntax.steps {
      defer { if case .given = step.kind {} else { isFirst = false } }
      guard case .start = step.kind else { continue }
      hasStart = true
      if !isFirst {
        reporter.report(
          .misplacedStep, at: step.span, "the machine has started already",
          hint: "`start` is the first step; only `given` may come before it")
      }
    }
    guard !hasStart, let first = passed.first else { return }
    let slots = passed.map { ArgumentSlot($0) }
    reporter.report(
      .misplacedStep, at: syntax.name.span, "the scenario starts without a value for `\(first.name)`",
      labels: [.init(first.nameSpan, "the caller passes it")], hint: "begin with `\(shape("start", slots))`")
  }

  mutating func resolve(_ step: ScenarioSyntax.Step.Kind, span: Span) -> Scenario.Step.Kind? {
    switch step {
    case .start(let arguments):
      let open = passed
      let matched = match(
        arguments, to: open.map { startSlot(for: $0) }, of: Name("start", span), span: span, declared: nil, in: Scope(place: .declaration))
      return matched.map { .start(zip(open, $0).compactMap { variable, value in value.map { .init(variable: variable.id, value: $0) } }) }
    case .event(let name, let arguments): return event(name, arguments, span: span)
    case .outcome(let path, let failed, let arguments): return outcome(path, failed: failed, arguments, span: span)
    case .advance(let time): return .advance(check(time, .duration, in: values))
    case .given(let name, let arguments, let value): return given(name, arguments, value, span: span)
    case .expect(let condition): return .expect(check(condition, .bool, in: Scope(place: .assertion)))
    case .expectRejected: return .expectRejected
    case .expectPerformed(let calls):
      let actions = calls.compactMap { performed($0) }
      return actions.count == calls.count ? .expectPerformed(actions) : nil
    }
  }

  private mutating func event(_ name: Name, _ arguments: [ArgumentSyntax], span: Span) -> Scenario.Step.Kind? {
    guard let id = event(named: name) else { return nil }
    let event = machine[id]
    if event.isPrivate {
      reporter.report(
        .wrongKind, at: name.span, "`\(name.text)` is private and cannot be sent from outside",
        labels: [.init(event.nameSpan, "declared here")], hint: "let the scenario send what raises it, or declare it without `private`")
      return nil
    }
    return match(arguments, to: event.slots, of: name, span: span, declared: event.nameSpan, in: values).map {
      .event(id, $0.compactMap { $0 })
    }
  }

  private mutating func performed(_ call: CallSyntax) -> (CallableID, [Expr])? {
    guard let id = names.callables[call.name.text], machine[id].kind == .action else {
      if let id = names.callables[call.name.text] {
        reporter.report(.wrongKind, at: call.name.span, "`\(call.name.text)` is \(machine[id].kind.title), not an action")
      } else {
        let used = machine.states.compactMap(\.usedMachine).map { machines[$0.index] }
        let owner = used.first { $0.callables.contains { $0.kind == .action && $0.name == call.name.text } }
        reporter.unknown(
          call.name, kind: "action", among: callableNames(.action),
          otherwise: owner.map { "machine `\($0.name)` has it: declare it alike here, and the two are one" })
      }
      return nil
    }
    let callable = machine[id]
    let scope = Scope(place: .value)
    return match(call.arguments, to: callable.slots, of: call.name, span: call.span, declared: callable.nameSpan, in: scope).map {
      (id, $0.compactMap { $0 })
    }
  }

  /// `given isOpen() = true`; without arguments it is the answer whatever they are.
  private mutating func given(_ name: Name, _ arguments: [ArgumentSyntax], _ value: ExprSyntax, span: Span) -> Scenario.Step.Kind? {
    guard let id = names.callables[name.text], machine[id].kind == .function, let result = machine[id].result else {
      if let id = names.callables[name.text] {
        reporter.report(.wrongKind, at: name.span, "`\(name.text)` is \(machine[id].kind.title) and gives no answer")
      } else {
        reporter.unknown(name, kind: "function", among: callableNames(.function))
      }
      return nil
    }
    let callable = machine[id]
    if callable.body != nil {
      reporter.report(
        .wrongKind, at: name.span, "function `\(name.text)` is defined in the chart and answers for itself",
        labels: [.init(callable.nameSpan, "defined here")], hint: "leave this step out")
      return nil
    }
    let answer = check(value, result, in: values)
    if arguments.isEmpty { return .given(id, [], answer) }
    return match(arguments, to: callable.slots, of: name, span: span, declared: callable.nameSpan, in: values).map {
      .given(id, $0.compactMap { $0 }, answer)
    }
  }

  /// `load.done(3)`, `loading.load.failed(e)`.
  private mutating func outcome(_ path: PathSyntax, failed: Bool, _ arguments: [ArgumentSyntax], span: Span) -> Scenario.Step.Kind? {
    guard let found = run(at: path) else { return nil }
    let owner = found.within.isEmpty ? machine : machines[found.machine.index]
    let activity = owner[owner[found.use].activity]
    if failed, activity.throwing == .never {
      reporter.report(
        .neverCompletes, at: span, "activity `\(activity.name)` never fails",
        labels: [.init(activity.nameSpan, "declared without `throws`")])
      return nil
    }
    let type: ValueType? = failed ? .unknown : activity.result.map { found.within.isEmpty ? $0 : known($0, in: owner) }
    let text = failed ? "error" : activity.resultText ?? ""
    let slots = type.map { [ArgumentSlot(name: text, isLabelled: false, type: $0, typeText: text, hasDefault: false)] } ?? []
    let name = Name("\(path.text).\(failed ? "failed" : "done")", path.span)
    return match(arguments, to: slots, of: name, span: span, declared: activity.nameSpan, in: values).map {
      .outcome(found.use, within: found.within, failed: failed, $0.first ?? nil)
    }
  }

  /// An activity of the machine itself, or of one that a state acts as: `clip.load`, `clip.trimming.load`.
  private mutating func run(at path: PathSyntax) -> ForeignRuns.Found? {
    if let place = placed(path), case .machine(let used) = machine[place.state].kind {
      let found = ForeignRuns(machines: machines).find(place.rest, in: used, within: [place.state])
      if found.count == 1 { return found[0] }
      let name = place.rest[place.rest.endIndex - 1]
      let about = "`\(machine.pathName(of: place.state))` acts as machine `\(machines[used.index].name)`"
      let paths = found.prefix(5).map { "`\(machine.pathName(of: place.state)).\(ForeignRuns(machines: machines).path(of: $0))`" }
      reporter.report(
        found.isEmpty ? .unknownName : .ambiguousState, at: name.span,
        found.isEmpty
          ? "no activity `\(place.rest.map(\.text).joined(separator: "."))` runs there"
          : "`\(name.text)` could be any of \(paths.joined(separator: ", "))",
        labels: [.init(machine[place.state].nameSpan, about)], hint: found.isEmpty ? nil : "write one of these paths")
      return nil
    }
    return use(at: path).map { .init(machine: machine.id, within: [], use: $0) }
  }

  /// The state at the beginning of a path that acts as another machine, with what comes behind; nil where there is none, or the state
  /// itself runs the activity.
  private mutating func placed(_ path: PathSyntax) -> (state: StateID, rest: ArraySlice<Name>)? {
    for count in stride(from: path.segments.count - 1, to: 0, by: -1) {
      guard let state = quietState(at: PathSyntax(segments: Array(path.segments.prefix(count))), from: .root) else { continue }
      let rest = path.segments.dropFirst(count)
      guard machine[state].usedMachine != nil, let name = rest.last else { return nil }
      return rest.count == 1 && names.runs[.init(state: state, name: name.text)] != nil ? nil : (state, rest)
    }
    return nil
  }

  private mutating func use(at path: PathSyntax) -> ActivityUseID? {
    let name = path.segments[path.segments.count - 1]
    if path.segments.count > 1 {
      let holder = PathSyntax(segments: path.segments.dropLast())
      guard let state = state(at: holder, from: .root) else { return nil }
      if let use = names.runs[.init(state: state, name: name.text)] { return use }
      reporter.unknown(
        name, kind: "activity", among: machine[state].activities.map { machine[$0].name },
        message: "state `\(holder.text)` runs no activity `\(name.text)`")
      return nil
    }
    let uses = names.runsNamed[name.text] ?? []
    if uses.count > 1 {
      let paths = uses.prefix(5).map { "`\(machine.pathName(of: machine[$0].state)).\(name.text)`" }
      reporter.report(
        .ambiguousState, at: name.span, "`\(name.text)` could be any of \(paths.joined(separator: ", "))", hint: "write one of these paths")
    } else if uses.isEmpty {
      reporter.unknown(
        name, kind: "activity", among: candidates(machine.activityUses.map(\.name)), otherwise: "no state runs it: `do \(name.text)(…)`")
    }
    return uses.count == 1 ? uses[0] : nil
  }
}
