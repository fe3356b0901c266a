import FSMModel

/// Lowers one machine to its generated type: declarations, the public steps, and the private functions behind them.
struct SwiftMachine {
  let context: SwiftContext
  let declarations: SwiftDeclarations
  private(set) var steps: SwiftSteps
  /// The body that finds the active state and offers it the event.
  private(set) var dispatch: SwiftSteps.Block
  /// The body that takes one enabled `always`.
  private(set) var always: SwiftSteps.Block?
  private(set) var begin: [SwiftLine]
  /// How a machine with regions settles, and what its `state` holds before the start.
  private(set) var joint: SwiftJoint?
  private(set) var jointSettle: [SwiftLine] = []

  var machine: Machine { context.machine }
  var access: String { context.options.access.prefix }

  init(_ context: SwiftContext) {
    if let regions = context.regions {
      var joint = SwiftJoint(context, regions)
      var (step, settle, begin) = joint.lower()
      if context.defers, !joint.steps.outcomes.contains(.deferred) {
        context.defers = false
        joint = SwiftJoint(context, regions)
        (step, settle, begin) = joint.lower()
      }
      // A completion that comes too late is dropped.
      if context.hasActivities { joint.steps.outcomes.insert(.ignored) }
      Self.prune(&joint.steps)
      self.context = context
      declarations = SwiftDeclarations(context: context)
      self.begin = SwiftLocals.pruned(begin)
      dispatch = SwiftSteps.Block(lines: SwiftLocals.pruned(step.lines), leaves: step.leaves)
      jointSettle = settle
      steps = joint.steps
      self.joint = joint
      return
    }
    var (steps, dispatch, always, begin) = Self.lower(context, returnsOutcome: true)
    if context.defers, !steps.outcomes.contains(.deferred) {
      // Reactions of the same states take all that they would defer.
      context.defers = false
      (steps, dispatch, always, begin) = Self.lower(context, returnsOutcome: true)
    }
    if !context.isFallible, steps.outcomes.isSubset(of: [.taken]), !steps.drops, !context.hasActivities {
      (steps, dispatch, always, begin) = Self.lower(context, returnsOutcome: false)
    } else {
      var dropped = SwiftSteps.Outcome.unhandled
      if context.hasActivities || steps.drops && !steps.outcomes.contains(.unhandled) {
        dropped = .ignored
        (steps, dispatch, always, begin) = Self.lower(context, returnsOutcome: true, dropped: dropped)
      }
      if !steps.outcomes.contains(.unhandled) {
        (steps, dispatch, always, begin) = Self.lower(context, returnsOutcome: true, dropped: dropped, bail: .taken)
      }
      if dropped == .ignored { steps.outcomes.insert(.ignored) }
    }
    self.context = context
    declarations = SwiftDeclarations(context: context)
    self.steps = steps
    self.dispatch = dispatch
    self.always = always
    self.begin = begin
  }

  private static func lower(
    _ context: SwiftContext, returnsOutcome: Bool, dropped: SwiftSteps.Outcome = .unhandled, bail: SwiftSteps.Outcome = .unhandled
  ) -> (SwiftSteps, SwiftSteps.Block, SwiftSteps.Block?, [SwiftLine]) {
    var steps = SwiftSteps(context, returnsOutcome: returnsOutcome, dropped: dropped, bail: bail)
    var dispatch = SwiftSteps.Block(lines: [], leaves: false)
    if !context.machine.events.isEmpty {
      dispatch = steps.dispatch(.root, .event, subject: "state")
      steps.finish(&dispatch, .event)
    }
    var always: SwiftSteps.Block?
    if context.hasAlways {
      var block = steps.dispatch(.root, .always, subject: "state")
      steps.finish(&block, .always)
      always = block
    }
    let begin = steps.begin()
    steps.writeWanted()
    prune(&steps)
    dispatch.lines = SwiftLocals.pruned(dispatch.lines)
    if let found = always { always?.lines = SwiftLocals.pruned(found.lines) }
    return (steps, dispatch, always, SwiftLocals.pruned(begin))
  }

  private static func prune(_ steps: inout SwiftSteps) {
    for index in steps.functions.indices { steps.functions[index].body = SwiftLocals.pruned(steps.functions[index].body) }
  }

  // MARK: The whole type

