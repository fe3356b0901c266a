import FSMDiagnostics
import FSMModel

/// What a session answers, as lines: calls as traces show them, and questions about the machine in the same manner.
///
///     state
///       Player
///         active
///           paused(at: 3.0)
///       seconds = 200.0
///       at 1min 30s
///       in 2s: after in active.paused
public struct SessionText {
  private let trace: TraceText
  private let sources: SourceMap
  private var assembly: Assembly { trace.assembly }

  public init(_ assembly: Assembly, _ sources: SourceMap) {
    trace = TraceText(assembly)
    self.sources = sources
  }

  public func lines(of call: Call) -> [TraceLine] { trace.lines(of: call) }

  /// `  = playing & muted (ended)`
  public func configuration(_ paths: [String], hasEnded: Bool) -> TraceLine { trace.configuration(paths, hasEnded: hasEnded) }

  /// Where the machine stands.
  public func lines(of overview: Overview, answers: Environment) -> [TraceLine] {
    var lines = overview.states.map { TraceLine(.configuration, indent($0.depth + 1) + text(of: $0)) }
    if lines.isEmpty { lines = [TraceLine(.configuration, "  not started")] }
    if overview.hasEnded { lines.append(TraceLine(.note, "  ended")) }
    lines += overview.values.map { TraceLine(.assignment, "  \($0.name ?? "") = \($0.value)") }
    if overview.clock > .zero || !overview.timers.isEmpty { lines.append(TraceLine(.note, "  at \(Value.duration(overview.clock))")) }
    lines += overview.timers.map { TraceLine(.note, "  in \(Value.duration($0.left)): \(text(of: $0))") }
    lines += overview.deferred.map { TraceLine(.note, "  deferred \(trace.text(of: $0.event, $0.arguments))") }
    lines += overview.running.map { TraceLine(.effect, "  running \(assembly.name(of: $0.activity)) #\($0.run)") }
    return lines + self.lines(of: answers)
  }

  private func lines(of environment: Environment) -> [TraceLine] {
    var lines = environment.answers.map { answer in
      let function = assembly.machine(of: .machine).callables.first { $0.name == answer.function }
      let labels = function?.parameters.map { $0.isLabelled ? $0.name : nil } ?? []
      let arguments = answer.arguments.map { Symbolic.list(zip(labels, $0).map { NamedValue($0, $1) }) } ?? "…"
      return "  given \(answer.function)(\(arguments)) = \(answer.value)"
    }
    lines += environment.texts.sorted { $0.key < $1.key }.map { "  given \(Value.quoted($0.key)) = \($0.value)" }
    return lines.map { TraceLine(.note, $0) }
  }

  private func text(of state: Overview.ActiveState) -> String {
    let data = state.data.isEmpty ? "" : "(\(Symbolic.list(state.data)))"
    return assembly[state.node].name + data
  }

  func text(of timer: Interpreter.PendingTimer) -> String {
    if let state = timer.state { return "after in \(assembly.pathName(of: state))" }
    return timer.event.map { "send \(trace.text(of: $0, timer.arguments))" } ?? ""
  }

  /// What is accepted here, and what would become of it.
  public func lines(of offers: [Offer]) -> [TraceLine] {
    if offers.isEmpty { return [TraceLine(.answer, "  nothing is accepted here")] }
    let width = offers.map { DisplayWidth.of($0.text) }.max() ?? 0
    return offers.map { offer in
      let gap = String(repeating: " ", count: min(width, 40) - min(DisplayWidth.of(offer.text), 40) + 2)
      return TraceLine(.answer, "  \(offer.text)\(offer.remark.isEmpty ? "" : gap + offer.remark)")
    }
  }

  /// Why an event is or is not taken.
  public func lines(of reasons: Reasons) -> [TraceLine] {
    reasons.tried.map { TraceLine(.reason, "  " + text(of: $0)) } + [TraceLine(.configuration, "  = " + text(of: reasons.outlook))]
  }

  /// ``closed -> open (door.fsm:12:5): `n > limit` is false; n is 3, limit is 5``
  private func text(of tried: Reasons.Tried) -> String {
    let position = sources.position(of: tried.span)
    let place = "\(sources[tried.span.file].path):\(position.line):\(position.column)"
    let subject =
      switch tried.look.subject {
      case .transition(let place): trace.text(of: place)
      case .hold: assembly.pathName(of: tried.look.state)
      }
    var text = "\(subject) (\(place)): \(verdict(on: tried))"
    let condition = tried.guardSpan.map { oneLine($0) }
    let readings = tried.readings.filter { $0.text != condition }.map { "\($0.text) is \($0.value.map { "\($0)" } ?? "not known")" }
    if !readings.isEmpty { text += "; " + readings.joined(separator: ", ") }
    return text
  }

  private func verdict(on tried: Reasons.Tried) -> String {
    let condition = tried.guardSpan.map { "`\(oneLine($0))`" }
    switch tried.look.verdict {
    case .taken: return condition.map { "taken, \($0) is true" } ?? "taken"
    case .guardFalse: return condition.map { "\($0) is false" } ?? "its guard is false"
    case .preempted(let winner): return "held, but \(trace.text(of: winner)) goes before it"
    case .shadowed(let node): return "not tried, \(assembly.pathName(of: node)) comes first"
    case .deferred: return "defers it"
    case .ignored: return "ignores it"
    case .unknown(let question):
      return condition.map { "\($0) cannot be told" + ($0 == "`\(question.text)`" ? "" : " without `\(question.text)`") } ?? ""
    case .trapped(let message): return "\(condition ?? "its guard") traps: \(message)"
    }
  }

  func text(of outlook: Reasons.Outlook) -> String {
    switch outlook {
    case .taken: "taken"
    case .deferred: "deferred"
    case .ignored: "ignored"
    case .rejected(let reason): "rejected: \(reason)"
    case .depends: "depends on what is not known"
    case .trapped(let message): "trapped: \(message)"
    }
  }

  /// The text of a span on one line, in part where it is long.
  private func oneLine(_ span: Span) -> String {
    let words = sources.text(of: span).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= 200 ? words : words.prefix(199) + "…"
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
}
