import Testing

@testable import FSMGenerated

/// Activities: effects that start and cancel runs, and completions that count only while their run goes on.
struct ReaderTests {
  private func machine(after events: Reader.Event...) throws -> Reader {
    var machine = Reader.start().machine
    for event in events { _ = try machine.handle(event) }
    return machine
  }

  @Test func activitiesStartOnceACallHasSettled() throws {
    var (machine, effects) = Reader.start()
    #expect(effects == [.startKeep(pages: 0, run: 1)])
    #expect(
      try machine.handle(.open(url: "a")) == [
        .show("loading"), .startLoad(url: "a", run: 1), .startFirst("a", run: 1), .startSecond("mirror of a", run: 1),
      ])
  }

  @Test func aCompletionBringsItsResultAndCancelsTheOthers() throws {
    var machine = try machine(after: .open(url: "a"))
    // The argument of `index` is evaluated when it starts.
    #expect(
      try machine.handle(.loadDone(5, run: 1)) == [
        .show("left"), .cancelFirst(run: 1), .cancelSecond(run: 1), .startIndex(pages: 5, run: 1),
      ])
    #expect(machine.state == .ready)
    #expect(try machine.handle(.indexDone(run: 1)) == [.count(5), .startLoad(url: "more", run: 2)])
  }

  @Test func aFailureIsText() throws {
    var machine = try machine(after: .open(url: "a"))
    #expect(
      try machine.handle(.loadFailed(.init("no route"), run: 1)) == [
        .show("left"), .cancelFirst(run: 1), .cancelSecond(run: 1), .show("failed: no route"),
      ])
    #expect(machine.state == .empty)
  }

  @Test func aTypedFailureKeepsItsType() throws {
    var machine = try machine(after: .open(url: "a"))
    #expect(try machine.handle(.secondFailed(.missing, run: 1)) == [.show("mirror missing")])
  }

  @Test func twoRunsOfOneActivityAreTwo() throws {
    var machine = try machine(after: .open(url: "a"))
    #expect(try machine.handle(.firstDone(true, run: 1)) == [.show("reachable")])
    // `first` is over and not cancelled any more.
    #expect(try machine.handle(.close) == [.show("left"), .cancelLoad(run: 1), .cancelSecond(run: 1)])
  }

  @Test func aCompletionOfAnEarlierRunIsDropped() throws {
    var machine = try machine(after: .open(url: "a"))
    #expect(
      try machine.handle(.again) == [
        .show("left"), .cancelLoad(run: 1), .cancelFirst(run: 1), .cancelSecond(run: 1),
        .show("loading"), .startLoad(url: "a", run: 2), .startFirst("a", run: 2), .startSecond("mirror of a", run: 2),
      ])
    let before = machine
    #expect(machine.offerQuietly(.loadDone(9, run: 1)) == .ignored)
    #expect(machine == before)
    #expect(machine.canHandle(.loadDone(9, run: 1)))
    #expect(machine.offerQuietly(.loadDone(9, run: 2)) == .taken)
    #expect(machine.pages == 9)
  }

  @Test func aRunEndsOnce() throws {
    var machine = try machine(after: .open(url: "a"), .firstDone(true, run: 1))
    #expect(try machine.handle(.firstDone(true, run: 1)) == [])
  }

  @Test func aCompletionThatNobodyTakesIsDroppedAndNoRejection() throws {
    var machine = try machine(after: .open(url: "a"))
    // A guard that is false, and an outcome that the chart does not mention.
    #expect(machine.offerQuietly(.firstDone(false, run: 1)) == .ignored)
    #expect(machine.offerQuietly(.secondDone(true, run: 1)) == .ignored)
    #expect(try machine.handle(.close) == [.show("left"), .cancelLoad(run: 1)])
  }

  @Test func whatIsLeftInTheSameCallNeverStarts() throws {
    var machine = try machine(after: .open(url: "a"))
    #expect(
      try machine.handle(.skip) == [
        .show("left"), .cancelLoad(run: 1), .cancelFirst(run: 1), .cancelSecond(run: 1), .startIndex(pages: 0, run: 1),
      ])
    // Its number was not used up.
    #expect(try machine.handle(.indexDone(run: 1)) == [.count(0), .startLoad(url: "more", run: 2)])
  }

  @Test func statesThatShareANameShareItsRuns() throws {
    var machine = try machine(after: .open(url: "a"), .skip, .indexDone(run: 1))
    #expect(machine.offerQuietly(.loadDone(3, run: 1)) == .ignored)
    #expect(try machine.handle(.loadDone(3, run: 2)) == [.count(3)])
    #expect(
      try machine.handle(.again) == [
        .show("loading"), .startLoad(url: "again", run: 3), .startFirst("again", run: 2), .startSecond("mirror of again", run: 2),
      ])
  }

  @Test func aWildcardTakesNoCompletion() throws {
    var machine = try machine(after: .open(url: "a"), .skip)
    #expect(machine.state == .ready)
    #expect(try machine.handle(.keepDone(run: 1)) == [.show("kept")])
    #expect(try machine.handle(.poke) == [.show("any")])
  }

  @Test func theEndCancelsWhatStillRuns() throws {
    var machine = try machine(after: .open(url: "a"))
    #expect(
      try machine.handle(.quit) == [
        .show("left"), .cancelLoad(run: 1), .cancelFirst(run: 1), .cancelSecond(run: 1), .cancelKeep(run: 1),
      ])
    #expect(machine.isFinished)
    #expect(machine.offerQuietly(.keepDone(run: 1)) == .ignored)
    #expect(machine.offerQuietly(.poke) == .finished)
  }
}

extension Reader {
  fileprivate mutating func offerQuietly(_ event: Event) -> Outcome {
    var recorder = Recorder()
    return offer(event, performing: &recorder)
  }
}
