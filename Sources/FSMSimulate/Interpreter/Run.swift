import FSMDiagnostics
import FSMModel

/// One call while it runs. It works on a copy of the machine; a call that fails is undone by forgetting the copy.
struct Run {
  let assembly: Assembly
  private let environment: Environment
  let options: Interpreter.Options
  /// The machine as the call has made it so far.
  var store: WatchedStore
  /// Raised and `done` events, oldest first.
  var raised = Queue<Store.Occurrence>()
  /// Undelayed sends, oldest first.
  var sent = Queue<Store.Occurrence>()
  /// Counted towards the limit of the chart: over the call, or since the clock last moved.
  var microsteps = 0
  /// Counted towards the limit of the simulation, over the whole call.
  var work = 0
  var effects: [PerformedEffect] = []
  var steps: [Step] = []
  /// Transitions that microsteps took.
  var covered: Set<TransitionPlace> = []
  /// States that were entered.
  var visited: Set<NodeID> = []
  var stepsWereCut = false
  var cycleWatch = CycleWatch()
  /// The transitions of the circle that the call goes round.
  var cycle: [TransitionPlace] = []
  /// The step that runs.
  var step: Step?
  /// What has happened in it.
  var happenings: [Happening] = []
  /// States with activities that were entered and not left since activities were last started.
  var entered: Set<NodeID> = []
  /// Values that transitions pass to data, by slot.
  var given: [Int: Value] = [:]
  /// Nothing is to happen: a guard that cannot be told is noted, and the next reaction looked at.
  var explores = false

  init(_ interpreter: Interpreter, _ environment: Environment, _ footprint: Footprint? = nil) {
    assembly = interpreter.assembly
    options = interpreter.options
    store = WatchedStore(interpreter.store, footprint)
    self.environment = environment
  }

  /// Where an expression stands.
  struct Frame {
    var scope: ScopeID
    var parameters: [Value] = []
    /// In `expect` and `assert`, a comparison with a datum of a state that is not active is false.
    var isJudging = false
  }

  mutating func note(_ happening: Happening) {
    if options.recordsSteps, !stepsWereCut { happenings.append(happening) }
  }

  /// Begins a step; what happens from here on belongs to it, and what was asked while it was chosen.
  mutating func begin(_ trigger: Step.Trigger, _ origin: Step.Origin, _ selection: Selection = Selection()) {
    guard options.recordsSteps, !stepsWereCut else { return }
    step = Step(
      trigger: trigger, origin: origin, disposition: selection.disposition, looks: shadowed(selection),
      taken: selection.taken.map(\.place), happenings: [], time: store.clock)
  }

  /// Files the step that ran, with all that happened in it.
  mutating func finish(as disposition: Step.Disposition) {
    defer {
      happenings.removeAll()
      step = nil
    }
    guard var step else { return }
    guard steps.count < options.mostSteps else {
      stepsWereCut = true
      return
    }
    step.disposition = disposition
    step.happenings = happenings
    steps.append(step)
  }

  /// What only the caller's code can tell.
  func ask(_ question: Environment.Question) -> Value? {
    store.escape()
    return environment(question)
  }

  /// The slot of a variable in a scope.
  func slot(_ variable: VariableID, _ scope: ScopeID) -> Int { assembly[scope].firstSlot + variable.index }

  func node(_ state: StateID, _ scope: ScopeID) -> NodeID { assembly[scope].nodes[state.index] }
}
