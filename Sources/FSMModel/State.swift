import FSMDiagnostics

/// A state, or a pseudo-state (choice, history).
public struct State: Sendable {
  public enum Kind: Sendable, Hashable {
    case simple
    /// Exactly one child is active while it is.
    case composite
    /// All children (its regions) are active while it is.
    case parallel
    case final
    /// Entered like a state, left in the next microstep by its branches.
    case choice
    case history(isDeep: Bool)
    /// Acts as if that machine's body stood inside.
    case machine(MachineID)
  }

  public var id: StateID
  public var name: String
  public var label: String?
  public var doc: String?
  public var nameSpan: Span
  public var span: Span
  /// Nil for the root alone.
  public var parent: StateID?
  public var kind: Kind
  /// One more than the highest ID inside, so `id..<end` is the state with all it contains.
  public var end: Int
  /// Children in document order, pseudo-states included.
  public var children: [StateID] = []
  /// Data, in the order declared; for the root the machine's constants and variables.
  public var data: [VariableID] = []
  /// The values for a used machine's variables.
  public var machineArguments: [Assignment] = []
  /// Of a composite: the initial transition. Of a history: its default, nil to use the composite's initial.
  public var initial: Initial?
  public var entry: [Effect] = []
  public var exit: [Effect] = []
  /// In the order written; of a choice its one reaction.
  public var reactions: [ReactionID] = []
  public var deferred: [Hold] = []
  public var ignored: [Hold] = []
  public var activities: [ActivityUseID] = []

  public init(id: StateID, name: String, label: String?, doc: String?, nameSpan: Span, span: Span, parent: StateID?, kind: Kind) {
    self.id = id
    self.name = name
    self.label = label
    self.doc = doc
    self.nameSpan = nameSpan
    self.span = span
    self.parent = parent
    self.kind = kind
    self.end = id.index + 1
  }

  /// True for a history, shallow or deep.
  public var isHistory: Bool { if case .history = kind { true } else { false } }

  /// True for choices and histories, which a configuration never contains.
  @inlinable public var isPseudo: Bool {
    switch kind {
    case .choice, .history: true
    case .simple, .composite, .parallel, .final, .machine: false
    }
  }

  /// A value given to a datum on entry.
  public struct Assignment: Sendable, Hashable {
    public var variable: VariableID
    public var value: Expr

    public init(variable: VariableID, value: Expr) {
      self.variable = variable
      self.value = value
    }
  }

  /// An initial transition: effects run after the composite's own entry and before the target's.
  public struct Initial: Sendable {
    public var effects: [Effect]
    public var targets: [Target]
    public var span: Span

    public init(effects: [Effect], targets: [Target], span: Span) {
      self.effects = effects
      self.targets = targets
      self.span = span
    }
  }

  /// One name of a `defer` or `ignore`; nil stands for `*`.
  public struct Hold: Sendable, Hashable {
    public var event: EventID?
    public var span: Span

    public init(event: EventID?, span: Span) {
      self.event = event
      self.span = span
    }
  }
}

/// Where a transition or an initial transition leads.
public struct Target: Sendable, Hashable {
  public var state: StateID
  /// Values for the data of the target and of states on the way to it, in the order written.
  public var arguments: [State.Assignment]
  public var span: Span

  public init(state: StateID, arguments: [State.Assignment], span: Span) {
    self.state = state
    self.arguments = arguments
    self.span = span
  }
}

/// An activity that runs while a state is active.
public struct ActivityUse: Sendable {
  public var id: ActivityUseID
  /// The name of this run: the activity's own unless the chart gives another.
  public var name: String
  public var activity: CallableID
  public var arguments: [Expr]
  public var state: StateID
  public var doc: String?
  public var span: Span

  public init(id: ActivityUseID, name: String, activity: CallableID, arguments: [Expr], state: StateID, doc: String?, span: Span) {
    self.id = id
    self.name = name
    self.activity = activity
    self.arguments = arguments
    self.state = state
    self.doc = doc
    self.span = span
  }
}
