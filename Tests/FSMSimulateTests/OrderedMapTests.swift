import Testing

@testable import FSMSimulate

/// The map that timers and deferred events wait in.
struct OrderedMapTests {
  /// The same as a sorted array, step by step, for many insertions and removals in an order that looks like chance.
  @Test func itIsASortedArray() {
    var map = OrderedMap<Int, String>()
    var model: [Int] = []
    var number = 1
    for step in 0..<2_000 {
      number = number &* 1_103_515_245 &+ 12_345
      let key = (number >> 16) & 0x1FF
      if model.contains(key) {
        map.remove(at: key)
        model.removeAll { $0 == key }
      } else {
        map.insert("\(key)", at: key)
        model.append(key)
        model.sort()
      }
      #expect(map.count == model.count && map.isEmpty == model.isEmpty)
      #expect(map.first?.key == model.first)
      #expect(map.next(after: 250)?.key == model.first { $0 > 250 })
      if step % 50 == 0 { #expect(map.elements.map(\.key) == model && map.elements.map(\.value) == model.map { "\($0)" }) }
    }
    #expect(model.count > 100)
  }

  @Test func copiesAreIndependent() {
    var map = OrderedMap<Int, Int>()
    for key in 0..<100 { map.insert(key, at: key) }
    let copy = map
    for key in 0..<50 { map.remove(at: key) }
    map.remove(at: 1_000)
    #expect(copy.count == 100 && copy.first?.key == 0)
    #expect(map.count == 50 && map.first?.key == 50)
  }

  /// Sorted either way, the tree stays low: its end would overflow the stack otherwise.
  @Test(arguments: [1, -1]) func longOnesComeToAnEnd(sign: Int) {
    var map = OrderedMap<Int, Int>()
    for key in 0..<50_000 { map.insert(key, at: key * sign) }
    #expect(map.count == 50_000)
    #expect(map.first?.key == min(0, 49_999 * sign))
  }
}

/// What waits for time to pass.
struct TimersTests {
  @Test func dueThenArmed() {
    var timers = Timers()
    timers.arm(.send(AssembledEventID(0), []), due: .seconds(2))
    timers.arm(.state(NodeID(1), 0), due: .seconds(1))
    timers.arm(.send(AssembledEventID(1), []), due: .seconds(1))
    timers.arm(.state(NodeID(2), 0), due: .seconds(1))
    timers.arm(.send(AssembledEventID(0), []), due: .zero)
    #expect(timers.inOrder.map(\.moment.order) == [4, 1, 2, 3, 0])
    timers.disarm(NodeID(1))
    #expect(timers.withdraw(AssembledEventID(0)) == 2 && timers.withdraw(AssembledEventID(0)) == 0)
    var orders: [Int] = []
    while let first = timers.first {
      orders.append(first.moment.order)
      timers.remove(first)
    }
    #expect(orders == [2, 3] && timers.isEmpty && timers.count == 0)
  }
}
