import FSMDiagnostics

/// One name of a `let` or `var` declaration: `var stock: Int in 0...20 = 5`.
public struct VariableSyntax: Sendable {
  public var doc: String?
  public var isConstant: Bool
  public var name: Name
  public var label: PlainStringSyntax?
  public var type: TypeSyntax
  public var range: RangeSyntax?
  public var value: ExprSyntax?
  /// The name's own part; declarations that share a line are members of their own.
  public var span: Span

  public init(
    doc: String?, isConstant: Bool, name: Name, label: PlainStringSyntax?, type: TypeSyntax, range: RangeSyntax?, value: ExprSyntax?,
    span: Span
  ) {
    self.doc = doc
    self.isConstant = isConstant
    self.name = name
    self.label = label
    self.type = type
    self.range = range
    self.value = value
    self.span = span
  }
}

/// `0...9`, `0..<n`, `0...`, `...9`, `..<n`.
public struct RangeSyntax: Sendable {
  public var lower: ExprSyntax?
  public var upper: ExprSyntax?
  /// True for `...`, false for `..<`.
  public var includesUpper: Bool
  public var span: Span

  public init(lower: ExprSyntax?, upper: ExprSyntax?, includesUpper: Bool, span: Span) {
    self.lower = lower
    self.upper = upper
    self.includesUpper = includesUpper
    self.span = span
  }
}

/// `enum Mode { slow, fast }`
public struct EnumSyntax: Sendable {
  public var doc: String?
  public var name: Name
  public var cases: [Name]
  public var span: Span

  public init(doc: String?, name: Name, cases: [Name], span: Span) {
    self.doc = doc
    self.name = name
    self.cases = cases
    self.span = span
  }
}

/// A parameter of an event, an action, a function, an activity, or a datum of a state.
public struct ParameterSyntax: Sendable {
  /// False for `_ message: String`: the call gives no label.
  public var isLabelled: Bool
  public var name: Name
  public var type: TypeSyntax
  /// Only for data of a state.
  public var range: RangeSyntax?
  /// Only for data of a state.
  public var value: ExprSyntax?
  public var span: Span

  public init(isLabelled: Bool, name: Name, type: TypeSyntax, range: RangeSyntax?, value: ExprSyntax?, span: Span) {
    self.isLabelled = isLabelled
    self.name = name
    self.type = type
    self.range = range
    self.value = value
    self.span = span
  }
}

/// One event of a declaration, with the reactions that list its sources.
public struct EventSyntax: Sendable {
  /// `from read, unread -> deleted`
  public struct From: Sendable {
    /// Empty for `from *`.
    public var sources: [PathSyntax]
    public var body: ReactionBodySyntax
    public var span: Span

    public init(sources: [PathSyntax], body: ReactionBodySyntax, span: Span) {
      self.sources = sources
      self.body = body
      self.span = span
    }
  }

  public var doc: String?
  public var isPrivate: Bool
  public var name: Name
  public var label: PlainStringSyntax?
  public var parameters: [ParameterSyntax]
  public var from: [From]
  public var span: Span

  public init(
    doc: String?, isPrivate: Bool, name: Name, label: PlainStringSyntax?, parameters: [ParameterSyntax], from: [From], span: Span
  ) {
    self.doc = doc
    self.isPrivate = isPrivate
    self.name = name
    self.label = label
    self.parameters = parameters
    self.from = from
    self.span = span
  }
}

/// An `action`, a `func` or an `activity`.
public struct CallableSyntax: Sendable {
  public enum Kind: String, Sendable {
    case action
    case function = "func"
    case activity
  }

  /// What an activity may throw.
  public enum Throws: Sendable {
    case never
    /// `throws`: any error.
    case any
    /// `throws(ErrorType)`.
    case type(TypeSyntax)
  }

  public var doc: String?
  public var kind: Kind
  public var name: Name
  public var label: PlainStringSyntax?
  public var parameters: [ParameterSyntax]
  public var throwing: Throws
  public var result: TypeSyntax?
  /// The definition of a function: `= age >= 18`.
  public var body: ExprSyntax?
  public var span: Span

  public init(
    doc: String?, kind: Kind, name: Name, label: PlainStringSyntax?, parameters: [ParameterSyntax], throwing: Throws, result: TypeSyntax?,
    body: ExprSyntax?, span: Span
  ) {
    self.doc = doc
    self.kind = kind
    self.name = name
    self.label = label
    self.parameters = parameters
    self.throwing = throwing
    self.result = result
    self.body = body
    self.span = span
  }
}

/// `assert never …` or `assert always reachable idle`
public struct AssertionSyntax: Sendable {
  public enum Kind: Sendable {
    case never(ExprSyntax)
    case alwaysReachable(PathSyntax)
  }

  public var doc: String?
  public var kind: Kind
  public var span: Span

  public init(doc: String?, kind: Kind, span: Span) {
    self.doc = doc
    self.kind = kind
    self.span = span
  }
}

/// `scenario "a refund" { … }`
public struct ScenarioSyntax: Sendable {
  public struct Step: Sendable {
    public enum Kind: Sendable {
      /// `start(stock: 1)`
      case start([ArgumentSyntax])
      /// `putMoney(amount: 5)`
      case event(Name, [ArgumentSyntax])
      /// `load.done(3)`, `load.failed(e)`; the path is everything before the last dot.
      case outcome(PathSyntax, failed: Bool, [ArgumentSyntax])
      /// `advance 30s`
      case advance(ExprSyntax)
      /// `given isOpen() = true`
      case given(Name, [ArgumentSyntax], ExprSyntax)
      case expect(ExprSyntax)
      case expectRejected
      /// `expect performed refund(amount: 5)`
      case expectPerformed([CallSyntax])
    }

    public var kind: Kind
    public var span: Span

    public init(kind: Kind, span: Span) {
      self.kind = kind
      self.span = span
    }
  }

  public var doc: String?
  public var name: PlainStringSyntax
  public var steps: [Step]
  public var span: Span

  public init(doc: String?, name: PlainStringSyntax, steps: [Step], span: Span) {
    self.doc = doc
    self.name = name
    self.steps = steps
    self.span = span
  }
}
