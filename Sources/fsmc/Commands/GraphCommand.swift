import FSMCompiler
import FSMDiagnostics
import FSMImport
import FSMModel

/// `fsmc graph machine.fsm`: the picture of a chart.
struct GraphCommand {
  /// What the picture is written as.
  enum Format: String, CaseIterable {
    case dot, svg, png, pdf, mermaid, plantuml

    /// The format that a file's name asks for.
    init?(path: String) {
      let name = Path.pathExtension(of: path)?.lowercased() ?? ""
      guard let format = ["gv": .dot, "mmd": .mermaid, "puml": .plantuml][name] ?? Format(rawValue: name) else { return nil }
      self = format
    }

    /// The text that it is, or is drawn from.
    var text: Compilation.PictureFormat {
      switch self {
      case .dot, .svg, .png, .pdf: .dot
      case .mermaid: .mermaid
      case .plantuml: .plantUML
      }
    }

    /// True for what Graphviz draws.
    var isDrawn: Bool { self == .svg || self == .png || self == .pdf }
  }

  static let description = CommandDescription(
    name: "graph", summary: "Draw a chart.", usage: "graph FILE [options]",
    notes: """
      A chart with several machines is drawn as one picture unless --machine names one. A chart that fails a check is drawn with what
      was found marked. svg, png and pdf are drawn by Graphviz's `dot`, which must be installed; dot, mermaid and plantuml need nothing.
      --trace takes what `fsmc simulate FILE --json` writes, a counterexample (what `fsmc check --diagnostics json` writes, of which the
      first that has a trace is drawn) or a script for `fsmc simulate`: transitions taken are numbered, and the last configuration stands
      out.
      """,
    options: [
      Option(
        "to", value: "FORMAT", choices: Format.allCases.map(\.rawValue), help: "the picture's format; else what -o's name says, else dot"),
      Option("output", "o", value: "FILE", help: "where to write it; `-`, the default, is standard output"),
      Option("machine", value: "NAME", help: "draw only this machine"),
      Option("check", help: "mark also what `fsmc check` finds"),
      Option("bound", value: "N", help: "configurations --check tries, at most; \(Compilation.standardBound) otherwise"),
      Option("highlight", value: "STATE", help: "let a state stand out; several with commas between them"),
      Option("trace", value: "FILE", help: "draw a run, a counterexample or a script over the chart"),
      Option("collapse", value: "DEPTH", help: "draw states down to this depth only"),
    ] + .common)

  private let input: String
  private let output: String
  private let format: Format
  private let machine: String?
  private let depth: Int?
  private let bound: Int
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(UsageError) {
    input = try arguments.file(for: "graph", which: "draws")
    bound = try arguments.bound(otherwise: Compilation.standardBound, for: "graph")
    output = arguments.value("output") ?? "-"
    format = arguments.value("to").flatMap(Format.init(rawValue:)) ?? Format(path: output) ?? .dot
    machine = arguments.value("machine")
    depth = arguments.value("collapse").flatMap { Int($0) }
    if let text = arguments.value("collapse"), depth.map({ $0 < 1 }) ?? true {
      throw UsageError("`--collapse` cannot be `\(text)`", hint: "give the number of levels to draw, from 1 on", command: "graph")
    }
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
      throw UsageError(unknownMachine: machine, in: compilation, command: "graph")
    }
    // What is understood only in part is good enough to look at, not to take the place of an older picture.
    guard !compilation.ownMachines.isEmpty, compilation.isUnderstood || output == "-" else { return }
    guard let request = try request(compilation, &reporter) else { return }
    let (text, unknown) = compilation.picture(format.text, machine: machine, request)
    if let unknown { throw UsageError("the chart has no state `\(unknown)`", command: "graph") }
    guard let text, let picture = picture(of: text, &reporter) else { return }
    if output == "-" {
      reporter.result(picture)
    } else {
      _ = outputs.write(picture, to: output, &reporter)
    }
  }

  /// What stands out; nil where the run could not be read, which is reported.
  private func request(_ compilation: Compilation, _ reporter: inout Reporter) throws(UsageError) -> PictureRequest? {
    var request = PictureRequest()
    request.depth = depth
    request.highlighted = arguments.value("highlight")?.split(separator: ",").map { String($0.drop { $0 == " " }) } ?? []
    if arguments.has("check") {
      request.findings = compilation.prove(bound: bound).findings
      _ = reporter.report(request.findings, in: compilation.sources)
    }
    guard let path = arguments.value("trace") else { return request }
    if path == "-", input == "-" { throw UsageError("the chart and the run would both be read from standard input", command: "graph") }
    guard let run = try run(path, compilation, &reporter) else { return nil }
    request.run = run
    return request
  }

  private func run(_ path: String, _ compilation: Compilation, _ reporter: inout Reporter) throws(UsageError) -> RecordedRun? {
    let contents: FileReader.Contents
    do throws(FileReader.Failure) {
      contents = try path == "-" ? FileReader.contents(of: STDIN_FILENO) : FileReader.contents(ofFile: path)
    } catch {
      reporter.problem("cannot read \(path): \(error.message)", file: path)
      return nil
    }
    let told = ToldRun(compilation, path: ChartReader.shown(path), bytes: contents.bytes, machine: machine)
    for (diagnostics, sources) in told.findings { _ = reporter.report(diagnostics, in: sources) }
    if told.needsMachine { throw UsageError(unclearMachineIn: compilation, command: "graph") }
    return told.run
  }

  private func picture(of dot: String, _ reporter: inout Reporter) -> [UInt8]? {
    guard format.isDrawn else { return Array(dot.utf8) }
    do throws(Graphviz.Failure) {
      return try Graphviz.draw(dot, as: format.rawValue)
    } catch {
      reporter.problem(error.message, hint: error.hint)
      return nil
    }
  }
}
