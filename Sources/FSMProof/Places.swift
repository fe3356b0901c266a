import FSMModel
import FSMSimulate

/// The moments that were reached, as rows of cells, each told apart from all others; and which follows which.
struct Places {
  let layout: CellLayout
  /// Row after row.
  private var cells: [UInt32] = []
  private var hashes: [UInt64] = []
  /// Numbers of places where their hashes point, as many as a power of two; -1 where there is none.
  private var table: [Int32]
  /// The place that each was reached from, -1 for the start, and the number of the call.
  private(set) var parents: [Int32] = []
  private(set) var moves: [Int32] = []
  /// Where the following places of each begin and end; -1 of those not expanded.
  private var firstNext: [Int32] = []
  private var endOfNext: [Int32] = []
  /// The place that is expanded; -1 where none is.
  private var current = -1
  /// How many places were expanded.
  private(set) var expanded = 0
  private var following: [Int32] = []
  private var isWholeAt: [Bool] = []
  private var isStuckAt: [Bool] = []
  /// Cells that make no difference; none but in tests.
  private let isBlind: [Bool]

  init(_ layout: CellLayout, isBlind: (Int) -> Bool) {
    self.layout = layout
    self.isBlind = (0..<layout.width).map(isBlind)
    table = Array(repeating: -1, count: 1 << 10)
  }

  var count: Int { hashes.count }
  var indices: Range<Int> { 0..<count }

  func row(_ place: Int) -> ArraySlice<UInt32> { cells[place * layout.width..<(place + 1) * layout.width] }
  func cell(_ index: Int) -> UInt32 { cells[index] }
  func hash(_ place: Int) -> UInt64 { hashes[place] }
  func hasEnded(_ place: Int) -> Bool { cells[place * layout.width + layout.end] != 0 }
  func configuration(_ place: Int) -> [NodeID] { layout.configuration(row(place)) }
  func isIn(_ node: NodeID, _ place: Int) -> Bool { layout.isActive(node) { cells[place * layout.width + $0] } }

  /// Everything that can happen here has been tried.
  func isWhole(_ place: Int) -> Bool { isWholeAt[place] }
  /// Nothing can happen here any more, although the machine has not ended.
  func isStuck(_ place: Int) -> Bool { isStuckAt[place] }

  /// The places that a call leads to from here.
  func next(_ place: Int) -> ArraySlice<Int32> {
    guard isExpanded(place) else { return [] }
    return following[Int(firstNext[place])..<Int(endOfNext[place])]
  }

  /// What a cell adds to the hash of its row: rows that differ in one cell need not be hashed anew.
  ///
  /// The finalizer of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014); hashes of parts that are added up are those of
  /// A. L. Zobrist ("A new hashing method with application for game playing", 1970).
  func weight(_ cell: Int, _ number: UInt32) -> UInt64 {
    if isBlind[cell] { return 0 }
    var z = (UInt64(cell) << 32 | UInt64(number)) &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The place with that row; where there is none, the next number is its.
  ///
  /// - Parameter row: With plain numbers.
  func find(_ row: [UInt32], _ hash: UInt64, _ numbers: CellTable) -> Int {
    let mask = table.count - 1
    var position = Int(truncatingIfNeeded: hash) & mask
    while true {
      let place = Int(table[position])
      if place < 0 { return count }
      if hashes[place] == hash, isSame(place, row, numbers) { return place }
      position = (position + 1) & mask
    }
  }

  private func isSame(_ place: Int, _ row: [UInt32], _ numbers: CellTable) -> Bool {
    let first = place * layout.width
    for cell in 0..<layout.width where row[cell] != cells[first + cell] {
      if !isBlind[cell], numbers.plain(row[cell]) != numbers.plain(cells[first + cell]) { return false }
    }
    return true
  }

  mutating func append(_ row: [UInt32], _ hash: UInt64, parent: Int, move: Int32) {
    cells.append(contentsOf: row)
    hashes.append(hash)
    parents.append(Int32(parent))
    moves.append(move)
    isWholeAt.append(false)
    isStuckAt.append(false)
    firstNext.append(-1)
    endOfNext.append(-1)
    if count * 2 > table.count { grow() } else { enter(count - 1) }
  }

  private mutating func grow() {
    table = Array(repeating: -1, count: table.count * 2)
    for place in indices { enter(place) }
  }

  private mutating func enter(_ place: Int) {
    let mask = table.count - 1
    var position = Int(truncatingIfNeeded: hashes[place]) & mask
    while table[position] >= 0 { position = (position + 1) & mask }
    table[position] = Int32(place)
  }

  func isExpanded(_ place: Int) -> Bool { firstNext[place] >= 0 }

  /// Begins with the places that follow one.
  mutating func expand(_ place: Int, isWhole: Bool, isStuck: Bool) {
    (firstNext[place], endOfNext[place]) = (Int32(following.count), Int32(following.count))
    current = place
    expanded += 1
    isWholeAt[place] = isWhole
    isStuckAt[place] = isStuck
  }

  /// Places that are expanded already are led on from: what follows them is no more noted.
  mutating func retry() { current = -1 }

  mutating func leaveOpen(_ place: Int) { isWholeAt[place] = false }

  /// Notes that a call leads on from the place that is expanded.
  mutating func lead(to place: Int) {
    guard current >= 0 else { return }
    if endOfNext[current] > firstNext[current], following.last == Int32(place) { return }
    following.append(Int32(place))
    endOfNext[current] = Int32(following.count)
  }
}
