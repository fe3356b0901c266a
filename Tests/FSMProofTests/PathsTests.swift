import FSMCompiler
import FSMDiagnostics
import FSMSimulate
import FSMTestSupport
import Testing

/// Paths take what they say: their lines, run as a script, go through every reaction.
struct PathsTests {
  private func covered(_ name: String, pairs: Bool) throws -> (covered: Set<TransitionPlace>, total: Int, text: String) {
    let fixture = Fixtures.file("proofs/\(name).fsm")
    let compilation = Compilation(SourceInput(path: fixture.path, bytes: try fixture.bytes()))
    let machine = compilation.ownMachines[0]
    let text = try #require(compilation.paths(of: machine.id, pairs: pairs, bound: 500, as: .script))
    var simulation = try #require(Simulation(compilation, machine: machine.id))
    var session = Session(simulation.assembly)
    var covered: Set<TransitionPlace> = []
    for (number, line) in text.split(separator: "\n").enumerated() {
      let reading = simulation.command(InputLine(path: "paths", number: number + 1, bytes: Array(line.utf8)), known: [])
      #expect(reading.diagnostics.isEmpty, "\(line)")
      let reply: Session.Reply? =
        switch reading.part {
        case .step(let step)?: session.perform(step)
        case .word(.start, _, let span)?: session.start(span)
        default: nil
        }
      for call in reply?.calls ?? [] { covered.formUnion(call.covered) }
    }
    return (covered, machine.transitions.count, text)
  }

  @Test(arguments: ["FSM525-no-end", "FSM530-inner-first", "FSM531-region-first", "FSM520-assertions", "silent"], [false, true])
  func takeEveryReaction(_ name: String, _ pairs: Bool) throws {
    let result = try covered(name, pairs: pairs)
    #expect(result.covered.count == result.total, "\(result.text)")
  }

  /// Scenarios made of paths pass in the chart they are put into.
  @Test func asScenarios() throws {
    let fixture = Fixtures.file("proofs/FSM525-no-end.fsm")
    let chart = try fixture.text()
    let compilation = Compilation(SourceInput(path: fixture.path, bytes: Array(chart.utf8)))
    let text = try #require(compilation.paths(of: compilation.ownMachines[0].id, pairs: false, bound: 500, as: .scenario))
    let end = try #require(chart.lastIndex(of: "}"))
    let whole = Compilation(SourceInput(path: fixture.path, bytes: Array((chart[..<end] + text + "}\n").utf8)))
    #expect(!whole.hasErrors)
    let report = whole.runScenarios()
    #expect(!report.entries.isEmpty)
    #expect(report.entries.allSatisfy { $0.result.passed }, "\(text)")
    #expect(report.gaps.isEmpty)
  }
}
