import FSMCompiler
import FSMDiagnostics
import FSMProof
import FSMSimulate
import FSMTestSupport
import Testing

/// What trying everything finds in the charts under `Tests/Fixtures/proofs`, as people read it.
struct ProofFixtureTests {
  static let fixtures = Fixtures.files(in: "proofs", extension: "fsm")

  private static func compiled(_ fixture: Fixture) throws -> Compilation {
    Compilation(SourceInput(path: fixture.path, bytes: try fixture.bytes()))
  }

  @Test(arguments: fixtures)
  func report(_ fixture: Fixture) throws {
    let compilation = try Self.compiled(fixture)
    #expect(!compilation.hasErrors, "\(TextRenderer().render(compilation.diagnostics, in: compilation.sources))")
    let proof = compilation.prove(bound: 4_000)
    var all = compilation.diagnostics + proof.findings
    if fixture.name.hasPrefix("FSM53") { all += compilation.priorities + compilation.unhandled }
    all = all.inReadingOrder
    let text = TextRenderer().render(all, in: compilation.sources) + proof.verdicts.map { $0.text + "\n" }.joined()
    Golden.expect(text, at: "proofs/\(fixture.name).txt")
    if fixture.name.hasPrefix("FSM") {
      #expect(all.contains { fixture.name.hasPrefix($0.code.rawValue) }, "\(fixture.path) does not show its code")
    } else {
      #expect(all.isEmpty)
    }
  }

  /// Every trace, read as a script, leads the machine where the trace says.
  @Test(arguments: fixtures)
  func tracesReplay(_ fixture: Fixture) throws {
    let compilation = try Self.compiled(fixture)
    for finding in compilation.prove(bound: 4_000).findings {
      guard let trace = finding.trace else { continue }
      var simulation = try #require(Simulation(compilation, machine: compilation.ownMachines[0].id))
      var options = Interpreter.Options()
      options.mostMicrosteps = 3_000
      var session = Session(simulation.assembly, options: options)
      for (number, line) in trace.script.enumerated() {
        let input = InputLine(path: "script", number: number + 1, bytes: Array(line.utf8))
        let reading = simulation.command(input, known: [])
        #expect(reading.diagnostics.isEmpty, "\(line): \(reading.diagnostics)")
        switch reading.part {
        case .step(let step)?: _ = session.perform(step)
        case .word(.start, _, let span)?: _ = session.start(span)
        default: Issue.record("\(line) is no step")
        }
      }
      let states = trace.steps.last?.states
      #expect(states == (session.interpreter.isStarted ? session.interpreter.configuration : ["not started"]))
    }
  }

  /// Idioms that nobody wants to be warned about: nothing is said, and nothing left open.
  @Test(arguments: Fixtures.files(in: "silent", extension: "fsm"))
  func idiomsAreSilent(_ fixture: Fixture) throws {
    let compilation = try Self.compiled(fixture)
    let proof = compilation.prove()
    let all = compilation.diagnostics + proof.findings
    #expect(all.isEmpty, "\(TextRenderer().render(all, in: compilation.sources))")
    #expect(proof.verdicts.allSatisfy { $0.openStates.isEmpty && $0.openTransitions.isEmpty }, "\(proof.verdicts.map(\.text))")
  }

  /// The same chart gives the same findings, byte for byte.
  @Test func isDeterministic() throws {
    let compilation = try Self.compiled(Fixtures.file("proofs/FSM522-range.fsm"))
    let reports = (0..<5).map { _ in TextRenderer().render(compilation.prove(bound: 4_000).findings, in: compilation.sources) }
    #expect(Set(reports).count == 1)
  }
}
