import FSMModel

/// The body of one test: start, calls, and what is expected behind each.
struct SwiftTest {
  /// A call with all that is said about it before the next.
  private struct Act {
    var call: Call
    /// What is expected of its effects, and of the machine behind it, in order.
    var expectations: [Expectation] = []
    var isRejected: Bool { expectations.contains { if case .rejected = $0 { true } else { false } } }
    var asksForEffects: Bool { expectations.contains { if case .performed = $0 { true } else { false } } }
  }

  private enum Call {
    case start([State.Assignment])
    case handle(String)
    case advance(Expr)
    /// A step that changes no machine: `given`, or time where nothing waits for it.
    case none
  }

  private enum Expectation {
    case holds(Expr)
    case rejected
    case performed([(CallableID, [Expr])])
    case given(CallableID, [Expr], Expr)
  }

  private let machine: SwiftMachine
  private let expressions: SwiftTestExpressions
  private var acts: [Act] = []

  private var context: SwiftContext { machine.context }
  private var name: String { context.naming.machine }

  init(_ machine: SwiftMachine, _ scenario: Scenario, _ started: [[ActivityUseID]]) {
    self.machine = machine
    expressions = SwiftTestExpressions(machine.context)
    var isStarted = false
    for (index, step) in scenario.steps.enumerated() {
      if case .given(let function, let arguments, let value) = step.kind {
        if acts.isEmpty { acts.append(Act(call: .none)) }
        acts[acts.count - 1].expectations.append(.given(function, arguments, value))
        continue
      }
      if case .start = step.kind {} else if !isStarted { acts.append(Act(call: .start([]))) }
      isStarted = true
      // What never started has no value to go on with.
      if let last = acts.last, case .start = last.call, last.isRejected, step.isCall { return }
      add(step.kind, index < started.count ? started[index] : [])
    }
    if !isStarted { acts.append(Act(call: .start([]))) }
  }

  private mutating func add(_ step: Scenario.Step.Kind, _ started: [ActivityUseID]) {
    switch step {
    case .start(let values): acts.append(Act(call: .start(values)))
    case .event(let event, let arguments): acts.append(Act(call: .handle(self.event(event, arguments))))
    case .outcome(let use, _, let failed, let value): acts.append(Act(call: .handle(completion(of: use, failed, value, started))))
    case .advance(let time): acts.append(Act(call: context.hasTimers ? .advance(time) : .none))
    case .expect(let condition): acts[acts.count - 1].expectations.append(.holds(condition))
    case .expectRejected: acts[acts.count - 1].expectations.append(.rejected)
    case .expectPerformed(let actions): acts[acts.count - 1].expectations.append(.performed(actions))
    case .given: break
    }
  }

  // MARK: Events

  private func event(_ id: EventID, _ arguments: [Expr]) -> String {
    let list = expressions.arguments(arguments, for: context.machine[id].parameters)
    return ".\(context.naming.events[id.index])\(arguments.isEmpty ? "" : list)"
  }

  /// `.loadDone(3, run: 1)`
  private func completion(of id: ActivityUseID, _ failed: Bool, _ value: Expr?, _ started: [ActivityUseID]) -> String {
    let activities = context.activities
    guard let use = activities.uses.first(where: { $0.use.id == id }) else { return "" }
    let runner = activities.runners[use.runner]
    let runs = started.filter { other in activities.uses.contains { $0.use.id == other && $0.runner == use.runner } }.count
    let event = failed ? runner.failed ?? runner.done : runner.done
    var arguments = value.map { [text($0, failed: failed, of: use.use.activity)] } ?? []
    arguments.append("run: \(runs)")
    return ".\(context.naming.events[event.index])(\(arguments.joined(separator: ", ")))"
  }

  /// An outcome's value; an error of any type is text in the generated machine.
  private func text(_ value: Expr, failed: Bool, of activity: CallableID) -> String {
    guard failed, context.machine[activity].throwing == .any else { return expressions.text(value) }
    if case .string = value.kind { return ".init(\(expressions.text(value)))" }
    return ".init(\(SwiftText.literal(expressions.text(value))))"
  }

  // MARK: Lines

  var isThrowing: Bool {
    acts.contains { act in !act.isRejected && throwing(act.call) }
  }

  private func throwing(_ call: Call) -> Bool {
    switch call {
    case .start: machine.startRejects
    case .handle: machine.rejects
    case .advance: machine.advanceRejects
    case .none: false
    }
  }

  var body: [SwiftLine] {
    var lines: [SwiftLine] = []
    if context.hasFunctions {
      let isAnswered = acts.flatMap(\.expectations).contains { if case .given = $0 { true } else { false } }
      lines.append(.text("\(isAnswered ? "var" : "let") functions = \(name).Answers()"))
    }
    var isNamed = false
    for act in acts {
      lines += self.lines(of: act, &isNamed)
      for expectation in act.expectations { lines += self.lines(of: expectation, in: act) }
    }
    return lines
  }

