import FSMModel

/// Steps of a machine with regions: first every active region chooses, then all that was chosen is taken together.
///
/// Choosing only reads. What was chosen is kept as values of a private enum, one case for each reaction with the parameters that its effects
/// use; those that others preempt are dropped; then exits, effects and entries run in the order that W3C SCXML (Recommendation of 2015-09-01,
/// appendix D, `microstep`) gives them.
struct SwiftJoint {
  /// A reaction that can be chosen.
  struct Choosable {
    var transition: Transition
    /// Its case.
    var name: String
    /// Parameters of the trigger that its effects or targets use.
    var parameters: [Parameter]
    var units: [Leaving.Unit]
    var plan: EntryPlan?
    /// Data to which its targets pass values.
    var given: [VariableID]
    /// The case that carries those values, once they are known.
    var entering: String?
  }

  var steps: SwiftSteps
  let regions: SwiftRegions
  /// By transition.
  var choosables: [TransitionID: Choosable] = [:]
  /// The cases in the order made.
  var order: [TransitionID] = []
  var caseNames = SwiftNames()
  /// Entries written, by what they do.
  var entries: [EntryKey: String] = [:]
  /// Names of functions for leaving that are written.
  var written: Set<String> = []
  /// Functions that go back to what a history remembers.
  var restores: [StateID: String] = [:]
  var isNamedUsed = false
  var isIgnoredUsed = false
  var isDeferredUsed = false

  struct EntryKey: Hashable {
    var parameters: [String]
    var lines: [SwiftLine]
  }

  var machine: Machine { steps.machine }
  var context: SwiftContext { steps.context }
  var naming: SwiftNaming { context.naming }

  init(_ context: SwiftContext, _ regions: SwiftRegions) {
    steps = SwiftSteps(context, returnsOutcome: true, dropped: .unhandled, bail: .unhandled)
    self.regions = regions
  }

  // MARK: Scopes

  /// The scope of code in which every datum is read and written where it stands.
  func scope(at location: SwiftScope.Location) -> SwiftScope {
    var scope = SwiftScope(location: location)
    scope.names = SwiftNames(
      taken: ["actions", "call", "event", "functions", "selection", "open", "reaction", "unit"] + regions.names)
    for variable in machine.variables {
      guard let place = regions.place(of: variable.id) else { continue }
      scope.data[variable.id] = place
      scope.mutable.insert(variable.id)
    }
    scope.seesPending = !regions.pending.isEmpty
    return scope
  }

  /// Functions that choose do not change the machine.
  func choosingHead(_ name: String, _ own: [String], _ kind: SwiftSteps.Kind) -> String {
    var parameters = own
    if context.hasFunctions { parameters.append("_ functions: some Functions") }
    if kind == .always, !regions.pending.isEmpty { parameters.append("_ call: Call") }
    parameters.append("_ selection: inout \(naming.selectionType)")
    return "private func \(name)(\(parameters.joined(separator: ", "))) -> \(context.types.library("Int"))?"
  }

  func choosingArguments(_ own: [String], _ kind: SwiftSteps.Kind) -> String {
    var arguments = own
    if context.hasFunctions { arguments.append("functions") }
    if kind == .always, !regions.pending.isEmpty { arguments.append("call") }
    arguments.append("&selection")
    return arguments.joined(separator: ", ")
  }

  // MARK: What can be chosen

  mutating func choosable(_ transition: Transition) -> Choosable {
    if let known = choosables[transition.id] { return known }
    let reaction = machine[transition.reaction]
    let base = transition.source == .root ? "anywhere" : naming.helpers[transition.source.index].lowercasedFirst
    var suffix = ""
    switch reaction.trigger {
    case .events(let events): suffix = events.first.map { machine[$0].name.capitalizedFirst } ?? ""
    case .any: suffix = "Any"
    case .always: suffix = "Always"
    default: break
    }
    let name = caseNames.claim(base + suffix)
    var used: Set<Int> = []
    func look(_ expression: Expr) { expression.forEachPart { if case .parameter(let index) = $0.kind { used.insert(index) } } }
    transition.effects.forEachEffect { for expression in $0.expressions { look(expression) } }
    for target in transition.targets { for argument in target.arguments { look(argument.value) } }
    var result = Choosable(
      transition: transition, name: name, parameters: used.sorted().map { reaction.parameters[$0] }, units: [], plan: nil, given: [],
      entering: nil)
    if !transition.targets.isEmpty {
      let leaving = Leaving(transition, in: machine)
      result.units = leaving.units(in: machine)
      result.plan = EntryPlan(machine, below: leaving, targets: transition.targets.map(\.state))
      result.given = transition.targets.flatMap { $0.arguments.map(\.variable) }
      if !result.given.isEmpty { result.entering = caseNames.claim("entering" + name.withoutBackticks.capitalizedFirst) }
    }
    choosables[transition.id] = result
    order.append(transition.id)
    return result
  }

