import FSMDiagnostics
import FSMModel

/// A machine that somebody plays with: steps as scenarios have them, one after the other, each of which can be undone.
///
/// It differs from a scenario in that a rejected event is an answer and no failure, and in that the machine may start anew.
public struct Session: Sendable {
  /// What came of one step.
  public struct Reply: Sendable {
    /// The start, where the step was the first to need one; then the step's own call, if it is one.
    public var calls: [Call] = []
    /// What the step expected and did not find, or why it could not be done.
    public var diagnostics: [Diagnostic] = []
    /// What has to be answered before the step can be done; nothing has happened then.
    public var question: Environment.Question?
  }

  private var runner: ScenarioRunner
  private var past: Past

  /// - Parameters:
  ///   - values: For constants and variables that `start` need not pass then.
  ///   - undoRoom: How much `undo` keeps, in variables, states, timers and events of all moments together; the oldest are forgotten.
  public init(
    _ assembly: Assembly, values: [VariableID: Value] = [:], options: Interpreter.Options = .init(), environment: Environment = .init(),
    undoRoom: Int = 1 << 20
  ) {
    past = Past(room: undoRoom)
    runner = ScenarioRunner(Scenario(name: "", steps: [], span: assembly.machine(of: .machine).span), assembly, options, environment)
    runner.startValues = values
  }

  public var interpreter: Interpreter { runner.interpreter }
  public var environment: Environment { runner.environment }
  public var assembly: Assembly { runner.interpreter.assembly }

  /// Constants and variables that need not be passed at the start.
  public var knownValues: Set<VariableID> { Set(runner.startValues.keys) }

  /// Constants and variables that have no value to start with.
  public var missingValues: [Variable] {
    let machine = assembly.machine(of: .machine)
    return machine[.root].data.map { machine[$0] }.filter { $0.value == nil && runner.startValues[$0.id] == nil }
  }

  /// Does a step; the first that needs a machine that runs starts it.
  ///
  /// - Parameter answers: To questions, by their text; they count for this step alone.
  public mutating func perform(_ step: Scenario.Step, answers: [String: Value] = [:]) -> Reply {
    guard step.needsStart, !interpreter.isStarted else { return run(step, answers) }
    var reply = start(step.span, answers: answers)
    guard interpreter.isStarted else { return reply }
    let next = run(step, answers)
    reply.calls += next.calls
    reply.diagnostics += next.diagnostics
    reply.question = next.question
    return reply
  }

  private mutating func run(_ step: Scenario.Step, _ answers: [String: Value]) -> Reply {
    let before = runner
    runner.calls = Array(runner.calls.suffix(1))
    runner.diagnostics = []
    runner.isStopped = false
    runner.unexpected = nil
    runner.environment.texts.merge(answers) { $1 }
    let known = runner.calls.count
    runner.run(step)
    // In play a rejection is as good an answer as another.
    runner.unexpected = nil
    runner.environment.texts = before.environment.texts
    var reply = Reply(calls: Array(runner.calls.dropFirst(known)), diagnostics: runner.diagnostics)
    if case .unanswered(let question)? = reply.calls.last?.outcome { reply.question = question }
    // Nobody wants back to where there is no machine yet.
    let hasChanged = before.interpreter.isStarted && reply.calls.contains { !$0.outcome.isUndone }
    if hasChanged || step.isAnswer && reply.diagnostics.isEmpty { past.add(before) }
    return reply
  }

  /// Starts the machine, or starts it anew, with the values known.
  public mutating func start(_ span: Span, answers: [String: Value] = [:]) -> Reply {
    guard let missing = missingValues.first else { return run(Scenario.Step(kind: .start([]), span: span), answers) }
    return Reply(diagnostics: [notStarted(missing, span)])
  }

  /// Takes back the last step that changed something; false where there is none, or only the first start.
  public mutating func undo() -> Bool {
    guard let before = past.takeLast() else { return false }
    runner = before
    return true
  }

  /// Says what something that only the caller's code can tell is, by its text: `list.count > 3`.
  public mutating func answer(_ text: String, _ value: Value) {
    past.add(runner)
    runner.environment.texts[text] = value
  }

  /// Says what a declared function answers; to all arguments, where they are nil.
  public mutating func answer(_ function: String, _ arguments: [Value]?, _ value: Value) {
    runner.environment.answers.append(.init(function: function, arguments: arguments, value: value))
  }

  /// Gives a constant or variable a value to start with.
  public mutating func set(_ variable: VariableID, _ value: Value) { runner.startValues[variable] = value }

  /// The value of an expression that stands alone; nil where it has none.
  public func evaluate(_ expr: Expr) -> Value? { interpreter.evaluate(expr, environment: environment) }

  private func notStarted(_ missing: Variable, _ span: Span) -> Diagnostic {
    let list = missingValues.map { "\($0.name): \($0.typeText)" }.joined(separator: ", ")
    return Diagnostic(
      .misplacedStep, at: span, "the machine has not started: nobody has said what `\(missing.name)` is",
      labels: [.init(missing.nameSpan, "the caller passes it")], hint: "begin with `start(\(list))`, or give `--let \(missing.name)=…`")
  }
}

/// Machines as they were, for `undo`; the oldest are forgotten when they take too much room.
struct Past: Sendable {
  private let room: Int
  private var moments: [(runner: ScenarioRunner, weight: Int)] = []
  private var weight = 0

  init(room: Int) { self.room = room }

  mutating func add(_ runner: ScenarioRunner) {
    var runner = runner
    // What led there is of no use any more.
    for index in runner.calls.indices { runner.calls[index].steps = [] }
    let size = 16 + runner.interpreter.weight + runner.environment.answers.count
    moments.append((runner, size))
    weight += size
    guard weight > room, moments.count > 1 else { return }
    var dropped = 0
    while weight > room / 2, dropped < moments.count - 1 {
      weight -= moments[dropped].weight
      dropped += 1
    }
    moments.removeFirst(dropped)
  }

  mutating func takeLast() -> ScenarioRunner? {
    guard let last = moments.popLast() else { return nil }
    weight -= last.weight
    return last.runner
  }
}

extension Interpreter {
  /// How much there is to a copy.
  var weight: Int { store.slots.count + store.configuration.count + store.timers.count + store.deferred.count + store.history.count }
}
