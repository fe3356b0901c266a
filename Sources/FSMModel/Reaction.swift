import FSMDiagnostics

/// What a state does when something happens: a trigger and one or more ordered branches.
public struct Reaction: Sendable {
  public enum Trigger: Sendable, Hashable {
    /// Any of these events.
    case events([EventID])
    /// Any event that no reaction of the state took: `on *`.
    case any
    case always
    /// Due so long after the state was entered.
    case after(Expr)
    /// This state, or one inside it, has completed.
    case done(StateID)
    /// An activity of the state ended.
    case activity(ActivityUseID, failed: Bool)
    /// The branches of a choice.
    case choice
  }

  public var id: ReactionID
  public var source: StateID
  public var trigger: Trigger
  /// What the trigger brings into scope, for `Expr.Kind.parameter`: the parameters all its events share; for an activity that ended,
  /// its `result` or `error`.
  public var parameters: [Parameter]
  /// In the order tried.
  public var transitions: [TransitionID]
  /// True where the chart wrote `{ … }`: the order of branches is their priority.
  public var isOrdered: Bool
  /// Written at the event with `from`, not in the state.
  public var isByEvent: Bool
  public var doc: String?
  public var triggerSpan: Span
  public var span: Span

  public init(
    id: ReactionID, source: StateID, trigger: Trigger, parameters: [Parameter], transitions: [TransitionID], isOrdered: Bool,
    isByEvent: Bool, doc: String?, triggerSpan: Span, span: Span
  ) {
    self.id = id
    self.source = source
    self.trigger = trigger
    self.parameters = parameters
    self.transitions = transitions
    self.isOrdered = isOrdered
    self.isByEvent = isByEvent
    self.doc = doc
    self.triggerSpan = triggerSpan
    self.span = span
  }
}

/// One branch of a reaction: guard, effects, targets.
public struct Transition: Sendable {
  public enum Mode: Sendable, Hashable {
    /// No target: nothing is left or entered.
    case `internal`
    case standard
    /// The source is left too.
    case reenter
    /// The domain as W3C SCXML defines it.
    case external
  }

  public var id: TransitionID
  public var reaction: ReactionID
  public var source: StateID
  public var condition: Expr?
  /// Written as `else`.
  public var isElse: Bool
  public var effects: [Effect]
  /// Empty exactly when `mode` is `.internal`.
  public var targets: [Target]
  public var mode: Mode
  public var doc: String?
  public var span: Span

  public init(
    id: TransitionID, reaction: ReactionID, source: StateID, condition: Expr?, isElse: Bool, effects: [Effect], targets: [Target],
    mode: Mode, doc: String?, span: Span
  ) {
    self.id = id
    self.reaction = reaction
    self.source = source
    self.condition = condition
    self.isElse = isElse
    self.effects = effects
    self.targets = targets
    self.mode = mode
    self.doc = doc
    self.span = span
  }
}
