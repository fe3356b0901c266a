import Testing

@testable import FSMGenerated

/// Coming back to where a state was left: the child alone, or all that was inside, data included.
struct DeskTests {
  private func log(_ effects: [Desk.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .log(let text): text
      }
    }
  }

  private func machine(_ events: Desk.Event...) throws -> Desk {
    var machine = Desk.start().machine
    for event in events { _ = try machine.handle(event) }
    return machine
  }

  @Test func beforeAnyVisitAHistoryGivesItsDefaultEffectsAfterTheParentsEntry() throws {
    var machine = try machine()
    #expect(log(try machine.handle(.back)) == ["+work", "nothing yet", "+reading 1"])
  }

  @Test func withoutADefaultOfItsOwnItGivesTheParentsInitial() throws {
    var machine = try machine()
    #expect(log(try machine.handle(.deepBack)) == ["+work", "+reading 1"])
  }

  @Test func dataComeBackAsExitEffectsLeftThem() throws {
    var machine = try machine(.deepBack, .next, .away)
    #expect(log(try machine.handle(.back)) == ["+work", "+reading 12"])
    #expect(machine.state == .work(.reading(page: 12), visits: 0))
  }

  @Test func shallowRemembersTheChildAndEntersItByDefault() throws {
    var machine = try machine(.deepBack, .down, .down, .away)
    #expect(log(try machine.handle(.back)) == ["+work", "+notes", "+list"])
    #expect(machine.state == .work(.notes(.list), visits: 0))
  }

  @Test func deepRemembersAllInsideAndRunsItsEntries() throws {
    var machine = try machine(.deepBack, .down, .down, .edit(text: "mine"), .away)
    #expect(log(try machine.handle(.deepBack)) == ["+work", "+notes", "+note mine!"])
    #expect(machine.state == .work(.notes(.note(text: "mine!")), visits: 0))
  }

  @Test func aCompositesReactionToItsOwnHistoryComesBackToWhereItWas() throws {
    var machine = try machine(.deepBack, .next)
    #expect(log(try machine.handle(.own)) == ["-reading", "own", "+reading 12"])
  }

  @Test func leavingThroughAnOuterReactionIsRememberedToo() throws {
    var machine = try machine(.next, .down, .reset)
    #expect(machine.state == .lobby)
    _ = try machine.handle(.next)
    #expect(machine.state == .draft(.blank))
    _ = try machine.handle(.down)
    // The reaction of `draft` itself: recorded, then entered.
    _ = try machine.handle(.next)
    #expect(machine.state == .draft(.inked))
  }
}

/// The same where regions are.
struct StudioTests {
  private func log(_ effects: [Studio.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .log(let text): text
      }
    }
  }

  private func machine(_ events: Studio.Event...) throws -> Studio {
    var machine = Studio.start().machine
    for event in events { _ = try machine.handle(event) }
    return machine
  }

  @Test func aParallelStatesDefaultNamesAPlaceInEachRegion() throws {
    var machine = try machine()
    #expect(log(try machine.handle(.again)) == ["all new", "+tape 1", "+desk", "+loud"])
    #expect(machine.state == .session(.init(tape: .idle, desk: .loud, tapeTrack: 1)))
  }

  @Test func allRegionsComeBackWithTheirData() throws {
    var machine = try machine(.open, .record, .pick, .louder, .close)
    #expect(log(try machine.handle(.again)) == ["+tape 2", "+rolling 5", "+desk", "+loud"])
    #expect(machine.state == .session(.init(tape: .rolling(length: 5), desk: .loud, tapeTrack: 2)))
  }

  @Test func oneRegionComesBackAndTheOtherGoesWhereItIsSent() throws {
    var machine = try machine(.open, .record, .pick, .louder, .close)
    // The region's own data are set anew: its history remembers what is inside it.
    #expect(log(try machine.handle(.both)) == ["+tape 1", "+rolling 5", "+desk", "+muted"])
  }

  @Test func aParallelStatesReactionToItsOwnHistory() throws {
    var machine = try machine(.open, .record, .louder)
    #expect(log(try machine.handle(.rewind)) == ["rewind", "+tape 1", "+rolling 5", "+desk", "+loud"])
    #expect(log(try machine.handle(.close)) == ["-session"])
  }
}
