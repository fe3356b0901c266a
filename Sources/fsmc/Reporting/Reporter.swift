import FSMCompiler
import FSMDiagnostics

/// Tells what was found and what was done: findings and problems on standard error, messages on standard output.
struct Reporter {
  /// How findings are written.
  enum Style: String {
    case text, json, sarif
  }

  private let style: Style
  private let renderer: TextRenderer
  private let treatsWarningsAsErrors: Bool
  private let isQuiet: Bool
  /// What was shown already: a file that two charts use is read twice and reported once.
  private var seen: Set<String> = []
  /// How many findings of each code there were.
  private var counts: [DiagnosticCode: Int] = [:]
  private var logged: [(Diagnostic, SourceMap)] = []
  private var problems: [SARIFRenderer.Problem] = []
  private var errorCount = 0
  private var warningCount = 0
  /// The worst of what was reported.
  private(set) var status = ExitStatus.fine

  init(_ arguments: Arguments) {
    style = arguments.value("diagnostics").flatMap(Style.init) ?? .text
    let isColoured =
      switch arguments.value("color") {
      case "always": true
      case "never": false
      default: Stream.isTerminal(STDERR_FILENO) && (Stream.environment("NO_COLOR") ?? "").isEmpty && Stream.environment("TERM") != "dumb"
      }
    renderer = TextRenderer(isColoured: isColoured)
    treatsWarningsAsErrors = arguments.has("warnings-as-errors")
    isQuiet = arguments.has("quiet")
  }

  /// Shows findings; returns whether an error is among them.
  mutating func report(_ diagnostics: [Diagnostic], in sources: SourceMap) -> Bool {
    let promoted = diagnostics.map(promote)
    let fresh = promoted.filter { isFresh($0, in: sources) }
    errorCount += fresh.count { $0.severity == .error }
    warningCount += fresh.count { $0.severity == .warning }
    switch style {
    case .text: for diagnostic in fresh where isShown(diagnostic) { say(renderer.render(diagnostic, in: sources) + "\n") }
    case .json: say(JSONRenderer.render(fresh, in: sources))
    case .sarif: logged += fresh.map { ($0, sources) }
    }
    if promoted.hasErrors { raise(to: .findings) }
    return promoted.hasErrors
  }

  /// Shows a problem that is no matter of a chart's text.
  mutating func problem(_ message: String, file: String? = nil, hint: String? = nil, status: ExitStatus = .fileTrouble) {
    raise(to: status)
    switch style {
    case .text:
      say("fsmc: error: \(VisibleText.line(message))\n" + (hint.map { "hint: \(VisibleText.line($0))\n" } ?? ""))
    case .json: say(JSONRenderer.render(problem: message, file: file))
    case .sarif: problems.append(.init(message: message, file: file))
    }
  }

  /// Says what was done; not with `--quiet`.
  mutating func say(done message: String) {
    guard !isQuiet else { return }
    raise(to: Stream.result(Array((VisibleText.line(message) + "\n").utf8)))
  }

  /// Writes a result to standard output.
  mutating func result(_ bytes: [UInt8]) { raise(to: Stream.result(bytes)) }

  mutating func raise(to other: ExitStatus) { status = max(status, other) }

  /// Writes what can only be written at the end; returns the exit status of the run.
  mutating func finish() -> ExitStatus {
    switch style {
    case .text:
      for (code, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > Self.mostShown {
        say("\(count - Self.mostShown) more findings of \(code.rawValue) are not shown; `--diagnostics json` writes all\n")
      }
      if !isQuiet, let summary { say(summary + "\n") }
    case .json: break
    case .sarif: say(SARIFRenderer(version: CommandLineTool.version).render(logged, problems: problems))
    }
    return status
  }

  /// "2 errors, 1 warning"; nil when there are neither.
  private var summary: String? {
    let parts = [(errorCount, "error"), (warningCount, "warning")].filter { $0.0 > 0 }
    return parts.isEmpty ? nil : parts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }

  /// Nobody reads more findings of one kind at a terminal than these.
  private static let mostShown = 100

  /// Counts a finding; whether it is to be shown as text.
  private mutating func isShown(_ diagnostic: Diagnostic) -> Bool {
    counts[diagnostic.code, default: 0] += 1
    return counts[diagnostic.code, default: 0] <= Self.mostShown
  }

  private func promote(_ diagnostic: Diagnostic) -> Diagnostic {
    guard treatsWarningsAsErrors, diagnostic.severity == .warning else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.severity = .error
    return diagnostic
  }

  private mutating func isFresh(_ diagnostic: Diagnostic, in sources: SourceMap) -> Bool {
    let path = sources[diagnostic.span.file].path
    return seen.insert("\(diagnostic.code.rawValue) \(diagnostic.span.start) \(path) \(diagnostic.message)").inserted
  }

  private func say(_ text: String) {
    if !text.isEmpty { _ = Stream.write(Array(text.utf8), to: STDERR_FILENO) }
  }
}
