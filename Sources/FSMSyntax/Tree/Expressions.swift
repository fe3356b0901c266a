import FSMDiagnostics

/// `name(args)`
public struct CallSyntax: Sendable {
  public var name: Name
  public var arguments: [ArgumentSyntax]
  public var span: Span

  public init(name: Name, arguments: [ArgumentSyntax], span: Span) {
    self.name = name
    self.arguments = arguments
    self.span = span
  }
}

/// `label: value`, or only the value.
public struct ArgumentSyntax: Sendable {
  public var label: Name?
  public var value: ExprSyntax
  public var span: Span

  public init(label: Name?, value: ExprSyntax, span: Span) {
    self.label = label
    self.value = value
    self.span = span
  }
}

/// One effect of a list.
public indirect enum EffectSyntax: Sendable {
  public enum AssignmentOperator: String, Sendable {
    case set = "="
    case add = "+="
    case subtract = "-="
    case multiply = "*="
  }

  /// `if guard { effects } else …`
  public struct Conditional: Sendable {
    public var condition: ExprSyntax
    public var then: [EffectSyntax]
    /// A single `.conditional` for `else if`.
    public var otherwise: [EffectSyntax]

    public init(condition: ExprSyntax, then: [EffectSyntax], otherwise: [EffectSyntax]) {
      self.condition = condition
      self.then = then
      self.otherwise = otherwise
    }
  }

  /// An action, or a call on an opaque value such as `list.append(p)`.
  case call(ExprSyntax)
  case assign(place: ExprSyntax, AssignmentOperator, value: ExprSyntax, span: Span)
  case raise(CallSyntax)
  /// `send event(args) in 3s`
  case send(CallSyntax, delay: ExprSyntax?, span: Span)
  case cancel(Name, span: Span)
  case conditional(Conditional, span: Span)

  public var span: Span {
    switch self {
    case .call(let expression): expression.span
    case .assign(_, _, _, let span), .send(_, _, let span), .cancel(_, let span), .conditional(_, let span): span
    case .raise(let call): call.span
    }
  }
}

/// An expression as written.
public struct ExprSyntax: Sendable {
  public indirect enum Kind: Sendable {
    /// The text as written, as in `0xFF` or `1_000`.
    case integer(String)
    /// The text as written.
    case float(String)
    case string([StringSegment])
    case boolean(Bool)
    case `nil`
    /// The parts of `1min 30s`, summed.
    case duration([DurationPart])
    case array([ExprSyntax])
    case dictionary([(key: ExprSyntax, value: ExprSyntax)])
    case name(Name)
    /// `.slow`
    case implicitMember(Name)
    case parenthesized(ExprSyntax)
    /// `in(door.open)`
    case isIn(PathSyntax)
    case prefix(PrefixOperator, ExprSyntax)
    case binary(ExprSyntax, BinaryOperator, operatorSpan: Span, ExprSyntax)
    /// `condition ? then : otherwise`
    case ternary(ExprSyntax, ExprSyntax, ExprSyntax)
    case call(ExprSyntax, [ArgumentSyntax])
    case subscripted(ExprSyntax, [ArgumentSyntax])
    /// `.member`, or `?.member` when optional.
    case member(ExprSyntax, Name, isOptional: Bool)
    /// `value!`
    case forced(ExprSyntax)
    /// What could not be understood; already reported.
    case invalid
  }

  public enum StringSegment: Sendable {
    /// Characters meant, escapes resolved.
    case text(String)
    case interpolation(ExprSyntax)
  }

  public struct DurationPart: Sendable, Hashable {
    public enum Unit: String, Sendable {
      case milliseconds = "ms"
      case seconds = "s"
      case minutes = "min"
      case hours = "h"
      case days = "d"
    }

    /// The digits as written, with a fraction where there is one.
    public var number: String
    public var unit: Unit

    public init(number: String, unit: Unit) {
      self.number = number
      self.unit = unit
    }
  }

  public enum PrefixOperator: String, Sendable {
    case not = "!"
    case negate = "-"
  }

  public enum BinaryOperator: String, Sendable {
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
  }

  public var kind: Kind
  public var span: Span

  public init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }
}
