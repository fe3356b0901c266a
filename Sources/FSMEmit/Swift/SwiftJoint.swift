import FSMModel

/// Steps of a machine with regions.
///
/// An event that can bring one reaction at most goes to it directly (`SwiftJoint+React`). Otherwise every active region chooses first, which only
/// reads, and then all that was chosen is taken together: exits, effects and entries run in the order that W3C SCXML (Recommendation of
/// 2015-09-01, appendix D, `microstep`) gives them. `Widths` tells which is which.
struct SwiftJoint {
  /// What taking a transition means.
  struct Move {
    var transition: Transition
    /// Parameters of the trigger that its effects or targets use.
    var parameters: [Parameter]
    /// The pieces it leaves and enters.
    var units: [Leaving.Unit]
    var plan: EntryPlan?
    /// Data to which its targets pass values.
    var given: [VariableID]
  }

  /// A transition that can be chosen together with others.
  struct Choosable {
    var move: Move
    /// Its case.
    var name: String
    /// The case that carries the values of its targets, once they are known.
    var entering: String?

    /// Both as patterns.
    var patterns: [String] { ([name] + (entering.map { [$0] } ?? [])).map { "." + $0 } }
  }

  var steps: SwiftSteps
  let regions: SwiftRegions
  let widths: Widths
  /// What names mean wherever code of the machine runs.
  private var everywhere: SwiftScope
  /// By transition.
  var choosables: [TransitionID: Choosable] = [:]
  /// The cases in the order made.
  var order: [TransitionID] = []
  var caseNames = SwiftNames()
  /// What each region can choose side by side with others.
  var sides: [Side.Key: Side] = [:]
  /// Entries written, by what they do.
  var entries: [EntryKey: String] = [:]
  /// Names of functions for leaving that are written.
  var written: Set<String> = []
  /// Functions that go back to what a history remembers.
  var restores: [StateID: String] = [:]
  /// How often guards that did not hold end a walk, so far.
  var failures = 0
  /// How many places insert into a selection.
  var selected = 0
  var isSelectionUsed = false
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
    widths = Widths(context.machine)
    everywhere = SwiftScope(location: .inside(.root))
    everywhere.names = SwiftNames(
      taken: ["actions", "call", "event", "functions", "selection", "open", "outcome", "inner", "reaction", "unit"] + regions.names)
    for variable in context.machine.variables {
      guard let place = regions.place(of: variable.id) else { continue }
      everywhere.data[variable.id] = place
      everywhere.mutable.insert(variable.id)
    }
    everywhere.seesPending = !regions.pending.isEmpty
  }

  // MARK: Scopes

  /// The scope of code in which every datum is read and written where it stands.
  func scope(at location: SwiftScope.Location) -> SwiftScope {
    var scope = everywhere
    scope.location = location
    return scope
  }

  /// Functions that choose do not change the machine.
  func choosingHead(_ name: String, _ own: [String], _ kind: Kind) -> String {
    let parameters = own + reading(kind).parameters + ["_ selection: inout \(naming.selectionType)"]
    return "private func \(name)(\(parameters.joined(separator: ", "))) -> \(context.types.library("Int"))?"
  }

  func choosingArguments(_ own: [String], _ kind: Kind) -> String {
    (own + reading(kind).arguments + ["&selection"]).joined(separator: ", ")
  }

  // MARK: Moves

  func move(of transition: Transition) -> Move {
    let reaction = machine[transition.reaction]
    var used: Set<Int> = []
    func look(_ expression: Expr) { expression.forEachPart { if case .parameter(let index) = $0.kind { used.insert(index) } } }
    transition.effects.forEachEffect { for expression in $0.expressions { look(expression) } }
    for target in transition.targets { for argument in target.arguments { look(argument.value) } }
    var move = Move(
      transition: transition, parameters: used.sorted().map { reaction.parameters[$0] }, units: [], plan: nil,
      given: transition.targets.flatMap { $0.arguments.map(\.variable) })
    if !transition.targets.isEmpty {
      let leaving = Leaving(transition, in: machine)
      move.units = leaving.units(in: machine)
      move.plan = EntryPlan(machine, below: leaving, targets: transition.targets.map(\.state))
    }
    return move
  }

  mutating func choosable(_ transition: Transition) -> Choosable {
    if let known = choosables[transition.id] { return known }
    let base = transition.source == .root ? "anywhere" : naming.helpers[transition.source.index].lowercasedFirst
    let name = caseNames.claim(base + suffix(of: transition))
    var result = Choosable(move: move(of: transition), name: name, entering: nil)
    if !result.move.given.isEmpty { result.entering = caseNames.claim("entering" + name.withoutBackticks.capitalizedFirst) }
    choosables[transition.id] = result
    order.append(transition.id)
    return result
  }

  /// How the name of a case ends.
  func suffix(of transition: Transition) -> String {
    switch machine[transition.reaction].trigger {
    case .events(let events): events.first.map { machine[$0].name.capitalizedFirst } ?? ""
    case .any: "Any"
    case .always: "Always"
    default: ""
    }
  }

  // MARK: The whole

  /// Writes every function and returns the bodies of the step, of settling and of the start.
  mutating func lower() -> (step: SwiftSteps.Block, settle: [SwiftLine], begin: [SwiftLine]) {
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
    case .parallel: machine.activeChildren(of: state).allSatisfy { canBeDone($0, machine) }
    default: false
    }
  }

  private mutating func step() -> SwiftSteps.Block {
    var lines: [SwiftLine] = []
    if canFinish {
      lines.append(.text("if isFinished { return .finished }"))
      steps.outcomes.insert(.finished)
    }
    if !machine.events.isEmpty, widths.isAsked(.root, .event) {
      return SwiftSteps.Block(lines: lines + react(.root, .event, subject: "state").lines, leaves: true)
    }
    steps.outcomes.insert(.unhandled)
    return SwiftSteps.Block(lines: lines + [.text("return .unhandled")], leaves: true)
  }

  /// Tests that the machine, or a region of it, waits at a choice for which a final state stands: it only looks as if it were done.
  private var waiting: [String] {
    machine.restingRegions(of: .root).compactMap { region in
      SwiftStandIn(context).isFinal(inside: region) ? regions.pending[region].map { "call.\($0) != nil" } : nil
    }
  }

  /// Microsteps until nothing is left: choices and enabled `always` first, then raised events in order.
  private mutating func settle() -> [SwiftLine] {
    let takesAlways = widths.isAsked(.root, .always)
    if takesAlways {
      let block = react(.root, .always, subject: "state")
      steps.functions.append(
        SwiftSteps.Function(
          owner: .root, doc: "Takes what has become possible without an event, in one microstep.",
          head: steps.head(steps.claim("takeAlways"), returns: context.types.library("Bool")), body: block.lines))
    }
    let loop = steps.rounds(always: takesAlways)
    return context.counting + [.block(canFinish ? "while \((["!isFinished"] + waiting).joined(separator: " || "))" : "while true", loop)]
  }
}
