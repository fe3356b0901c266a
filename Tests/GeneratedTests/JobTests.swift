import Testing

@testable import FSMGenerated

/// Completion and the end.
struct JobTests {
  private func log(_ effects: [Job.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .log(let text): text
      }
    }
  }

  @Test func completionIsTakenWhileTheFinalChildIsActive() throws {
    var machine = Job.start().machine
    _ = try machine.handle(.next)
    #expect(log(try machine.handle(.skip)) == ["bad"])
    #expect(machine.state == .work(.first))
  }

  @Test func innerCompletionBeforeOuterThenTheEnd() throws {
    var machine = Job.start().machine
    _ = try machine.handle(.next)
    #expect(log(try machine.handle(.next)) == ["+good", "good", "+finished", "-work", "work done", "+over"])
    #expect(machine.state == .over)
    #expect(machine.isFinished)
    #expect(throws: Job.Rejection(state: .over, event: .next, reason: .finished)) { try machine.handle(.next) }
    #expect(!machine.canHandle(.next))
  }

  @Test func aWildcardDoesNotTakeCompletions() throws {
    var machine = Job.start().machine
    #expect(log(try machine.handle(.skip)) == ["work *"])
    #expect(!machine.isFinished)
  }
}
