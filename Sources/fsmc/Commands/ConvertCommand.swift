import FSMCompiler
import FSMDiagnostics

/// `fsmc convert machine.scxml --to fsm`: a chart in another language.
struct ConvertCommand {
  static let description = CommandDescription(
    name: "convert", summary: "Write a chart in another language.", usage: "convert FILE --to FORMAT [options]",
    notes: """
      fsm is the language of fsmc itself. A chart is converted whole or not at all: what has no counterpart is an error that says where.
      `-` as FILE reads standard input; --from says its language.
      """,
    options: [
      Option("to", value: "FORMAT", choices: ["fsm"], help: "the language to write"),
      Option("output", "o", value: "FILE", help: "where to write it; `-`, the default, is standard output"),
    ] + .common)

  private let input: String
  private let output: String
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(UsageError) {
    let inputs = try arguments.files(for: "convert")
    guard inputs.count == 1 else { throw UsageError("`convert` converts one chart at a time", command: "convert") }
    guard arguments.value("to") != nil else {
      throw UsageError("the language to write is not given", hint: "write `--to fsm`", command: "convert")
    }
    input = inputs[0]
    guard arguments.value("from").flatMap(ChartFormat.init(rawValue:)) ?? ChartFormat(path: input) != .fsm else {
      throw UsageError(
        "`\(input)` is a chart of fsm already", hint: "`--from` says the language where the name does not", command: "convert")
    }
    output = arguments.value("output") ?? "-"
    self.arguments = arguments
  }

  func run() -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    if let compilation = reader.compile(input, reporter: &reporter) {
      // What the checks find is no reason against another form of the same chart.
      _ = reporter.report(compilation.diagnostics, in: compilation.sources)
      if compilation.isUnderstood { write(compilation, Outputs(inputs: reader.identities), &reporter) }
    }
    return reporter.finish()
  }

  private func write(_ compilation: Compilation, _ outputs: Outputs, _ reporter: inout Reporter) {
    let text = Array(compilation.chartText.utf8)
    if output == "-" { reporter.result(text) } else { _ = outputs.write(text, to: output, &reporter) }
  }
}
