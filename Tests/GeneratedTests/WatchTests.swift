import Testing

@testable import FSMGenerated

/// Timers of states, and the clock that moves only when it is told to.
struct WatchTests {
  private func machine(after events: Watch.Event...) throws -> Watch {
    var machine = Watch.start().machine
    for event in events { _ = try machine.handle(event) }
    return machine
  }

  @Test func theNextDeadlineIsTheEarliestTimer() throws {
    var machine = Watch.start().machine
    #expect(machine.nextDeadline == .seconds(60))
    _ = try machine.handle(.begin)
    #expect(machine.nextDeadline == .seconds(2))
    #expect(machine.advance(by: .seconds(2)) == [])
    #expect(machine.state == .watching(.alert))
    #expect(machine.nextDeadline == .seconds(3))
  }

  @Test func anInternalReactionLeavesTimersAlone() throws {
    var machine = try machine(after: .begin)
    _ = machine.advance(by: .seconds(1))
    #expect(try machine.handle(.poke) == [.log("poked")])
    #expect(machine.nextDeadline == .seconds(1))
  }

  @Test func leavingAndEnteringArmsAnewAndInFull() throws {
    var machine = try machine(after: .begin)
    _ = machine.advance(by: .milliseconds(1900))
    _ = try machine.handle(.again)
    #expect(machine.nextDeadline == .seconds(2))
    #expect(machine.advance(by: .milliseconds(1900)) == [])
    #expect(machine.state == .watching(.fresh))
    // The composite's own timer began anew too: 10 s after `again`, not after `begin`.
    #expect(machine.advance(by: .milliseconds(8000)) == [.log("silence")])
    #expect(machine.state == .watching(.alert))
    #expect(machine.advance(by: .milliseconds(100)) == [.log("tired"), .log("up again")])
  }

  @Test func aTimerWhoseStateWasLeftIsGone() throws {
    var machine = try machine(after: .begin, .stop)
    #expect(machine.advance(by: .zero) == [.log("up again")])
    #expect(machine.advance(by: .seconds(30)) == [])
    #expect(machine.state == .idle)
  }

  @Test func aFalseGuardMeansNothingAndTheTimerIsNotArmedAgain() throws {
    var machine = try machine(after: .begin)
    _ = machine.advance(by: .seconds(2))
    // Neither `bells == 1` nor `bells > 1` after 3 s; a bell that rings later comes too late for that timer.
    #expect(machine.advance(by: .seconds(3)) == [])
    _ = try machine.handle(.ring)
    #expect(machine.nextDeadline == .seconds(1))
    #expect(machine.advance(by: .seconds(1)) == [.log("heard")])
    #expect(machine.nextDeadline == .seconds(4))
  }

  @Test func equalDelaysOfOneStateAreOneTimer() throws {
    var machine = try machine(after: .begin)
    _ = machine.advance(by: .seconds(2))
    _ = try machine.handle(.ring)
    #expect(machine.advance(by: .seconds(3)) == [.log("rung once")])
    machine = try self.machine(after: .begin)
    _ = machine.advance(by: .seconds(2))
    _ = try machine.handle(.ring)
    _ = try machine.handle(.ring)
    #expect(machine.advance(by: .seconds(3)) == [.log("rung often")])
  }

  @Test func aDelayIsEvaluatedWhenItsTimerIsArmed() throws {
    var machine = try machine(after: .hurry(to: .seconds(5)), .begin)
    #expect(machine.nextDeadline == .seconds(5))
    _ = try machine.handle(.hurry(to: .seconds(1)))
    #expect(machine.nextDeadline == .seconds(5))
    _ = try machine.handle(.again)
    #expect(machine.nextDeadline == .seconds(1))
  }

  @Test func aNegativeDelayIsZero() throws {
    var machine = try machine(after: .hurry(to: .seconds(-5)), .begin)
    #expect(machine.nextDeadline == .zero)
    #expect(machine.state == .watching(.fresh))
    #expect(machine.advance(by: .zero) == [])
    #expect(machine.state == .watching(.alert))
    #expect(machine.nextDeadline == .seconds(3))
  }

  @Test func zeroIsDueAtTheNextAdvance() throws {
    var machine = try machine(after: .begin, .stop)
    #expect(machine.state == .asleep)
    #expect(machine.nextDeadline == .zero)
    // A negative advance is one of zero.
    #expect(machine.advance(by: .seconds(-3)) == [.log("up again")])
    #expect(machine.nextDeadline == .seconds(60))
  }

  @Test func theMachinesOwnTimerFiresOnceWhereverItIs() throws {
    var machine = try machine(after: .begin)
    #expect(machine.advance(by: .seconds(59)) == [.log("silence"), .log("tired"), .log("up again")])
    #expect(machine.advance(by: .seconds(1)) == [.log("a minute")])
    #expect(machine.nextDeadline == nil)
    #expect(machine.advance(by: .seconds(1000)) == [])
  }

  @Test func twoDueTogetherFireInOrderOfArming() throws {
    var machine = try machine(after: .turn)
    // `turning` was armed before `right`; both fall due after one second.
    #expect(machine.advance(by: .seconds(1)) == [.log("right"), .log("a second"), .log("left")])
  }

  @Test func aWildcardTakesNoTimer() throws {
    var machine = try machine(after: .turn)
    #expect(machine.advance(by: .milliseconds(700)) == [.log("right")])
    #expect(try machine.handle(.ring) == [.log("any")])
  }

  @Test(arguments: [Watch.Event.begin, .turn]) func oneLongAdvanceEqualsManyShortOnes(_ event: Watch.Event) throws {
    var long = try machine(after: event)
    var short = long
    let effects = long.advance(by: .seconds(10))
    #expect(!effects.isEmpty)
    #expect((0..<10).flatMap { _ in short.advance(by: .seconds(1)) } == effects)
    #expect(short == long)
    var shortest = try machine(after: event)
    #expect((0..<1000).flatMap { _ in shortest.advance(by: .milliseconds(10)) } == effects)
    #expect(shortest == long)
  }

  @Test func theEndDropsTimers() throws {
    var machine = try machine(after: .begin, .finish)
    #expect(machine.isFinished)
    #expect(machine.nextDeadline == nil)
    #expect(machine.advance(by: .seconds(100)) == [])
  }

  @Test func aMachineMayHaveNothingButTime() {
    var (machine, effects) = Tick.start()
    #expect(effects == [])
    #expect(machine.advance(by: .milliseconds(1700)) == [.light(true), .light(false), .light(true)])
    #expect(machine.nextDeadline == .milliseconds(300))
    #expect(machine.state == .on)
  }

  @Test func anObjectCanPerformTheEffects() {
    final class Lamp: Tick.Actions {
      var switched = 0
      func light(_ on: Bool) { switched += 1 }
    }
    let lamp = Lamp()
    var machine = Tick.start().machine
    machine.advance(by: .seconds(2), performing: lamp)
    #expect(lamp.switched == 4)
  }
}
