import Testing

@testable import FSMGenerated

/// Regions side by side: who reacts, who is left, in which order.
struct DuetTests {
  private func log(_ effects: [Duet.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .log(let text): text
      }
    }
  }

  private func machine(_ events: Duet.Event...) throws -> Duet {
    var machine = Duet.start().machine
    for event in events { _ = try machine.handle(event) }
    return machine
  }

  @Test func aParallelStateEntersAllItsRegionsInDocumentOrder() throws {
    var machine = try machine()
    #expect(log(try machine.handle(.power)) == ["-off", "+on", "+audio", "+loud", "+video", "+shown"])
    #expect(machine.state == .on(.init(audio: .loud, video: .shown)))
    #expect(machine.isIn(.onAudio) && machine.isIn(.onVideo))
  }

  @Test func regionsAreLeftInReverseOrder() throws {
    var machine = try machine(.power)
    #expect(log(try machine.handle(.power)) == ["-shown", "-video", "-loud", "-audio", "-on", "+off"])
  }

  @Test func aReactionInsideARegionLeavesTheOtherAlone() throws {
    var machine = try machine(.power)
    #expect(log(try machine.handle(.hide)) == ["-shown", "hide", "+hidden"])
    #expect(machine.state == .on(.init(audio: .loud, video: .hidden)))
  }

  @Test func whereOneRegionReactsTheOtherStillAsksTheOuterState() throws {
    // `loud` takes the event; the walk from `shown` meets the reaction of `on`, which leaves nothing and so conflicts with nothing.
    var machine = try machine(.power)
    #expect(log(try machine.handle(.mute)) == ["-loud", "mute", "on mute", "+muted"])
    #expect(machine.state == .on(.init(audio: .muted, video: .shown)))
  }

  @Test func bothRegionsReactTogetherExitsFirstThenEffectsThenEntries() throws {
    var machine = try machine(.power)
    #expect(log(try machine.handle(.both)) == ["-shown", "-loud", "audio both", "hide", "+muted", "+hidden"])
  }

  @Test func severalTargetsNameAPlaceInEachRegion() throws {
    var machine = try machine()
    #expect(log(try machine.handle(.swap)) == ["-off", "+on", "+audio", "+muted", "+video", "+hidden"])
  }

  @Test func regionsThatNoTargetNamesAreEnteredByDefault() throws {
    var machine = try machine()
    #expect(log(try machine.handle(.rise)) == ["-off", "rise", "+on", "+audio", "+muted", "+video", "+shown"])
  }

  @Test func aParallelSourceStaysAndTheRegionsWithTargetsAreEnteredAgain() throws {
    var machine = try machine(.power)
    #expect(
      log(try machine.handle(.restart)) == [
        "-shown", "-video", "-loud", "-audio", "restart", "+audio", "+muted", "+video", "+hidden",
      ])
  }

  @Test func ofTwoThatLeaveTheSameTheFirstRegionWins() throws {
    // `loud` leaves all of `on`; `shown` would leave itself only.
    var machine = try machine(.power)
    #expect(log(try machine.handle(.leave)) == ["-shown", "-video", "-loud", "-audio", "-on", "leave", "+off"])
  }

  @Test func ofTwoThatLeaveTheSameTheFirstRegionWinsTheOtherWayRound() throws {
    // `loud` leaves itself only, and comes first: `shown`, which would leave all of `on`, does not get through.
    var machine = try machine(.power)
    #expect(log(try machine.handle(.clash)) == ["-loud", "+muted"])
    #expect(machine.state == .on(.init(audio: .muted, video: .shown)))
  }

  @Test func anOuterReactionCountsOnceWhereARegionLetsTheEventPass() throws {
    // `loud` has nothing to say, so `on` reacts at that place; `shown` reacts itself. Both are internal.
    var machine = try machine(.power)
    #expect(log(try machine.handle(.note)) == ["on notes", "video notes"])
    #expect(machine.notes == 1)
  }

  @Test func guardsSeeTheOtherRegion() throws {
    var machine = try machine(.power, .hide)
    #expect(throws: Duet.Rejection.self) { try machine.handle(.show) }
    _ = try machine.handle(.mute)
    #expect(log(try machine.handle(.show)) == ["-hidden", "+shown"])
  }

  @Test func acceptedEventsAreThoseOfAllRegionsOnce() throws {
    let machine = try machine(.power, .hide)
    #expect(machine.acceptedEvents == [.power, .mute, .show, .both, .restart, .leave, .note, .clash])
  }
}
