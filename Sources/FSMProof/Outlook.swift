import FSMModel
import FSMSimulate

/// What can still come, from each place that was explored.
struct Outlook {
  private let explorer: Explorer
  private let before: [[Int32]]

  init(_ explorer: Explorer) {
    self.explorer = explorer
    var before: [[Int32]] = Array(repeating: [], count: explorer.places.count)
    for place in explorer.places.indices { for next in explorer.places.next(place) { before[Int(next)].append(Int32(place)) } }
    self.before = before
  }

  /// The places from which one that is wanted certainly cannot be reached any more, in the order found: everything that can happen there,
  /// and after it, was tried.
  func lost(wanting isWanted: (Int) -> Bool) -> [Int] {
    let places = explorer.places
    var hopeful = places.indices.map { isWanted($0) || !places.isWhole($0) && !places.hasEnded($0) }
    var open = hopeful.indices.filter { hopeful[$0] }
    while let next = open.popLast() {
      for place in before[next].map({ Int($0) }) where !hopeful[place] {
        hopeful[place] = true
        open.append(place)
      }
    }
    return hopeful.indices.filter { !hopeful[$0] }
  }

  /// The places after one, itself included.
  func after(_ place: Int) -> Set<Int> {
    var found: Set<Int> = [place]
    var open = [place]
    while let next = open.popLast() {
      for other in explorer.places.next(next).map({ Int($0) }) where found.insert(other).inserted { open.append(other) }
    }
    return found
  }
}
