import FSMModel

/// Activities: runs that start once a call has settled and are cancelled when their state is left.
extension SwiftMachine {
  private var runs: String { context.memberNames.runs }
  private var activities: ActivityEvents { context.activities }

  private func last(_ runner: ActivityEvents.Runner) -> String { "\(runs).\(SwiftSteps.lastRun(runner))" }
  private func goesOn(_ runner: ActivityEvents.Runner) -> String { "\(runs).\(SwiftSteps.runGoesOn(runner))" }

  /// Starts what the call has asked for, in document order.
  var starting: [SwiftLine] {
    zip(activities.uses, context.memberNames.begin).map { use, begin in
      .text("if call.\(SwiftSteps.wanted(use)) { \(context.try)\(begin)(\(context.arguments.joined(separator: ", "))) }")
    }
  }

  /// Members of the call's record.
  var wantedRuns: [SwiftLine] {
    activities.uses.map { .text("var \(SwiftSteps.wanted($0)) = false") }
  }

  /// What an activity without a type of its own fails with.
  func failure() -> [[SwiftLine]] {
    guard activities.hasFailure else { return [] }
    let access = access
    let string = context.types.library("String")
    let protocols = ["Error", "Sendable", "Hashable", "CustomStringConvertible"].map(context.types.library).joined(separator: ", ")
    return [
      [
        .text("/// What went wrong in an activity."),
        .block(
          "\(access)struct Failure: \(protocols)",
          [
            .text("\(access)let description: \(string)"), .blank,
            .block("\(access)init(_ description: \(string))", [.text("self.description = description")]),
          ]),
      ]
    ]
  }

  /// The stored record of runs.
  func runsRecord() -> [[SwiftLine]] {
    if activities.runners.isEmpty { return [] }
    let members = activities.runners.flatMap { runner -> [SwiftLine] in
      [.text("var \(SwiftSteps.lastRun(runner)) = 0"), .text("var \(SwiftSteps.runGoesOn(runner)) = false")]
    }
    return [
      [
        .text("/// The number of each activity's last run, and whether that goes on."),
        .block("private struct Runs\(context.saved(declarations.valueConformances()))", members),
      ]
    ]
  }

  /// Functions behind activities.
  func activityFunctions() -> [[SwiftLine]] {
    if activities.runners.isEmpty { return [] }
    return zip(activities.uses, context.memberNames.begin).map(begin) + zip(activities.runners, context.memberNames.stop).map(stop) + [
      arrival()
    ]
  }

  private func begin(_ use: ActivityEvents.Use, as name: String) -> [SwiftLine] {
    let runner = activities.runners[use.runner]
    var steps = steps
    let isSimple = machine[use.use.state].children.isEmpty
    let location: SwiftScope.Location = isSimple ? .exactly(use.use.state) : .inside(use.use.state)
    var scope = joint?.scope(at: location) ?? SwiftScope(location: location)
    let variables = use.use.arguments.reduce(into: Set<VariableID>()) { $0.formUnion($1.variables) }
    var body: [SwiftLine] = [.text("call.\(SwiftSteps.wanted(use)) = false")] + steps.bind(variables, &scope)
    body += [.text("\(last(runner)) += 1"), .text("\(goesOn(runner)) = true")]
    let action = machine[runner.start]
    let parameters = Array(action.parameters.dropLast())
    let own = steps.expressions(scope).arguments(use.use.arguments, for: parameters).dropLast()
    let call = "actions.\(context.naming.callables[action.id.index])\(own)\(parameters.isEmpty ? "" : ", ")run: \(last(runner)))"
    body += steps.located(use.use.span, if: use.use.arguments.contains(where: \.isOpaque), [.text(call)])
    return [.block(steps.head(name), body)]
  }

  private func stop(_ runner: ActivityEvents.Runner, as name: String) -> [SwiftLine] {
    let cancel = context.naming.callables[runner.cancel.index]
    return [
      .block(
        "private mutating func \(name)(_ actions: inout some Actions)",
        [
          .text("guard \(goesOn(runner)) else { return }"),
          .text("\(goesOn(runner)) = false"),
          .text("actions.\(cancel)(run: \(last(runner)))"),
        ])
    ]
  }

  /// The type of events that `arrival` looks at.
  private var judgedType: String { context.isFallible ? context.eventType : "Event" }

  private func arrival() -> [SwiftLine] {
    var arms = activities.runners.map { runner -> SwiftLine in
      let patterns = ([runner.done] + (runner.failed.map { [$0] } ?? [])).map { id -> String in
        let parts = machine[id].parameters.map { $0.name == "run" && $0.isLabelled ? "let run" : "_" }
        return ".\(context.naming.events[id.index])(\(parts.joined(separator: ", ")))"
      }
      return .label(
        SwiftSteps.label(patterns),
        [
          .text("guard \(goesOn(runner)), run == \(last(runner)) else { return .late }"),
          .text("\(goesOn(runner)) = false"),
          .text("return .completion"),
        ], comment: nil)
    }
    let completions = activities.events.count
    let all = judgedType == "Event" ? machine.events.filter { !$0.isPrivate }.count : machine.events.count
    if completions < all { arms.append(.label("default", [.text("return .event")], comment: nil)) }
    return [
      .text("/// What an event is to activities: nothing, the end of a run that goes on, or of one that is over."),
      .block("private enum Arrival", [.text("case event, completion, late")]),
      .blank,
      .text("/// Looks at an event from outside; a completion ends its run."),
      .block(
        "private mutating func \(context.memberNames.arrival)(of event: \(judgedType)) -> Arrival", [.block("switch event", arms)]),
    ]
  }

  /// Lines at the head of a step from outside that drop what comes too late.
  var droppingLate: [SwiftLine] {
    guard context.hasActivities else { return [] }
    return [
      .text("let kind = \(context.memberNames.arrival)(of: event)"),
      .text("if kind == .late { return .ignored }"),
    ]
  }

  /// How a step from outside ends: a completion is never rejected.
  var outcome: String {
    context.hasActivities ? "kind == .completion && outcome != .taken ? .ignored : outcome" : "outcome"
  }

  /// Completions can always be handled.
  var acceptingCompletions: [SwiftLine] {
    guard context.hasActivities else { return [] }
    let event = context.isFallible && context.hasPrivateEvents ? "Trigger(event)" : "event"
    return [.text("if copy.\(context.memberNames.arrival)(of: \(event)) != .event { return true }")]
  }
}

/// Effects that stand for activities.
extension SwiftSteps {
  static func wanted(_ use: ActivityEvents.Use) -> String { "starts" + use.name }
  static func lastRun(_ runner: ActivityEvents.Runner) -> String { SwiftIdentifier(escaping: runner.name.lowercasedFirst).text }
  static func runGoesOn(_ runner: ActivityEvents.Runner) -> String { runner.name.lowercasedFirst + "GoesOn" }

  func write(_ mark: ActivityEvents.Mark) -> [SwiftLine] {
    let uses = context.activities.uses
    switch mark {
    case .wanted(let number): return [.text("call.\(Self.wanted(uses[number])) = true")]
    case .stopped(let number):
      let use = uses[number]
      return [
        .text("call.\(Self.wanted(use)) = false"),
        .text("\(context.memberNames.stop[use.runner])(&actions)"),
      ]
    }
  }
}
