import FSMDiagnostics
import FSMModel

/// A running machine, as the language defines it: the reference that generated code is tested against.
///
/// A value: a copy is an undo point, and a call that is rejected leaves the value as it was. Run to completion is that of W3C SCXML
/// (Recommendation of 2015-09-01, appendix D) with the decisions of the language reference. Where that leaves something open:
///
/// - *Entering a state*: its data, its entry effects, its timers (so a delay sees what entry effects assigned), then the effects of its
///   initial transition and the arguments of that transition's targets. *Leaving*: its exit effects, then its activities are cancelled and
///   its timers disarmed. At a place of a used machine the place comes first on entering and last on leaving, and its reactions after the
///   body's of the same kind.
/// - *The machine itself* is never left before its end, not by `reenter` or `external` either.
/// - *Ranges* are checked at each assignment, those of data also when they are set on entry.
/// - *Nothing taken*: an event that is deferred, ignored or dropped, and a timer whose guards are false, is no step: nothing settles.
/// - *`cancel`* withdraws sends that wait and delayed ones, not events that were sent, taken up and deferred.
/// - *Time*: whatever falls due up to the end of an advance fires in it, also what that advance armed. After each timer's step activities
///   start, as at the end of a call. The limit of microsteps counts anew whenever the clock moves; a start's own entering is its first.
/// - *Activities* are numbered by place, from 1. One that has ended is not started again before its state is entered again.
/// - *Histories* remember when their parent is left, or reacts by leaving what is inside it. A choice is never remembered: while one is
///   active inside, what was remembered before stays. What a target passes to data counts before what is remembered. A default's effects
///   run after the entry of the history's parent; where that stays, before the first entry inside it.
/// - *Events* of equal name are one event across machines, private ones too.
///
/// For example: `var door = Interpreter(assembly); door.start(); door.send(named: "open")`.
public struct Interpreter: Sendable {
  public struct Options: Sendable {
    /// A call that needs more microsteps is `.endless`; counted anew whenever an advance moves the clock.
    public var mostMicrosteps = 1_000_000
    /// Microsteps and timers of one call, beyond which the simulation gives up with `.tooLong`: a long advance over a short timer.
    public var mostWork = 10_000_000
    /// Whether calls carry their steps, the configuration, and values before and after.
    public var recordsSteps = true
    /// Whether calls carry what is to be performed.
    public var recordsEffects = true
    /// Whether calls carry the transitions taken and the states entered; they do where steps are recorded.
    public var recordsCoverage = false
    /// Whether a call is watched for coming back to where it was; one that does never ends, and is `.endless` at once.
    public var findsCycles = false
    /// Steps kept of one call.
    public var mostSteps = 10_000
    /// Asked now and then while a call runs; true gives it up with `.tooLong`.
    public var isStopped: @Sendable () -> Bool = { false }

    public init() {}
  }

  public let assembly: Assembly
  public var options: Options
  var store: Store

  /// A machine that has not started.
  public init(_ assembly: Assembly, options: Options = Options()) {
    self.assembly = assembly
    self.options = options
    store = Store(slotCount: assembly.slotCount)
  }

  /// Starts the machine anew: constants and variables in order, entry, initial transition, settling.
  ///
  /// - Parameter arguments: values for constants and variables of the machine, instead of the ones the chart gives.
  @discardableResult
  public mutating func start(_ arguments: [VariableID: Value] = [:], environment: Environment = Environment()) -> Call {
    let machine = assembly.machine(of: .machine)
    let named = machine.variables.compactMap { variable in arguments[variable.id].map { NamedValue(variable.name, $0) } }
    var fresh = self
    fresh.store = Store(slotCount: assembly.slotCount)
    return perform(.start(arguments: named), on: fresh, environment, nil) { run throws(Failure) in
      try run.start(arguments)
      return .taken
    }
  }