  func render() -> [SwiftLine] {
    var sections: [[SwiftLine]] = machine.enumerations.map(enumeration)
    sections.append(declarations.stateEnum())
    if context.hasPublicEvents { sections.append(declarations.eventEnum()) }
    if context.hasActions { sections += [declarations.effectEnum()] + declarations.actionsProtocol() }
    if context.hasFunctions { sections += declarations.functionsProtocol() }
    sections += failure()
    if rejects { sections.append(rejection()) }
    sections.append(declarations.stateNames())
    if context.hasPublicEvents { sections.append(declarations.eventNames()) }
    let observed = context.observation.map { SwiftObservation(context: context, observation: $0, chart: context.chart) }
    sections += observed?.table() ?? []
    sections.append(properties())
    sections.append([.text("// MARK: Start")])
    sections += start()
    if context.hasPublicEvents {
      sections.append([.text("// MARK: Steps")])
      sections += publicSteps()
    }
    sections += timeSteps()
    sections.append([.text("// MARK: Questions")])
    sections += questions()
    let helpers = privateFunctions()
    if !helpers.isEmpty {
      sections.append([.text("// MARK: Behaviour")])
      sections += helpers
    }
    if context.hasActions { sections.append(declarations.recorder()) }
    if context.hasPrivateEvents { sections.append(declarations.triggerEnum()) }
    sections += joint?.types() ?? []
    if context.hasCall { sections.append(callRecord()) }
    sections += timersRecord()
    sections += runsRecord()
    let head = "\(access)struct \(context.naming.machine)\(declarations.machineConformances)"
    let body = Array(sections.filter { !$0.isEmpty }.joined(separator: [.blank]))
    let extensions = (observed?.defaults() ?? []) + SwiftCodable(self).lines + (SwiftHost(self)?.lines ?? [])
    return SwiftDeclarations.doc(machine.doc ?? machine.label) + [.block(head, body)] + extensions
  }

  private func enumeration(_ enumeration: Enumeration) -> [SwiftLine] {
    let cases = context.naming.enumerationCases[enumeration.id.index]
    // What an activity throws must be an error.
    let isError = machine.callables.contains { $0.throwing == .type(enumeration.name) }
    // Saved by its name; an enum without cases has none.
    let isSaved = context.options.codable && !cases.isEmpty
    let all =
      (isSaved ? ["String"] : []) + (isError ? ["Error"] : []) + ["Sendable", "Hashable", "CaseIterable"] + (isSaved ? ["Codable"] : [])
    let conformances = all.map(context.types.library).joined(separator: ", ")
    let head = "\(access)enum \(context.naming.enumerations[enumeration.id.index]): \(conformances)"
    return SwiftDeclarations.doc(enumeration.doc) + [.block(head, cases.isEmpty ? [] : [.text(SwiftSteps.label(cases))])]
  }

  // MARK: Rejection

  /// A call can end without a step.
  var rejects: Bool {
    context.isFallible || !steps.outcomes.isDisjoint(with: [.unhandled, .guardsFailed, .finished])
  }

  /// The start itself can fail.
  var startRejects: Bool { context.isFallible && !begin.isEmpty }

  /// An advance of the clock can fail.
  var advanceRejects: Bool { context.isFallible && context.hasTimers }

  var reasons: [SwiftSteps.Outcome] {
    context.hasPublicEvents ? [.unhandled, .guardsFailed, .finished].filter(steps.outcomes.contains) : []
  }

  var rangedVariables: [VariableID] { machine.variables.filter { $0.range != nil }.map(\.id) }

