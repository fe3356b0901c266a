/// One line of a trace, with what it is about: a terminal may give each kind its colour.
public struct TraceLine: Sendable, Hashable {
  public enum Role: Sendable, Hashable {
    /// What was called; not indented.
    case call
    /// One event, timer or `always` as it was processed.
    case step
    case leave, enter, assignment
    /// An action, or an activity that starts or is cancelled.
    case effect
    /// What else happened: events raised, answers.
    case note
    /// Why something was or was not taken.
    case reason
    /// The call was undone, an expectation was not met.
    case failure
    /// The configuration after the call.
    case configuration
    /// What a question about the machine is answered with.
    case answer
  }

  public var role: Role
  /// Indentation included, without a line end.
  public var text: String

  public init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }
}

extension [TraceLine] {
  /// The lines as plain text.
  public var text: String { map { $0.text + "\n" }.joined() }
}
