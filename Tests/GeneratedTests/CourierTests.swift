import Testing

@testable import FSMGenerated

/// Delayed sends: timers that no state owns; and advances that fail.
struct CourierTests {
  private func machine(after events: Courier.Event...) throws -> Courier {
    var machine = try Courier.start().machine
    for event in events { _ = try machine.handle(event) }
    return machine
  }

  @Test func sendsFireInOrderOfDueTimeThenOfSending() throws {
    var machine = try machine(after: .order(n: 1))
    _ = try machine.advance(by: .seconds(1))
    _ = try machine.handle(.order(n: 2))
    _ = try machine.handle(.order(n: 0))
    #expect(machine.nextDeadline == .seconds(1))
    #expect(try machine.advance(by: .seconds(1)) == [.deliver(1)])
    #expect(try machine.advance(by: .seconds(1)) == [.deliver(2), .deliver(0)])
    #expect(machine.stock == 2)
  }

  @Test func aSendOutlivesTheStateItCameFrom() throws {
    // The parcel was sent before `shut` was entered, and both fall due together: it comes first and waits.
    var machine = try machine(after: .order(n: 1), .close)
    #expect(try machine.advance(by: .seconds(2)) == [.log("opening"), .deliver(1)])
  }

  @Test func whatWasArmedFirstFiresFirst() throws {
    // The timer of `open` was armed eight seconds before the parcel.
    var machine = try machine()
    _ = try machine.advance(by: .seconds(8))
    _ = try machine.handle(.order(n: 1))
    #expect(try machine.advance(by: .seconds(2)) == [.log("closing")])
    #expect(machine.state == .shut)
    #expect(try machine.advance(by: .seconds(2)) == [.log("opening"), .deliver(1)])
  }

  @Test func cancelWithdrawsDelayedSendsOfTheEventAlone() throws {
    var machine = try machine(after: .both, .order(n: 1), .recall)
    #expect(machine.stock == 3)
    #expect(try machine.advance(by: .seconds(5)) == [.log("bell")])
    #expect(machine.stock == 3)
  }

  @Test func aDelayOfZeroWaitsForTheNextAdvance() throws {
    var machine = try Courier.start().machine
    #expect(try machine.handle(.both) == [.deliver(2)])
    #expect(machine.nextDeadline == .zero)
    #expect(try machine.advance(by: .zero) == [.deliver(1)])
  }

  @Test func anAdvanceThatFailsIsUndoneWhole() throws {
    var machine = try machine(after: .order(n: 3), .order(n: 4))
    let before = machine
    var recorder = Courier.Recorder()
    #expect(throws: Courier.Rejection(state: .open, event: nil, reason: .outOfRange(.stock))) {
      try machine.advance(by: .seconds(3), performing: &recorder)
    }
    #expect(recorder.effects.isEmpty)
    #expect(machine == before)
    #expect(machine.nextDeadline == .seconds(2))
  }

  @Test func aStepThatFailsKeepsWhatWasDeferred() throws {
    var machine = try machine(after: .close, .parcel(n: 9))
    let before = machine
    #expect(throws: Courier.Rejection(state: .shut, event: nil, reason: .outOfRange(.stock))) { try machine.advance(by: .seconds(2)) }
    #expect(machine == before)
  }

  @Test func noDelayAtAllForEverIsEndless() throws {
    var machine = try machine(after: .run(every: .seconds(-1)))
    let before = machine
    #expect(throws: Courier.Rejection(state: .running, event: nil, reason: .endless)) { try machine.advance(by: .zero) }
    #expect(machine == before)
    _ = try machine.handle(.close)
    #expect(try machine.advance(by: .seconds(2)) == [.log("opening")])
  }

  @Test func microstepsAreCountedAnewWithEachMoment() throws {
    var machine = try machine(after: .run(every: .nanoseconds(1)))
    #expect(try machine.advance(by: .nanoseconds(1_000_500)) == [])
    #expect(machine.nextDeadline == .nanoseconds(1))
  }

  @Test func oneLongAdvanceEqualsManyShortOnes() throws {
    var long = try machine(after: .order(n: 1), .both, .close, .order(n: 0))
    var short = long
    let effects = try long.advance(by: .seconds(30))
    #expect(!effects.isEmpty)
    var collected: [Courier.Effect] = []
    for _ in 0..<60 { collected += try short.advance(by: .milliseconds(500)) }
    #expect(collected == effects)
    #expect(short == long)
  }
}
