import FSMDiagnostics

/// A constant or variable of the machine, or a datum of a state.
public struct Variable: Sendable {
  public var id: VariableID
  public var name: String
  public var label: String?
  public var doc: String?
  /// The state whose datum it is; `.root` for the machine's own.
  public var owner: StateID
  public var isConstant: Bool
  public var type: ValueType
  /// The type as the chart writes it.
  public var typeText: String
  public var typeSpan: Span
  public var range: ValueRange?
  /// The initial value or the default; nil where the caller or the transition passes it.
  public var value: Expr?
  /// False for a datum declared `_ name: Type`, which targets pass without a label.
  public var isLabelled: Bool
  public var nameSpan: Span
  public var span: Span

  public init(
    id: VariableID, name: String, label: String?, doc: String?, owner: StateID, isConstant: Bool, type: ValueType, typeText: String,
    typeSpan: Span, range: ValueRange?, value: Expr?, nameSpan: Span, span: Span, isLabelled: Bool = true
  ) {
    self.id = id
    self.name = name
    self.label = label
    self.doc = doc
    self.owner = owner
    self.isConstant = isConstant
    self.type = type
    self.typeText = typeText
    self.typeSpan = typeSpan
    self.range = range
    self.value = value
    self.isLabelled = isLabelled
    self.nameSpan = nameSpan
    self.span = span
  }
}

/// The values a variable may take; a missing bound is open.
public struct ValueRange: Sendable, Hashable {
  public var lower: Expr?
  public var upper: Expr?
  /// True for `...`, false for `..<`.
  public var includesUpper: Bool
  public var span: Span

  public init(lower: Expr?, upper: Expr?, includesUpper: Bool, span: Span) {
    self.lower = lower
    self.upper = upper
    self.includesUpper = includesUpper
    self.span = span
  }
}

/// `enum Mode { slow, fast }`
public struct Enumeration: Sendable {
  public var id: EnumerationID
  public var name: String
  public var doc: String?
  public var cases: [String]
  /// The machine whose declaration this is, where a state that acts as that machine brings it in; nil for the machine's own.
  public var declaredIn: MachineID?
  public var nameSpan: Span
  public var span: Span

  public init(id: EnumerationID, name: String, doc: String?, cases: [String], nameSpan: Span, span: Span) {
    self.id = id
    self.name = name
    self.doc = doc
    self.cases = cases
    self.nameSpan = nameSpan
    self.span = span
  }
}

/// A parameter of an event or a callable.
public struct Parameter: Sendable, Hashable {
  public var name: String
  /// False for `_ name: Type`.
  public var isLabelled: Bool
  public var type: ValueType
  /// The type as the chart writes it.
  public var typeText: String
  public var typeSpan: Span
  public var span: Span

  public init(name: String, isLabelled: Bool, type: ValueType, typeText: String, typeSpan: Span, span: Span) {
    self.name = name
    self.isLabelled = isLabelled
    self.type = type
    self.typeText = typeText
    self.typeSpan = typeSpan
    self.span = span
  }
}

/// An event of a machine.
public struct Event: Sendable {
  public var id: EventID
  public var name: String
  public var label: String?
  public var doc: String?
  /// Only raised or sent inside.
  public var isPrivate: Bool
  public var parameters: [Parameter]
  /// The machine whose declaration this is, where a state that acts as that machine brings it in; nil for the machine's own.
  public var declaredIn: MachineID?
  public var nameSpan: Span
  public var span: Span

  public init(
    id: EventID, name: String, label: String?, doc: String?, isPrivate: Bool, parameters: [Parameter], nameSpan: Span, span: Span
  ) {
    self.id = id
    self.name = name
    self.label = label
    self.doc = doc
    self.isPrivate = isPrivate
    self.parameters = parameters
    self.nameSpan = nameSpan
    self.span = span
  }
}

/// An action, a function or an activity.
public struct Callable: Sendable {
  public enum Kind: Sendable, Hashable {
    case action, function, activity
  }

  public enum Throws: Sendable, Hashable {
    case never, any
    /// A typed error, as written.
    case type(String)
  }

  public var id: CallableID
  public var kind: Kind
  public var name: String
  public var label: String?
  public var doc: String?
  public var parameters: [Parameter]
  public var throwing: Throws
  /// Nil where nothing is returned.
  public var result: ValueType?
  public var resultText: String?
  public var resultSpan: Span?
  /// The definition, where the chart gives it; its parameters are `Expr.Kind.parameter`.
  public var body: Expr?
  public var nameSpan: Span
  public var span: Span

  public init(
    id: CallableID, kind: Kind, name: String, label: String?, doc: String?, parameters: [Parameter], throwing: Throws, result: ValueType?,
    resultText: String?, resultSpan: Span?, body: Expr?, nameSpan: Span, span: Span
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.label = label
    self.doc = doc
    self.parameters = parameters
    self.throwing = throwing
    self.result = result
    self.resultText = resultText
    self.resultSpan = resultSpan
    self.body = body
    self.nameSpan = nameSpan
    self.span = span
  }
}

/// `assert never …` or `assert always reachable …`
public struct Assertion: Sendable {
  public enum Kind: Sendable {
    case never(Expr)
    case alwaysReachable(StateID)
  }

  public var kind: Kind
  public var span: Span

  public init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
  }
}

/// `scenario "name" { … }`
public struct Scenario: Sendable {
  public struct Step: Sendable {
    public enum Kind: Sendable {
      case start([State.Assignment])
      case event(EventID, [Expr])
      /// The end of an activity, which may run in a machine that a state acts as: `within` leads there, each state one of the machine
      /// before it.
      case outcome(ActivityUseID, within: [StateID], failed: Bool, Expr?)
      case advance(Expr)
      case given(CallableID, [Expr], Expr)
      case expect(Expr)
      case expectRejected
      case expectPerformed([(CallableID, [Expr])])
    }

    public var kind: Kind
    public var span: Span

    public init(kind: Kind, span: Span) {
      self.kind = kind
      self.span = span
    }
  }

  public var name: String
  public var steps: [Step]
  public var span: Span

  public init(name: String, steps: [Step], span: Span) {
    self.name = name
    self.steps = steps
    self.span = span
  }
}
