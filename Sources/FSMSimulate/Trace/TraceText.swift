import FSMDiagnostics
import FSMModel

/// Calls as text, the same on every machine: what golden traces hold, and what people read.
///
///     putMoney(amount: 5)
///       on putMoney(amount: 5): noMoney -> hasMoney
///         leave noMoney
///         credit = 5
///         enter hasMoney
///       = hasMoney
public struct TraceText {
  let assembly: Assembly
  /// Adds why each reaction that was looked at was or was not taken, and looks at `always` that led to nothing.
  var showsReasons: Bool

  public init(_ assembly: Assembly, showsReasons: Bool = false) {
    self.assembly = assembly
    self.showsReasons = showsReasons
  }

  public func render(_ calls: [Call]) -> String { calls.map(render).joined() }

  public func render(_ call: Call) -> String { lines(of: call).text }

  /// A call, its title first.
  public func lines(of call: Call) -> [TraceLine] {
    var lines = [TraceLine(.call, title(of: call.input))]
    for step in call.steps where showsReasons || step.disposition != .settled { lines += self.lines(of: step) }
    if call.stepsWereCut { lines.append(TraceLine(.note, "  …")) }
    if call.outcome.isUndone || call.outcome == .dropped && call.steps.isEmpty {
      lines.append(TraceLine(.failure, "  ! \(call.outcome)"))
    }
    return lines + [configuration(call.configuration, hasEnded: call.hasEnded)]
  }

  /// `  = playing & muted (ended)`
  func configuration(_ paths: [String], hasEnded: Bool) -> TraceLine {
    let states = paths.isEmpty ? "not started" : paths.joined(separator: " & ")
    return TraceLine(.configuration, "  = " + states + (hasEnded ? " (ended)" : ""))
  }

  public func title(of input: Call.Input) -> String {
    switch input {
    case .start(let arguments): "start" + list(arguments)
    case .event(let name, let arguments): name + list(arguments)
    case .advance(let duration): "advance \(Value.duration(duration))"
    case .completion(let activity, let failed, let value): "\(activity).\(failed ? "failed" : "done")" + list(value)
    }
  }

  private func lines(of step: Step) -> [TraceLine] {
    let title =
      switch step.trigger {
      case .start, .activities, .end: "  " + title(of: step)
      default: "  \(title(of: step)): \(summary(of: step))"
      }
    var lines = [TraceLine(.step, title)]
    if showsReasons { lines += step.looks.map { TraceLine(.reason, "    ? \(text(of: $0))") } }
    return lines + step.happenings.map { TraceLine(role(of: $0), "    " + text(of: $0)) }
  }

  private func role(of happening: Happening) -> TraceLine.Role {
    switch happening {
    case .leave: .leave
    case .enter: .enter
    case .set: .assignment
    case .perform: .effect
    case .raise, .send, .cancel, .done, .answer: .note
    }
  }

  private func summary(of step: Step) -> String {
    switch step.disposition {
    case .taken: step.taken.map { text(of: $0) }.joined(separator: ", ")
    case .rejected where !step.taken.isEmpty: step.taken.map { text(of: $0) }.joined(separator: ", ")
    case .settled: "nothing"
    default: "\(step.disposition)"
    }
  }

  public func title(of step: Step) -> String {
    switch step.trigger {
    case .start: "start"
    case .always: "always"
    case .activities: "activities"
    case .end: "end"
    case .timer(let node, _): "after in \(assembly.pathName(of: node))"
    case .done(let node): "done \(assembly.pathName(of: node))"
    case .completion(let activity, let failed, let value): "on \(assembly.name(of: activity)).\(failed ? "failed" : "done")" + list(value)
    case .event(let event, let arguments): "\(word(for: step.origin)) \(text(of: event, arguments))"
    }
  }

  private func word(for origin: Step.Origin) -> String {
    switch origin {
    case .outside, .activity, .settling, .clock: "on"
    case .raised: "raised"
    case .sent: "sent"
    case .delayed: "delayed"
    case .recalled: "recalled"
    }
  }

  private func list(_ arguments: [NamedValue]) -> String { arguments.isEmpty ? "" : "(\(Symbolic.list(arguments)))" }
  private func list(_ value: Value?) -> String { value.map { list([NamedValue(nil, $0)]) } ?? "" }

  func text(of event: AssembledEventID, _ arguments: [Value]) -> String {
    let declared = assembly[event]
    return declared.name + list(zip(declared.parameters, arguments).map { NamedValue($0.isLabelled ? $0.name : nil, $1) })
  }

  /// `source -> target & target`, or the source alone of an internal transition.
  public func text(of place: TransitionPlace) -> String {
    let transition = assembly.transition(place)
    let nodes = assembly[place.scope].nodes
    let source = assembly.pathName(of: nodes[transition.source.index])
    let targets = transition.targets.map { assembly.pathName(of: nodes[$0.state.index]) }
    return targets.isEmpty ? source : "\(source) -> \(targets.joined(separator: " & "))"
  }
}
