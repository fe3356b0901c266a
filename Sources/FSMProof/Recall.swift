import FSMModel
import FSMSimulate

/// What came of calls, by what they read of the machine: a call that finds the same there does the same, whatever the rest is.
///
/// A tree for each call: which cell is read first, then by what is in it which one next, and so on to the result. What a call depends on is
/// found out while it runs, and nothing about charts is known here. Source of the idea that a step needs the part of the state only that it
/// depends on: S. Blom, J. van de Pol, M. Weber, "LTSmin: distributed and symbolic reachability", CAV 2010, where the dependencies are
/// declared by hand.
struct Recall {
  /// For each node of the trees the cell that is read there; a result r as -2 - r; -1 while nothing is known.
  private var nodes: [Int32] = []
  /// The node where each tree begins.
  private var roots: [Int32] = []
  /// Which node comes after which by what is read: keys are node and number, with the node they lead to; as many as a power of two.
  private var keys: [UInt64]
  private var values: [Int32]
  private var used = 0

  /// Most nodes to remember; beyond, calls are made anew.
  private static let mostNodes = 1 << 22
  private static let empty = UInt64.max

  init() {
    keys = Array(repeating: Recall.empty, count: 1 << 10)
    values = Array(repeating: 0, count: 1 << 10)
  }

  /// The result of a call of that number on that row, where it is known.
  func result(of call: Int32, _ row: [UInt32]) -> Int? {
    guard Int(call) < roots.count, roots[Int(call)] >= 0 else { return nil }
    var node = roots[Int(call)]
    while true {
      let cell = nodes[Int(node)]
      if cell < -1 { return Int(-2 - cell) }
      guard cell >= 0 else { return nil }
      let position = position(of: UInt64(UInt32(node)) << 32 | UInt64(row[Int(cell)]))
      guard keys[position] != Recall.empty else { return nil }
      node = values[position]
    }
  }

  /// Notes what came of a call.
  ///
  /// - Parameter read: Cells in the order of reading.
  mutating func learn(_ call: Int32, reading read: [Int32], _ row: [UInt32], result: Int) {
    guard nodes.count + read.count < Recall.mostNodes else { return }
    while roots.count <= Int(call) { roots.append(-1) }
    if roots[Int(call)] < 0 { roots[Int(call)] = node() }
    var node = roots[Int(call)]
    for cell in read {
      if nodes[Int(node)] == -1 { nodes[Int(node)] = cell }
      // Equal calls read in equal order; if one ever did not, nothing is learnt of it.
      guard nodes[Int(node)] == cell else { return }
      let key = UInt64(UInt32(node)) << 32 | UInt64(row[Int(cell)])
      var position = position(of: key)
      if keys[position] == Recall.empty {
        let next = self.node()
        if used * 2 >= keys.count {
          grow()
          position = self.position(of: key)
        }
        (keys[position], values[position]) = (key, next)
        used += 1
      }
      node = values[position]
    }
    if nodes[Int(node)] == -1 { nodes[Int(node)] = Int32(-2 - result) }
  }

  private mutating func node() -> Int32 {
    nodes.append(-1)
    return Int32(nodes.count - 1)
  }

  /// Where a key is, or would be.
  private func position(of key: UInt64) -> Int {
    let mask = keys.count - 1
    // Fibonacci hashing (D. E. Knuth, The Art of Computer Programming, vol. 3, section 6.4).
    let product = key &* 0x9E37_79B9_7F4A_7C15
    var position = Int(truncatingIfNeeded: product ^ (product >> 32)) & mask
    while keys[position] != Recall.empty, keys[position] != key { position = (position + 1) & mask }
    return position
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: Recall.empty, count: oldKeys.count * 2)
    values = Array(repeating: 0, count: oldKeys.count * 2)
    for (index, key) in oldKeys.enumerated() where key != Recall.empty {
      let position = position(of: key)
      (keys[position], values[position]) = (key, oldValues[index])
    }
  }
}