  private func lines(of act: Act, _ isNamed: inout Bool) -> [SwiftLine] {
    guard let call = text(of: act.call) else { return [] }
    if act.isRejected {
      let error = machine.rejects ? "\(name).Rejection" : "(any Error)"
      return [.text("#expect(throws: \(error).self) { \(throwing(act.call) ? "try " : "")\(call) }")]
    }
    let full = (throwing(act.call) ? "try " : "") + call
    if case .start = act.call { return [.text(start(full, act, &isNamed))] }
    guard context.hasActions else { return [.text(full)] }
    guard act.asksForEffects else { return [.text("_ = \(full)")] }
    defer { isNamed = true }
    return [.text("\(isNamed ? "" : keyword) effects = \(full)".trimmingFirstBlank)]
  }

  private func text(of call: Call) -> String? {
    let using = context.hasFunctions ? ["using: functions"] : []
    switch call {
    case .start(let values):
      let arguments = values.map { argument in
        "\(SwiftIdentifier(label: context.naming.variables[argument.variable.index].withoutBackticks).text): "
          + expressions.text(argument.value)
      }
      return "\(name).start(\((arguments + using).joined(separator: ", ")))"
    case .handle(let event): return "machine.handle(\(([event] + using).joined(separator: ", ")))"
    case .advance(let time): return "machine.advance(\((["by: \(expressions.text(time).shortDuration)"] + using).joined(separator: ", ")))"
    case .none: return nil
    }
  }

  /// The start, with names only for what is used.
  private func start(_ call: String, _ act: Act, _ isNamed: inout Bool) -> String {
    let uses = acts.drop { if case .start = $0.call { false } else { true } }
    let isChanged = uses.contains { if case .handle = $0.call { true } else if case .advance = $0.call { true } else { false } }
    let isRead = isChanged || uses.flatMap(\.expectations).contains { if case .holds = $0 { true } else { false } }
    let machine = isChanged ? "var" : "let"
    if act.asksForEffects {
      isNamed = true
      let later = acts.count { $0.asksForEffects && !$0.isRejected } > 1
      if isRead { return "\(isChanged || later ? "var" : "let") (machine, effects) = \(call)" }
      return "let effects = \(call).effects"
    }
    guard isRead else { return "_ = \(call)" }
    return "\(machine) machine = \(call)\(context.hasActions ? ".machine" : "")"
  }

  /// Whether the effects are assigned more than once.
  private var keyword: String { acts.count { $0.asksForEffects && !$0.isRejected } > 1 ? "var" : "let" }

  private func lines(of expectation: Expectation, in act: Act) -> [SwiftLine] {
    switch expectation {
    case .rejected: return []
    case .holds(let condition): return expressions.conjuncts(of: condition).map { .text("#expect(\($0))") }
    case .performed(let actions):
      if act.isRejected { return [.text("Issue.record(\"a rejected call performs nothing\")")] }
      let effects = actions.map { id, arguments in
        "." + context.naming.callables[id.index]
          + (arguments.isEmpty ? "" : expressions.arguments(arguments, for: context.machine[id].parameters))
      }
      if effects.count == 1 { return [.text("#expect(effects.contains(\(effects[0])))")] }
      return [.text("#expect(\(name).performed([\(effects.joined(separator: ", "))], among: effects))")]
    case .given(let function, let arguments, let value): return [.text(given(function, arguments, value))]
    }
  }

  /// `functions.isOpenAnswer = { _ in true }`
  private func given(_ id: CallableID, _ arguments: [Expr], _ value: Expr) -> String {
    let function = context.machine[id]
    let property = "functions.\(SwiftTestHelpers.answerName(function))"
    var answer = expressions.text(value)
    var captured: [String] = []
    if !value.variables.isEmpty {
      captured.append("answer = \(answer)")
      answer = "answer"
    }
    if arguments.isEmpty {
      let names = function.parameters.map { _ in "_" }.joined(separator: ", ")
      let list = captured.isEmpty ? "" : "[\(captured.joined(separator: ", "))] "
      let head = list.isEmpty && names.isEmpty ? "" : "\(list)\(names.isEmpty ? "()" : names) in "
      return "\(property) = { \(head)\(answer) }"
    }
    captured.append("known = \(property)")
    let names = function.parameters.map { SwiftIdentifier(escaping: $0.name, avoiding: ["answer", "known"]).text }
    let test = zip(names, arguments).map { "\($0) == \(expressions.operand($1))" }.joined(separator: " && ")
    let list = names.joined(separator: ", ")
    return "\(property) = { [\(captured.joined(separator: ", "))] \(list) in \(test) ? \(answer) : known(\(list)) }"
  }
}

extension Scenario.Step {
  fileprivate var isCall: Bool {
    switch kind {
    case .start, .event, .outcome, .advance: true
    case .given, .expect, .expectRejected, .expectPerformed: false
    }
  }
}

extension String {
  fileprivate var trimmingFirstBlank: String { hasPrefix(" ") ? String(dropFirst()) : self }

  /// `.seconds(3)` for `Duration.seconds(3)`, where the type is known.
  fileprivate var shortDuration: String { hasPrefix("Duration.") ? String(dropFirst("Duration".count)) : self }
}
