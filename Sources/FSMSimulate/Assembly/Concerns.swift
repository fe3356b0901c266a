import FSMDiagnostics
import FSMModel

/// Which nodes have something to do with which triggers, so that the other parts of the tree are passed over.
struct Concerns: Sendable {
  private var byTrigger: [Node.Trigger: [Int]] = [:]
  /// Nodes that react to, defer or ignore whatever event comes.
  private var takingAll: [Int] = []
  /// Nodes that can go on without an event: choices, and those with `always`.
  let settling: Concerned

  /// Nodes that have something to do with one trigger: their indices in order, in two lists.
  struct Concerned: Sendable {
    fileprivate var named: [Int] = []
    fileprivate var all: [Int] = []

    func isInside(_ range: Range<Int>) -> Bool { Self.meets(named, range) || Self.meets(all, range) }

    private static func meets(_ list: [Int], _ range: Range<Int>) -> Bool {
      let first = list.partitioningIndex { $0 >= range.lowerBound }
      return first < list.count && list[first] < range.upperBound
    }
  }

  init(_ nodes: [Node]) {
    var settling: [Int] = []
    for (index, node) in nodes.enumerated() {
      if node.kind == .choice || node.reactions[.always] != nil { settling.append(index) }
      if node.takesAll { takingAll.append(index) }
      for event in node.named { byTrigger[.event(event), default: []].append(index) }
      for trigger in node.reactions.keys {
        switch trigger {
        case .done, .activity: byTrigger[trigger, default: []].append(index)
        case .event, .any, .always, .choice, .after: break
        }
      }
    }
    self.settling = Concerned(named: settling)
  }

  /// The nodes that an event, a `done` or an activity's outcome concerns.
  func concerned(with trigger: Node.Trigger) -> Concerned {
    if case .event = trigger { return Concerned(named: byTrigger[trigger] ?? [], all: takingAll) }
    return Concerned(named: byTrigger[trigger] ?? [])
  }
}
