import Testing

@testable import FSMGenerated

/// Ranges: the step whole or not at all.
struct GaugeTests {
  @Test func aStartOutsideTheRangeIsRefused() throws {
    #expect(throws: Gauge.Rejection.self) { _ = try Gauge.start(level: 11) }
    do throws(Gauge.Rejection) {
      _ = try Gauge.start(level: -1)
      Issue.record("the start was accepted")
    } catch {
      #expect(error.reason == .outOfRange(.level))
      #expect(error.event == nil)
    }
  }

  @Test func aStepThatLeavesTheRangeIsUndoneWithItsEffects() throws {
    var machine = try Gauge.start(level: 8).machine
    let before = machine
    var recorder = Gauge.Recorder()
    #expect(throws: Gauge.Rejection(state: .low, event: .fill(by: 3), reason: .outOfRange(.level))) {
      try machine.handle(.fill(by: 3), performing: &recorder)
    }
    #expect(recorder.effects.isEmpty)
    #expect(machine == before)
    #expect(try machine.handle(.fill(by: 2)) == [.beep(8), .beep(10)])
    #expect(machine.level == 10)
    #expect(machine.state == .high)
  }

  @Test func exitEffectsCountToo() throws {
    var machine = try Gauge.start(level: 3).machine
    _ = try machine.handle(.fill(by: 0))
    #expect(throws: Gauge.Rejection(state: .high, event: .drain, reason: .outOfRange(.level))) { try machine.handle(.drain) }
    #expect(machine.state == .high)
    #expect(machine.canHandle(.drain))
  }

  @Test func aHalfOpenRangeLeavesItsEndOut() throws {
    var machine = try Gauge.start(level: 3).machine
    _ = try machine.handle(.set(to: 0))
    #expect(throws: Gauge.Rejection(state: .low, event: .set(to: 1), reason: .outOfRange(.share))) { try machine.handle(.set(to: 1)) }
    // What is not a number is in no range.
    var recorder = Gauge.Recorder()
    #expect(machine.offer(.set(to: .nan), performing: &recorder) == .outOfRange(.share))
    #expect(machine.share == 0)
  }

  @Test func dataHaveRangesToo() throws {
    var machine = try Gauge.start(level: 5).machine
    _ = try machine.handle(.fill(by: 0))
    #expect(throws: Gauge.Rejection(state: .high, event: .warm(to: 91), reason: .outOfRange(.hotDegrees))) {
      try machine.handle(.warm(to: 91))
    }
    _ = try machine.handle(.warm(to: 88))
    #expect(machine.state == .hot(degrees: 88))
    #expect(throws: Gauge.Rejection.self) { try machine.handle(.warm(to: 3)) }
    #expect(machine.state == .hot(degrees: 88))
  }
}
