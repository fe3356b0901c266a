import FSMDiagnostics
import FSMModel
import FSMSimulate

/// A way through the machine, made again by the interpreter, as a trace to read and to run.
struct Counterexample {
  private let assembly: Assembly
  private let text: TraceText

  init(_ assembly: Assembly) {
    self.assembly = assembly
    text = TraceText(assembly)
  }

  /// The trace of some moves.
  func trace(of moves: [Move]) -> Diagnostic.Trace { Diagnostic.Trace(run(moves).steps) }

  /// The trace, with the span of the reaction that the last call was about.
  func run(_ moves: [Move]) -> (steps: [Diagnostic.Trace.Step], last: Call?) {
    var interpreter = Explorer.interpreter(assembly)
    interpreter.options.recordsSteps = true
    interpreter.options.mostSteps = 50
    var steps: [Diagnostic.Trace.Step] = []
    var last: Call?
    for move in moves {
      let call = move.replay(on: &interpreter)
      steps.append(step(call, move))
      last = call
    }
    return (steps, last)
  }

  private func step(_ call: Call, _ move: Move) -> Diagnostic.Trace.Step {
    var values: [String] = []
    let before = Dictionary(call.before.map { ($0.name ?? "", $0.value) }) { first, _ in first }
    for value in call.after where before[value.name ?? ""] != value.value && values.count < 8 {
      values.append("\(value.name ?? "") = \(value.value)")
    }
    if call.outcome.isUndone { values.append("\(call.outcome)") }
    if call.hasEnded { values.append("ended") }
    var states = call.configuration
    if call.outcome.isUndone, states.isEmpty { states = ["not started"] }
    return Diagnostic.Trace.Step(
      input: line(for: call.input), answers: move.answers.map { line(for: $0.question, $0.value) }, states: states, values: values,
      span: span(of: call), outcome: outcome(of: call))
  }

  private func outcome(of call: Call) -> Diagnostic.Trace.Step.Outcome {
    if case .trapped = call.outcome { return .trapped }
    return call.outcome.isUndone ? .rejected : .taken
  }

  /// The reaction that a call took first.
  func span(of call: Call) -> Span? {
    for step in call.steps {
      if let place = step.taken.first { return assembly.transition(place).span }
    }
    return nil
  }

  private func line(for question: Environment.Question, _ value: Value) -> String {
    "given \(question.function == nil ? Value.quoted(question.text) : question.text) = \(value)"
  }

  /// The line of a script that makes the call, whatever events are called.
  private func line(for input: Call.Input) -> String {
    let title = text.title(of: input)
    switch input {
    case .start([]) where assembly.event(named: "start") != nil: return "start()"
    case .event(let name, let arguments) where Counterexample.words.contains(name) && !(name == "start" && arguments.isEmpty):
      return "`\(name)`" + title.dropFirst(name.count)
    default: return title
    }
  }

  /// What begins a step of another kind.
  private static let words: Set<String> = ["start", "advance", "given", "expect", "why"]
}
