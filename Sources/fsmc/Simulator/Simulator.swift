import FSMCompiler
import FSMDiagnostics
import FSMModel
import FSMSimulate

/// Does what lines say and writes what comes of it.
struct Simulator {
  private(set) var simulation: Simulation
  private(set) var session: Session
  private(set) var reporter: Reporter
  private var output: TraceWriter
  private let text: SessionText
  private let isInteractive: Bool
  private var findings: [Finding] = []
  /// What has to be answered before the last line can be done.
  private(set) var question: Environment.Question?
  /// How the call of the last line ended, if there was one.
  private(set) var lastOutcome: Outcome?

  /// Something found in a line, kept for a person.
  struct Finding {
    var diagnostic: Diagnostic
    var sources: SourceMap
  }

  /// - Parameter isInteractive: A person reads: findings are kept to be shown below what was typed, titles are left out, and of a long call
  ///   only the beginning is shown.
  init(_ simulation: Simulation, style: TraceWriter.Style, _ reporter: Reporter, isInteractive: Bool = false) {
    self.simulation = simulation
    self.reporter = reporter
    self.isInteractive = isInteractive
    var options = Interpreter.Options()
    if isInteractive {
      options.mostSteps = Prompt.mostSteps
      options.isStopped = { Interruption.isRequested }
    }
    session = Session(simulation.assembly, options: options)
    text = SessionText(simulation.assembly, simulation.sources)
    output = TraceWriter(style, SessionJSON(simulation.assembly, simulation.sources), leavesOutTitles: isInteractive)
  }

  /// Says what went wrong with the output, if anything did; returns the exit status of the run.
  mutating func finish() -> ExitStatus {
    for finding in takeFindings() { _ = reporter.report([finding.diagnostic], in: finding.sources) }
    if let error = output.error { reporter.problem("cannot write to standard output: \(error.message)") }
    return reporter.finish()
  }

  mutating func problem(_ message: String, file: String) { reporter.problem(message, file: file) }

  /// Takes over what `--let` says; false where it is wrong.
  mutating func take(settings: [String]) -> Bool { settings.allSatisfy { take(setting: $0) } }

  private mutating func take(setting text: String) -> Bool {
    let line = InputLine(path: "--let", number: 1, bytes: Array(text.utf8))
    let reading = simulation.setting(line)
    _ = reporter.report(reading.diagnostics, in: reading.sources)
    switch reading.part {
    case .variable(let id, let value)?:
      session.set(id, session.evaluate(value) ?? .symbolic(simulation.text(of: value.span, in: line)))
      return true
    case .given(let step)?: return finish(session.perform(step), line)
    case nil:
      if reading.diagnostics.isEmpty { reporter.problem("`--let` needs a name and a value", hint: "write `--let stock=1`", status: .usage) }
      return false
    }
  }

  /// Reads lines to the end, or to the first that is wrong.
  mutating func run(_ lines: LineReader, path: String) {
    var lines = lines
    var line = InputLine(path: path, number: 1, bytes: [])
    while output.isHeard, let next = lines.next() {
      switch next {
      case .line(let bytes):
        line.bytes = bytes
        guard perform(line) == .goOn else { return }
      case .tooLong(let bytes):
        line.bytes = Array(bytes.prefix(100))
        let start = Span(file: FileID(simulation.sources.files.count), start: 0, end: 0)
        return report([Diagnostic(.fileTooLarge, at: start, "the line is longer than 1 MB")], line)
      case .failure(let error): return problem("cannot read \(path): \(error.message)", file: path)
      }
      line.number += 1
    }
    line.bytes = []
    if !session.interpreter.isStarted { _ = start(line) }
  }

  enum Continuation {
    case goOn, failed, quit
  }

  /// Does what a line says.
  ///
  /// - Parameter answers: To questions, by their text; they count for this line alone.
  mutating func perform(_ line: InputLine, answers: [String: Value] = [:]) -> Continuation {
    (question, lastOutcome) = (nil, nil)
    let reading = simulation.command(line, known: session.knownValues)
    report(reading.diagnostics, in: reading.sources)
    guard let command = reading.part else { return reading.diagnostics.hasErrors ? .failed : .goOn }
    return perform(command, line, answers) ? command.isQuit ? .quit : .goOn : .failed
  }

  /// The value that a line says.
  mutating func value(_ line: InputLine, of type: ValueType) -> (Value?, [Finding]) {
    let reading = simulation.value(line, of: type)
    let found = reading.diagnostics.map { Finding(diagnostic: $0, sources: reading.sources) }
    return (reading.part.map { session.evaluate($0) ?? .symbolic(simulation.text(of: $0.span, in: line)) }, found)
  }

  mutating func set(_ variable: VariableID, _ value: Value) { session.set(variable, value) }

  mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  mutating func dropFindings() { findings = [] }