  private func rejection() -> [SwiftLine] {
    let docs: [SwiftSteps.Outcome: String] = [
      .unhandled: "No active state reacts to the event.",
      .guardsFailed: "Active states react to the event, but no guard held.",
      .finished: "The machine has reached its end.",
    ]
    var cases: [SwiftLine] = reasons.flatMap { [.text("/// \(docs[$0] ?? "")"), .text("case \($0.rawValue)")] }
    if context.isFallible, !rangedVariables.isEmpty {
      cases += [.text("/// A value would have left its range."), .text("case outOfRange(RangedVariable)")]
    }
    if context.countsMicrosteps {
      cases += [.text("/// The call took a million microsteps and was still not done."), .text("case endless")]
    }
    let isSendable = declarations.isSendable
    let error = context.types.library("Error")
    var members: [SwiftLine] = [
      .block(
        "\(access)enum Reason: \(error)\(isSendable ? ", " + ["Sendable", "Hashable"].map(context.types.library).joined(separator: ", ") : "")",
        cases),
      .blank,
    ]
    // Values of a machine that is not Sendable cannot travel in an error; names can.
    members.append(.text("\(access)let state: \(isSendable ? "State" : "StateName")"))
    if context.hasPublicEvents {
      let event = isSendable ? "Event" : "EventName"
      let without = (startRejects ? ["the start"] : []) + (advanceRejects ? ["an advance of the clock"] : [])
      if !without.isEmpty { members.append(.text("/// Nil where \(without.joined(separator: " or ")) failed.")) }
      members.append(.text("\(access)let event: \(event)\(without.isEmpty ? "" : "?")"))
    }
    members.append(.text("\(access)let reason: Reason"))
    var lines: [SwiftLine] = []
    if context.isFallible, !rangedVariables.isEmpty {
      let names = rangedVariables.map { SwiftIdentifier(escaping: context.rangedName($0)).text }
      lines += [
        .text("/// A variable with a range."),
        .block(
          "\(access)enum RangedVariable: \(["String", "Sendable"].map(context.types.library).joined(separator: ", "))",
          [.text(SwiftSteps.label(names))]),
        .blank,
      ]
    }
    return lines + [
      .text("/// The call was refused, and the machine is as it was."),
      .block("\(access)struct Rejection: \(error)\(declarations.valueConformances().replacingPrefix(": ", ", "))", members),
    ]
  }

  // MARK: Stored values

  private var rootVariables: [Variable] { machine.variables.filter { $0.owner == .root } }

  /// A constant that is the same in every run and costs no room in the machine.
  private func isStatic(_ variable: Variable) -> Bool {
    guard variable.isConstant, variable.type.isKnown, let value = variable.value, !value.isOpaque else { return false }
    return value.calledFunctions.isEmpty && value.variables.allSatisfy { isStatic(machine[$0]) }
      && !RangeChecks.needsCheck(value, variable, machine)
  }

  private func properties() -> [SwiftLine] {
    var lines: [SwiftLine] = [.text("\(access)private(set) var state: State")]
    for variable in rootVariables {
      lines += SwiftDeclarations.doc(variable.doc ?? variable.label)
      let name = context.naming.variables[variable.id.index]
      let type = context.types.text(variable)
      let line: SwiftLine
      if isStatic(variable), let value = variable.value {
        line = .text("\(access)var \(name): \(type) { \(text(value)) }")
      } else if variable.isConstant {
        line = .text("\(access)let \(name): \(type)")
      } else {
        line = .text("\(access)private(set) var \(name): \(type)")
      }
      lines += steps.located(variable.typeSpan, if: !variable.type.isKnown, [line])
    }
    lines += context.histories.stored(context.naming)
    if context.hasTimers { lines.append(.text("private var \(context.memberNames.timers) = Timers()")) }
    if context.hasActivities { lines.append(.text("private var \(context.memberNames.runs) = Runs()")) }
    if context.defers {
      lines += [
        .text("/// Events that wait for a later state, oldest first."),
        .text("private var \(context.memberNames.deferred): [\(context.eventType)] = []"),
      ]
    }
    return lines
  }

  private func text(_ value: Expr) -> String {
    SwiftExpressions(context: context, scope: SwiftScope(location: .exactly(.root))).text(value)
  }

  // MARK: Start

  /// Variables that the caller passes.
  var startParameters: [Variable] { rootVariables.filter { $0.value == nil } }

  /// Those whose value `init` computes.
  var initialized: [Variable] { rootVariables.filter { !isStatic($0) } }

  private func start() -> [[SwiftLine]] {
    let functionParameter = context.hasFunctions ? ["using functions: some Functions"] : []
    let own = startParameters.map { "\(label($0)): \(context.types.text($0))" }
    let values = startParameters.map { "\(label($0)): \(parameterName($0))" }
    let passed = values + (context.hasFunctions ? ["using: functions"] : [])
    let rejecting = startRejects ? " throws(Rejection)" : ""
    let doc = SwiftLine.text("/// A machine in its initial state.")
    let parameters = own + functionParameter
    var body = create(values)
    guard context.hasActions else {
      return [
        [
          doc,
          .block("\(access)static func start(\(parameters.joined(separator: ", ")))\(rejecting) -> Self", body + result(body, "machine")),
        ]
      ] + initializer()
    }
    let list = parameters.joined(separator: ", ")
    let performing = (parameters + ["performing actions: inout some Actions"]).joined(separator: ", ")
    let returning = "\(access)static func start(\(list))\(rejecting) -> (machine: Self, effects: [Effect])"
    let forwarded = passed.joined(separator: ", ")
    let docs: [SwiftLine] = [.text("/// A machine in its initial state, and what the caller is to do first.")]
    if startRejects {
      body = create(values, recording: true)
      return [
        docs + [.block(returning, body + [.text("return (machine, recorder.effects)")])],
        [
          doc,
          .block(
            "\(access)static func start(\(performing))\(rejecting) -> Self",
            [
              .text("let (machine, effects) = try start(\(forwarded))"),
              .text("for effect in effects { effect.perform(on: &actions) }"),
              .text("return machine"),
            ]),
        ],
      ] + initializer()
    }
    return [
      docs + [
        .block(
          returning,
          [
            .text("var recorder = Recorder()"),
            .text("let machine = start(\((passed + ["performing: &recorder"]).joined(separator: ", ")))"),
            .text("return (machine, recorder.effects)"),
          ])
      ],
      [doc, .block("\(access)static func start(\(performing)) -> Self", body + result(body, "machine"))],
    ] + initializer()
  }

