import FSMDiagnostics
import FSMModel

/// One machine with its Swift names and with what its steps need: everything that is decided before a line is written.
///
/// A class, because every value that writes a part of the output holds it, and they are made by the thousand.
final class SwiftContext {
  /// The machine with its completions as events.
  let machine: Machine
  /// Events that stand for completion, a timer or the end of an activity, which `*` does not match.
  let completions: Set<EventID>
  /// Those of them that stand for `done`.
  private let doneEvents: Set<EventID>
  let timers: TimerEvents
  let activities: ActivityEvents
  /// What an observer is told; nil where nobody asked for it.
  let observation: Observation?
  /// The machine as the chart has it, states that are machines written out.
  let chart: Machine
  /// Events that stand for the completion of parallel states.
  let parallelCompletions: [StateID: EventID]
  let naming: SwiftNaming
  /// The machines that states use.
  let parts: [Part]
  /// Callables of the machine itself; empty where it uses no other.
  let ownCallables: Set<CallableID>
  /// Where values are kept in a machine with regions; nil where it has none.
  let regions: SwiftRegions?
  /// What stands in `state` without being active while a microstep runs; nil in a machine without regions.
  let vacancies: SwiftVacancies?
  let histories: Histories
  let types: SwiftTypes
  let options: SwiftOptions
  /// The line of a span, for comments: `line 12`.
  let lineNote: (Span) -> String

  /// Some state has data.
  let hasData: Bool
  let hasActions: Bool
  /// The chart declares functions that the caller supplies.
  let hasFunctions: Bool
  let raises: Bool
  /// Events that are sent without a delay.
  let sentEvents: Set<EventID>
  /// Events that are sent with a delay, timers left out.
  let delayedEvents: Set<EventID>
  /// Some step puts its event aside for a later state.
  var defers: Bool
  let hasAlways: Bool
  let hasPublicEvents: Bool
  let hasPrivateEvents: Bool
  /// A cycle of `always`, `choice` and `raise` is possible, so microsteps are counted.
  let countsMicrosteps: Bool
  /// A call can fail after its first effect, and is then undone.
  let isFallible: Bool
  /// No single reaction performs more than one action, so that a list of effects rarely has a second one: an array made for one is a third
  /// faster than an empty one that grows.
  let asksForOneEffect: Bool
  /// Whether each state's inside has exit effects, the state itself left out.
  let hasExitsInside: [Bool]
  /// How many transitions and initial transitions lead to each state.
  let targetCounts: [Int]
  /// Machine functions that are defined in the chart and call one the caller supplies.
  private let needing: Set<CallableID>
  let memberNames: MemberNames
  let savedTypes: SwiftCodable.TypeNames
  let hostTypes: SwiftHost.TypeNames

  /// Private members of the generated type that are there only for some charts, and so must not take a name from the chart's own.
  struct MemberNames {
    let deferred: String
    let complete: String
    let timers: String
    let runs: String
    let arrival: String
    /// For each place that starts an activity, and for each runner of activities.
    let begin: [String]
    let stop: [String]
    /// For the table of transitions: its type, and the table.
    let transition: String
    let transitions: String

    init(_ naming: inout SwiftNaming, _ activities: ActivityEvents, isObserved: Bool) {
      deferred = naming.claimMember("deferred")
      complete = naming.claimMember("complete")
      timers = naming.claimMember("timers")
      runs = naming.claimMember("runs")
      arrival = naming.claimMember("arrival")
      begin = activities.uses.map { naming.claimMember("begin" + $0.name) }
      stop = activities.runners.map { naming.claimMember("stop" + $0.name) }
      transition = isObserved ? naming.claimType("Transition") : ""
      transitions = isObserved ? naming.claimMember("transitions") : ""
    }
  }

  /// What a used machine asks of the caller, as protocols of its own.
  struct Part {
    let name: String
    let callables: [CallableID]
    /// `ClipEditorActions`
    let actions: String
    let functions: String

    init(_ part: Inlining.Part, _ naming: inout SwiftNaming) {
      name = part.name
      callables = part.callables
      actions = naming.claimType(part.name + "Actions")
      functions = naming.claimType(part.name + "Functions")
    }
  }

