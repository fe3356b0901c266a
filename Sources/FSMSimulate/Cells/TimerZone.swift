/// Timers that wait, in the order they were armed, and everything that can be true of how long: the time that passes between calls is
/// anything at all, so that what counts is in which order they can still fall due.
///
/// A difference-bound matrix: for every two of the times left, and each of them and zero, the most by which the one exceeds the other.
/// Sources: D. L. Dill, "Timing assumptions and verification of finite-state concurrent systems", 1989; R. Alur and D. L. Dill, "A theory
/// of timed automata", Theoretical Computer Science 126 (1994). Times left are clocks that run backwards from known values, so that no
/// bound is ever exceeded and there are finitely many matrices.
struct TimerZone {
  /// The most that a difference can be, or what it stays below.
  struct Bound: Comparable {
    /// In attoseconds.
    var most: Int128
    var isStrict: Bool

    static func < (a: Bound, b: Bound) -> Bool { a.most < b.most || a.most == b.most && a.isStrict && !b.isStrict }
    static func + (a: Bound, b: Bound) -> Bound { Bound(most: a.most + b.most, isStrict: a.isStrict || b.isStrict) }
    static let zero = Bound(most: 0, isStrict: false)
  }

  private(set) var kinds: [Timers.Kind] = []
  /// How much a time exceeds another, row less column, row by row; number 0 is zero, the timers' numbers are one more than their places.
  /// Nil where there are too many timers: then `left` is all that is considered.
  private(set) var bounds: [Bound]?
  /// Times left for which all that is true.
  private(set) var left: [Duration] = []

  /// Most timers of which all orders are considered.
  static let most = 5
  /// Beyond, sums might not fit.
  private static let longest: Int128 = 1 << 120

  init() { bounds = [.zero] }

  private var size: Int { kinds.count + 1 }
  /// Whether this is all that can be true.
  var isWhole: Bool { bounds != nil }

  private static func close(_ bounds: inout [Bound], _ size: Int) {
    // Floyd and Warshall.
    for via in 0..<size {
      for row in 0..<size {
        for column in 0..<size {
          let sum = bounds[row * size + via] + bounds[via * size + column]
          if sum < bounds[row * size + column] { bounds[row * size + column] = sum }
        }
      }
    }
  }

  /// Times that satisfy closed bounds, the greatest there are where they can be reached; nil where there are none.
  private static func point(_ bounds: [Bound], _ size: Int) -> [Duration]? {
    guard (0..<size).allSatisfy({ !(bounds[$0 * size + $0] < .zero) }) else { return nil }
    var times: [Int128] = [0]
    for next in 1..<max(1, size) {
      var high = Bound(most: .max, isStrict: false)
      var low: (least: Int128, isStrict: Bool) = (.min, false)
      for (other, time) in times.enumerated() {
        let above = bounds[next * size + other]
        high = min(high, Bound(most: time + above.most, isStrict: above.isStrict))
        let below = bounds[other * size + next]
        let least = time - below.most
        if least > low.least || least == low.least && below.isStrict { low = (least, below.isStrict) }
      }
      if !high.isStrict {
        times.append(high.most)
      } else if !low.isStrict, low.least < high.most {
        times.append(low.least)
      } else {
        guard high.most - low.least >= 2 else { return nil }
        times.append(low.least + (high.most - low.least) / 2)
      }
    }
    return times.dropFirst().map { Duration(attoseconds: $0) }
  }

  /// The sets of timers that can fall due first, all of each at once.
  var firings: [[Int]] {
    guard bounds != nil else {
      guard let first = left.min() else { return [] }
      return [left.indices.filter { left[$0] == first }]
    }
    return (1..<1 << kinds.count).map { bits in kinds.indices.filter { bits >> $0 & 1 == 1 } }.filter { point(firing: $0) != nil }
  }

  /// Times left when some of the timers fall due first, and no others.
  func point(firing timers: [Int]) -> [Duration]? {
    guard bounds != nil else { return left }
    return constrained(timers).flatMap { Self.point($0, size) }
  }

  private func constrained(_ timers: [Int]) -> [Bound]? {
    guard var bounds, let first = timers.first else { return nil }
    for other in kinds.indices {
      let isDue = timers.contains(other)
      bounds[(first + 1) * size + other + 1] = min(bounds[(first + 1) * size + other + 1], Bound(most: 0, isStrict: !isDue))
      if isDue { bounds[(other + 1) * size + first + 1] = min(bounds[(other + 1) * size + first + 1], .zero) }
    }
    Self.close(&bounds, size)
    return bounds
  }

  /// What is true after a call.
  ///
  /// - Parameters:
  ///   - fired: The timers that fell due, where that was the call.
  ///   - kept: The timers that wait on, in order.
  ///   - new: What was armed, with its delay.
  func after(firing fired: [Int], keeping kept: [Int], arming new: [(kind: Timers.Kind, left: Duration)], at now: [Duration]) -> TimerZone {
    var zone = TimerZone()
    zone.kinds = kept.map { kinds[$0] } + new.map(\.kind)
    zone.left = now
    // Where everything is new, everything is known.
    let before = kept.isEmpty ? [.zero] : fired.isEmpty ? bounds : constrained(fired)
    guard zone.kinds.count <= Self.most, now.allSatisfy({ $0.attoseconds < Self.longest }), var old = before else {
      zone.bounds = nil
      return zone
    }
    let size = kept.isEmpty ? 1 : size
    if !kept.isEmpty, let first = fired.first {
      // What falls due is the new zero.
      for column in 0..<size { (old[column], old[(first + 1) * size + column]) = (old[(first + 1) * size + column], old[column]) }
      for row in 0..<size { (old[row * size], old[row * size + first + 1]) = (old[row * size + first + 1], old[row * size]) }
    }
    zone.bounds = Self.bounds(old, size, kept: kept, new: new.map(\.left.attoseconds))
    zone.left = zone.bounds.flatMap { Self.point($0, zone.size) } ?? now
    return zone
  }

  private static func bounds(_ old: [Bound], _ size: Int, kept: [Int], new: [Int128]) -> [Bound] {
    let from = [0] + kept.map { $0 + 1 }
    let count = from.count + new.count
    // A new timer is as far from anything as zero is, but for its delay.
    func source(_ index: Int) -> (row: Int, delay: Int128) { index < from.count ? (from[index], 0) : (0, new[index - from.count]) }
    var bounds: [Bound] = []
    for row in 0..<count {
      for column in 0..<count {
        let ((a, more), (b, less)) = (source(row), source(column))
        bounds.append(row == column ? .zero : old[a * size + b] + Bound(most: more - less, isStrict: false))
      }
    }
    // Time passes until something falls due; what is due at once keeps it from passing.
    if !new.contains(0) { for column in 1..<max(1, count) { bounds[column] = max(bounds[column], Bound(most: 0, isStrict: true)) } }
    close(&bounds, count)
    return bounds
  }
}
