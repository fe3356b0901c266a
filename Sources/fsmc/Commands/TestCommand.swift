import FSMCompiler
import FSMDiagnostics
import FSMSimulate

/// `fsmc test machine.fsm`: the scenarios that a chart tells.
struct TestCommand {
  static let description = CommandDescription(
    name: "test", summary: "Run the scenarios in charts.", usage: "test FILE... [options]",
    notes: """
      A line says of each scenario whether it passed. Of one that failed, the expectation is shown with what was observed instead, and the
      trace that led there. `-` as FILE reads standard input. The status is 1 when a scenario failed.
      """,
    options: [
      Option("filter", value: "TEXT", help: "run only scenarios whose name contains this"),
      Option("coverage", help: "list the reactions that no scenario took"),
    ] + .common)

  private let inputs: [String]
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(UsageError) {
    inputs = try arguments.files(for: "test")
    self.arguments = arguments
  }

  func run() -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    var tally = Tally()
    for input in inputs {
      guard let compilation = reader.compile(input, reporter: &reporter) else { continue }
      guard !reporter.report(compilation.diagnostics, in: compilation.sources), !compilation.hasErrors else { continue }
      test(compilation, &tally, &reporter)
    }
    if let filter = arguments.value("filter"), tally.charts > 0, tally.passed + tally.failed == 0 {
      reporter.problem("no scenario's name contains `\(filter)`", status: .findings)
    } else if tally.charts > 0 {
      reporter.say(done: "\(tally.passed) passed, \(tally.failed) failed")
    }
    return reporter.finish()
  }

  private struct Tally {
    /// Charts with scenarios.
    var charts = 0
    var passed = 0
    var failed = 0
  }

  private func test(_ compilation: Compilation, _ tally: inout Tally, _ reporter: inout Reporter) {
    let path = compilation.sources.files[0].path
    guard compilation.ownMachines.contains(where: { !$0.scenarios.isEmpty }) else {
      return reporter.say(done: "\(path): no scenarios")
    }
    tally.charts += 1
    let report = compilation.runScenarios(filter: arguments.value("filter"))
    for entry in report.entries {
      if entry.result.passed { tally.passed += 1 } else { tally.failed += 1 }
      show(entry, of: compilation, &reporter)
    }
    guard !report.entries.isEmpty else { return }
    reporter.say(done: "\(path): \(report.coverage.taken.count) of \(report.coverage.all.count) reactions taken")
    guard arguments.has("coverage") else { return }
    for gap in report.gaps { reporter.say(done: "  not taken: \(place(of: gap.span, in: compilation)): \(gap.text)") }
  }

  private func show(_ entry: ScenarioReport.Entry, of compilation: Compilation, _ reporter: inout Reporter) {
    let result = entry.result
    let head = "\(place(of: result.span, in: compilation)): \(result.passed ? "passed" : "failed"): \(result.name)"
    guard let count = result.callsBeforeFailure else { return reporter.say(done: head) }
    reporter.result(Array((VisibleText.line(head) + "\n").utf8))
    _ = reporter.report(result.diagnostics, in: compilation.sources)
    let trace = TraceText(entry.assembly)
    let lines = result.calls.prefix(count).flatMap { trace.lines(of: $0) }
    reporter.result(Array(lines.map { "  \(VisibleText.line($0.text))\n" }.joined().utf8))
  }

  private func place(of span: Span, in compilation: Compilation) -> String {
    let position = compilation.sources.position(of: span)
    return "\(compilation.sources[span.file].path):\(position.line):\(position.column)"
  }
}