  init(
    _ whole: Inlining, name: String, mentioned: Set<String>, machineNames: [String], options: SwiftOptions,
    lineNote: @escaping (Span) -> String
  ) {
    let completed = Completions(whole.machine)
    timers = TimerEvents(completed.machine)
    activities = ActivityEvents(timers.machine)
    chart = whole.machine
    let observation = options.observed ? Observation(activities.machine, count: whole.machine.transitions.count) : nil
    self.observation = observation
    let machine = observation?.machine ?? activities.machine
    self.machine = machine
    doneEvents = completed.events
    completions = completed.events.union(timers.events).union(activities.events)
    self.options = options
    self.lineNote = lineNote
    parallelCompletions = completed.parallel
    var naming = SwiftNaming(machine, as: name, mentioned: mentioned)
    parts = whole.parts.map { Part($0, &naming) }
    ownCallables = whole.own
    memberNames = MemberNames(&naming, activities, isObserved: options.observed)
    regions = SwiftRegions.isNeeded(for: machine) ? SwiftRegions(machine, &naming) : nil
    vacancies = regions == nil ? nil : SwiftVacancies(machine, completed.parallel, naming)
    savedTypes = SwiftCodable.TypeNames(&naming)
    hostTypes = SwiftHost.TypeNames(&naming)
    let histories = Histories(machine, completed.parallel, &naming)
    self.histories = histories
    self.naming = naming
    types = SwiftTypes(machine, naming: naming, machineNames: machineNames)
    hasData = machine.variables.contains { $0.owner != .root }
    hasActions = machine.callables.contains { $0.kind == .action }
    hasFunctions = machine.callables.contains { $0.kind == .function && $0.body == nil }
    hasPublicEvents = machine.events.contains { !$0.isPrivate }
    hasPrivateEvents = machine.events.contains(where: \.isPrivate)
    hasAlways = machine.reactions.contains { $0.trigger == .always }
    var (raises, sentEvents, delayedEvents) = (!completed.parallel.isEmpty, Set<EventID>(), Set<EventID>())
    let timed = timers.places
    machine.forEachEffect { effect in
      switch effect {
      case .raise: raises = true
      case .send(let id, _, nil, _): sentEvents.insert(id)
      // Timers of states are sends as well.
      case .send(let id, _, .some, _): if timed[id] == nil { delayedEvents.insert(id) }
      default: break
      }
    }
    (self.raises, self.sentEvents, self.delayedEvents) = (raises, sentEvents, delayedEvents)
    defers = machine.states.contains { !$0.deferred.isEmpty }
    countsMicrosteps = Settling(machine, completed.parallel).canBeEndless
    isFallible = countsMicrosteps || RangeChecks.needsAny(machine)
    asksForOneEffect =
      machine.states.allSatisfy { $0.entry.isEmpty && $0.exit.isEmpty && ($0.initial?.effects ?? []).isEmpty }
      && machine.transitions.allSatisfy { Self.actionCount($0.effects) <= 1 }
    hasExitsInside = machine.bottomUp { state, inner in
      inner.contains(true) || state.children.contains { !machine[$0].exit.isEmpty || histories[$0] != nil }
    }
    targetCounts = Self.countTargets(machine)
    needing = Self.functionsNeedingOthers(machine)
  }

  /// The name of a variable with a range in errors: `stock`, or `disabledOpacity` for a datum.
  func rangedName(_ id: VariableID) -> String {
    let variable = machine[id]
    if variable.owner == .root { return variable.name }
    return (naming.helpers[variable.owner.index] + variable.name.capitalizedFirst).lowercasedFirst
  }

  func needsFunctions(_ id: CallableID) -> Bool { needing.contains(id) }

  /// Too many to be named wherever a wildcard must leave them alone: the output would grow with their number times that of wildcards.
  var hasManyCompletions: Bool { completions.count > 8 }

  /// The chart has timers or activities, of whose events nobody outside hears what became.
  var dropsQuietly: Bool { completions.count > doneEvents.count }

