import FSMModel

/// A machine as a row of cells, and back.
extension Interpreter {
  /// What a cell holds now. The cell of the timers depends on what was known of them: see `timers(after:firing:_:)`.
  public func number(of cell: Int, _ layout: CellLayout, _ table: inout CellTable) -> UInt32 {
    if cell < layout.firstSlot {
      let node = layout.composites[cell]
      return UInt32(store.active(in: node.index + 1..<assembly[node].end).first?.index ?? 0)
    }
    if cell < layout.firstHistory {
      return store.slots[cell - layout.firstSlot].map { table.number(of: .value($0)) } ?? 0
    }
    if cell < layout.firstActivity {
      return store.history[layout.histories[cell - layout.firstHistory]].map { table.number(of: .memory($0)) } ?? 0
    }
    if cell < layout.timers { return store.running[layout.activities[cell - layout.firstActivity]] == nil ? 0 : 1 }
    switch cell {
    case layout.deferred:
      let events = store.deferred.elements.map(\.value)
      return events.isEmpty ? 0 : table.number(of: .deferred(events))
    default: return store.hasEnded ? 1 : 0
    }
  }

  /// What the cell of the timers holds after a call of a machine that `become` made.
  ///
  /// - Parameters:
  ///   - before: What it held before; 0 before the start.
  ///   - fired: The timers that fell due, where that was the call.
  public func timers(after before: UInt32, firing fired: [Int], _ table: inout CellTable) -> UInt32 {
    guard !store.timers.isEmpty else { return 0 }
    let zone = table.zone(before)
    let (kept, armed) = timers(after: zone.kinds.count)
    let now = store.timers.inArmingOrder.map { $0.due - store.clock }
    return table.number(of: .timers(zone.after(firing: fired, keeping: kept, arming: armed, at: now)))
  }

  /// Which of so many timers still wait, by their numbers, and what was armed since.
  private func timers(after count: Int) -> (kept: [Int], armed: [(kind: Timers.Kind, left: Duration)]) {
    let waiting = store.timers.inArmingOrder
    return (
      waiting.map(\.moment.order).filter { $0 < count },
      waiting.filter { $0.moment.order >= count }.map { ($0.kind, $0.due - store.clock) }
    )
  }

  /// Which of so many timers still wait, by their numbers, and the delays of those armed since.
  public func timersKept(of count: Int) -> (kept: [Int], armed: [Duration]) {
    let (kept, armed) = timers(after: count)
    return (kept, armed.map(\.left))
  }

  /// Becomes the machine of a row, its clock at zero, its timers with times that are possible.
  ///
  /// - Parameter firing: Timers that are to fall due first, and no others.
  /// - Returns: How long until they do.
  @discardableResult
  public mutating func become(
    _ row: ArraySlice<UInt32>, _ layout: CellLayout, _ table: CellTable, firing: [Int] = []
  ) -> Duration {
    var new = Store(slotCount: assembly.slotCount)
    let first = row.startIndex
    new.isStarted = true
    new.hasEnded = row[first + layout.end] != 0
    new.configuration = layout.configuration(row)
    for slot in new.slots.indices {
      if case .value(let value) = table.content(of: row[first + layout.firstSlot + slot]) { new.slots[slot] = value }
    }
    for (index, history) in layout.histories.enumerated() {
      if case .memory(let memory) = table.content(of: row[first + layout.firstHistory + index]) { new.history[history] = memory }
    }
    for (index, activity) in layout.activities.enumerated() where row[first + layout.firstActivity + index] != 0 {
      new.running[activity] = 1
      new.lastRun[activity] = 1
    }
    let zone = table.zone(row[first + layout.timers])
    let left = firing.isEmpty ? zone.left : zone.point(firing: firing) ?? zone.left
    for (kind, time) in zip(zone.kinds, left) { new.timers.arm(kind, due: time) }
    if case .deferred(let events) = table.content(of: row[first + layout.deferred]) {
      for event in events { new.deferEvent(event) }
    }
    store = new
    return firing.first.map { left[$0] } ?? .zero
  }

  /// True where a variable or datum holds a value that only the caller's code knows.
  public var holdsOpaqueValues: Bool { store.slots.contains { $0?.isKnown == false } }

  /// Whether some active state defers or ignores whatever comes: it is meant to rest.
  public var restsOnPurpose: Bool { store.configuration.contains { assembly[$0].holds.ignoresAll } }
}
