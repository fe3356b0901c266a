import Testing

@testable import FSMGenerated

/// Choices, `always`, variables, start parameters.
struct VendingTests {
  @Test func theFirstChoiceSeesWhatTheCallerPassed() {
    let (machine, effects) = Vending.start(stock: 2)
    #expect(machine.state == .idle)
    #expect(effects == [.show("insert a coin")])
    let none = Vending.start(stock: 0)
    #expect(none.machine.state == .empty)
    #expect(none.effects.isEmpty)
  }

  @Test func aSaleDropsTheProductAndGivesTheRestBack() throws {
    var machine = Vending.start(stock: 2).machine
    #expect(try machine.handle(.coin(value: 2)) == [])
    #expect(machine.credit == 2)
    #expect(try machine.handle(.press) == [.show("more, please")])
    #expect(try machine.handle(.coin(value: 3)) == [])
    #expect(try machine.handle(.press) == [.drop, .giveBack(amount: 2), .show("insert a coin")])
    #expect(machine.state == .idle)
    #expect(machine.credit == 0)
    #expect(machine.stock == 1)
  }

  @Test func anAlwaysBranchIsChosenInOrder() throws {
    var machine = Vending.start(stock: 3).machine
    _ = try machine.handle(.coin(value: 7))
    #expect(try machine.handle(.press) == [.drop])
    #expect(machine.state == .paid)
    #expect(try machine.handle(.press) == [.drop, .giveBack(amount: 1), .show("insert a coin")])
  }

  @Test func theLastProductEmptiesTheMachine() throws {
    var machine = Vending.start(stock: 1).machine
    _ = try machine.handle(.coin(value: 3))
    #expect(try machine.handle(.press) == [.drop])
    #expect(machine.state == .empty)
  }

  @Test func whatIsIgnoredIsNotRejected() throws {
    var machine = Vending.start(stock: 0).machine
    #expect(machine.canHandle(.press))
    #expect(try machine.handle(.press) == [])
    var recorder = Vending.Recorder()
    #expect(machine.offer(.press, performing: &recorder) == .ignored)
    #expect(machine.acceptedEvents == [])
  }
}
