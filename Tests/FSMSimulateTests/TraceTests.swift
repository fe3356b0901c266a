import FSMModel
import FSMSimulate
import Testing

/// Why reactions were or were not taken, and the forms of a trace.
struct TraceTests {
  let text = """
    machine Why {
      var n: Int = 0
      event e
      action log(_ n: Int)
      initial parallel state p {
        on e / log(9) -> out
        state a {
          on e / log(1)
          initial state a1 {
            on e {
              [n > 5] / log(2) -> out
              else / log(3) -> a2
            }
          }
          state a2 { ignore e }
        }
        state b { state b1 }
      }
      state out
    }
    """

  @Test func everyReactionThatWasLookedAtHasAReason() throws {
    let test = try TestChart(text)
    var machine = test.started()
    let call = machine.send("e")
    #expect(
      TraceText(test.assembly, showsReasons: true).render(call) == """
        e
          on e: p.a.a1 -> p.a.a2
            ? p.a.a1 -> out: its guard is false
            ? p.a.a1 -> p.a.a2: taken
            ? p -> out: preempted by p.a.a1 -> p.a.a2
            ? p.a: hidden by p.a.a1
            leave p.a.a1
            do log(3)
            enter p.a.a2
          = p.a.a2 & p.b.b1

        """)
  }

  @Test func oneLineOfJSONForEachCall() throws {
    let test = try TestChart(text)
    var machine = test.started()
    let lines = TraceJSON(test.assembly).render([machine.send("e")])
    #expect(lines.filter { $0 == "\n" }.count == 1 && lines.hasSuffix("}\n"))
    #expect(lines.hasPrefix(#"{"call":"e","outcome":"taken","effects":[{"kind":"action","name":"log","arguments":[{"value":"3"}]}],"#))
    #expect(lines.contains(#""configuration":["p.a.a2","p.b.b1"]"#))
  }

  @Test func aCopyIsAnUndoPoint() throws {
    let test = try TestChart(text)
    var machine = test.started()
    let before = machine
    machine.send("e")
    #expect(machine.configuration == ["p.a.a2", "p.b.b1"] && before.configuration == ["p.a.a1", "p.b.b1"])
  }
}
