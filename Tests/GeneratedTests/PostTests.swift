import Testing

@testable import FSMGenerated

/// Sent events: each a full step of its own, once everything raised is through.
struct PostTests {
  @Test func theStartTakesWhatItsEntrySends() throws {
    #expect(try Post.start().effects == [.log("too early"), .number(0)])
  }

  @Test func sentEventsComeAfterRaisedOnesInTheOrderSent() throws {
    var machine = try Post.start().machine
    // letter 1 raises 4, which comes before letter 3; it sends 5, which comes last. `lost` finds nobody and is dropped.
    #expect(
      try machine.handle(.go) == [
        .log("go"), .log("street"), .log("note"), .number(2),
        .number(1), .log("note"), .number(4),
        .number(3),
        .log("note"), .number(5),
      ])
    #expect(machine.state == .street)
  }

  @Test func cancelWithdrawsEverySendOfTheEventAndNoOther() throws {
    var machine = try Post.start().machine
    #expect(try machine.handle(.withdraw) == [.log("street")])
    #expect(machine.state == .office)
  }

  @Test func aHundredThousandSentEventsInARow() throws {
    var machine = try Post.start().machine
    #expect(try machine.handle(.burst(n: 100_000)) == [.log("street")])
    #expect(machine.count == 1)
    #expect(machine.state == .office)
  }

  @Test func whatCannotEndIsUndone() throws {
    var machine = try Post.start().machine
    let before = machine
    var recorder = Post.Recorder()
    #expect(machine.offer(.burst(n: 2_000_000), performing: &recorder) == .endless)
    #expect(recorder.effects.isEmpty)
    #expect(machine == before)
  }
}
