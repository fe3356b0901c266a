import Testing

@testable import FSMGenerated

/// A delayed event that callers send too.
struct KettleTests {
  @Test func theClockFiresIt() throws {
    var machine = Kettle.start().machine
    #expect(try machine.handle(.fill) == [])
    #expect(machine.advance(by: .milliseconds(299)) == [])
    #expect(machine.state == .full)
    #expect(machine.advance(by: .milliseconds(1)) == [.whistle])
    #expect(machine.state == .hot)
  }

  @Test func callersMayBeQuicker() throws {
    var machine = Kettle.start().machine
    #expect(try machine.handle(.fill) == [])
    #expect(try machine.handle(.boil) == [.whistle])
    #expect(try machine.handle(.pour) == [])
    // The one on its way finds an empty kettle.
    #expect(machine.advance(by: .seconds(1)) == [])
    #expect(machine.state == .empty)
  }

  @Test func itCanBeWithdrawn() throws {
    var machine = Kettle.start().machine
    #expect(try machine.handle(.fill) == [])
    #expect(try machine.handle(.pour) == [])
    #expect(machine.nextDeadline == nil)
  }
}