  // MARK: The whole

  /// Writes every function and returns the bodies of the step, of settling and of the start.
  mutating func lower() -> (step: SwiftSteps.Block, settle: [SwiftLine], begin: [SwiftLine]) {
    if !machine.events.isEmpty { writeSelection(.event) }
    if context.hasAlways || !regions.pending.isEmpty { writeSelection(.always) }
    let begin = self.begin()
    let step = self.step()
    let settle = context.settles ? self.settle() : []
    if !order.isEmpty { writePerform() }
    writeEnd()
    return (step, settle, begin)
  }

  var canFinish: Bool { SwiftJoint.canFinish(machine) }

  static func canFinish(_ machine: Machine) -> Bool { canBeDone(.root, machine) }

  /// True of a composite with a final child, of a parallel state all of whose regions can be done.
  static func canBeDone(_ state: StateID, _ machine: Machine) -> Bool {
    switch machine[state].kind {
    case .final: true
    case .composite: machine[state].children.contains { machine[$0].kind == .final }
    case .parallel: machine[state].children.filter { !machine[$0].isPseudo }.allSatisfy { canBeDone($0, machine) }
    default: false
    }
  }

  private mutating func step() -> SwiftSteps.Block {
    var lines: [SwiftLine] = []
    steps.outcomes.insert(.taken)
    if canFinish {
      lines.append(.text("if isFinished { return .finished }"))
      steps.outcomes.insert(.finished)
    }
    let never = order.isEmpty && !isIgnoredUsed && !isDeferredUsed
    if never || !selects(.root, .event) {
      steps.outcomes.insert(.unhandled)
      return SwiftSteps.Block(lines: lines + [.text("return .unhandled")], leaves: true)
    }
    lines += [
      .text("var selection = \(naming.selectionType)()"),
      .text("_ = select(\(choosingArguments(["event"], .event)))"),
    ]
    var rest: [SwiftLine] = []
    if isDeferredUsed {
      steps.outcomes.insert(.deferred)
      rest.append(.text("if selection.isDeferred { return .deferred }"))
    }
    if isIgnoredUsed {
      steps.outcomes.insert(.ignored)
      rest.append(.text("if selection.isIgnored { return .ignored }"))
    }
    let takesAll =
      (machine[.root].ignored + machine[.root].deferred).contains { $0.event == nil }
      || steps.transitions(of: .root) { $0 == .any }.contains { $0.condition == nil }
    if isNamedUsed {
      steps.outcomes.formUnion([.guardsFailed, .unhandled])
      rest.append(.text("return selection.isNamed ? .guardsFailed : .unhandled"))
    } else {
      if !takesAll { steps.outcomes.insert(.unhandled) }
      rest.append(.text("return .\(takesAll ? "taken" : "unhandled")"))
    }
    lines.append(.block("if selection.isEmpty", rest))
    if !order.isEmpty { lines.append(.text("\(context.try)perform(\((["selection"] + context.arguments).joined(separator: ", ")))")) }
    lines.append(.text("return .taken"))
    return SwiftSteps.Block(lines: lines, leaves: true)
  }

  /// Tests that a region waits at a choice for which a final state stands: it only looks as if it were done.
  private var waiting: [String] {
    guard machine[.root].kind == .parallel else { return [] }
    return machine.restingRegions(of: .root).compactMap { region in
      SwiftStandIn(context).isFinal(inside: region) ? regions.pending[region].map { "call.\($0) != nil" } : nil
    }
  }

  /// Microsteps until nothing is left: choices and enabled `always` first, then raised events in order.
  private func settle() -> [SwiftLine] {
    let arguments = context.arguments
    let stepCall = "\(context.try)step(\((["event"] + arguments).joined(separator: ", ")))"
    var loop: [SwiftLine] = context.countsMicrosteps ? [.text("try call.count()")] : []
    if context.hasAlways || !regions.pending.isEmpty {
      loop += [
        .text("var selection = \(naming.selectionType)()"),
        .text("_ = selectAlways(\(choosingArguments([], .always)))"),
        .block(
          "if !selection.isEmpty",
          [.text("\(context.try)perform(\((["selection"] + arguments).joined(separator: ", ")))"), .text("continue")]),
      ]
    }
    if context.raises {
      loop += [
        .text("guard let event = call.next() else { return }"),
        context.defers
          ? .text("if \(stepCall) == .deferred { \(context.memberNames.deferred).append(event) }") : .text("_ = \(stepCall)"),
      ]
    } else {
      loop.append(.text("return"))
    }
    return [.block(canFinish ? "while \((["!isFinished"] + waiting).joined(separator: " || "))" : "while true", loop)]
  }
}
