import FSMModel

/// What a call read of the machine it found, and what it wrote: calls that find the same in what they read do the same.
///
/// The machine that a call finds has started, has not ended, and rests: this is not noted. A part that was written is not read any more.
public final class Footprint {
  public let layout: CellLayout
  /// Cells that were read, in the order of first reading.
  public private(set) var read: [Int32] = []
  /// Cells that were written, perhaps with what was there.
  public private(set) var written: [Int32] = []
  /// False where something counted that no cell tells, such as an answer of the caller's code.
  public private(set) var isWhole = true
  /// The call that last read or wrote each cell.
  private var readIn: [UInt32]
  private var writtenIn: [UInt32]
  private var call: UInt32 = 0

  public init(_ layout: CellLayout) {
    self.layout = layout
    readIn = Array(repeating: 0, count: layout.width)
    writtenIn = Array(repeating: 0, count: layout.width)
  }

  /// Forgets everything: another call begins.
  public func begin() {
    read.removeAll(keepingCapacity: true)
    written.removeAll(keepingCapacity: true)
    isWhole = true
    if call == .max {
      for cell in readIn.indices { (readIn[cell], writtenIn[cell]) = (0, 0) }
      call = 0
    }
    call += 1
  }

  private func reads(cell: Int32) {
    guard cell >= 0 else { return }
    let index = Int(cell)
    guard readIn[index] != call, writtenIn[index] != call else { return }
    readIn[index] = call
    read.append(cell)
  }

  private func writes(cell: Int32) {
    guard cell >= 0 else { return }
    guard writtenIn[Int(cell)] != call else { return }
    writtenIn[Int(cell)] = call
    written.append(cell)
  }

  func escapes() { isWhole = false }

  func reads(slot: Int) { reads(cell: Int32(layout.firstSlot + slot)) }
  func writes(slot: Int) { writes(cell: Int32(layout.firstSlot + slot)) }
  func reads(history: NodeID) { reads(cell: Int32(layout.cell(of: history))) }
  func writes(history: NodeID) { writes(cell: Int32(layout.cell(of: history))) }
  func reads(activityOf node: NodeID) { reads(cell: layout.telling[node.index]) }
  func reads(childOf node: NodeID) { reads(cell: layout.own[node.index]) }
  func reads(_ activity: ActivityPlace) { reads(cell: Int32(layout.cell(of: activity))) }
  func writes(_ activity: ActivityPlace) { writes(cell: Int32(layout.cell(of: activity))) }
  func writesEnd() { writes(cell: Int32(layout.end)) }
  func readsTimers() { reads(cell: Int32(layout.timers)) }
  func readsDeferred() { if layout.defers { reads(cell: Int32(layout.deferred)) } }

  /// The active child of the node's parent changes, where that is a composite: regions are active with their parallel state.
  func writes(activityOf node: NodeID) {
    if let parent = layout.assembly[node].parent { writes(cell: layout.own[parent.index]) }
  }

  /// What comes of a change depends on what was there.
  func writesTimers() {
    readsTimers()
    writes(cell: Int32(layout.timers))
  }

  func writesDeferred() {
    readsDeferred()
    writes(cell: Int32(layout.deferred))
  }

  func writesRuns() { for index in layout.activities.indices { writes(cell: Int32(layout.firstActivity + index)) } }
}
