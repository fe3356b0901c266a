import FSMDiagnostics
import FSMModel

/// Which number of a row tells what of a machine: a row of cells is everything that decides what the machine does next.
///
/// One cell for each composite (which child is active), variable and datum, history and activity (whether it runs); one each for the timers,
/// the deferred events, and whether the machine has ended. All rows of a machine are equally long, so that a search over many of them
/// compares, hashes and copies memory and nothing else.
public struct CellLayout: Sendable {
  public let assembly: Assembly
  /// How many cells a row has.
  public let width: Int
  public let composites: [NodeID]
  public let histories: [NodeID]
  public let activities: [ActivityPlace]
  /// The cell of the first slot; those of the others follow.
  public let firstSlot: Int
  public let firstHistory: Int
  public let firstActivity: Int
  public let timers: Int
  public let deferred: Int
  public let end: Int
  /// Some state defers: without, the cell of deferred events is never worth a look.
  let defers: Bool
  /// The cell of each node that is a composite; -1 of others.
  let own: [Int32]
  /// The cell that tells whether a node is active; -1 where the machine's being started does.
  let telling: [Int32]
  /// The first cell of the activities of each scope.
  private let activityCells: [Int]

  public init(_ assembly: Assembly) {
    self.assembly = assembly
    let nodes = assembly.nodes
    composites = nodes.filter { $0.kind == .composite }.map(\.id)
    histories = nodes.filter(\.isHistory).map(\.id)
    var own = [Int32](repeating: -1, count: nodes.count)
    for (cell, node) in composites.enumerated() { own[node.index] = Int32(cell) }
    var telling = [Int32](repeating: -1, count: nodes.count)
    for node in nodes {
      guard let parent = node.parent else { continue }
      telling[node.id.index] = own[parent.index] >= 0 ? own[parent.index] : telling[parent.index]
    }
    (self.own, self.telling) = (own, telling)
    defers = nodes.contains { $0.holds.defersAll || !$0.holds.deferred.isEmpty }
    firstSlot = composites.count
    firstHistory = firstSlot + assembly.slotCount
    firstActivity = firstHistory + histories.count
    var activities: [ActivityPlace] = []
    var activityCells: [Int] = []
    for index in assembly.scopes.indices {
      activityCells.append(firstActivity + activities.count)
      let uses = assembly.machine(of: ScopeID(index)).activityUses
      activities += uses.indices.map { ActivityPlace(scope: ScopeID(index), use: ActivityUseID($0)) }
    }
    (self.activities, self.activityCells) = (activities, activityCells)
    timers = firstActivity + activities.count
    (deferred, end, width) = (timers + 1, timers + 2, timers + 3)
  }

  func cell(of history: NodeID) -> Int {
    firstHistory + histories.partitioningIndex { $0 >= history }
  }

  func cell(of activity: ActivityPlace) -> Int { activityCells[activity.scope.index] + activity.use.index }

  /// The nodes that are active whenever a node is, though no cell tells: itself, and regions.
  public func alongWith(_ node: NodeID) -> [NodeID] {
    var nodes: [NodeID] = []
    var open = [node]
    while let next = open.popLast() {
      nodes.append(next)
      if assembly[next].kind == .parallel { open += assembly[next].children.filter { !assembly[$0].isPseudo } }
    }
    return nodes
  }

  /// Whether a node is active in a row.
  public func isActive(_ node: NodeID, _ cell: (Int) -> UInt32) -> Bool {
    var current = node
    while let parent = assembly[current].parent {
      if own[parent.index] >= 0 { return cell(Int(own[parent.index])) == UInt32(current.index) }
      current = parent
    }
    return true
  }

  /// The active nodes of a row, in document order.
  public func configuration(_ row: some RandomAccessCollection<UInt32>) -> [NodeID] {
    var active: [NodeID] = []
    var open: [NodeID] = [.machine]
    while let node = open.popLast() {
      active.append(node)
      if own[node.index] >= 0 {
        let child = row[row.index(row.startIndex, offsetBy: Int(own[node.index]))]
        if child != 0 { open.append(NodeID(Int(child))) }
      } else if assembly[node].kind == .parallel {
        for region in assembly[node].children.reversed() where !assembly[region].isPseudo { open.append(region) }
      }
    }
    return active
  }
}
