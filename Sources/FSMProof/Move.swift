import FSMModel
import FSMSimulate

/// One thing that is done to a machine, with what the caller's code answers meanwhile.
struct Move {
  enum Kind {
    case start([VariableID: Value])
    case event(AssembledEventID, [Value])
    case advance(Duration)
    /// Timers fall due, by their numbers, all at once and before any others: an advance, once it is known when.
    case fire([Int])
    case outcome(ActivityPlace, failed: Bool, Value?)
  }

  var kind: Kind
  var answers: [(question: Environment.Question, value: Value)] = []

  /// Makes the call.
  func perform(on interpreter: inout Interpreter, _ environment: Environment, _ footprint: Footprint? = nil) -> Call {
    switch kind {
    case .start(let values): interpreter.start(values, environment: environment)
    case .event(let event, let values): interpreter.send(event, values, environment: environment, footprint: footprint)
    case .advance(let time): interpreter.advance(by: time, environment: environment, footprint: footprint)
    case .fire:
      interpreter.advance(by: interpreter.nextDeadline ?? .zero, environment: environment, footprint: footprint)
    case .outcome(let activity, let failed, let value):
      interpreter.complete(
        activity, run: interpreter.run(of: activity) ?? 0, failed: failed, value, environment: environment, footprint: footprint)
    }
  }

  /// True where the caller passes numbers.
  var passesNumbers: Bool {
    func isNumber(_ value: Value) -> Bool {
      switch value {
      case .integer, .double, .float: true
      default: false
      }
    }
    return switch kind {
    case .start(let values): values.values.contains(where: isNumber)
    case .event(_, let values): values.contains(where: isNumber)
    case .advance, .fire: false
    case .outcome(_, _, let value): value.map(isNumber) ?? false
    }
  }

  /// The same call with the same answers.
  func replay(on interpreter: inout Interpreter) -> Call {
    let answers = answers
    return perform(
      on: &interpreter,
      Environment { question in
        answers.first { $0.question.text == question.text && $0.question.function == question.function }?.value
      })
  }
}
