import FSMDiagnostics
import FSMModel

/// What came of one scenario.
public struct ScenarioResult: Sendable {
  public var name: String
  public var span: Span
  /// Empty when the scenario passed.
  public var diagnostics: [Diagnostic]
  /// The calls made, in order.
  public var calls: [Call]
  /// How many calls had been made at the first failure; nil when there was none.
  public var callsBeforeFailure: Int?
  public var passed: Bool { diagnostics.isEmpty }
}

/// Runs the scenarios of a chart.
///
/// An event that is rejected fails the scenario unless an `expect rejected` follows before the next call: a scenario must not pass because
/// nothing happened. `expect performed` asks that the last call performed these effects in this order, others may stand between. After a
/// failed expectation the scenario goes on; it stops where the machine could not: at a trap, or a question without an answer.
public struct ScenarioRunner: Sendable {
  let scenario: Scenario
  var interpreter: Interpreter
  var environment: Environment
  var calls: [Call] = []
  var diagnostics: [Diagnostic] = [] {
    didSet { if callsBeforeFailure == nil, !diagnostics.isEmpty { callsBeforeFailure = calls.count } }
  }
  var isStopped = false
  var callsBeforeFailure: Int?
  /// Where the last call stands, while its rejection has not been expected.
  var unexpected: Span?
  /// Values for constants and variables that `start` does not pass.
  var startValues: [VariableID: Value] = [:]

  /// Runs the scenarios of one machine that are wanted, each from a fresh start.
  public static func run(
    _ machine: MachineID, of chart: Chart, options: Interpreter.Options = .init(), environment: Environment = .init(),
    where isWanted: (Scenario) -> Bool = { _ in true }
  ) -> [ScenarioResult] {
    let scenarios = chart[machine].scenarios.filter(isWanted)
    guard !scenarios.isEmpty, let assembly = Assembly(chart, machine: machine) else { return [] }
    return scenarios.map { scenario in
      var runner = ScenarioRunner(scenario, assembly, options, environment)
      return runner.run()
    }
  }

  /// The activities that a scenario has started before each of its steps, in order.
  public static func startedActivities(in scenario: Scenario, of assembly: Assembly) -> [[ActivityPlace]] {
    var session = Session(assembly)
    var started: [ActivityPlace] = []
    return scenario.steps.map { step in
      let before = started
      for effect in session.perform(step).calls.flatMap(\.effects) {
        if case .startActivity(let place, _) = effect.kind { started.append(place) }
      }
      return before
    }
  }

  init(_ scenario: Scenario, _ assembly: Assembly, _ options: Interpreter.Options, _ environment: Environment) {
    self.scenario = scenario
    self.environment = environment
    interpreter = Interpreter(assembly, options: options)
  }

  mutating func run() -> ScenarioResult {
    for step in scenario.steps where !isStopped {
      if step.needsStart, calls.isEmpty { file(interpreter.start(environment: environment), step.span) }
      if !isStopped { run(step) }
    }
    reportUnexpected()
    return ScenarioResult(
      name: scenario.name, span: scenario.span, diagnostics: diagnostics, calls: calls, callsBeforeFailure: callsBeforeFailure)
  }

  mutating func run(_ step: Scenario.Step) {
    let span = step.span
    switch step.kind {
    case .start(let arguments): start(arguments, span)
    case .event(let event, let arguments):
      guard let values = values(arguments) else { return }
      let id = interpreter.assembly[.machine].events[event.index]
      file(interpreter.send(id, values, environment: environment), span)
    case .outcome(let use, let within, let failed, let value):
      complete(ActivityPlace(scope: interpreter.assembly.scope(within: within) ?? .machine, use: use), failed, value, span)
    case .advance(let time): advance(time, span)
    case .given(let function, let arguments, let value):
      guard let values = values(arguments), let answer = self.value(value) else { return }
      let name = machine[function].name
      environment.answers.append(.init(function: name, arguments: arguments.isEmpty ? nil : values, value: answer))
    case .expect(let condition): expect(condition)
    case .expectRejected: expectRejected(span)
    case .expectPerformed(let actions): expectPerformed(actions, span)
    }
  }

  private mutating func start(_ arguments: [State.Assignment], _ span: Span) {
    var values = startValues
    for argument in arguments {
      guard let value = value(argument.value) else { return }
      values[argument.variable] = value
    }
    file(interpreter.start(values, environment: environment), span)
  }

  private mutating func advance(_ time: Expr, _ span: Span) {
    guard let value = value(time) else { return }
    guard case .duration(let duration) = value else {
      return stop(at: time.span, "`\(Symbolic.bare(value))` cannot be known here", hint: "write a duration, as in `advance 30s`")
    }
    file(interpreter.advance(by: duration, environment: environment), span)
  }

  private mutating func complete(_ activity: ActivityPlace, _ failed: Bool, _ expr: Expr?, _ span: Span) {
    guard let run = interpreter.run(of: activity) else {
      return stop(
        at: span, "activity `\(interpreter.assembly.name(of: activity))` is not running; the machine is in \(configuration)", hint: nil)
    }
    var value: Value?
    if let expr {
      guard let known = self.value(expr) else { return }
      value = known
    }
    file(interpreter.complete(activity, run: run, failed: failed, value, environment: environment), span)
  }

  var machine: Machine { interpreter.assembly.machine(of: .machine) }

  private mutating func values(_ expressions: [Expr]) -> [Value]? {
    var result: [Value] = []
    for expression in expressions {
      guard let value = value(expression) else { return nil }
      result.append(value)
    }
    return result
  }

  /// Stops the scenario where an expression has no value.
  mutating func value(_ expr: Expr) -> Value? {
    switch interpreter.evaluation(of: expr, environment: environment) {
    case .success(let value): return value
    case .failure(let failure):
      report(failure.outcome, expr.span)
      return nil
    }
  }
}

extension Scenario.Step {
  /// True where the machine must have started: a scenario may leave a bare `start()` out.
  var needsStart: Bool {
    switch kind {
    case .start, .given: false
    default: true
    }
  }

  /// True for `given`.
  public var isAnswer: Bool { if case .given = kind { true } else { false } }

  /// True where nothing is to happen.
  public var isExpectation: Bool {
    switch kind {
    case .expect, .expectPerformed, .expectRejected: true
    default: false
    }
  }
}
