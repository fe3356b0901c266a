import FSMModel
import FSMSimulate
import Testing

/// What only the caller's code can tell.
struct EnvironmentTests {
  let text = """
    machine Door {
      var list: Photos = Photos()
      var count: Int = 0
      event push(n: Int), ask
      action show(_ text: String)
      func isOpen(at: Int) -> Bool
      func title() -> String
      initial state s {
        on push [isOpen(at: n)] / list.append(n), show(title())
        on ask {
          [list.count > 3] / show("many")
          [list == list] / show("same")
          else / show("other")
        }
      }
    }
    """

  @Test func answersAndTheirOrder() throws {
    let test = try TestChart(text)
    var machine = test.started()
    var environment = Environment(answers: [.init(function: "isOpen", value: .bool(false))])
    #expect(machine.send("push", [.int(1)], environment: environment).outcome == .rejected(.guardsFailed))
    environment.answers.append(.init(function: "isOpen", arguments: [.int(1)], value: .bool(true)))
    #expect(machine.send("push", [.int(2)], environment: environment).outcome == .rejected(.guardsFailed))
    #expect(machine.send("push", [.int(1)], environment: environment).texts(test.assembly) == ["do show(title())"])
  }

  @Test func aQuestionWithoutAnswerUndoesTheCall() throws {
    let test = try TestChart(text)
    var machine = test.started()
    guard case .unanswered(let question) = machine.send("push", [.int(1)]).outcome else {
      Issue.record("expected a question")
      return
    }
    #expect(question.text == "isOpen(at: 1)")
    #expect(!machine.canHandle(AssembledEventID(0), [.int(1)]))
  }

  @Test func conditionsOfOpaqueValues() throws {
    let test = try TestChart(text)
    var machine = test.started()
    let asked = Environment { question in question.text == "Photos().count > 3" ? .bool(false) : nil }
    let call = machine.send("ask", environment: asked)
    #expect(call.texts(test.assembly) == ["do show(\"same\")"])
    #expect(call.steps.first?.happenings.contains { if case .answer = $0 { true } else { false } } == true)
  }

  @Test func optionalsThatAreKnown() throws {
    let test = try TestChart(
      """
      machine Maybe {
        var n: Int? = nil
        event set(n: Int?), look
        action show(_ n: Int), nothing()
        initial state s {
          on set / n = n
          on look {
            [n != nil] / show(n!)
            else / nothing()
          }
        }
      }
      """)
    var machine = test.started()
    #expect(machine.send("look").texts(test.assembly) == ["do nothing()"])
    machine.send("set", [.int(4)])
    #expect(machine.send("look").texts(test.assembly) == ["do show(4)"])
  }
}
