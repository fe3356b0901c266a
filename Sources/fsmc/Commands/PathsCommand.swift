import FSMCompiler
import FSMDiagnostics
import FSMEmit

/// `fsmc paths machine.fsm`: calls that together take every reaction.
struct PathsCommand {
  static let description = CommandDescription(
    name: "paths", summary: "Print calls that together take every reaction of a chart.", usage: "paths FILE [options]",
    notes: """
      The lines are a script for `fsmc simulate --script`: each path begins with a start. With `--to scenario` they are scenarios to put
      into the chart, for `fsmc test`; with `--to swift` tests of the generated machine for Swift Testing. `-` as FILE reads standard input.
      """,
    options: [
      Option("pairs", help: "take every two reactions that can follow each other"),
      Option("to", value: "FORM", choices: ["script", "scenario", "swift"], help: "what to print; a script otherwise"),
      Option("module", value: "NAME", help: "with --to swift: the module that has the machine, to be imported"),
      Option("machine", value: "NAME", help: "which machine, where the chart has several"),
      Option("bound", value: "N", help: "configurations to explore, at most; 2000 otherwise"),
    ] + .common)

  private let input: String
  private let arguments: Arguments
  private let bound: Int

  init(_ arguments: Arguments) throws(UsageError) {
    input = try arguments.file(for: "paths", which: "reads")
    self.arguments = arguments
    bound = try arguments.bound(otherwise: 2_000, for: "paths")
    if arguments.value("module") != nil, arguments.value("to") != "swift" {
      throw UsageError("`--module` says what tests import, so it needs `--to swift`", command: "paths")
    }
  }

  func run() throws(UsageError) -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    guard let compilation = reader.compile(input, reporter: &reporter) else { return reporter.finish() }
    guard !reporter.report(compilation.diagnostics, in: compilation.sources), !compilation.hasErrors else { return reporter.finish() }
    let machine = try arguments.machineToRun(in: compilation, command: "paths")
    if arguments.value("to") == "swift" {
      let options = SwiftTestsOutput.Options(module: arguments.value("module"))
      let (text, diagnostics) = compilation.pathTests(of: machine, pairs: arguments.has("pairs"), bound: bound, options)
      _ = reporter.report(diagnostics, in: compilation.sources)
      if let text { reporter.result(Array(text.utf8)) }
      return reporter.finish()
    }
    let form: PathText.Form = arguments.value("to") == "scenario" ? .scenario : .script
    guard let text = compilation.paths(of: machine, pairs: arguments.has("pairs"), bound: bound, as: form) else {
      reporter.problem("the machine is too large to be simulated with all that it uses", file: input, status: .findings)
      return reporter.finish()
    }
    reporter.result(Array(text.utf8))
    return reporter.finish()
  }
}
