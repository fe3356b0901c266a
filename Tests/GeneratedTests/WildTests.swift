import Testing

@testable import FSMGenerated

/// Fallbacks: inner before outer, named before `*`, `ignore` before outer.
struct WildTests {
  private func machine(strict: Bool = false, _ events: Wild.Event...) throws -> Wild {
    var machine = Wild.start().machine
    if strict { _ = try machine.handle(.toggle) }
    for event in events { _ = try machine.handle(event) }
    return machine
  }

  @Test func aWildcardTakesWhatIsNotNamed() throws {
    var machine = try machine(.a)
    #expect(machine.state == .away)
    #expect(try machine.handle(.b) == [.note("away *")])
    #expect(try machine.handle(.toggle) == [.note("away *")])
    #expect(!machine.strict)
  }

  @Test func aWildcardIsTriedWhenTheGuardsOfNamedReactionsFail() throws {
    var machine = try machine(.a)
    #expect(try machine.handle(.a) == [.note("away *")])
    #expect(machine.state == .away)
  }

  @Test func aWildcardWhoseGuardFailsLeavesTheEventToOuterStates() throws {
    var machine = try machine()
    #expect(try machine.handle(.d) == [.note("machine d")])
    #expect(throws: Wild.Rejection(state: .home, event: .b, reason: .guardsFailed)) { try machine.handle(.b) }
    #expect(try machine.handle(.toggle) == [])
    #expect(machine.strict)
    #expect(try machine.handle(.d) == [.note("home *")])
    #expect(try machine.handle(.b) == [.note("home *")])
  }

  @Test func reactionsListedAtTheEventCountInEachSource() throws {
    var machine = try machine()
    #expect(try machine.handle(.jump) == [.note("easy")])
    #expect(machine.state == .away)
    machine = try self.machine(strict: true)
    #expect(try machine.handle(.jump) == [.note("strict")])
    #expect(machine.state == .inner(.second))
  }

  @Test func ignoreHidesWhatOuterStatesDo() throws {
    var machine = try machine(strict: true, .jump, .reset, .jump)
    #expect(machine.state == .inner(.second))
    #expect(try machine.handle(.a) == [])
    #expect(machine.state == .inner(.second))
    #expect(try machine.handle(.reset) == [])
    // `second` ignores everything, `reset` of the machine included.
    #expect(machine.state == .inner(.second))
  }

  @Test func whatIsIgnoredIsNotAcceptedButCanBeHandled() throws {
    let machine = try machine(strict: true, .jump)
    #expect(machine.acceptedEvents == [])
    #expect(machine.canHandle(.b))
  }
}
