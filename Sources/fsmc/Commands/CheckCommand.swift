import FSMCompiler
import FSMDiagnostics

/// `fsmc check machine.fsm`: everything that compiling finds, and what trying everything finds besides, without an output.
struct CheckCommand {
  static let description = CommandDescription(
    name: "check", summary: "Check charts and write nothing.", usage: "check FILE... [options]",
    notes: """
      Beside what `compile` finds, each machine is run through everything that can happen to it, up to a bound: states that are never
      entered, reactions that are never taken, values that leave their range, assertions that fail are shown with a shortest way there.
      The calls of a trace are lines for `fsmc simulate --script`; --emit-test writes them as tests for Swift Testing, which fail until the
      chart is mended. A comment `// allow FSM511: the reason` on a line, or above it, lets a warning or note stay. `-` as FILE reads
      standard input.
      """,
    options: [
      Option(
        "bound", value: "N",
        help: "configurations to try of each machine, at most; otherwise \(Compilation.standardBound), and more while there is news"),
      Option("time", value: "SECONDS", help: "stop trying after so many seconds, and say what is known by then"),
      Option("unhandled", help: "list the states in which each event would be rejected"),
      Option("explain-priority", help: "list where an inner state or the first region decides"),
      Option("emit-test", value: "FILE|-", help: "write what was found as Swift tests, to a file or to standard output"),
      Option("module", value: "NAME", help: "with --emit-test: the module that has the machine, to be imported"),
    ] + .common)

  private let inputs: [String]
  private let arguments: Arguments
  /// Nil for the usual one.
  private let bound: Int?
  private let time: Duration?

  init(_ arguments: Arguments) throws(UsageError) {
    inputs = try arguments.files(for: "check")
    self.arguments = arguments
    bound = arguments.value("bound") == nil ? nil : try arguments.bound(otherwise: Compilation.standardBound, for: "check")
    time = try arguments.value("time").map { text throws(UsageError) in
      guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
        throw UsageError("`--time` takes seconds, more than 0 and at most 86400", command: "check")
      }
      return .seconds(seconds)
    }
    if arguments.value("emit-test") != nil, inputs.count > 1 {
      throw UsageError("`--emit-test` writes one file, and several charts are given", command: "check")
    }
    if arguments.value("module") != nil, arguments.value("emit-test") == nil {
      throw UsageError("`--module` says what tests import, so it needs `--emit-test`", command: "check")
    }
  }

  func run() -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    for input in inputs {
      guard let compilation = reader.compile(input, reporter: &reporter) else { continue }
      guard !reporter.report(compilation.diagnostics, in: compilation.sources), !compilation.hasErrors else { continue }
      var progress = Progress(isShown: !arguments.has("quiet"))
      let start = ContinuousClock.now
      let proof = compilation.prove(bound: bound) { count in
        progress.show("\(count) configurations tried")
        return time.map { ContinuousClock.now - start < $0 } ?? true
      }
      progress.clear()
      var findings = proof.findings
      if arguments.has("unhandled") { findings += compilation.unhandled }
      if arguments.has("explain-priority") { findings += compilation.priorities }
      _ = reporter.report(findings.inReadingOrder, in: compilation.sources)
      emitTests(proof, of: compilation, reader, &reporter)
      let path = compilation.sources.files[0].path
      if arguments.value("emit-test") != "-" {
        for verdict in proof.verdicts { reporter.say(done: "\(path): \(verdict.text)") }
      }
    }
    return reporter.finish()
  }

  /// Writes counterexamples as tests, where that is asked for.
  private func emitTests(_ proof: ChartProof, of compilation: Compilation, _ reader: ChartReader, _ reporter: inout Reporter) {
    guard let output = arguments.value("emit-test") else { return }
    let (text, diagnostics) = compilation.counterexampleTests(proof, .init(module: arguments.value("module")))
    _ = reporter.report(diagnostics, in: compilation.sources)
    guard let text else {
      if !diagnostics.hasErrors { reporter.say(done: "nothing to test was found") }
      return
    }
    if output == "-" { return reporter.result(Array(text.utf8)) }
    if case .written(let isNew) = Outputs(inputs: reader.identities).write(Array(text.utf8), to: output, &reporter) {
      reporter.say(done: "\(isNew ? "wrote" : "updated") \(output)")
    }
  }
}
