import Testing

@testable import FSMGenerated

/// Who watches a machine hears of states and transitions among the effects, in the order of the semantics: exits, effects, entries.
struct LiftTests {
  @Test func theStartEntersTheInitialState() {
    #expect(Lift.start().effects == [.didEnter(.waiting)])
  }

  @Test func aTransitionIsHeardBetweenExitsAndEntries() throws {
    var lift = Lift.start().machine
    #expect(try lift.handle(.call(3)) == [.willLeave(.waiting), .didTake(1), .run(3), .didEnter(.moving), .didEnter(.movingClosed)])
    #expect(
      try lift.handle(.arrived) == [
        .willLeave(.movingClosed), .willLeave(.moving), .ring, .didTake(2), .didEnter(.stopped), .didEnter(.stoppedDoors),
        .didEnter(.stoppedDoorsShut), .didEnter(.stoppedLamp), .didEnter(.stoppedLampDark),
      ])
  }

  @Test func regionsAreLeftLastFirstAndEnteredFirstFirst() throws {
    var lift = Lift.start().machine
    _ = try lift.handle(.call(3))
    _ = try lift.handle(.arrived)
    #expect(
      try lift.handle(.open) == [
        .willLeave(.stoppedLampDark), .willLeave(.stoppedDoorsShut), .didTake(4), .didTake(6), .didEnter(.stoppedDoorsAjar),
        .didEnter(.stoppedLampLit),
      ])
    #expect(
      try lift.handle(.call(0)) == [
        .willLeave(.stoppedLampLit), .willLeave(.stoppedLamp), .willLeave(.stoppedDoorsAjar), .willLeave(.stoppedDoors),
        .willLeave(.stopped), .didTake(3), .run(3), .didEnter(.moving), .didEnter(.movingClosed),
      ])
  }

  @Test func whatLeavesNothingIsATransitionAlone() throws {
    var lift = Lift.start().machine
    #expect(try lift.handle(.call(0)) == [.didTake(0), .ring])
  }

  @Test func aRejectionIsNotHeard() {
    var lift = Lift.start().machine
    var recorder = Lift.Recorder()
    #expect(throws: Lift.Rejection.self) { try lift.handle(.close, performing: &recorder) }
    #expect(recorder.effects.isEmpty)
  }

  /// Actions that do not listen, and some that count what a run has covered.
  private struct Motor: Lift.Actions {
    var runs: [Int] = []
    mutating func run(_ to: Int) { runs.append(to) }
    mutating func ring() {}
  }

  private struct Coverage: Lift.Actions {
    var taken: Set<Int> = []
    mutating func run(_ to: Int) {}
    mutating func ring() {}
    mutating func didTake(_ transition: Int) { taken.insert(transition) }
  }

  @Test func nobodyHasToListen() throws {
    var motor = Motor()
    var lift = Lift.start(performing: &motor)
    try lift.handle(.call(2), performing: &motor)
    #expect(motor.runs == [2])
  }

  @Test func theTableTellsWhatWasNotCovered() throws {
    var coverage = Coverage()
    var lift = Lift.start(performing: &coverage)
    for event in [Lift.Event.call(1), .arrived, .open] { try lift.handle(event, performing: &coverage) }
    let missing = Lift.transitions.enumerated().filter { !coverage.taken.contains($0.offset) }.map(\.element)
    #expect(missing.map(\.source) == ["waiting", "stopped", "stopped.doors.ajar"])
    #expect(missing.map(\.trigger) == ["call", "call", "close"])
    #expect(missing[0].condition == "to == floor")
    #expect(missing[0].targets == [])
    #expect(missing[2].targets == ["stopped.doors.shut"])
    #expect(missing[2].place == "line 29")
  }
}
