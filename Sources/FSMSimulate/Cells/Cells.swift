import FSMModel

/// A machine as a row of cells, and back.
extension Interpreter {
  /// What a cell holds now.
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
    case layout.timers:
      let timers = store.timers.inOrder.map { CellContent.WaitingTimer(left: $0.due - store.clock, kind: $0.kind) }
      return timers.isEmpty ? 0 : table.number(of: .timers(timers))
    case layout.deferred:
      let events = store.deferred.elements.map(\.value)
      return events.isEmpty ? 0 : table.number(of: .deferred(events))
    default: return store.hasEnded ? 1 : 0
    }
  }

  /// The whole row of a machine that has started.
  public func row(_ layout: CellLayout, _ table: inout CellTable) -> [UInt32] {
    var row: [UInt32] = []
    row.reserveCapacity(layout.width)
    for cell in 0..<layout.width { row.append(number(of: cell, layout, &table)) }
    return row
  }

  /// Becomes the machine of a row, its clock at zero.
  public mutating func become(_ row: ArraySlice<UInt32>, _ layout: CellLayout, _ table: CellTable) {
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
    if case .timers(let timers) = table.content(of: row[first + layout.timers]) {
      for timer in timers { new.timers.arm(timer.kind, due: timer.left) }
    }
    if case .deferred(let events) = table.content(of: row[first + layout.deferred]) {
      for event in events { new.deferEvent(event) }
    }
    store = new
  }

  /// True where a variable or datum holds a value that only the caller's code knows.
  public var holdsOpaqueValues: Bool { store.slots.contains { $0?.isKnown == false } }

  /// Whether some active state defers or ignores whatever comes: it is meant to rest.
  public var restsOnPurpose: Bool { store.configuration.contains { assembly[$0].holds.ignoresAll } }
}
