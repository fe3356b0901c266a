import FSMModel

/// What was decided about each part of a machine.
public struct Decisions: Sendable, Hashable {
  public enum Decision: Sendable, Hashable {
    /// Seen: there is a trace.
    case happens
    /// Proven: whatever comes, it does not.
    case never
    /// Neither within the bound.
    case open
  }

  /// Whether each state is entered, by its number. Histories are passed through, and never entered.
  public var states: [Decision] = []
  /// Whether each transition is taken, by its number.
  public var transitions: [Decision] = []
  /// Whether each assertion is violated, in the order written.
  public var violations: [Decision] = []
  /// Whether each variable is given values outside its range, by its number; `never` of those without a range.
  public var ranges: [Decision] = []
}
