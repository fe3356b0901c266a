/// One finding about a chart: what was observed, where, and what to do about it.
///
/// The message is a lower-case fragment that states what was observed, with names in backticks and no full stop.
public struct Diagnostic: Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable, Comparable {
    case note, warning, error

    public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// Another place that belongs to the finding, with what is to be seen there.
  public struct Label: Sendable, Hashable {
    public var span: Span
    public var message: String

    public init(_ span: Span, _ message: String) {
      self.span = span
      self.message = message
    }
  }

  /// A change of the text that mends the finding.
  public struct Fix: Sendable, Hashable {
    /// One replacement; an empty span inserts.
    public struct Edit: Sendable, Hashable {
      public var span: Span
      public var replacement: String

      public init(_ span: Span, _ replacement: String) {
        self.span = span
        self.replacement = replacement
      }
    }

    /// What the change does, as an instruction: "write `->` first".
    public var title: String
    public var edits: [Edit]

    public init(_ title: String, _ edits: [Edit]) {
      self.title = title
      self.edits = edits
    }
  }

  public var code: DiagnosticCode
  public var severity: Severity
  public var message: String
  /// Where the carets go.
  public var span: Span
  public var labels: [Label]
  /// What to do about it, in the same style as the message.
  public var hint: String?
  public var fixes: [Fix]

  /// A finding of `code`, with that code's own severity unless another is given.
  public init(
    _ code: DiagnosticCode, at span: Span, _ message: String, severity: Severity? = nil, labels: [Label] = [], hint: String? = nil,
    fixes: [Fix] = []
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.message = message
    self.span = span
    self.labels = labels
    self.hint = hint
    self.fixes = fixes
  }
}
