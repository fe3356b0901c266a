/// What waits for time to pass: timers of states, few at a time, and delayed sends, of which there may be many.
struct Timers: Sendable {
  /// When something falls due, and which of those due together was armed first.
  struct Moment: Sendable, Hashable, Comparable {
    var due: Duration
    var order: Int

    static func < (a: Moment, b: Moment) -> Bool { (a.due, a.order) < (b.due, b.order) }
  }

  enum Kind: Sendable, Hashable {
    /// Timer number of a state.
    case state(NodeID, Int)
    case send(AssembledEventID, [Value])
  }

  struct Armed: Sendable {
    var moment: Moment
    var kind: Kind
    var due: Duration { moment.due }
  }

  /// In the order they fall due.
  private var ofStates: [Armed] = []
  /// By event, so that `cancel` need not look for them.
  private var sends: [AssembledEventID: OrderedMap<Moment, [Value]>] = [:]
  private var nextOrder = 0

  var count: Int { ofStates.count + sends.values.reduce(0) { $0 + $1.count } }
  var isEmpty: Bool { ofStates.isEmpty && sends.isEmpty }

  mutating func arm(_ kind: Kind, due: Duration) {
    let moment = Moment(due: due, order: nextOrder)
    nextOrder += 1
    switch kind {
    case .send(let event, let arguments): sends[event, default: OrderedMap()].insert(arguments, at: moment)
    case .state:
      let place = ofStates.firstIndex { moment < $0.moment } ?? ofStates.endIndex
      ofStates.insert(Armed(moment: moment, kind: kind), at: place)
    }
  }

  /// What falls due first.
  var first: Armed? {
    var best = ofStates.first
    for (event, waiting) in sends {
      guard let (moment, arguments) = waiting.first, best.map({ moment < $0.moment }) ?? true else { continue }
      best = Armed(moment: moment, kind: .send(event, arguments))
    }
    return best
  }

  mutating func remove(_ timer: Armed) {
    switch timer.kind {
    case .state: ofStates.removeAll { $0.moment == timer.moment }
    case .send(let event, _):
      sends[event]?.remove(at: timer.moment)
      if sends[event]?.isEmpty == true { sends[event] = nil }
    }
  }

  /// Disarms the timers of a state that is left.
  mutating func disarm(_ node: NodeID) {
    ofStates.removeAll { if case .state(node, _) = $0.kind { true } else { false } }
  }

  /// Withdraws the delayed sends of an event; returns how many there were.
  mutating func withdraw(_ event: AssembledEventID) -> Int { sends.removeValue(forKey: event)?.count ?? 0 }

  /// All, in the order they fall due.
  var inOrder: [Armed] {
    var all = ofStates
    for (event, waiting) in sends { all += waiting.elements.map { Armed(moment: $0.key, kind: .send(event, $0.value)) } }
    return all.sorted { $0.moment < $1.moment }
  }

  /// All, in the order they were armed.
  var inArmingOrder: [Armed] { inOrder.sorted { $0.moment.order < $1.moment.order } }
}
