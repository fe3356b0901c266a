import FSMCompiler
import FSMDiagnostics

/// `fsmc check machine.fsm`: everything that compiling finds, and what trying everything finds besides, without an output.
struct CheckCommand {
  static let description = CommandDescription(
    name: "check", summary: "Check charts and write nothing.", usage: "check FILE... [options]",
    notes: """
      Beside what `compile` finds, each machine is run through everything that can happen to it, up to a bound: states that are never
      entered, reactions that are never taken, values that leave their range, assertions that fail are shown with a shortest way there.
      The calls of a trace are lines for `fsmc simulate --script`. `-` as FILE reads standard input.
      """,
    options: [
      Option("bound", value: "N", help: "configurations to try of each machine, at most; \(Compilation.standardBound) otherwise"),
      Option("unhandled", help: "list the states in which each event would be rejected"),
      Option("explain-priority", help: "list where an inner state or the first region decides"),
    ] + .common)

  private let inputs: [String]
  private let arguments: Arguments
  private let bound: Int

  init(_ arguments: Arguments) throws(UsageError) {
    inputs = try arguments.files(for: "check")
    self.arguments = arguments
    bound = try arguments.bound(otherwise: Compilation.standardBound, for: "check")
  }

  func run() -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    for input in inputs {
      guard let compilation = reader.compile(input, reporter: &reporter) else { continue }
      guard !reporter.report(compilation.diagnostics, in: compilation.sources), !compilation.hasErrors else { continue }
      var progress = Progress(isShown: !arguments.has("quiet"))
      let proof = compilation.prove(bound: bound) { progress.show("\($0) configurations tried") }
      progress.clear()
      var findings = proof.findings
      if arguments.has("unhandled") { findings += compilation.unhandled }
      if arguments.has("explain-priority") { findings += compilation.priorities }
      let hasErrors = reporter.report(findings.inReadingOrder, in: compilation.sources)
      let path = compilation.sources.files[0].path
      if !hasErrors { for verdict in proof.verdicts { reporter.say(done: "\(path): \(verdict.text)") } }
    }
    return reporter.finish()
  }
}
