import FSMDiagnostics

/// `initial state name "label" (data): Machine(args) { … }`
public struct StateSyntax: Sendable {
  /// The machine whose body acts as if it stood inside the state.
  public struct Machine: Sendable {
    public var name: Name
    public var arguments: [ArgumentSyntax]
    public var span: Span

    public init(name: Name, arguments: [ArgumentSyntax], span: Span) {
      self.name = name
      self.arguments = arguments
      self.span = span
    }
  }

  public var doc: String?
  /// Where `initial` stands, if it does.
  public var initial: Span?
  public var final: Span?
  public var parallel: Span?
  public var name: Name
  public var label: PlainStringSyntax?
  public var data: [ParameterSyntax]
  public var machine: Machine?
  /// Nil without braces.
  public var members: [MemberSyntax]?
  public var span: Span

  public init(
    doc: String?, initial: Span?, final: Span?, parallel: Span?, name: Name, label: PlainStringSyntax?, data: [ParameterSyntax],
    machine: Machine?, members: [MemberSyntax]?, span: Span
  ) {
    self.doc = doc
    self.initial = initial
    self.final = final
    self.parallel = parallel
    self.name = name
    self.label = label
    self.data = data
    self.machine = machine
    self.members = members
    self.span = span
  }
}

/// `deep history last / effects -> stopped`
public struct HistorySyntax: Sendable {
  public var doc: String?
  public var isDeep: Bool
  public var name: Name
  public var effects: [EffectSyntax]
  public var target: TargetsSyntax?
  public var span: Span

  public init(doc: String?, isDeep: Bool, name: Name, effects: [EffectSyntax], target: TargetsSyntax?, span: Span) {
    self.doc = doc
    self.isDeep = isDeep
    self.name = name
    self.effects = effects
    self.target = target
    self.span = span
  }
}

/// `choice name { [g] / fx -> t  else -> u }`
public struct ChoiceSyntax: Sendable {
  public var doc: String?
  public var initial: Span?
  public var name: Name
  public var branches: [BranchSyntax]
  public var span: Span

  public init(doc: String?, initial: Span?, name: Name, branches: [BranchSyntax], span: Span) {
    self.doc = doc
    self.initial = initial
    self.name = name
    self.branches = branches
    self.span = span
  }
}

/// `initial / effects -> target`
public struct InitialSyntax: Sendable {
  public var effects: [EffectSyntax]
  public var target: TargetsSyntax
  public var span: Span

  public init(effects: [EffectSyntax], target: TargetsSyntax, span: Span) {
    self.effects = effects
    self.target = target
    self.span = span
  }
}

/// A trigger with what happens: `on event [guard] / effects -> target`, `entry / effects`, `always { … }`.
public struct ReactionSyntax: Sendable {
  public enum Trigger: Sendable {
    case entry, exit, always
    /// The enclosing state's own completion: a bare `done`.
    case done
    /// `on a, b`, `on inner.done`, `on load.failed`; a path of one segment is an event (or a misspelt one).
    case events([PathSyntax])
    /// `on *`
    case any
    case after(ExprSyntax)
  }

  public var doc: String?
  public var trigger: Trigger
  /// From the keyword to the end of the trigger.
  public var triggerSpan: Span
  public var body: ReactionBodySyntax
  public var span: Span

  public init(doc: String?, trigger: Trigger, triggerSpan: Span, body: ReactionBodySyntax, span: Span) {
    self.doc = doc
    self.trigger = trigger
    self.triggerSpan = triggerSpan
    self.body = body
    self.span = span
  }
}

/// What follows a trigger.
public enum ReactionBodySyntax: Sendable {
  case single(BranchSyntax)
  /// Ordered branches between braces.
  case branches([BranchSyntax])

  public var branches: [BranchSyntax] {
    switch self {
    case .single(let branch): [branch]
    case .branches(let branches): branches
    }
  }
}

/// `[guard] / effects -> targets`, or `else` in place of the guard.
public struct BranchSyntax: Sendable {
  public var doc: String?
  public var condition: ExprSyntax?
  /// Where `else` stands, if it does.
  public var otherwise: Span?
  public var effects: [EffectSyntax]
  public var targets: TargetsSyntax?
  public var span: Span

  public init(doc: String?, condition: ExprSyntax?, otherwise: Span?, effects: [EffectSyntax], targets: TargetsSyntax?, span: Span) {
    self.doc = doc
    self.condition = condition
    self.otherwise = otherwise
    self.effects = effects
    self.targets = targets
    self.span = span
  }
}

/// `audio.muted & video.full reenter`
public struct TargetsSyntax: Sendable {
  public enum Mode: Sendable {
    case standard, reenter, external
  }

  public var targets: [TargetSyntax]
  public var mode: Mode
  public var span: Span

  public init(targets: [TargetSyntax], mode: Mode, span: Span) {
    self.targets = targets
    self.mode = mode
    self.span = span
  }
}

/// `player(volume: 1).paused(at: 3)`; `self` is a single segment of that name without backticks.
public struct TargetSyntax: Sendable {
  public struct Segment: Sendable {
    public var name: Name
    /// Nil without parentheses.
    public var arguments: [ArgumentSyntax]?
    public var span: Span

    public init(name: Name, arguments: [ArgumentSyntax]?, span: Span) {
      self.name = name
      self.arguments = arguments
      self.span = span
    }
  }

  public var segments: [Segment]
  /// True for the keyword `self`: the state that holds the reaction.
  public var isSelf: Bool
  public var span: Span

  public init(segments: [Segment], isSelf: Bool, span: Span) {
    self.segments = segments
    self.isSelf = isSelf
    self.span = span
  }

  public var path: PathSyntax { PathSyntax(segments: segments.map(\.name)) }
}

/// `defer a, b` or `ignore a, b` or `ignore *`
public struct HoldSyntax: Sendable {
  public enum Kind: String, Sendable {
    case `defer`, ignore
  }

  public var kind: Kind
  /// Empty for `*`.
  public var events: [Name]
  public var span: Span

  public init(kind: Kind, events: [Name], span: Span) {
    self.kind = kind
    self.events = events
    self.span = span
  }
}

/// `do first = load(url: a)`
public struct DoSyntax: Sendable {
  public var doc: String?
  /// The name of this run, where the chart gives one.
  public var name: Name?
  public var call: CallSyntax
  public var span: Span

  public init(doc: String?, name: Name?, call: CallSyntax, span: Span) {
    self.doc = doc
    self.name = name
    self.call = call
    self.span = span
  }
}
