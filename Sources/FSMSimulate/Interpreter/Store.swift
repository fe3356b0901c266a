import FSMDiagnostics
import FSMModel

/// Everything that makes up a running machine between two calls; copying it is undo.
struct Store: Sendable {
  var isStarted = false
  var hasEnded = false
  /// Active nodes in document order. Choices are among them while a call runs.
  var configuration: [NodeID] = []
  /// Values of variables and data; nil where the state is not active.
  var slots: [Value?]
  var history: [NodeID: Remembered] = [:]
  /// Time since the start.
  var clock: Duration = .zero
  var timers = Timers()
  /// By the number of their deferral: oldest first.
  var deferred = OrderedMap<Int, Occurrence>()
  var nextDeferral = 0
  /// Runs of activities that go on, by place.
  var running: [ActivityPlace: Int] = [:]
  /// The number of the last run that was started.
  var lastRun: [ActivityPlace: Int] = [:]

  init(slotCount: Int) { slots = Array(repeating: nil, count: slotCount) }

  /// What a history remembers.
  struct Remembered: Sendable, Hashable {
    /// In document order.
    var nodes: [NodeID]
    var values: [Int: Value]
  }

  /// Something that happened, as reactions see it.
  struct Occurrence: Sendable, Hashable {
    enum Trigger: Sendable, Hashable {
      case event(AssembledEventID)
      case done(NodeID)
      case timer(NodeID, Int)
      case activity(ActivityPlace, failed: Bool)
    }
    var trigger: Trigger
    var arguments: [Value] = []
  }

  /// Place of `node` in the configuration, or where it would be.
  private func position(of node: NodeID) -> Int {
    configuration.partitioningIndex { $0 >= node }
  }

  func isActive(_ node: NodeID) -> Bool {
    let position = position(of: node)
    return position < configuration.count && configuration[position] == node
  }

  mutating func activate(_ node: NodeID) {
    let position = position(of: node)
    if position == configuration.count || configuration[position] != node { configuration.insert(node, at: position) }
  }

  mutating func deactivate(_ node: NodeID) {
    let position = position(of: node)
    if position < configuration.count, configuration[position] == node { configuration.remove(at: position) }
  }

  /// Active nodes with indices in `range`, in document order.
  func active(in range: Range<Int>) -> ArraySlice<NodeID> {
    configuration[position(of: NodeID(range.lowerBound))..<position(of: NodeID(range.upperBound))]
  }

  /// The active nodes that contain no other active node, in document order.
  func innermost(_ assembly: Assembly) -> [NodeID] {
    configuration.indices.filter { index in
      index + 1 == configuration.count || !assembly.contains(configuration[index], configuration[index + 1])
    }.map { configuration[$0] }
  }

  mutating func deferEvent(_ occurrence: Occurrence) {
    deferred.insert(occurrence, at: nextDeferral)
    nextDeferral += 1
  }
}
