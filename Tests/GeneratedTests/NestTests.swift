import Testing

@testable import FSMGenerated

/// Exits innermost first, effects, entries outermost first, each once.
struct NestTests {
  private func log(_ effects: [Nest.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .log(let text): text
      }
    }
  }

  private func machine(_ events: Nest.Event...) throws -> Nest {
    var machine = Nest.start().machine
    for event in events { _ = try machine.handle(event) }
    return machine
  }

  @Test func startRunsTheMachinesEntryThenItsInitialEffects() {
    let (machine, effects) = Nest.start()
    #expect(log(effects) == ["+Nest", "start", "+outside"])
    #expect(machine.state == .outside)
  }

  @Test func enteringAGrandchildEntersItsAncestorsOnTheWay() throws {
    var machine = try machine()
    #expect(log(try machine.handle(.down)) == ["-outside", "+a", "+b", "+c"])
    #expect(machine.state == .a(.b(.c)))
  }

  @Test func enteringACompositeTakesItsInitialTransition() throws {
    var machine = try machine()
    #expect(log(try machine.handle(.whole)) == ["-outside", "whole", "+a", "a starts", "+b", "+c"])
    #expect(machine.state == .a(.b(.c)))
  }

  @Test func leavingThreeLevelsUpRunsEveryExitOnce() throws {
    var machine = try machine(.down)
    #expect(log(try machine.handle(.up)) == ["-c", "-b", "-a", "up", "+outside"])
    #expect(machine.state == .outside)
  }

  @Test func aTargetInsideTheSourceIsReachedWithoutLeavingIt() throws {
    var machine = try machine(.down)
    #expect(log(try machine.handle(.inner)) == ["-c", "inner", "+d"])
    #expect(machine.state == .a(.b(.d)))
    #expect(log(try machine.handle(.over)) == ["-d", "-b", "over", "+b2"])
    #expect(machine.state == .a(.b2))
  }

  @Test func aSelfTransitionInheritedFromAnAncestorLeavesAndEntersAllOnce() throws {
    var machine = try machine(.down, .inner)
    #expect(log(try machine.handle(.again)) == ["-d", "-b", "-a", "again", "+a", "a starts", "+b", "+c"])
    #expect(machine.state == .a(.b(.c)))
  }

  @Test func reenterLeavesTheSourceToo() throws {
    var machine = try machine(.down)
    #expect(log(try machine.handle(.anew)) == ["-c", "-b", "-a", "anew", "+a", "+b2"])
    #expect(machine.state == .a(.b2))
  }

  @Test func aReactionOfTheMachineLeavesWhateverIsActive() throws {
    var machine = try machine(.down)
    #expect(log(try machine.handle(.home)) == ["-c", "-b", "-a", "+outside"])
    #expect(log(try machine.handle(.home)) == ["-outside", "+outside"])
  }

  @Test func isInTellsEveryActiveLevel() throws {
    let machine = try machine(.down)
    #expect(Nest.StateName.allCases.filter(machine.isIn) == [.a, .aB, .aBC])
    #expect(machine.acceptedEvents == [.up, .over, .again, .anew, .inner, .home])
    #expect(Nest.StateName.aBC.rawValue == "a.b.c")
  }

  @Test func performingGivesTheSameEffects() throws {
    var machine = try machine(.down)
    var recorder = Nest.Recorder()
    try machine.handle(.up, performing: &recorder)
    #expect(log(recorder.effects) == ["-c", "-b", "-a", "up", "+outside"])
  }
}