  /// Sends an event from outside, with arguments in the order of its parameters.
  ///
  /// - Parameter footprint: Told what the call reads and writes of the machine; so of the other calls.
  @discardableResult
  public mutating func send(
    _ event: AssembledEventID, _ arguments: [Value] = [], environment: Environment = Environment(), footprint: Footprint? = nil
  ) -> Call {
    let declared = assembly[event]
    let named = zip(declared.parameters, arguments).map { NamedValue($0.isLabelled ? $0.name : nil, $1) }
    return perform(.event(name: declared.name, arguments: named), on: self, environment, footprint) { run throws(Failure) in
      try run.accept(event, arguments)
    }
  }

  /// Moves the clock forward and fires what falls due; a negative duration counts as zero.
  @discardableResult
  public mutating func advance(by duration: Duration, environment: Environment = Environment(), footprint: Footprint? = nil) -> Call {
    perform(.advance(by: duration), on: self, environment, footprint) { run throws(Failure) in
      if run.store.isStarted, !run.store.hasEnded { try run.advance(by: duration) }
      return .taken
    }
  }

  /// Tells the outcome of an activity's run: its result, or its error where it `failed`. A run that is not the going one is dropped.
  @discardableResult
  public mutating func complete(
    _ activity: ActivityPlace, run number: Int, failed: Bool = false, _ value: Value? = nil, environment: Environment = Environment(),
    footprint: Footprint? = nil
  ) -> Call {
    perform(.completion(activity: assembly.name(of: activity), failed: failed, value), on: self, environment, footprint) {
      run throws(Failure) in
      guard run.store.run(of: activity) == number else { return .dropped }
      _ = run.store.stopRun(of: activity)
      let occurrence = Store.Occurrence(trigger: .activity(activity, failed: failed), arguments: value.map { [$0] } ?? [.absent])
      return try run.fullStep(occurrence, .activity).disposition == .taken ? .taken : .dropped
    }
  }

  private mutating func perform(
    _ input: Call.Input, on before: Interpreter, _ environment: Environment, _ footprint: Footprint?,
    _ body: (inout Run) throws(Failure) -> Outcome
  ) -> Call {
    var run = Run(before, environment, footprint)
    let values = options.recordsSteps ? namedValues : []
    let outcome: Outcome
    do { outcome = try body(&run) } catch { outcome = error.outcome }
    if outcome.isUndone { run.finish(as: .rejected) } else { store = run.store.result }
    return Call(
      input: input, outcome: outcome, effects: outcome.isUndone ? [] : run.effects, steps: run.steps,
      covered: outcome.isUndone ? [] : run.covered, visited: outcome.isUndone ? [] : run.visited, stepsWereCut: run.stepsWereCut,
      cycle: run.cycle,
      configuration: options.recordsSteps ? configuration : [], hasEnded: hasEnded, before: values,
      after: options.recordsSteps ? namedValues : [])
  }
}

extension Run {
  mutating func start(_ arguments: [VariableID: Value]) throws(Failure) {
    for (variable, value) in arguments { given[slot(variable, .machine)] = value }
    begin(.start, .outside)
    store.isStarted = true
    var plan = EntryPlan()
    plan.nodes.insert(.machine)
    try complete(from: [.machine], &plan)
    microsteps = 1
    try enter(plan)
    finish(as: .taken)
    try settleWhole()
  }

  /// An event of the caller.
  mutating func accept(_ event: AssembledEventID, _ arguments: [Value]) throws(Failure) -> Outcome {
    guard store.isStarted, !assembly[event].isPrivate else { throw .rejected(.unhandled) }
    guard !store.hasEnded else { throw .rejected(.finished) }
    guard arguments.count == assembly[event].parameters.count else {
      throw .trapped("`\(assembly[event].name)` takes \(assembly[event].parameters.count) arguments", span(of: .machine))
    }
    let selection = try fullStep(Store.Occurrence(trigger: .event(event), arguments: arguments), .outside)
    return selection.disposition == .taken ? .taken : selection.isDeferred ? .deferred : .ignored
  }
}
