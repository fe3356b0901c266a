import Testing

@testable import FSMGenerated

/// Choices see what was assigned and entered on the way.
struct LadderTests {
  @Test func aChoiceSeesTheAssignmentsOfTheTransitionThatReachesIt() throws {
    var machine = Ladder.start().machine
    #expect(try machine.handle(.climb(by: 5)) == [.log("+tower")])
    #expect(machine.state == .tower(.bottom, mark: 100))
    #expect(try machine.handle(.climb(by: 7)) == [.log("middle 12 of 12"), .log("+landing 12")])
    #expect(machine.state == .tower(.landing(since: 12), mark: 12))
  }

  @Test func leavingThroughAChoiceRunsExitsOnce() throws {
    var machine = Ladder.start().machine
    #expect(try machine.handle(.climb(by: 101)) == [.log("+tower"), .log("-tower"), .log("too high")])
    #expect(machine.state == .ground)
  }

  @Test func aChoiceBehindAChoice() throws {
    var machine = Ladder.start().machine
    #expect(try machine.handle(.climb(by: 60)) == [.log("+tower"), .log("top"), .log("+top")])
    #expect(machine.state == .tower(.top, mark: 60))
  }

  @Test func dataOfTheCompositeAreChangedOnTheWay() throws {
    var machine = Ladder.start().machine
    _ = try machine.handle(.climb(by: 20))
    #expect(machine.state == .tower(.landing(since: 20), mark: 20))
    // height 23 > mark 21: too high, out.
    #expect(try machine.handle(.climb(by: 3)) == [.log("-tower"), .log("too high")])
    #expect(machine.state == .ground)
  }
}
