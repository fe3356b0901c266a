import Foundation
import Testing

@testable import FSMGenerated

/// Swift's own types pass through.
struct ShelfTests {
  struct Answers: Shelf.Functions {
    func best(_ books: [String]) -> String? { books.max() }
  }

  @Test func opaqueValuesChangeInPlace() throws {
    var machine = Shelf.start(books: [], opened: nil, using: Answers()).machine
    _ = try machine.handle(.put("b", at: Date(timeIntervalSince1970: 5)), using: Answers())
    #expect(machine.books == ["b"])
    #expect(machine.opened == Date(timeIntervalSince1970: 5))
    let effects = try machine.handle(.put("a", at: .now), using: Answers())
    guard case .show(["b", "a"])? = effects.first else { return #expect(Bool(false), "\(effects)") }
    #expect(machine.bag == [2])
    let taken = try machine.handle(.take, using: Answers())
    guard case .announce("B")? = taken.first else { return #expect(Bool(false), "\(taken)") }
    _ = try machine.handle(.clear, using: Answers())
    #expect(machine.books == ["b"])
    #expect(machine.bag.isEmpty)
    #expect(machine.isIn(.closed))
  }
}
