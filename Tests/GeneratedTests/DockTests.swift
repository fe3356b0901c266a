import Testing

@testable import FSMGenerated

/// Deferral: what a state keeps for a later one.
struct DockTests {
  private func machine(after events: Dock.Event...) throws -> Dock {
    var machine = Dock.start().machine
    for event in events { _ = try machine.handle(event) }
    return machine
  }

  @Test func aDeferredEventIsKeptAcrossStatesAndTakenOnce() throws {
    var machine = Dock.start().machine
    #expect(machine.offerQuietly(.load(n: 1)) == .deferred)
    #expect(machine.state == .away)
    #expect(try machine.handle(.arrive) == [])
    #expect(try machine.handle(.arrive) == [.put(1)])
    #expect(machine.state == .full)
    #expect(try machine.handle(.unload) == [.log("unloaded")])
  }

  @Test func eachStepRecallsTheOldestThatIsTaken() throws {
    var machine = try machine(after: .load(n: 1), .load(n: 2), .load(n: 3), .arrive)
    // The second and third wait in `full`.
    #expect(try machine.handle(.arrive) == [.put(1)])
    #expect(try machine.handle(.unload) == [.log("unloaded"), .put(2)])
    #expect(try machine.handle(.unload) == [.log("unloaded"), .put(3)])
    #expect(try machine.handle(.unload) == [.log("unloaded")])
  }

  @Test func whatNoLongerIsDeferredAndNotTakenIsDropped() throws {
    // `landing` neither takes nor defers the ping.
    var machine = try machine(after: .ping, .arrive)
    #expect(try machine.handle(.arrive) == [])
    #expect(machine == (try self.machine(after: .arrive, .arrive)))
  }

  @Test func whatIsIgnoredIsDroppedToo() throws {
    var machine = try machine(after: .arrive, .storm, .ping, .calm)
    _ = try machine.handle(.calm)
    #expect(machine.state == .harbour(.open))
    // The ping was dropped in `open`, so nothing is left of it.
    #expect(machine == (try self.machine(after: .arrive, .storm, .calm, .calm)))
  }

  @Test func aRaisedEventIsDeferredLikeAnyOther() throws {
    var machine = try machine(after: .arrive)
    #expect(try machine.handle(.storm) == [.log("storm")])
    #expect(try machine.handle(.calm) == [])
    #expect(try machine.handle(.calm) == [.log("horn")])
  }

  @Test func aGuardThatTurnsTrueThroughAnInternalReactionTakesIt() throws {
    var machine = try machine(after: .arrive, .arrive, .permit, .load(n: 4), .load(n: 5))
    #expect(machine.state == .gate)
    #expect(try machine.handle(.permit) == [.put(4), .put(5)])
    #expect(try machine.handle(.load(n: 6)) == [.put(6)])
    // A guard comes before `defer` in the same state.
    #expect(machine.offerQuietly(.load(n: 7)) == .taken)
  }

  @Test func anInnerDeferHidesAnOuterReaction() throws {
    var machine = try machine(after: .arrive, .storm, .calm)
    #expect(machine.state == .harbour(.closed))
    #expect(machine.offerQuietly(.load(n: 1)) == .deferred)
    #expect(try machine.handle(.calm) == [.log("horn"), .log("harbour takes it")])
    #expect(machine.offerQuietly(.load(n: 1)) == .taken)
  }

  @Test func deferringIsNoRejection() throws {
    var machine = Dock.start().machine
    #expect(try machine.handle(.load(n: 1)) == [])
    #expect(machine.canHandle(.load(n: 1)))
    #expect(!machine.canHandle(.unload))
    #expect(machine.acceptedEvents == [.arrive, .load, .ping])
    #expect(throws: Dock.Rejection(state: .away, event: .unload, reason: .unhandled)) { try machine.handle(.unload) }
  }

  @Test func aLongQueueIsTakenUpInOneCall() throws {
    var machine = try machine(after: .arrive, .arrive, .permit)
    for n in 0..<20_000 { #expect(machine.offerQuietly(.load(n: n)) == .deferred) }
    #expect(try machine.handle(.permit) == (0..<20_000).map { .put($0) })
  }

  @Test func sentEventsWaitBehindDeferredOnes() throws {
    var machine = Forward.start().machine
    for event in [Forward.Event.key, .close] { _ = try machine.handle(event) }
    // hall sends `back`; `close` is recalled first, then the older `key`, which leads to `busy`, where `back` finds nobody.
    #expect(try machine.handle(.leave) == [.clunk, .beep])
    #expect(machine.state == .busy)
  }

  @Test func aSentEventIsDeferredLikeAnyOther() throws {
    var machine = Forward.start().machine
    _ = try machine.handle(.close)
    #expect(try machine.handle(.leave) == [.clunk])
    #expect(machine.state == .locked)
    #expect(try machine.handle(.key) == [.beep])
    // Recalled in `busy`, `back` was dropped.
    #expect(try machine.handle(.leave) == [.hum])
  }

  @Test func theEndRunsTheMachinesOwnExitOnce() throws {
    var machine = Forward.start().machine
    _ = try machine.handle(.close)
    _ = try machine.handle(.leave)
    #expect(try machine.handle(.leave) == [.hum])
    #expect(machine.isFinished)
    #expect(throws: Forward.Rejection(state: .gone, event: .leave, reason: .finished)) { try machine.handle(.leave) }
  }
}

extension Dock {
  fileprivate mutating func offerQuietly(_ event: Event) -> Outcome {
    var recorder = Recorder()
    return offer(event, performing: &recorder)
  }
}
