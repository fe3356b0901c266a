import FSMModel
import FSMSimulate
import FSMTestSupport
import Testing

/// What `reasons` says would become of an event is what becomes of it.
struct ReasonsTests {
  /// Every event in every configuration that three events lead to.
  @Test(arguments: Fixtures.files(in: "traces", extension: "fsm"))
  func reasonsAgreeWithWhatHappens(_ fixture: Fixture) throws {
    let test = try TestChart(try fixture.text(), path: fixture.path)
    var open = [test.started()]
    for _ in 0..<3 {
      var next: [Interpreter] = []
      for machine in open {
        for event in test.assembly.events.indices.map({ AssembledEventID($0) }) {
          let arguments = test.assembly[event].parameters.map(sample)
          var copy = machine
          let reasons = machine.reasons(for: event, arguments)
          let call = copy.send(event, arguments)
          expect(reasons, fit: call, "\(test.assembly[event].name) in \(machine.configuration)")
          checkReadings(reasons, machine)
          next.append(copy)
        }
      }
      open = Array(next.prefix(60))
    }
  }

  private func expect(_ reasons: Reasons, fit call: Call, _ place: String) {
    switch (reasons.outlook, call.outcome) {
    case (.taken, .taken), (.deferred, .deferred), (.ignored, .ignored), (.taken, .rejected(.outOfRange)), (.taken, .rejected(.endless)),
      (.taken, .trapped):
      break
    case (.rejected(let foreseen), .rejected(let reason)): #expect(foreseen == reason, "\(place)")
    case (.trapped(let foreseen), .trapped(let message, _)): #expect(foreseen == message, "\(place)")
    default: Issue.record("\(place): \(reasons.outlook), then \(call.outcome)")
    }
    guard let step = call.steps.first else { return }
    #expect(reasons.tried.map(\.look) == step.looks, "\(place)")
    #expect(step.looks.filter { $0.verdict == .taken }.count == step.taken.count, "\(place)")
  }

  /// A variable that a guard reads has the value that the machine has.
  private func checkReadings(_ reasons: Reasons, _ machine: Interpreter) {
    let values = machine.namedValues
    for reading in reasons.tried.flatMap(\.readings) {
      if let known = values.first(where: { $0.name == reading.text }) { #expect(known.value == reading.value) }
      guard reading.text.hasPrefix("in("), let node = machine.assembly.node(at: String(reading.text.dropFirst(3).dropLast())) else {
        continue
      }
      #expect(reading.value == .bool(machine.isIn(node)))
    }
  }

  private func sample(_ parameter: Parameter) -> Value {
    switch parameter.type {
    case .bool: .bool(true)
    case .integer(let type): .integer(2, type)
    case .double: .double(0.5)
    case .string: .string("text")
    default: .symbolic("value")
    }
  }

  // MARK: What is not known

  private let door = """
    machine Door {
      var tries: Int = 0
      event push(n: Int), pull
      action show(_ text: String)
      func isOpen() -> Bool
      func twice(n: Int) -> Int = n * 2
      initial state shut {
        on push {
          [isOpen()] / show("a")
          [twice(n: n) > tries] / show("b")
          [10 / tries > 1] / show("c")
          else / show("d")
        }
      }
      on pull [isOpen() && tries == 1] / tries += 1
    }
    """

  private func verdicts(_ reasons: Reasons) -> [String] {
    reasons.tried.map { tried in
      switch tried.look.verdict {
      case .unknown(let question): "? \(question.text)"
      case .trapped: "trap"
      default: "\(tried.look.verdict)"
      }
    }
  }

  @Test func aGuardThatCannotBeToldIsPassedOver() throws {
    let test = try TestChart(door)
    let machine = test.started()
    let push = AssembledEventID(0)
    let unknown = machine.reasons(for: push, nil)
    #expect(verdicts(unknown) == ["? isOpen()", "? (n * 2) > 0", "trap"])
    #expect(unknown.outlook == .trapped("division by zero in `10 / 0`"))
    let known = machine.reasons(for: push, [.int(3)])
    #expect(verdicts(known) == ["? isOpen()", "taken"])
    #expect(known.outlook == .depends)
    let told = machine.reasons(for: push, [.int(3)], environment: .init(answers: [.init(function: "isOpen", value: .bool(false))]))
    #expect(verdicts(told) == ["guardFalse", "taken"])
    #expect(told.outlook == .taken)
    #expect(
      told.tried.map { $0.readings.map { "\($0.text)=\($0.value.map { "\($0)" } ?? "?")" } } == [
        ["isOpen()=false"], ["twice(n: 3)=6", "n=3", "tries=0"],
      ])
  }

