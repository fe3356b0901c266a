import Testing

@testable import FSMGenerated

/// Timers, sent events and activities in one machine whose steps can fail, and whose own names are theirs.
struct MillTests {
  private struct Pauses: Mill.Functions {
    func pause(_ n: Int) -> Duration { .seconds(n) }
  }

  private func started() throws -> Mill { try Mill.start(using: Pauses()).machine }

  @Test func theChartsOwnNamesStay() throws {
    var machine = try started()
    #expect(machine.nextDeadline == .zero)
    #expect(try machine.advance(by: .zero, using: Pauses()) == [.show(0)])
    #expect(try machine.handle(.begin(timers: 2, runs: 5), using: Pauses()) == [.startGrind_(7, stopGrind: 5, run: 1)])
    #expect(machine.timers == 2)
    #expect(machine.runs == 5)
    #expect(machine.complete)
    // The event of that name is the chart's; the completion got another.
    #expect(try machine.handle(.grindDone, using: Pauses()) == [])
    #expect(try machine.advance(by: .seconds(1), using: Pauses()) == [.show(8)])
    #expect(try machine.advance(by: .seconds(6), using: Pauses()) == [.show(7)])
  }

  @Test func aCompletionWhoseStepFailsLeavesItsRunGoing() throws {
    var machine = try started()
    _ = try machine.handle(.begin(timers: 2, runs: 5), using: Pauses())
    let before = machine
    #expect(throws: Mill.Rejection(state: .on(deferred: 7), event: .grindDone_(run: 1), reason: .outOfRange(.timers))) {
      try machine.handle(.grindDone_(run: 1), using: Pauses())
    }
    #expect(machine == before)
    #expect(machine.canHandle(.grindDone_(run: 1), using: Pauses()))
    #expect(try machine.handle(.halt, using: Pauses()) == [.cancelGrind(run: 1)])
  }

  @Test func sentAndDelayedEventsOfOneStep() throws {
    var machine = try started()
    _ = try machine.handle(.begin(timers: 1, runs: 0), using: Pauses())
    #expect(try machine.handle(.advance, using: Pauses()) == [.cancelGrind(run: 1)])
    #expect(machine.state == .off)
    // `fill` was armed before the pause of `off`; both fall due after a second.
    #expect(try machine.advance(by: .seconds(1), using: Pauses()) == [.show(2)])
    #expect(machine.timers == 2)
  }
}
