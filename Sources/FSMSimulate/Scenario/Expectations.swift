import FSMDiagnostics
import FSMModel

/// What a scenario expects, and what it says when things are otherwise.
extension ScenarioRunner {
  /// Takes note of a call.
  mutating func file(_ call: Call, _ span: Span) {
    reportUnexpected()
    calls.append(call)
    switch call.outcome {
    case .taken, .deferred, .ignored, .dropped: break
    case .rejected: unexpected = span
    case .trapped, .unanswered, .tooLong: report(call.outcome, span)
    }
  }

  /// Says that the last call was rejected, unless that was expected.
  mutating func reportUnexpected() {
    guard let span = unexpected, let call = calls.last, case .rejected(let reason) = call.outcome else { return }
    unexpected = nil
    diagnostics.append(
      Diagnostic(
        .unexpectedRejection, at: span, "rejected: \(explanation(of: reason)); the machine is in \(list(call.configuration))",
        hint: "write `expect rejected` below it if that is right"))
    if !interpreter.isStarted { isStopped = true }
  }

  mutating func expectRejected(_ span: Span) {
    if case .rejected = calls.last?.outcome {
      unexpected = nil
      return
    }
    let outcome = calls.last.map { "the last call was \($0.outcome)" } ?? "nothing was called"
    fail(span, "expected a rejection; \(outcome), and the machine is in \(configuration)")
  }

  mutating func expect(_ condition: Expr) {
    switch interpreter.judgement(of: condition, environment: environment) {
    case .success(true): break
    case .success(false): fail(condition.span, "does not hold: the machine is in \(configuration)\(values(in: condition))")
    case .failure(let failure): report(failure.outcome, condition.span)
    }
  }

  mutating func expectPerformed(_ actions: [(CallableID, [Expr])], _ span: Span) {
    let performed = calls.last?.effects.filter { $0.kind == .action } ?? []
    var rest = performed[...]
    for (id, arguments) in actions {
      var wanted: [Value] = []
      for argument in arguments {
        guard let value = value(argument) else { return }
        wanted.append(value)
      }
      guard let found = rest.firstIndex(where: { isAction(id, of: $0) && $0.has(wanted) }) else {
        let list = performed.map { "`\(Symbolic.call($0.path, $0.arguments))`" }.joined(separator: ", ")
        let call = Symbolic.call(
          machine[id].name, zip(wanted, machine[id].parameters).map { NamedValue($1.isLabelled ? $1.name : nil, $0) })
        fail(span, "expected `\(call)`; the last call performed \(performed.isEmpty ? "nothing" : list)")
        return
      }
      rest = rest[(found + 1)...]
    }
  }

  /// Whether the effect is of this action: the machine's own, or one that a machine inside declares alike, which is the same.
  private func isAction(_ id: CallableID, of effect: PerformedEffect) -> Bool {
    let inner = interpreter.assembly.machine(of: effect.scope)
    return effect.name == machine[id].name && inner.callables.contains { inner.declares($0, like: machine[id], of: machine) }
  }

  /// Why the scenario cannot go on.
  mutating func report(_ outcome: Outcome, _ span: Span) {
    switch outcome {
    case .trapped(let message, let place):
      let labels = place == span ? [] : [Diagnostic.Label(place, "here")]
      diagnostics.append(Diagnostic(.scenarioStopped, at: span, "traps: \(message)", labels: labels))
      isStopped = true
    case .unanswered(let question):
      let name = question.text
      stop(
        at: span, "needs the answer to `\(name)`", hint: "write `given …` before it, for the functions it calls",
        labels: question.span == span ? [] : [.init(question.span, "asked here")])
    case .tooLong: stop(at: span, "takes more steps than the simulation allows", hint: "advance by less")
    default: break
    }
  }

  mutating func stop(at span: Span, _ message: String, hint: String?, labels: [Diagnostic.Label] = []) {
    diagnostics.append(Diagnostic(.scenarioStopped, at: span, message, labels: labels, hint: hint))
    isStopped = true
  }

  private mutating func fail(_ span: Span, _ message: String) {
    diagnostics.append(Diagnostic(.expectationFailed, at: span, message))
  }

  /// `` `a` and `b` ``
  var configuration: String { list(interpreter.configuration) }

  private func list(_ configuration: [String]) -> String {
    let paths = configuration.map { "`\($0)`" }
    guard let last = paths.last else { return "no state: it has not started" }
    return paths.count == 1 ? last : paths.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The values of the variables an expectation reads.
  private func values(in condition: Expr) -> String {
    var text = ""
    var seen: Set<VariableID> = []
    condition.forEachPart { part in
      guard case .variable(let id) = part.kind, seen.insert(id).inserted else { return }
      let name = interpreter.assembly.name(of: machine[id], .machine)
      text += "; `\(name)` is \(interpreter.value(of: id).map { "\($0)" } ?? "not active")"
    }
    return text
  }

  private func explanation(of reason: Rejection) -> String {
    switch reason {
    case .unhandled: "no active state reacts to it"
    case .guardsFailed: "no guard held"
    case .finished: "the machine has ended"
    case .outOfRange(let variable): "`\(variable)` would leave its range"
    case .endless: "it never settles"
    }
  }
}

extension PerformedEffect {
  fileprivate func has(_ wanted: [Value]) -> Bool {
    arguments.count == wanted.count && zip(arguments, wanted).allSatisfy { Arithmetic.compare(.equal, $0.value, $1) == true }
  }
}
