import FSMDiagnostics
import FSMModel

/// One call of a machine, as it went.
public struct Call: Sendable {
  public enum Input: Sendable, Hashable {
    case start(arguments: [NamedValue])
    case event(name: String, arguments: [NamedValue])
    case advance(by: Duration)
    case completion(activity: String, failed: Bool, Value?)
  }

  public var input: Input
  public var outcome: Outcome
  /// What the caller is to perform, in order; empty when the call was undone.
  public var effects: [PerformedEffect]
  /// What was looked at and done, step by step; kept also when the call was undone.
  public var steps: [Step]
  /// Every transition that a microstep took, those of steps beyond the limit too; empty when the call was undone.
  public var covered: Set<TransitionPlace>
  /// Every state that was entered, those that were left again within the call too; empty when the call was undone.
  public var visited: Set<NodeID>
  /// True when `steps` reached its limit, so that later ones are missing.
  public var stepsWereCut: Bool
  /// Where a call was found to go round in a circle, the transitions of that circle, in order.
  public var cycle: [TransitionPlace]
  /// Paths of the innermost active states after the call, in document order.
  public var configuration: [String]
  /// True once the machine has reached its end.
  public var hasEnded: Bool
  /// Constants, variables and data of active states before and after the call.
  public var before: [NamedValue]
  public var after: [NamedValue]
}

/// A name with its value: an argument, a variable (`count`), a datum of a state (`disabled.opacity`).
public struct NamedValue: Sendable, Hashable {
  /// Nil for an argument without label.
  public var name: String?
  public var value: Value

  public init(_ name: String?, _ value: Value) {
    self.name = name
    self.value = value
  }
}

/// What the caller is to do.
public struct PerformedEffect: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case action
    case startActivity(ActivityPlace, run: Int)
    case cancelActivity(ActivityPlace, run: Int)
  }

  public var kind: Kind
  /// The action's name, or the run's name of an activity.
  public var name: String
  public var arguments: [NamedValue]
  /// Path of the place whose machine declares it; empty for the machine itself.
  public var place: String
  public var scope: ScopeID
  public var span: Span

  /// The name behind the place: `ring`, `clip.ring`.
  var path: String { place.isEmpty ? name : "\(place).\(name)" }
}

/// One event (or start, or timer, or `always`) as it was processed: a microstep, or the reason why there was none.
public struct Step: Sendable {
  /// What it was that happened.
  public enum Trigger: Sendable, Hashable {
    case start
    case event(AssembledEventID, arguments: [Value])
    case always
    case timer(NodeID, span: Span)
    case done(NodeID)
    case completion(ActivityPlace, failed: Bool, Value?)
    /// Activities of entered states start.
    case activities
    /// The machine has reached its end: exits of what is still active.
    case end
  }

  /// Where the event came from.
  public enum Origin: Sendable, Hashable {
    case outside, activity, raised, sent, delayed, recalled, settling, clock
  }

  public enum Disposition: Sendable, Hashable {
    case taken, deferred, ignored, dropped, rejected
    /// Reactions without event were looked at, and none was enabled.
    case settled
  }

  public var trigger: Trigger
  public var origin: Origin
  public var disposition: Disposition
  /// Every reaction that was looked at, and every `defer` and `ignore` that ended a walk.
  public var looks: [Look]
  /// In the order of selection.
  public var taken: [TransitionPlace]
  /// In the order they came about.
  public var happenings: [Happening]
  /// The machine's clock.
  public var time: Duration
}

/// One thing that was looked at while a step chose its transitions.
public struct Look: Sendable, Hashable {
  public enum Verdict: Sendable, Hashable {
    case taken
    case guardFalse
    /// A reaction further in, or in a region before it, was taken and leaves what this one would leave.
    case preempted(by: TransitionPlace)
    /// A state further in had already settled the matter.
    case shadowed(by: NodeID)
    case deferred, ignored
    /// Its guard asks what nobody has answered; only where possibilities are explored.
    case unknown(Environment.Question)
    /// Its guard would trap; only where possibilities are explored.
    case trapped(String)
  }

  public enum Subject: Sendable, Hashable {
    case transition(TransitionPlace)
    case hold
  }

  public var state: NodeID
  public var subject: Subject
  public var verdict: Verdict
}

/// One thing that happened within a step.
public enum Happening: Sendable, Hashable {
  case leave(NodeID)
  case enter(NodeID)
  /// A variable or datum got a value; `old` is nil where there was none.
  case set(name: String, old: Value?, new: Value)
  case perform(PerformedEffect)
  case raise(AssembledEventID, [Value])
  case send(AssembledEventID, [Value], delay: Duration?)
  /// How many waiting and delayed sends were withdrawn.
  case cancel(AssembledEventID, count: Int)
  case done(NodeID)
  case answer(Environment.Question, Value)
}
