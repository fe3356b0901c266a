import FSMModel

/// A machine while a call runs, which tells a footprint what is read and written of it.
///
/// Nothing else reaches the store, so that a footprint misses nothing.
struct WatchedStore {
  private var store: Store
  private let footprint: Footprint?

  init(_ store: Store, _ footprint: Footprint?) {
    self.store = store
    self.footprint = footprint
  }

  /// The machine after the call.
  var result: Store { store }
  /// Everything at once.
  var whole: Store {
    footprint?.escapes()
    return store
  }

  var isStarted: Bool {
    get { store.isStarted }
    set { store.isStarted = newValue }
  }

  var hasEnded: Bool {
    get { store.hasEnded }
    set {
      footprint?.writesEnd()
      store.hasEnded = newValue
    }
  }

  /// The value of a variable or datum; nil while its state is not active.
  subscript(slot: Int) -> Value? {
    get {
      footprint?.reads(slot: slot)
      return store.slots[slot]
    }
    set {
      footprint?.writes(slot: slot)
      store.slots[slot] = newValue
    }
  }

  /// Something is asked for that no cell tells.
  func escape() { footprint?.escapes() }

  func memory(of history: NodeID) -> Store.Remembered? {
    footprint?.reads(history: history)
    return store.history[history]
  }

  mutating func setMemory(_ memory: Store.Remembered, of history: NodeID) {
    footprint?.writes(history: history)
    store.history[history] = memory
  }
}

/// Active states.
extension WatchedStore {
  func isActive(_ node: NodeID) -> Bool {
    footprint?.reads(activityOf: node)
    return store.isActive(node)
  }

  /// Active nodes with indices in `range`, which begins with a child and ends with another of the same parent; in document order.
  func active(in range: Range<Int>) -> ArraySlice<NodeID> {
    let nodes = store.active(in: range)
    guard let footprint, !range.isEmpty else { return nodes }
    footprint.reads(activityOf: NodeID(range.lowerBound))
    for node in nodes { footprint.reads(childOf: node) }
    return nodes
  }

  /// Of a composite whose inside ends at `end`.
  func activeChild(of node: NodeID, end: Int) -> NodeID? {
    footprint?.reads(childOf: node)
    return store.active(in: node.index + 1..<end).first
  }

  /// All active nodes, in document order.
  var configuration: [NodeID] {
    if let footprint { for node in store.configuration { footprint.reads(childOf: node) } }
    return store.configuration
  }

  mutating func activate(_ node: NodeID) {
    footprint?.writes(activityOf: node)
    store.activate(node)
  }

  mutating func deactivate(_ node: NodeID) {
    footprint?.writes(activityOf: node)
    store.deactivate(node)
  }
}

/// What waits.
extension WatchedStore {
  /// Time since the start. No cell tells it, but those of the timers tell how long they have to wait from now on.
  var clock: Duration {
    get { store.clock }
    set {
      footprint?.writesTimers()
      store.clock = newValue
    }
  }

  var firstTimer: Timers.Armed? {
    footprint?.readsTimers()
    return store.timers.first
  }

  mutating func arm(_ kind: Timers.Kind, due: Duration) {
    footprint?.writesTimers()
    store.timers.arm(kind, due: due)
  }

  mutating func removeTimer(_ timer: Timers.Armed) {
    footprint?.writesTimers()
    store.timers.remove(timer)
  }

  mutating func disarm(_ node: NodeID) {
    footprint?.writesTimers()
    store.timers.disarm(node)
  }

  /// Returns how many delayed sends of the event there were.
  mutating func withdraw(_ event: AssembledEventID) -> Int {
    footprint?.writesTimers()
    return store.timers.withdraw(event)
  }

  var firstDeferred: (key: Int, value: Store.Occurrence)? {
    footprint?.readsDeferred()
    return store.deferred.first
  }

  func nextDeferred(after number: Int) -> (key: Int, value: Store.Occurrence)? {
    footprint?.readsDeferred()
    return store.deferred.next(after: number)
  }

  mutating func removeDeferred(_ number: Int) {
    footprint?.writesDeferred()
    store.deferred.remove(at: number)
  }

  mutating func deferEvent(_ occurrence: Store.Occurrence) {
    footprint?.writesDeferred()
    store.deferEvent(occurrence)
  }

  /// The number of the going run of an activity.
  func run(of activity: ActivityPlace) -> Int? {
    footprint?.reads(activity)
    return store.running[activity]
  }

  /// Returns the number of the new run.
  mutating func startRun(of activity: ActivityPlace) -> Int {
    footprint?.writes(activity)
    let run = store.lastRun[activity, default: 0] + 1
    store.lastRun[activity] = run
    store.running[activity] = run
    return run
  }

  /// Returns the number of the run that went on.
  mutating func stopRun(of activity: ActivityPlace) -> Int? {
    footprint?.reads(activity)
    footprint?.writes(activity)
    return store.running.removeValue(forKey: activity)
  }

  /// Forgets timers, deferred events and runs.
  mutating func dropWaiting() {
    if let footprint {
      footprint.writesTimers()
      footprint.writesDeferred()
      footprint.writesRuns()
    }
    store.timers = Timers()
    store.deferred = OrderedMap()
    store.running = [:]
  }
}
