import FSMDiagnostics

/// A resolved, typed expression.
public struct Expr: Sendable, Hashable {
  public indirect enum Kind: Sendable, Hashable {
    case boolean(Bool)
    /// A literal of an integer type, or of a floating-point type written without a fraction.
    case integer(Int128)
    /// A floating-point literal, as written.
    case float(String)
    case string([StringSegment])
    /// A whole number of nanoseconds.
    case duration(nanoseconds: Int128)
    case `nil`
    case array([Expr])
    case dictionary([KeyedValue])
    /// A case of an enum that the chart declares.
    case enumCase(EnumerationID, Int)
    case variable(VariableID)
    /// A parameter of the reaction's trigger or of the function being defined.
    case parameter(Int)
    case not(Expr)
    case negate(Expr)
    case binary(Expr, BinaryOperator, Expr)
    case conditional(Expr, then: Expr, else: Expr)
    case isIn(StateID)
    /// A declared function; arguments in the order of its parameters.
    case call(CallableID, [Expr])
    // What only swiftc understands; fsmc passes it through.
    /// `.left`, of a type the chart does not declare.
    case implicitMember(String)
    /// A capitalised name that the chart does not declare.
    case swiftName(String)
    case member(Expr, String, isOptional: Bool)
    case forced(Expr)
    case apply(Expr, [Argument])
    case subscripted(Expr, [Argument])
  }

  public enum StringSegment: Sendable, Hashable {
    case text(String)
    case interpolation(Expr)
  }

  public struct KeyedValue: Sendable, Hashable {
    public var key: Expr
    public var value: Expr

    public init(key: Expr, value: Expr) {
      self.key = key
      self.value = value
    }
  }

  /// An argument of an opaque call.
  public struct Argument: Sendable, Hashable {
    public var label: String?
    public var value: Expr

    public init(label: String?, value: Expr) {
      self.label = label
      self.value = value
    }
  }

  public enum BinaryOperator: String, Sendable, Hashable {
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case add = "+"
    case subtract = "-"
    case coalesce = "??"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"

    /// The outcome of a comparison; nil for other operators.
    public func compare<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> Bool? {
      switch self {
      case .equal: lhs == rhs
      case .notEqual: lhs != rhs
      case .less: lhs < rhs
      case .lessOrEqual: lhs <= rhs
      case .greater: lhs > rhs
      case .greaterOrEqual: lhs >= rhs
      default: nil
      }
    }

    /// True where two values give a truth value, whatever they are.
    public var isComparison: Bool {
      switch self {
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
      default: false
      }
    }
  }

  public var kind: Kind
  public var type: ValueType
  public var span: Span

  public init(_ kind: Kind, type: ValueType, span: Span) {
    self.kind = kind
    self.type = type
    self.span = span
  }

  /// Expressions are equal when they say the same, wherever they stand.
  public static func == (lhs: Expr, rhs: Expr) -> Bool { lhs.kind == rhs.kind && lhs.type == rhs.type }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(type)
  }
}

/// One effect, as it runs.
public indirect enum Effect: Sendable {
  /// An action; arguments in the order of its parameters.
  case perform(CallableID, [Expr], span: Span)
  /// `place` is a variable, or a path into an opaque one.
  case assign(place: Expr, AssignmentOperator, value: Expr, span: Span)
  /// A call on an opaque variable that may change it.
  case mutate(Expr, span: Span)
  case raise(EventID, [Expr], span: Span)
  case send(EventID, [Expr], delay: Expr?, span: Span)
  case cancel(EventID, span: Span)
  case conditional(Expr, then: [Effect], else: [Effect], span: Span)

  public enum AssignmentOperator: String, Sendable, Hashable {
    case set = "="
    case add = "+="
    case subtract = "-="
    case multiply = "*="

    /// The operator that computes the new value of a compound assignment; nil of a plain one.
    public var binary: Expr.BinaryOperator? {
      switch self {
      case .set: nil
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      }
    }
  }

  public var span: Span {
    switch self {
    case .perform(_, _, let span), .assign(_, _, _, let span), .mutate(_, let span), .raise(_, _, let span), .send(_, _, _, let span),
      .cancel(_, let span), .conditional(_, _, _, let span):
      span
    }
  }
}

extension Expr {
  /// A value that is written out.
  public var isLiteral: Bool {
    switch kind {
    case .boolean, .integer, .float, .duration, .enumCase: true
    case .string(let segments): segments.allSatisfy { if case .text = $0 { true } else { false } }
    case .negate(let part): part.isLiteral
    default: false
    }
  }
}
