import FSMModel
import FSMSimulate

/// One thing that is done to a machine, with what the caller's code answers meanwhile.
struct Move {
  enum Kind {
    case start([VariableID: Value])
    case event(AssembledEventID, [Value])
    case advance(Duration)
    case outcome(ActivityPlace, failed: Bool, Value?)
  }

  var kind: Kind
  var answers: [(question: Environment.Question, value: Value)] = []

  /// Makes the call.
  func perform(on interpreter: inout Interpreter, _ environment: Environment) -> Call {
    switch kind {
    case .start(let values): interpreter.start(values, environment: environment)
    case .event(let event, let values): interpreter.send(event, values, environment: environment)
    case .advance(let time): interpreter.advance(by: time, environment: environment)
    case .outcome(let activity, let failed, let value):
      interpreter.complete(activity, run: interpreter.run(of: activity) ?? 0, failed: failed, value, environment: environment)
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
    case .advance: false
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

/// What can be done to a machine.
struct Moves {
  private struct Way: Hashable {
    var event: AssembledEventID
    /// The parameters that anything asks about, as bits.
    var read: UInt64
  }

  private let domains: Domains
  private var payloads: [Way: (lists: [[Value]], isWhole: Bool)] = [:]
  /// A part of the time that timers wait, to let events come in between; nil where no two of them ever wait together.
  private let tick: Duration?

  init(_ domains: Domains) {
    self.domains = domains
    tick = domains.tick
  }

  /// What can be done now, and whether that is all there is: values that were left out, or timers whose order depends on when events come,
  /// make it less.
  mutating func moves(from interpreter: Interpreter) -> (kinds: [Move.Kind], isWhole: Bool) {
    guard interpreter.isStarted, !interpreter.hasEnded else { return ([], true) }
    let assembly = domains.assembly
    var kinds: [Move.Kind] = []
    var isWhole = interpreter.pendingTimerCount < 2
    let nodes = interpreter.activeNodes
    for event in interpreter.acceptedEvents {
      let way = Way(event: event, read: domains.parametersRead(of: event, in: nodes))
      let known = payloads[way] ?? domains.payloads(of: event, reading: way.read)
      payloads[way] = known
      kinds += known.lists.map { .event(event, $0) }
      if !known.isWhole { isWhole = false }
    }
    for (activity, _) in interpreter.runningActivities {
      let use = assembly.activity(activity)
      let declared = assembly.callable(use.activity, activity.scope)
      let machine = assembly.machine(of: activity.scope)
      let results = declared.result.map { domains.values(of: $0, in: machine, isRead: true, name: use.name) }
      if results?.isWhole == false { isWhole = false }
      kinds += results.map { $0.values.map { .outcome(activity, failed: false, $0) } } ?? [.outcome(activity, failed: false, nil)]
      if declared.throwing != .never { kinds.append(.outcome(activity, failed: true, .symbolic("error"))) }
    }
    if let wait = interpreter.nextDeadline {
      if let tick, tick < wait { kinds.append(.advance(tick)) }
      kinds.append(.advance(wait))
    }
    return (kinds, isWhole)
  }
}
