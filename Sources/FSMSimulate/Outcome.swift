import FSMDiagnostics

/// What became of one call of a machine.
public enum Outcome: Sendable, Hashable {
  /// Something reacted (or the machine started, or the clock moved); the machine has changed accordingly.
  case taken
  /// The event waits for a later state.
  case deferred
  /// A state ignores the event; nothing changed.
  case ignored
  /// A completion that nothing reacts to, or of a run that is over.
  case dropped
  /// The machine is as before.
  case rejected(Rejection)
  /// The generated machine would trap here (arithmetic, a missing value); the simulated one is as before.
  case trapped(String, Span)
  /// The environment had no answer; the machine is as before.
  case unanswered(Environment.Question)
  /// The simulation's own limit of work was reached; the machine is as before.
  case tooLong

  /// True where the machine is as it was before the call.
  public var isUndone: Bool {
    switch self {
    case .taken, .deferred, .ignored, .dropped: false
    case .rejected, .trapped, .unanswered, .tooLong: true
    }
  }
}

/// Why a call was refused.
public enum Rejection: Error, Sendable, Hashable {
  /// No active state names the event or has `*`.
  case unhandled
  /// Active states name it, and no guard held.
  case guardsFailed
  /// The machine has reached its end.
  case finished
  /// A value outside the variable's range was assigned.
  case outOfRange(variable: String)
  /// More microsteps than allowed.
  case endless
}

extension Rejection: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unhandled: "unhandled"
    case .guardsFailed: "guardsFailed"
    case .finished: "finished"
    case .outOfRange(let variable): "outOfRange(\(variable))"
    case .endless: "endless"
    }
  }
}

extension Outcome: CustomStringConvertible {
  public var description: String {
    switch self {
    case .taken: "taken"
    case .deferred: "deferred"
    case .ignored: "ignored"
    case .dropped: "dropped"
    case .rejected(let reason): "rejected: \(reason)"
    case .trapped(let message, _): "trapped: \(message)"
    case .unanswered(let question): "unanswered: \(question.text)"
    case .tooLong: "too long"
    }
  }
}

/// Why a call stops before its end; everything it did is undone.
enum Failure: Error {
  case rejected(Rejection)
  case trapped(String, Span)
  case unanswered(Environment.Question)
  case tooLong
  /// A datum of a state that is not active was read: judged false where scenarios judge.
  case inactive(Span)

  var outcome: Outcome {
    switch self {
    case .rejected(let reason): .rejected(reason)
    case .trapped(let message, let span): .trapped(message, span)
    case .unanswered(let question): .unanswered(question)
    case .tooLong: .tooLong
    case .inactive(let span): .trapped("a datum of a state that is not active", span)
    }
  }
}
