import Testing

@testable import FSMGenerated

/// Activities and a timer in regions.
struct DepotTests {
  private func machine(_ events: Depot.Event...) throws -> Depot {
    var machine = Depot.start()
    for event in events { _ = try machine.machine.handle(event) }
    return machine.machine
  }

  @Test func bothStartWhenTheCallHasSettled() throws {
    var machine = try machine()
    #expect(
      try machine.handle(.begin) == [
        .startBusyLeftLoadingFetch("left", run: 1), .startBusyRightLoadingFetch("right 2", run: 1),
      ])
  }

  @Test func completionsReachTheirOwnRegionAndCompleteTheWhole() throws {
    var machine = try machine(.begin)
    #expect(try machine.handle(.busyRightLoadingFetchDone(4, run: 1)) == [])
    #expect(machine.total == 4)
    #expect(machine.state == .busy(.init(left: .loading, right: .ready, rightShare: 2)))
    #expect(try machine.handle(.busyLeftLoadingFetchDone(3, run: 1)) == [.log("both")])
    #expect(machine.state == .idle)
  }

  @Test func aLateCompletionIsDropped() throws {
    var machine = try machine(.begin, .skip)
    #expect(try machine.handle(.busyLeftLoadingFetchDone(3, run: 1)) == [])
    #expect(machine.total == 0)
  }

  @Test func leavingCancelsWhatRunsLastRegionFirst() throws {
    var machine = try machine(.begin)
    #expect(try machine.handle(.halt) == [.cancelBusyRightLoadingFetch(run: 1), .cancelBusyLeftLoadingFetch(run: 1)])
    #expect(machine.nextDeadline == nil)
  }

  @Test func aTimerInARegionFires() throws {
    var machine = try machine(.begin)
    #expect(machine.advance(by: .seconds(5)) == [.cancelBusyRightLoadingFetch(run: 1), .log("slow")])
    #expect(machine.state == .busy(.init(left: .loading, right: .ready, rightShare: 2)))
  }
}
