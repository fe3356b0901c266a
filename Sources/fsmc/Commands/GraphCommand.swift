import FSMCompiler
import FSMDiagnostics
import FSMModel

/// `fsmc graph machine.fsm`: the picture of a chart.
struct GraphCommand {
  /// What the picture is written as.
  enum Format: String, CaseIterable {
    case dot, svg, png, pdf

    /// The format that a file's name asks for.
    init?(path: String) {
      let name = Path.pathExtension(of: path)?.lowercased()
      guard let format = name == "gv" ? .dot : name.flatMap(Format.init(rawValue:)) else { return nil }
      self = format
    }
  }

  static let description = CommandDescription(
    name: "graph", summary: "Draw a chart.", usage: "graph FILE [options]",
    notes: """
      A chart with several machines is drawn as one picture unless --machine names one. A chart that fails a check is drawn with what
      was found marked. svg, png and pdf are drawn by Graphviz's `dot`, which must be installed; dot needs nothing.
      """,
    options: [
      Option(
        "to", value: "FORMAT", choices: ["dot", "svg", "png", "pdf"], help: "the picture's format; else what -o's name says, else dot"),
      Option("output", "o", value: "FILE", help: "where to write it; `-`, the default, is standard output"),
      Option("machine", value: "NAME", help: "draw only this machine"),
    ] + .common)

  private let input: String
  private let output: String
  private let format: Format
  private let machine: String?
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(UsageError) {
    let inputs = try arguments.files(for: "graph")
    guard inputs.count == 1 else { throw UsageError("`graph` draws one chart at a time", command: "graph") }
    input = inputs[0]
    output = arguments.value("output") ?? "-"
    format = arguments.value("to").flatMap(Format.init(rawValue:)) ?? Format(path: output) ?? .dot
    machine = arguments.value("machine")
    self.arguments = arguments
    if output == "-", format == .png || format == .pdf, Stream.isTerminal(STDOUT_FILENO) {
      throw UsageError("\(format.rawValue) is not for a terminal", hint: "write it to a file with `-o FILE`", command: "graph")
    }
  }

  func run() throws(UsageError) -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    if let compilation = reader.compile(input, reporter: &reporter) {
      _ = reporter.report(compilation.diagnostics, in: compilation.sources)
      try draw(compilation, Outputs(inputs: reader.identities), &reporter)
    }
    return reporter.finish()
  }

  private func draw(_ compilation: Compilation, _ outputs: Outputs, _ reporter: inout Reporter) throws(UsageError) {
    if let machine, !compilation.ownMachines.contains(where: { $0.name == machine }), compilation.isUnderstood {
      throw unknownMachine(machine, in: compilation)
    }
    // What is understood only in part is good enough to look at, not to take the place of an older picture.
    guard !compilation.ownMachines.isEmpty, compilation.isUnderstood || output == "-" else { return }
    guard let picture = picture(of: compilation.dot(machine: machine), &reporter) else { return }
    if output == "-" {
      reporter.result(picture)
    } else {
      _ = outputs.write(picture, to: output, &reporter)
    }
  }

  private func picture(of dot: String, _ reporter: inout Reporter) -> [UInt8]? {
    guard format != .dot else { return Array(dot.utf8) }
    do throws(Graphviz.Failure) {
      return try Graphviz.draw(dot, as: format.rawValue)
    } catch {
      reporter.problem(error.message, hint: error.hint)
      return nil
    }
  }

  private func unknownMachine(_ name: String, in compilation: Compilation) -> UsageError {
    let names = compilation.ownMachines.map(\.name)
    let near = Suggestions.closest(to: name, among: names).map { "did you mean `\($0)`? " } ?? ""
    return UsageError("the chart has no machine `\(name)`", hint: near + "it has " + names.joined(separator: ", "), command: "graph")
  }
}
