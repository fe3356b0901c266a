/// A run of a machine: what a picture needs of it.
public struct RecordedRun: Sendable, Hashable {
  /// A transition that was taken, by its number in its machine.
  public struct Step: Sendable, Hashable {
    public var machine: String
    public var transition: Int

    public init(machine: String, transition: Int) { (self.machine, self.transition) = (machine, transition) }
  }

  /// In the order taken.
  public var steps: [Step] = []
  /// Paths of the states that were entered.
  public var entered: Set<String> = []
  /// Paths of the states active at the end.
  public var configuration: [String] = []

  public init() {}
}
