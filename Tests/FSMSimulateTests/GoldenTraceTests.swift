import FSMDiagnostics
import FSMModel
import FSMSimulate
import FSMTestSupport
import Testing

/// The decisions of the language's semantics, each as a chart with scenarios and the trace that the rules say it has.
///
/// The traces are written by hand from the rules; recording one is no way to make it true.
struct GoldenTraceTests {
  @Test(arguments: Fixtures.files(in: "traces", extension: "fsm"))
  func scenariosRunAsTheRulesSay(_ fixture: Fixture) throws {
    let test = try TestChart(try fixture.text(), path: fixture.path)
    let results = ScenarioRunner.run(MachineID(0), of: test.chart)
    #expect(!results.isEmpty)
    let failures = results.flatMap(\.diagnostics)
    #expect(failures.isEmpty, "\(TextRenderer().render(failures, in: test.sources))")
    let text = results.map { "== \($0.name)\n" + TraceText(test.assembly).render($0.calls) }.joined()
    Golden.expect(text, at: "traces/\(fixture.name).trace")
  }

  /// B14: what `canHandle` says before each call of every scenario is what the call then does.
  @Test(arguments: Fixtures.files(in: "traces", extension: "fsm"))
  func canHandleAgreesWithSend(_ fixture: Fixture) throws {
    let test = try TestChart(try fixture.text(), path: fixture.path)
    var open = [test.started()]
    for depth in 0..<3 {
      var next: [Interpreter] = []
      for machine in open {
        for event in test.assembly.events.indices.map({ AssembledEventID($0) }) {
          let arguments = test.assembly[event].parameters.map(sample)
          var copy = machine
          let foreseen = copy.canHandle(event, arguments)
          let outcome = copy.send(event, arguments).outcome
          switch outcome {
          case .taken, .deferred, .ignored: #expect(foreseen, "\(test.assembly[event].name) at depth \(depth)")
          case .rejected(.outOfRange), .rejected(.endless): #expect(foreseen)
          default: #expect(!foreseen, "\(test.assembly[event].name) at depth \(depth): \(outcome)")
          }
          if foreseen { #expect(machine.acceptedEvents.contains(event)) }
          next.append(copy)
        }
      }
      open = Array(next.prefix(60))
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
}