  /// Steps settle after their first microstep.
  var settles: Bool { raises || hasAlways || waitsAtChoices }
  /// A choice is left in the microstep after it was reached, together with what other regions do then.
  var waitsAtChoices: Bool { regions.map { !$0.pending.isEmpty } ?? false }
  /// Steps share a record of the call they belong to.
  var hasCall: Bool { raises || sends || countsMicrosteps || hasActivities || waitsAtChoices || hasVacancies }
  /// The line that counts a microstep, where calls can be endless.
  var counting: [SwiftLine] { countsMicrosteps ? [.text("try call.count()")] : [] }
  /// `Call` has flags of states that are left.
  var hasVacancies: Bool { !(vacancies?.flags.isEmpty ?? true) }
  /// The machine keeps events between two calls.
  var storesEvents: Bool { defers || !delayedEvents.isEmpty }
  /// The machine has a clock.
  var hasTimers: Bool { !timers.events.isEmpty || !delayedEvents.isEmpty }
  var sends: Bool { !sentEvents.isEmpty }
  /// After settling a step is not at its end yet.
  var completes: Bool { sends || defers || ends || hasActivities }
  var hasActivities: Bool { !activities.runners.isEmpty }
  /// The machine reaches an end, and something has to happen there.
  var ends: Bool {
    let root = machine[.root]
    if regions != nil { return SwiftJoint.canFinish(machine) && (!delayedEvents.isEmpty || machine.states.contains { !$0.exit.isEmpty }) }
    return root.children.contains { machine[$0].kind == .final } && !(root.exit.isEmpty && delayedEvents.isEmpty)
  }
  /// The function that brings a step to its end once it was taken; nil where that is nothing.
  var completion: String? { completes ? memberNames.complete : settles ? "settle" : nil }
  /// What steps switch over: the public events, or those and the private ones.
  var eventType: String { hasPrivateEvents ? "Trigger" : "Event" }
  var `try`: String { isFallible ? "try " : "" }
  var `throws`: String { isFallible ? " throws(Rejection.Reason)" : "" }

  /// Parameters that every step has behind its own.
  var parameters: [String] {
    var list: [String] = []
    if hasFunctions { list.append("_ functions: some Functions") }
    if hasCall { list.append("_ call: inout Call") }
    if hasActions { list.append("_ actions: inout some Actions") }
    return list
  }

  /// Conformances, `Codable` behind them where machines are saved: `: Sendable, Codable`.
  func saved(_ conformances: String) -> String {
    options.codable ? (conformances.isEmpty ? ": " : conformances + ", ") + types.library("Codable") : conformances
  }

  /// The arguments that hand those on.
  var arguments: [String] {
    var list: [String] = []
    if hasFunctions { list.append("functions") }
    if hasCall { list.append("&call") }
    if hasActions { list.append("&actions") }
    return list
  }

  /// How many actions a list of effects performs, those inside `if`s counted as if all ran.
  private static func actionCount(_ effects: [Effect]) -> Int {
    var count = 0
    effects.forEachEffect { if case .perform = $0 { count += 1 } }
    return count
  }

  private static func countTargets(_ machine: Machine) -> [Int] {
    var counts = Array(repeating: 0, count: machine.states.count)
    for transition in machine.transitions {
      for target in transition.targets { counts[target.state.index] += 1 }
    }
    for state in machine.states {
      for target in state.initial?.targets ?? [] { counts[target.state.index] += 1 }
    }
    return counts
  }

  private static func functionsNeedingOthers(_ machine: Machine) -> Set<CallableID> {
    var needing: Set<CallableID> = []
    var changed = true
    while changed {
      changed = false
      for function in machine.callables {
        guard let body = function.body, !needing.contains(function.id) else { continue }
        let needs = body.contains {
          if case .call(let id, _) = $0.kind { machine[id].body == nil || needing.contains(id) } else { false }
        }
        if needs {
          needing.insert(function.id)
          changed = true
        }
      }
    }
    return needing
  }
}

extension Machine {
  /// A value for each state, computed from its children's.
  func bottomUp<Value>(_ value: (State, [Value]) -> Value) -> [Value] {
    var results: [Value?] = Array(repeating: nil, count: states.count)
    for state in states.reversed() {
      results[state.id.index] = value(state, state.children.compactMap { results[$0.index] })
    }
    return results.compactMap { $0 }
  }

  /// True when some effect of the chart, or one inside an `if`, satisfies the condition.
  func containsEffect(where condition: (Effect) -> Bool) -> Bool {
    var found = false
    forEachEffect { if !found { found = condition($0) } }
    return found
  }
}