  /// What `state` holds until the start has run.
  private var placeholder: String { joint?.placeholder { initialText($0) } ?? steps.placeholder { initialText($0) } }

  private var initNeedsFunctions: Bool {
    context.hasFunctions && (initialized.contains { !($0.value?.calledFunctions.isEmpty ?? true) } || placeholder.contains("functions."))
  }

  func label(_ variable: Variable) -> String {
    SwiftIdentifier(label: context.naming.variables[variable.id.index].withoutBackticks).text
  }

  func parameterName(_ variable: Variable) -> String {
    SwiftIdentifier(escaping: context.naming.variables[variable.id.index].withoutBackticks).text
  }

  private func result(_ body: [SwiftLine], _ name: String) -> [SwiftLine] { body.count == 1 ? [] : [.text("return \(name)")] }

  /// The lines that make the machine and settle it.
  private func create(_ values: [String], recording: Bool = false) -> [SwiftLine] {
    let made = "Self(\((values + (initNeedsFunctions ? ["functions"] : [])).joined(separator: ", ")))"
    if begin.isEmpty { return [.text(made)] }
    let action = recording ? ["&recorder"] : context.hasActions ? ["&actions"] : []
    let arguments = (context.hasFunctions ? ["functions"] : []) + (context.hasCall ? ["&call"] : []) + action
    let call = "\(context.try)machine.begin(\(arguments.joined(separator: ", ")))"
    var lines: [SwiftLine] = [.text("var machine = \(made)")]
    if context.hasCall { lines.append(.text("var call = Call()")) }
    guard context.isFallible else { return lines + [.text(call)] }
    if recording { lines.append(.text("var recorder = Recorder()")) }
    let state = declarations.isSendable ? "machine.state" : "machine.stateName"
    let event = context.hasPublicEvents ? ", event: nil" : ""
    return lines + [
      .chain([
        .init(head: "do", body: [.text(call)]),
        .init(head: "catch", body: [.text("throw Rejection(state: \(state)\(event), reason: error)")]),
      ])
    ]
  }

  private func initializer() -> [[SwiftLine]] {
    let own = startParameters.map { "\(label($0)): \(context.types.text($0))" }
    let parameters = (own + (initNeedsFunctions ? ["_ functions: some Functions"] : [])).joined(separator: ", ")
    var lines: [SwiftLine] = []
    for variable in initialized {
      let name = context.naming.variables[variable.id.index]
      let line: SwiftLine
      if let value = variable.value {
        line = .text("self.\(name) = \(initialText(value))")
      } else {
        line = .text("self.\(name) = \(parameterName(variable))")
      }
      lines += steps.located(variable.span, if: variable.value?.isOpaque ?? false, [line])
    }
    lines.append(.text("state = \(placeholder)"))
    return [[.block("private init(\(parameters))", lines)]]
  }

  /// An initial value. Constants that are computed properties are written out: they cannot be asked before all is stored.
  private func initialText(_ value: Expr) -> String {
    var scope = SwiftScope(location: .exactly(.root))
    for id in value.variables {
      if isStatic(machine[id]), let constant = machine[id].value {
        let text = initialText(constant)
        if case .binary = constant.kind { scope.data[id] = "(\(text))" } else { scope.data[id] = text }
      } else {
        scope.data[id] = "self.\(context.naming.variables[id.index])"
      }
    }
    return SwiftExpressions(context: context, scope: scope).text(value)
  }
}

extension String {
  /// The text with another beginning, where it begins so.
  func replacingPrefix(_ prefix: String, _ replacement: String) -> String {
    hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
  }
}
