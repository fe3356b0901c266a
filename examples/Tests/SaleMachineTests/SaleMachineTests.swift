import Testing

@testable import SaleMachine

struct SaleMachineTests {
  @Test func anEmptyMachineStartsSoldOut() throws {
    let (machine, effects) = try SaleMachine.start(stock: 0)
    #expect(machine.state == .soldOut)
    #expect(effects == [.show("sold out")])
  }

  @Test func aBottleForThree() throws {
    var (machine, effects) = try SaleMachine.start(stock: 5)
    #expect(effects == [.show("insert coins")])
    effects = try machine.handle(.insertCoin(value: 2))
    #expect(effects == [.show("credit 2")])
    effects = try machine.handle(.pressButton)
    #expect(effects == [.show("1 to pay")])
    effects = try machine.handle(.insertCoin(value: 2))
    #expect(effects == [.show("credit 4")])
    effects = try machine.handle(.pressButton)
    #expect(effects == [.dropBottle, .show("credit 1")])
    #expect(machine.state == .selling(.paying) && machine.stock == 4 && machine.credit == 1)
    effects = try machine.handle(.eject)
    #expect(effects == [.returnCoins(amount: 1), .show("insert coins")])
    #expect(machine.credit == 0)
  }

  @Test func theLastBottleSellsOut() throws {
    var machine = try SaleMachine.start(stock: 1).machine
    _ = try machine.handle(.insertCoin(value: 5))
    #expect(try machine.handle(.pressButton) == [.dropBottle, .show("sold out"), .returnCoins(amount: 2)])
    #expect(machine.state == .soldOut && machine.stock == 0)
    #expect(try machine.handle(.insertCoin(value: 1)) == [])
    #expect(try machine.handle(.refill(bottles: 3)) == [.show("insert coins")])
    #expect(machine.state == .selling(.waiting))
  }

  @Test(arguments: [0, -1, 16]) func aRefillMustFit(bottles: Int) throws {
    var machine = try SaleMachine.start(stock: 5).machine
    let before = machine
    let error = #expect(throws: SaleMachine.Rejection.self) { try machine.handle(.refill(bottles: bottles)) }
    #expect(error?.reason == .guardsFailed)
    #expect(machine == before)
  }
}
