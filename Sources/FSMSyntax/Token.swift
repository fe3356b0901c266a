import FSMDiagnostics

/// One token of a chart: a kind and where it stands.
public struct Token: Sendable, Hashable {
  public enum Kind: UInt8, Sendable {
    case identifier
    /// An identifier in backticks: a name, never a keyword.
    case quotedIdentifier
    case integer, float, duration, string
    case leftBrace, rightBrace, leftParenthesis, rightParenthesis, leftBracket, rightBracket
    case comma, semicolon, colon, dot, questionDot, question, exclamation, underscore, at
    case arrow, assign, addAssign, subtractAssign, multiplyAssign
    case plus, minus, star, slash, percent, ampersand
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, and, or, coalesce
    case range, halfOpenRange
    /// A run of characters that mean nothing here; already reported.
    case invalid
    case endOfFile
  }

  public var kind: Kind
  public var span: Span

  public init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
  }
}
