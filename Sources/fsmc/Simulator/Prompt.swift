import FSMCompiler
import FSMDiagnostics
import FSMModel
import FSMSimulate

/// The simulator for a person at a terminal.
struct Prompt {
  /// Steps shown of one call: a machine that does not settle must not fill the screen.
  static let mostSteps = 200

  private var simulator: Simulator
  private var editor: LineEditor
  private let paint: Paint
  private var number = 0

  init(_ simulator: Simulator, _ editor: LineEditor, isColoured: Bool) {
    (self.simulator, self.editor) = (simulator, editor)
    paint = Paint(isColoured: isColoured)
  }

  /// Runs until the person leaves.
  mutating func run(path: String) -> ExitStatus {
    let name = simulator.simulation.machine.name
    say("\(name), from \(path): `events` lists what it accepts, `help` the commands; Ctrl-D leaves", "2")
    if askForValues() { perform("start") }
    var isWarned = false
    while true {
      let prompt = self.prompt
      let completion = PromptCompletion(session: simulator.session)
      switch editor.readLine(prompt: prompt, paint: { paint.paint($0, "1;34") }, complete: { completion.completions(of: $0) }) {
      case .line(let text):
        isWarned = false
        if perform(text) == .quit { return .fine }
      case .interrupted:
        if !isWarned { say("Ctrl-D or `quit` leaves", "2") }
        isWarned = true
      case .endOfInput: return .fine
      }
    }
  }

  /// Where the machine stands, in little room.
  private var prompt: String {
    let interpreter = simulator.session.interpreter
    guard interpreter.isStarted else { return "(not started)> " }
    var text = VisibleText.line(interpreter.configuration.joined(separator: " & ")) + (interpreter.hasEnded ? " (ended)" : "")
    if DisplayWidth.of(text) > 40 {
      while DisplayWidth.of(text) > 39 { text.removeFirst() }
      text = "…" + text
    }
    return text + "> "
  }

  @discardableResult
  private mutating func perform(_ text: String) -> Simulator.Continuation {
    number += 1
    let indent = DisplayWidth.of(prompt)
    let line = InputLine(path: "<prompt>", number: number, bytes: Array(text.utf8))
    var result = Interruption.watch { simulator.perform(line) }
    var answers: [String: Value] = [:]
    while let question = simulator.question, let value = ask(question) {
      answers[question.text] = value
      simulator.dropFindings()
      result = Interruption.watch { simulator.perform(line, answers: answers) }
    }
    if Interruption.isRequested {
      simulator.dropFindings()
      say("\nstopped by Ctrl-C: nothing has happened", "2")
    }
    show(simulator.takeFindings(), indent: indent)
    if simulator.question == nil { explain(simulator.lastOutcome) }
    return result
  }

  // MARK: Questions

  /// Asks for what `start` needs; false when the person would rather not say.
  private mutating func askForValues() -> Bool {
    for variable in simulator.session.missingValues {
      guard let value = value("  \(variable.name): \(variable.typeText) = ", of: variable.type, in: simulator.simulation.machine) else {
        say("`start(…)` starts the machine", "2")
        return false
      }
      simulator.set(variable.id, value)
    }
    return true
  }

  private mutating func ask(_ question: Environment.Question) -> Value? {
    value("  \(question.text) = ", of: question.type, in: simulator.simulation.assembly.chart[question.machine])
  }

  /// Asks until the answer can be understood; nil when there is none.
  ///
  /// - Parameter machine: the machine whose enums the type may name.
  private mutating func value(_ label: String, of type: ValueType, in machine: Machine) -> Value? {
    let label = VisibleText.line(label)
    let prompt = DisplayWidth.of(label) <= 60 ? label : "  … = "
    if prompt != label { say(label, "2") }
    let words = Self.values(of: type, machine)
    // A case of an enum that another machine declares is understood where the answer is used.
    let isForeign = if case .enumeration = type { machine.id != simulator.simulation.machine.id } else { false }
    let type = isForeign ? .unknown : type
    while true {
      let outcome = editor.readLine(prompt: prompt, isKept: false) { text in
        LineEditor.Completions(start: 0, words: words.filter { $0.hasPrefix(text) })
      }
      guard case .line(let text) = outcome else { return nil }
      let (value, findings) = simulator.value(InputLine(path: "<prompt>", number: 1, bytes: Array(text.utf8)), of: type)
      if let value { return value }
      show(findings, indent: DisplayWidth.of(prompt))
    }
  }

  private static func values(of type: ValueType, _ machine: Machine) -> [String] {
    switch type {
    case .bool: ["true", "false"]
    case .enumeration(let id): machine[id].cases.map { "." + $0 }
    default: []
    }
  }

  // MARK: Findings

  /// What is wrong with a line, marked below it.
  private func show(_ findings: [Simulator.Finding], indent: Int) {
    for finding in findings {
      let diagnostic = finding.diagnostic
      let source = finding.sources[diagnostic.span.file]
      if source.path == "<prompt>" { say(mark(diagnostic, source, indent), "1;31") }
      let severity = diagnostic.severity.rawValue
      print(paint.paint("\(severity):", "1;31") + " " + VisibleText.line(diagnostic.message))
      for label in diagnostic.labels where finding.sources[label.span.file].path != "<prompt>" {
        let position = finding.sources.position(of: label.span)
        print("  \(VisibleText.line(finding.sources[label.span.file].path)):\(position.line):\(position.column): \(label.message)")
      }
      if let hint = diagnostic.hint { print(paint.paint("hint:", "36") + " " + VisibleText.line(hint)) }
    }
  }

  /// `    ^~~`, where the line as it stands on the screen allows it.
  private func mark(_ diagnostic: Diagnostic, _ source: SourceFile, _ indent: Int) -> String {
    let line = source.range(ofLine: source.line(at: diagnostic.span.start))
    let start = max(Int(diagnostic.span.start), line.lowerBound)
    let before = DisplayWidth.of(String(decoding: source.bytes[line.lowerBound..<start], as: UTF8.self))
    let marked = DisplayWidth.of(source.text(of: diagnostic.span))
    guard indent + before + marked < RawMode.width(STDOUT_FILENO) else { return "" }
    return String(repeating: " ", count: indent + before) + "^" + String(repeating: "~", count: max(marked - 1, 0))
  }

  /// What to do after a refusal.
  private func explain(_ outcome: Outcome?) {
    guard case .rejected(let reason)? = outcome else { return }
    switch reason {
    case .unhandled:
      let names = simulator.session.interpreter.acceptedEvents.map { simulator.session.assembly[$0].name }
      let list = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
      say(names.isEmpty ? "  nothing is accepted here" : "  accepted here: \(VisibleText.line(list))", "2")
    case .guardsFailed: say("  `why …` tells which guards failed", "2")
    case .finished: say("  `start` starts anew, `undo` goes back", "2")
    case .outOfRange, .endless: break
    }
  }

  private func say(_ text: String, _ code: String) { if !text.isEmpty { print(paint.paint(text, code)) } }
  private func print(_ text: String) { _ = Stream.write(Array((text + "\n").utf8), to: STDOUT_FILENO) }
}