  /// False where a script must not go on.
  private mutating func perform(_ command: Simulation.Command, _ line: InputLine, _ answers: [String: Value]) -> Bool {
    let title = Self.title(of: line)
    switch command {
    case .step(let step):
      let reply = session.perform(step, answers: answers)
      return finish(reply, line, answered: step.isExpectation || step.isAnswer ? title : nil, isExpectation: step.isExpectation)
    case .answer(let text, let value):
      session.answer(text, value)
      output.write([TraceLine(.call, title)]) { _ in .object([("given", .string(title))]) }
    case .why(let event, let arguments): return why(event, arguments, title, line)
    case .word(.start, _, let span): return finish(session.start(span, answers: answers), line)
    case .word(.quit, _, _): return session.interpreter.isStarted || start(line)
    case .word(.help, let argument, _): help(argument, title)
    case .word(let word, let argument, _):
      guard session.interpreter.isStarted || start(line) else { return false }
      answer(word, argument, title)
    }
    return true
  }

  private mutating func start(_ line: InputLine) -> Bool {
    finish(session.start(Span(file: FileID(simulation.sources.files.count), start: 0, end: 0)), line)
  }

  /// Writes what came of a step; false where a script must not go on.
  private mutating func finish(_ reply: Session.Reply, _ line: InputLine, answered title: String? = nil, isExpectation: Bool = false)
    -> Bool
  {
    question = reply.question
    lastOutcome = reply.calls.last?.outcome
    // A person is asked, and the call made again.
    let shown = isInteractive && reply.question != nil ? reply.calls.dropLast() : reply.calls
    for call in shown { output.write(text.lines(of: call)) { $0.value(of: call) } }
    if let title {
      let holds = reply.diagnostics.isEmpty
      let lines =
        [TraceLine(.call, title)]
        + (!isExpectation ? [] : holds ? [TraceLine(.answer, "  holds")] : isInteractive ? [] : [TraceLine(.failure, "  ! does not hold")])
      output.write(lines) { _ in .object([("step", .string(title)), ("holds", .bool(holds))]) }
    }
    report(reply.diagnostics, line)
    return reply.diagnostics.allSatisfy { $0.code == .expectationFailed }
  }

  private mutating func report(_ diagnostics: [Diagnostic], _ line: InputLine) {
    guard !diagnostics.isEmpty else { return }
    let file = FileID(simulation.sources.files.count)
    report(line.placed(diagnostics, file), in: line.added(to: simulation.sources))
  }

  private mutating func report(_ diagnostics: [Diagnostic], in sources: SourceMap) {
    guard isInteractive else {
      _ = reporter.report(diagnostics, in: sources)
      return
    }
    findings += diagnostics.map { Finding(diagnostic: $0, sources: sources) }
  }

  /// A line as a trace repeats it.
  private static func title(of line: InputLine) -> String {
    String(decoding: line.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// Questions about the machine.
extension Simulator {
  private mutating func why(_ event: AssembledEventID, _ arguments: [Expr]?, _ title: String, _ line: InputLine) -> Bool {
    guard session.interpreter.isStarted || start(line) else { return false }
    let values = arguments?.map { session.evaluate($0) ?? .symbolic(simulation.text(of: $0.span, in: line)) }
    let known = session.assembly[event].parameters.isEmpty ? [] : values
    let reasons = session.interpreter.reasons(for: event, known, environment: session.environment)
    output.write([TraceLine(.call, title)] + text.lines(of: reasons)) { $0.value(of: reasons) }
    return true
  }

  private mutating func answer(_ word: Simulation.Word, _ argument: String?, _ title: String) {
    let head = [TraceLine(.call, title)]
    switch word {
    case .state:
      let overview = session.interpreter.overview
      output.write(head + text.lines(of: overview, answers: session.environment)) { $0.value(of: overview) }
    case .events:
      let offers = session.offers
      output.write(head + text.lines(of: offers)) { $0.value(of: offers) }
    case .undo: undo(argument.flatMap(Int.init) ?? 1, head)
    case .help, .start, .quit: break
    }
  }

  private mutating func help(_ topic: String?, _ title: String) {
    let lines = SimulatorHelp.lines(about: topic)
    output.write([TraceLine(.call, title)] + lines.map { TraceLine(.answer, $0) }) { _ in
      .object([("help", .array(lines.map { .string($0) }))])
    }
  }

  private mutating func undo(_ count: Int, _ head: [TraceLine]) {
    var undone = 0
    while undone < count, session.undo() { undone += 1 }
    let (paths, hasEnded) = (session.interpreter.configuration, session.interpreter.hasEnded)
    let note = undone < count ? [TraceLine(.note, undone == 0 ? "  nothing to undo" : "  only \(undone) undone")] : []
    output.write(head + note + [text.configuration(paths, hasEnded: hasEnded)]) { _ in
      .object([("undo", .number(undone)), ("configuration", .array(paths.map { .string($0) }))])
    }
  }
}
