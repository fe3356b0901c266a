import FSMCompiler
import FSMDiagnostics

/// `fsmc format machine.fsm`: charts in the one layout of the language.
struct FormatCommand {
  static let description = CommandDescription(
    name: "format", summary: "Lay charts out in place.", usage: "format FILE... [options]",
    notes: """
      Tokens, comments and their order stay; blanks and line ends change. A member with a syntax error is left as it is. `-` as FILE reads
      standard input and writes standard output.
      """,
    options: [Option("check", help: "write nothing; fail when a file is not laid out")] + .common.filter { $0.name != "from" })

  private let inputs: [String]
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(UsageError) {
    inputs = try arguments.files(for: "format")
    for input in inputs where input != "-" && ChartFormat(path: input) != .fsm {
      throw UsageError("`\(input)` is no chart of fsm", hint: "`fsmc convert \(input) --to fsm` makes one", command: "format")
    }
    self.arguments = arguments
  }

  func run() -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    for input in inputs {
      guard let contents = reader.read(input, reporter: &reporter) else { continue }
      let layout = ChartLayout(path: ChartReader.shown(input), bytes: contents.bytes)
      _ = reporter.report(layout.diagnostics, in: layout.sources)
      deliver(layout, of: input, &reporter)
    }
    return reporter.finish()
  }

  private func deliver(_ layout: ChartLayout, of input: String, _ reporter: inout Reporter) {
    if arguments.has("check") {
      guard layout.isChanged else { return reporter.say(done: "\(ChartReader.shown(input)) is laid out") }
      let place = ChartReader.shown(input)
      return reporter.problem("\(place) is not laid out", file: place, hint: "`fsmc format \(input)` does it", status: .findings)
    }
    if input == "-" { return reporter.result(layout.bytes) }
    guard layout.isChanged else { return reporter.say(done: "\(input) is laid out already") }
    // Here the input is the output, on purpose.
    if case .written = Outputs(inputs: []).write(layout.bytes, to: input, &reporter) { reporter.say(done: "laid out \(input)") }
  }
}
