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

  /// How it comes about: calls of the machine, one after the other.
  public struct Trace: Sendable, Hashable {
    /// One call, with what the machine is like after it.
    public struct Step: Sendable, Hashable {
      /// The call as a line of a script: `putMoney(amount: 3)`.
      public var input: String
      /// What functions of the caller answer meanwhile, as lines of a script: `given isOpen() = true`.
      public var answers: [String]
      /// Paths of the innermost active states.
      public var states: [String]
      /// Variables that have a new value, with the value.
      public var values: [String]
      /// The reaction that was taken, or the place concerned.
      public var span: Span?
      public var outcome: Outcome

      /// What becomes of a call.
      public enum Outcome: Sendable, Hashable {
        case taken
        /// The machine is as it was before.
        case rejected
        /// The generated machine would stop the process.
        case trapped
      }

      public init(input: String, answers: [String], states: [String], values: [String], span: Span?, outcome: Outcome = .taken) {
        (self.input, self.answers, self.states, self.values, self.span) = (input, answers, states, values, span)
        self.outcome = outcome
      }

      /// Where the call leads: `hasMoney; credit = 3`.
      public var result: String { ([states.joined(separator: " & ")] + values).filter { !$0.isEmpty }.joined(separator: "; ") }
    }

    public var steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }

    /// The lines for `fsmc simulate --script`.
    public var script: [String] { steps.flatMap { $0.answers + [$0.input] } }
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
  /// The shortest way to it, where it is a matter of what happens when the machine runs.
  public var trace: Trace?

  /// A finding of `code`, with that code's own severity unless another is given.
  public init(
    _ code: DiagnosticCode, at span: Span, _ message: String, severity: Severity? = nil, labels: [Label] = [], hint: String? = nil,
    fixes: [Fix] = [], trace: Trace? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.message = message
    self.span = span
    self.labels = labels
    self.hint = hint
    self.fixes = fixes
    self.trace = trace
  }
}
