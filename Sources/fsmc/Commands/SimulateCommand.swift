import FSMCompiler
import FSMDiagnostics
import FSMModel
import FSMSimulate

/// `fsmc simulate machine.fsm`: a chart to play with.
struct SimulateCommand {
  static let description = CommandDescription(
    name: "simulate", summary: "Run a chart, event by event.", usage: "simulate FILE [options]",
    notes: """
      On a terminal this is a prompt; `help` lists what can be said there. With --script, or when the input is no terminal, the same lines
      are read and the same trace is written. A line is a step as scenarios have them:

        push(amount: 3)         an event with its arguments
        advance 30s             time passes, and what falls due happens
        load.done(3)            an activity ends; also `done load 3`, `failed load .timeout`
        given isOpen() = true   what a function of the caller's answers from here on
        expect in(open)         a line that must hold

      or one of `state`, `events`, `why EVENT`, `undo`, `start`, `help`, `quit`. A line that cannot be understood ends a script with
      status 1, and so does an `expect` that does not hold, at the end.
      """,
    options: [
      Option("script", value: "FILE", help: "read lines from this file"),
      Option("machine", value: "NAME", help: "which machine to run, where the chart has several"),
      Option(
        "let", value: "NAME=VALUE", isRepeatable: true, help: "a value for the start, or a function's answer: `stock=1`, `isOpen()=true`"),
      Option("json", help: "write one JSON object a line"),
    ] + .common)

  private let input: String
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(UsageError) {
    input = try arguments.file(for: "simulate", which: "runs")
    self.arguments = arguments
    if input == "-", arguments.value("script") ?? "-" == "-" {
      throw UsageError(
        "the chart and the lines would both be read from standard input", hint: "give the lines with `--script FILE`", command: "simulate")
    }
  }

  func run() throws(UsageError) -> ExitStatus {
    var reporter = Reporter(arguments)
    var reader = ChartReader(arguments)
    guard let compilation = reader.compile(input, reporter: &reporter) else { return reporter.finish() }
    let hasErrors = reporter.report(compilation.diagnostics, in: compilation.sources)
    guard !hasErrors, !compilation.hasErrors else { return reporter.finish() }
    let machine = try arguments.machineToRun(in: compilation, command: "simulate")
    guard let simulation = Simulation(compilation, machine: machine) else {
      reporter.problem("the machine is too large to be simulated with all that it uses", file: input, status: .findings)
      return reporter.finish()
    }
    let style = arguments.has("json") ? TraceWriter.Style.json : .text(isColoured: isColoured)
    let editor = isInteractive ? LineEditor() : nil
    var simulator = Simulator(simulation, style: style, reporter, isInteractive: editor != nil)
    guard simulator.take(settings: arguments.values("let")) else { return simulator.finish() }
    if let editor {
      var prompt = Prompt(simulator, editor, isColoured: isColoured)
      return prompt.run(path: input)
    }
    run(&simulator)
    return simulator.finish()
  }

  /// A person sits there, at a terminal that can do more than write lines.
  private var isInteractive: Bool {
    arguments.value("script") == nil && !arguments.has("json") && Stream.isTerminal(STDIN_FILENO) && Stream.isTerminal(STDOUT_FILENO)
      && Stream.environment("TERM") != "dumb"
  }

  private func run(_ simulator: inout Simulator) {
    let script = arguments.value("script").flatMap { $0 == "-" ? nil : $0 }
    guard let script else { return simulator.run(LineReader(STDIN_FILENO), path: "<stdin>") }
    let descriptor = open(script, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, FileStatus(descriptor: descriptor)?.isDirectory != true else {
      let message = descriptor >= 0 ? "it is a directory" : SystemError.last.message
      simulator.problem("cannot read \(script): \(message)", file: script)
      return
    }
    defer { close(descriptor) }
    simulator.run(LineReader(descriptor), path: script)
  }

  private var isColoured: Bool {
    switch arguments.value("color") {
    case "always": true
    case "never": false
    default: Stream.isTerminal(STDOUT_FILENO) && (Stream.environment("NO_COLOR") ?? "").isEmpty && Stream.environment("TERM") != "dumb"
    }
  }
}
