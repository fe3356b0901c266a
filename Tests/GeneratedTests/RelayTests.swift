import Testing

@testable import FSMGenerated

/// Settling: every enabled `always`, then raised events in order, then rest.
struct RelayTests {
  @Test func alwaysComesBeforeRaisedEvents() throws {
    var machine = Relay.start().machine
    // idle: go, raises ping and pong; ready raises lost, its `always` leaves it before any of them is taken.
    // steady takes ping; pong leads back to idle; lost finds nobody and is dropped.
    #expect(try machine.handle(.go) == [.log("go"), .log("ready"), .log("always"), .log("ping"), .number(1), .log("pong")])
    #expect(machine.state == .idle)
  }

  @Test func aHundredThousandRaisedEventsInARow() throws {
    var machine = Relay.start().machine
    #expect(try machine.handle(.burst(n: 100_000)) == [.log("done")])
    #expect(machine.state == .idle)
    #expect(machine.count == 1)
  }

  /// The event itself and so many raised ones; those that nothing takes are no microsteps.
  @Test func aMillionMicrostepsAndNoMore() throws {
    var machine = Relay.start().machine
    #expect(try machine.handle(.burst(n: 999_999)) == [.log("done")])
    #expect(throws: Relay.Rejection(state: .idle, event: .burst(n: 1_000_000), reason: .endless)) {
      try machine.handle(.burst(n: 1_000_000))
    }
  }

  @Test func privateEventsAreNotPublic() {
    #expect(Relay.EventName.allCases == [.go, .burst, .stop])
  }
}
