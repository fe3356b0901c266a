import FSMModel
import FSMSimulate
import Testing

/// B22: completions carry the number of their run.
struct ActivityTests {
  let text = """
    machine Loader {
      event again, stop
      action show(_ n: Int)
      activity load() -> Int
      initial state on {
        do load()
        on load.done / show(result)
        on again -> self
        on stop -> off
      }
      state off
    }
    """

  @Test func aCompletionOfAnEarlierRunIsDropped() throws {
    let test = try TestChart(text)
    var machine = test.started()
    let load = ActivityPlace(use: ActivityUseID(0))
    #expect(machine.run(of: load) == 1)
    machine.send("again")
    #expect(machine.run(of: load) == 2)
    let late = machine.complete(load, run: 1, .int(5))
    #expect(late.outcome == .dropped && late.effects.isEmpty)
    let own = machine.complete(load, run: 2, .int(5))
    #expect(own.outcome == .taken && own.texts(test.assembly) == ["do show(5)"])
    #expect(machine.complete(load, run: 2, .int(6)).outcome == .dropped)
  }

  @Test func anActivityThatEndedIsNeitherCancelledNorStartedAgain() throws {
    let test = try TestChart(text)
    var machine = test.started()
    let load = ActivityPlace(use: ActivityUseID(0))
    #expect(machine.complete(load, run: 1, .int(1)).texts(test.assembly) == ["do show(1)"])
    #expect(machine.send("stop").effects.isEmpty)
    #expect(machine.complete(load, run: 1, .int(1)).outcome == .dropped)
  }

  /// A long advance equals many short ones: activities start after each timer's step.
  @Test func activitiesStartAfterEachTimer() throws {
    let test = try TestChart(
      """
      machine Relay {
        activity run(_ n: Int)
        initial state a { after 1s -> b }
        state b { do run(1) after 1s -> c }
        state c { do run(2) }
      }
      """)
    var long = test.started()
    let whole = long.advance(by: .seconds(2)).texts(test.assembly)
    var short = test.started()
    let parts = (0..<4).flatMap { _ in short.advance(by: .milliseconds(500)).texts(test.assembly) }
    #expect(whole == ["start run(1) #1", "cancel run #1", "start run(2) #1"])
    #expect(parts == whole)
  }

  @Test func eachPlaceOfAMachineHasItsOwnRuns() throws {
    let test = try TestChart(
      """
      machine Two {
        initial parallel state p {
          state left: One
          state right: One
        }
      }
      machine One {
        action got(_ n: Int)
        activity load() -> Int
        initial state on {
          do load()
          on load.done / got(result) -> off
        }
        state off
      }
      """)
    var machine = test.started()
    let places = test.assembly.scopes.indices.dropFirst().map { ActivityPlace(scope: ScopeID($0), use: ActivityUseID(0)) }
    #expect(places.map { machine.run(of: $0) } == [1, 1])
    let call = machine.complete(places[1], run: 1, .int(3))
    #expect(call.texts(test.assembly) == ["do p.right.got(3)"])
    #expect(machine.configuration == ["p.left.on", "p.right.off"])
  }
}