  @Test func readingsOfWhatIsNotKnownHaveNoValue() throws {
    let test = try TestChart(door)
    let reasons = test.started().reasons(for: AssembledEventID(1), [])
    #expect(reasons.outlook == .depends)
    #expect(reasons.tried[0].readings == [.init(text: "isOpen()", value: nil), .init(text: "tries", value: .int(0))])
  }

  @Test func beforeTheStartAndPrivateEvents() throws {
    let test = try TestChart(
      """
      machine M {
        private event tick
        event go
        initial state s { on tick, go -> over }
        final state over
      }
      """)
    #expect(Interpreter(test.assembly).reasons(for: AssembledEventID(1), []).outlook == .rejected(.unhandled))
    var machine = test.started()
    #expect(machine.reasons(for: AssembledEventID(0), []).outlook == .rejected(.unhandled))
    #expect(machine.reasons(for: AssembledEventID(1), []).outlook == .taken)
    machine.send("go")
    #expect(machine.reasons(for: AssembledEventID(1), []).outlook == .rejected(.finished))
  }
}

/// Sessions: steps one by one, taken back at will.
struct SessionTests {
  private func session(_ text: String) throws -> (Session, TestChart) {
    let test = try TestChart(text)
    return (Session(test.assembly), test)
  }

  private let counter = """
    machine Counter {
      var n: Int = 0
      event up, down
      initial state s {
        on up / n += 1
        on down [n > 0] / n -= 1
      }
    }
    """

  private func event(_ index: Int, _ test: TestChart) -> Scenario.Step {
    Scenario.Step(kind: .event(EventID(index), []), span: test.chart.machines[0].span)
  }

  @Test func undoLeadsBackStepByStep() throws {
    var (session, test) = try session(counter)
    for _ in 0..<3 { _ = session.perform(event(0, test)) }
    // A rejected event changes nothing, and is nothing to undo.
    #expect(session.perform(event(1, test)).calls.count == 1)
    #expect(session.interpreter.value(of: VariableID(0)) == .int(2))
    var values: [Value?] = []
    while session.undo() { values.append(session.interpreter.value(of: VariableID(0))) }
    #expect(values == [.int(3), .int(2), .int(1), .int(0)])
  }

  @Test func theFirstStepStartsTheMachine() throws {
    var (session, test) = try session(counter)
    let calls = session.perform(event(0, test)).calls
    #expect(calls.map(\.input) == [.start(arguments: []), .event(name: "up", arguments: [])])
  }

  @Test func rejectionsAreNoFailures() throws {
    var (session, test) = try session(counter)
    let reply = session.perform(event(1, test))
    #expect(reply.diagnostics.isEmpty)
    #expect(reply.calls.last?.outcome == .rejected(.guardsFailed))
  }

  /// The oldest moments are forgotten when all of them together take too much room.
  @Test func theRoomForUndoIsBounded() throws {
    let test = try TestChart(counter)
    var session = Session(test.assembly, undoRoom: 1_000)
    for _ in 0..<300 { _ = session.perform(event(0, test)) }
    let last = session.interpreter.value(of: VariableID(0))
    var undone = 0
    while session.undo() { undone += 1 }
    #expect(last == .int(300))
    #expect(undone > 10 && undone < 300)
    #expect(session.interpreter.value(of: VariableID(0)) == .int(300 - undone))
  }
}
