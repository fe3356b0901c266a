import Testing

@testable import FSMGenerated

/// A wildcard leaves timers to those they belong to, however many there are.
struct RoundsTests {
  @Test func timersPassWildcardsBy() {
    var machine = Rounds.start().machine
    #expect(machine.handle(.step) == [.log("any")])
    #expect(machine.advance(by: .seconds(8)) == [.log("late")])
    #expect(machine.state == .day(.h9))
    #expect(machine.handle(.step) == [])
    #expect(machine.state == .day(.h1))
    #expect(machine.advance(by: .seconds(92)).filter { $0 == .log("day over") }.count == 1)
    #expect(machine.state == .night)
    #expect(machine.handle(.step) == [])
    #expect(machine.advance(by: .seconds(9)) == [])
    #expect(machine.advance(by: .seconds(1)) == [.log("morning")])
  }
}
