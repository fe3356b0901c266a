import FSMDiagnostics
import FSMModel

/// Questions about a running machine.
extension Interpreter {
  public var isStarted: Bool { store.isStarted }
  /// True once a final state at the top was reached.
  public var hasEnded: Bool { store.hasEnded }
  /// The innermost active states, in document order.
  public var activeStates: [NodeID] { store.innermost(assembly) }
  /// Their paths: `["player.paused"]`.
  public var configuration: [String] { activeStates.map { assembly.pathName(of: $0) } }
  /// Every active state with what contains it, in document order.
  public var activeNodes: [NodeID] { store.configuration }

  public func isIn(_ node: NodeID) -> Bool { !assembly[node].isPseudo && store.isActive(node) }
  public func isIn(_ state: StateID) -> Bool { isIn(assembly.node(of: state)) }

  /// The value of a variable or datum of the machine itself; nil while the datum's state is not active.
  public func value(of variable: VariableID) -> Value? { store.slots[assembly[.machine].firstSlot + variable.index] }

  /// Constants, variables and data of active states, those of used machines included, in the order declared.
  public var namedValues: [NamedValue] {
    assembly.scopes.indices.flatMap { index in
      assembly.machine(of: ScopeID(index)).variables.compactMap { variable in
        store.slots[assembly.scopes[index].firstSlot + variable.id.index].map {
          NamedValue(assembly.name(of: variable, ScopeID(index)), $0)
        }
      }
    }
  }

  /// Time since the start.
  public var clock: Duration { store.clock }
  /// How long until the next timer or delayed send falls due; nil when none waits.
  public var nextDeadline: Duration? { store.timers.first.map { $0.due - store.clock } }

  /// A timer or delayed send that waits.
  public struct PendingTimer: Sendable, Hashable {
    /// Time until it falls due.
    public var left: Duration
    /// The state it belongs to; nil for a delayed send.
    public var state: NodeID?
    /// The event of a delayed send.
    public var event: AssembledEventID?
    /// The event's arguments.
    public var arguments: [Value]
  }

  /// How many timers and delayed sends wait.
  public var pendingTimerCount: Int { store.timers.count }

  /// In the order they will fire.
  public var pendingTimers: [PendingTimer] {
    store.timers.inOrder.map { timer in
      switch timer.kind {
      case .state(let node, _): PendingTimer(left: timer.due - store.clock, state: node, event: nil, arguments: [])
      case .send(let event, let arguments): PendingTimer(left: timer.due - store.clock, state: nil, event: event, arguments: arguments)
      }
    }
  }

  /// Events that wait for a later state, oldest first.
  public var deferredEvents: [(event: AssembledEventID, arguments: [Value])] {
    store.deferred.elements.map(\.value).compactMap { occurrence in
      if case .event(let event) = occurrence.trigger { (event, occurrence.arguments) } else { nil }
    }
  }

  /// Number of the going run of an activity; nil when none goes on.
  public func run(of activity: ActivityPlace) -> Int? { store.running[activity] }

  /// Whether `send` would take, defer or ignore the event. It cannot foresee a range left or an endless call.
  public func canHandle(_ event: AssembledEventID, _ arguments: [Value] = [], environment: Environment = Environment()) -> Bool {
    guard isStarted, !hasEnded, !assembly[event].isPrivate, arguments.count == assembly[event].parameters.count else { return false }
    var run = Run(self, environment)
    guard let selection = try? run.select(Store.Occurrence(trigger: .event(event), arguments: arguments)) else { return false }
    return selection.disposition != .dropped
  }

  /// Why each reaction to an event would or would not be taken, had it been sent now; nil where the environment cannot tell, or a trap would
  /// stop it.
  public func looks(
    at event: AssembledEventID, _ arguments: [Value] = [], environment: Environment = Environment()
  ) -> [Look]? {
    guard isStarted, !hasEnded, arguments.count == assembly[event].parameters.count else { return [] }
    var run = Run(self, environment)
    return try? run.shadowed(run.select(Store.Occurrence(trigger: .event(event), arguments: arguments)))
  }

  /// Public events that some active state reacts to, defers or ignores, whatever the guards say; in the order declared.
  public var acceptedEvents: [AssembledEventID] {
    guard isStarted, !hasEnded else { return [] }
    if store.configuration.contains(where: { assembly[$0].takesAll }) {
      return assembly.events.indices.map { AssembledEventID($0) }.filter { !assembly[$0].isPrivate }
    }
    var events: [AssembledEventID] = []
    for node in store.configuration { events += assembly[node].named }
    events.sort()
    var last: AssembledEventID?
    return events.filter { event in
      defer { last = event }
      return event != last && !assembly[event].isPrivate
    }
  }

  /// Judges a condition of the machine between two calls, as `expect` and `assert` do: data of states that are not active make a
  /// comparison false. Nil where the environment cannot tell, or a trap would stop it.
  public func judge(_ condition: Expr, environment: Environment = Environment(), footprint: Footprint? = nil) -> Bool? {
    try? judgement(of: condition, environment: environment, footprint: footprint).get()
  }

  /// The value of an expression of the machine between two calls; nil where it has none.
  public func evaluate(_ expr: Expr, environment: Environment = Environment()) -> Value? {
    try? evaluation(of: expr, environment: environment).get()
  }

  func judgement(of condition: Expr, environment: Environment, footprint: Footprint? = nil) -> Result<Bool, Failure> {
    var run = Run(self, environment, footprint)
    return Result { () throws(Failure) in try run.truth(condition, Run.Frame(scope: .machine, isJudging: true)) }
  }

  func evaluation(of expr: Expr, environment: Environment) -> Result<Value, Failure> {
    var run = Run(self, environment)
    return Result { () throws(Failure) in try run.value(expr, Run.Frame(scope: .machine)) }
  }
}

extension Assembly {
  /// Public events that a state reacts to by name, defers or ignores, in the order declared.
  public func acceptedByName(_ node: NodeID) -> [AssembledEventID] { self[node].named.filter { !self[$0].isPrivate } }

  /// Whether a state reacts to, defers or ignores whatever event comes.
  public func acceptsAll(_ node: NodeID) -> Bool { self[node].takesAll }

  /// `load`, or `editing.left.decode` in the place of a used machine.
  public func name(of activity: ActivityPlace) -> String {
    let name = self.activity(activity).name
    return activity.scope == .machine ? name : placeName(of: activity.scope) + "." + name
  }
}
