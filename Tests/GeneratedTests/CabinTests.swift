import Testing

@testable import FSMGenerated

/// Reactions of a state whose inner states have none.
struct CabinTests {
  @Test func whatIsInsideIsLeft() throws {
    var machine = Cabin.start()
    try machine.handle(.knock)
    #expect(machine.opened == 1)
    try machine.handle(.leave)
    #expect(machine.opened == 2)
    #expect(machine.state == .outdoors)
  }
}
