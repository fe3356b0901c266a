import FSMCompiler
import FSMDiagnostics

/// `fsmc convert machine.scxml --to fsm`: a chart in another language.
struct ConvertCommand {
  static let description = CommandDescription(
    name: "convert", summary: "Write a chart in another language.", usage: "convert FILE --to FORMAT [options]",
    notes: """
      fsm is the language of fsmc itself, json a machine configuration as XState has it. A chart is converted whole or not at all: what has
      no counterpart is an error that says where, and what says nothing about behaviour, such as a comment, is left out with a note.
      `-` as FILE reads standard input; --from says its language.
      """,
    options: [
      Option("to", value: "FORMAT", choices: ["fsm", "json", "scxml"], help: "the language to write"),
      Option("output", "o", value: "FILE", help: "where to write it; `-`, the default, is standard output"),
    ] + .common)

  private let input: String
  private let output: String
  private let format: ChartFormat
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(UsageError) {
    input = try arguments.file(for: "convert", which: "converts")
    guard let format = arguments.value("to").flatMap(ChartFormat.init(rawValue:)) else {
      throw UsageError("the language to write is not given", hint: "write `--to fsm`, `--to json` or `--to scxml`", command: "convert")
    }
    self.format = format
    guard arguments.value("from").flatMap(ChartFormat.init(rawValue:)) ?? ChartFormat(path: input) != .fsm || format != .fsm else {
      throw UsageError(
        "`\(input)` is a chart of fsm already", hint: "`fsmc format` lays it out; `--from` says the language where the name does not",
        command: "convert")
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
    let (text, found) = compilation.converted(to: format)
    let hasErrors = reporter.report(found, in: compilation.sources)
    guard let text = text.map({ Array($0.utf8) }), !hasErrors else { return }
    if output == "-" { reporter.result(text) } else { _ = outputs.write(text, to: output, &reporter) }
  }
}
