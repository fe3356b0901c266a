import FSMModel

/// What a host does for its machine: it moves the clock, performs effects and runs activities.
extension SwiftHost {
  // MARK: Time

  var time: [[SwiftLine]] {
    guard context.hasTimers else { return [] }
    return [advance, schedule]
  }

  private var advance: [SwiftLine] {
    let call = "\(swift.advanceRejects ? "try " : "")machine.advance(by: passed\(using))"
    let move = SwiftLine.text(context.hasActions ? "for effect in \(call) { \(awaiting)perform(effect) }" : call)
    let moving: [SwiftLine] =
      swift.advanceRejects
      ? [
        .chain([
          .init(head: "do", body: [move]),
          .init(head: "catch", body: [.text("isRefused = true"), .text("\(awaiting)handlers.\(rejected)(error)")]),
        ])
      ] : [move]
    let begin: [SwiftLine] = swift.advanceRejects ? [.text("isRefused = false")] : []
    return [
      .text("/// Lets the machine know how much time has passed."),
      .block(
        "private func advance()\(isActor ? " async" : "")",
        [.text("let now = elapsed()"), .text("let passed = now - time"), .text("time = now")] + begin + moving),
    ]
  }

  private var schedule: [SwiftLine] {
    let wake: [SwiftLine] =
      isActor
      ? [.text("mailbox.yield(.wake)")] : [.text("self?.messages.append(.wake)"), .text("self?.takeAll()")]
    let capture = isActor ? "[sleep, mailbox]" : "[weak self, sleep]"
    let guarded = swift.advanceRejects ? "isRefused ? nil : " : ""
    var docs: [SwiftLine] = [.text("/// Sleeps until the next timer is due.")]
    if swift.advanceRejects {
      docs.append(.text("/// A step of a timer that was refused is tried again with the next event, not at once."))
    }
    return docs + [
      .block(
        "private func schedule()",
        [
          .text("let due = \(guarded)machine.nextDeadline.map { time + $0 }"), .text("guard due != wakeTime else { return }"),
          .text("sleeper?.cancel()"), .text("wakeTime = due"),
          .block(
            "sleeper = due.map { due in",
            [.block("\(library("Task")) { \(capture) in", [.text("guard (try? await sleep(due)) != nil else { return }")] + wake)]),
        ])
    ]
  }

  // MARK: Effects

  var performing: [[SwiftLine]] {
    guard context.hasActions else { return [] }
    let arms = ownActions.map(performed) + context.activities.runners.flatMap(run)
    var sections: [[SwiftLine]] = [
      [.block("private func perform(_ effect: Effect)\(isActor && !ownActions.isEmpty ? " async" : "")", [.block("switch effect", arms)])]
    ]
    if context.hasActivities { sections.append(startTask) }
    return sections
  }

  private func bound(_ action: Callable, _ taken: [String]) -> (pattern: String, locals: [String]) {
    var names = SwiftNames(taken: ["self", "effect", "handlers", "start", "tasks", "error"] + taken)
    let locals = action.parameters.map { names.claim($0.name) }
    let name = context.naming.callables[action.id.index]
    return (".\(name)" + (locals.isEmpty ? "" : "(\(locals.map { "let " + $0 }.joined(separator: ", ")))"), locals)
  }

  private func arguments(_ parameters: some Sequence<Parameter>, _ locals: some Sequence<String>) -> String {
    zip(parameters, locals).map { ($0.isLabelled ? SwiftIdentifier(label: $0.name).text + ": " : "") + $1 }.joined(separator: ", ")
  }

  private func performed(_ action: Callable) -> SwiftLine {
    let (pattern, locals) = bound(action, [])
    let call = "\(awaiting)handlers.\(requirementName(action))(\(arguments(action.parameters, locals)))"
    return .label("case \(pattern)", [.text(call)], comment: nil)
  }

  private func run(_ runner: ActivityEvents.Runner) -> [SwiftLine] {
    guard let use = context.activities.uses.first(where: { context.activities.runners[$0.runner].start == runner.start }) else { return [] }
    let activity = machine[use.use.activity]
    let (pattern, locals) = bound(machine[runner.start], [])
    let name = "." + SwiftIdentifier(escaping: runner.name.lowercasedFirst).text
    let run = locals.last ?? "run"
    let call = "await handlers.\(requirementName(activity))(\(arguments(activity.parameters, locals)))"
    let cancel = "." + context.naming.callables[runner.cancel.index]
    return [
      .label("case \(pattern)", [.block("start(\(name)) { handlers in", body(runner, activity, call, run))], comment: nil),
      .label("case \(cancel)", [.text("tasks.removeValue(forKey: \(name))?.cancel()")], comment: nil),
    ]
  }

  /// How a run ends: with the event that tells of it.
  private func body(_ runner: ActivityEvents.Runner, _ activity: Callable, _ call: String, _ run: String) -> [SwiftLine] {
    let done = "." + context.naming.events[runner.done.index]
    let work = (runner.failed == nil ? "" : "try ") + call
    let ended: [SwiftLine] =
      activity.result == nil ? [.text(work), .text("return \(done)(run: \(run))")] : [.text("return \(done)(\(work), run: \(run))")]
    guard let failed = runner.failed else { return ended }
    let error = activity.throwing == .any ? "Failure(\(library("String"))(describing: error))" : "error"
    return [
      .chain([
        .init(head: "do" + (typedThrow(activity) ?? ""), body: ended),
        .init(head: "catch", body: [.text("return .\(context.naming.events[failed.index])(\(error), run: \(run))")]),
      ])
    ]
  }

  private var startTask: [SwiftLine] {
    let isolation = isActor ? "@Sendable" : "@MainActor"
    let parameters = "_ activity: \(names.activity), _ run: @escaping \(isolation) (any \(names.handlers)) async -> Event"
    let capture = isActor ? "[handlers, mailbox]" : "[weak self, handlers]"
    let send = isActor ? "mailbox.yield(.event(event))" : "self?.send(event)"
    return [
      .text("/// Runs an activity; its end is an event, unless it was cancelled."),
      .block(
        "private func start(\(parameters))",
        [
          .block(
            "tasks[activity] = \(library("Task")) { \(capture) in",
            [.text("let event = await run(handlers)"), .text("if !\(library("Task")).isCancelled { \(send) }")])
        ]),
    ]
  }
}
