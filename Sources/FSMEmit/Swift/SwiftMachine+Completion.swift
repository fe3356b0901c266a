import FSMModel

/// What follows once a step was taken: settling, deferred and sent events, the end.
extension SwiftMachine {
  private func call(_ function: String) -> String { "\(context.try)\(function)(\(context.arguments.joined(separator: ", ")))" }

  /// Lines that bring a step to its end.
  var completing: [SwiftLine] {
    if let completion = context.completion { return [.text(call(completion))] }
    return context.counting
  }

  /// What settles after one microstep.
  private var settling: [SwiftLine] { context.settles ? [.text(call("settle"))] : context.counting }

  private func deferring(_ event: String) -> String { "\(context.memberNames.deferred).append(\(event))" }

  /// Offers an event, and does what its outcome asks for.
  ///
  /// - Parameter isWhole: with all that follows a step, not only its settling.
  func offering(_ event: String, isWhole: Bool = true) -> [SwiftLine] {
    let next = isWhole ? completing : settling
    guard steps.returnsOutcome else { return [.text(steps.stepCall(event))] + next }
    guard context.defers else {
      if next.isEmpty { return [.text("_ = \(steps.stepCall(event))")] }
      return [.chain([.init(head: "if \(steps.stepCall(event)) == .taken", body: next)])]
    }
    var arms: [SwiftLine] = []
    if !next.isEmpty { arms.append(.label("case .taken", next, comment: nil)) }
    arms.append(.label("case .deferred", [.text(deferring(event))], comment: nil))
    return [.block("switch \(steps.stepCall(event))", arms + otherwise)]
  }

  /// The arm for outcomes that ask for nothing, where there are any.
  private var otherwise: [SwiftLine] {
    let isNever = !context.isFallible && steps.outcomes.isSubset(of: [.taken, .deferred])
    return isNever ? [] : [.label("default", [.text("break")], comment: nil)]
  }

  /// What follows the outcome of an event from outside.
  func following(_ event: String) -> [SwiftLine] {
    var lines: [SwiftLine] = []
    if case .text(let only)? = completing.first { lines.append(.text("if outcome == .taken { \(only) }")) }
    if context.defers { lines.append(.text("if outcome == .deferred { \(deferring(event)) }")) }
    return lines
  }

  /// The function behind a step that was taken.
  func complete() -> [SwiftLine] {
    var body = settling
    if context.defers {
      body += recalling()
    } else if context.sends {
      body.append(.block("while let event = call.nextSent()", offering("event", isWhole: false)))
    }
    if context.ends { body.append(.chain([.init(head: "if isFinished", body: end)])) }
    body += starting
    var docs = ["/// Brings a step that was taken to its end."]
    if context.settles { docs.append("/// - The machine settles.") }
    if context.defers { docs.append("/// - Deferred events that no active state defers any longer are taken up, oldest first.") }
    if context.sends { docs.append("/// - Sent events are taken up.") }
    if context.ends {
      let exits = context.regions == nil ? "the machine's own exit effects" : "exit effects of what is active"
      docs.append("/// - Once a final state is reached, \(exits) run, and what waits is dropped.")
    }
    if context.hasActivities { docs.append("/// - Activities of states entered on the way, and still active, start.") }
    return docs.map { .text($0) } + [.block(steps.head(context.memberNames.complete), body)]
  }

  /// Deferred events, the oldest first, then sent ones; after each step that was taken, from the start.
  private func recalling() -> [SwiftLine] {
    let deferred = context.memberNames.deferred
    let retry = settling + [.text("index = first")]
    let recall: [SwiftLine] = [
      .text("let outcome = \(steps.stepCall("\(deferred)[index]"))"),
      .chain([.init(head: "if outcome == .deferred", body: [.text("index += 1"), .text("continue")])]),
      .chain([
        .init(head: "if index == first", body: [.text("first += 1"), .text("index += 1")]),
        .init(head: "else", body: [.text("\(deferred).remove(at: index)")]),
      ]),
      .chain([.init(head: "if outcome == .taken", body: retry)]),
    ]
    var lines: [SwiftLine] = [
      .text("// Those before `first` have been taken up; they go together, since each alone would move all behind it."),
      .text("var first = 0"), .text("var index = 0"),
    ]
    if context.sends {
      let takeUp: [SwiftLine] = [
        .block(
          "switch \(steps.stepCall("event"))",
          [
            .label("case .taken", retry, comment: nil),
            .label("case .deferred", [.text(deferring("event")), .text("index += 1")], comment: nil),
          ] + otherwise)
      ]
      lines.append(
        .block(
          "while true",
          [
            .chain([
              .init(head: "if index < \(deferred).count", body: recall), .init(head: "else if let event = call.nextSent()", body: takeUp),
              .init(head: "else", body: [.text("break")]),
            ])
          ]))
    } else {
      lines.append(.block("while index < \(deferred).count", recall))
    }
    return lines + [.text("\(deferred).removeFirst(first)")]
  }

  /// What happens when the machine has reached its end.
  private var end: [SwiftLine] {
    if context.regions != nil { return [.text(call("end"))] }
    var steps = steps
    var scope = SwiftScope(location: .inside(.root))
    var lines = steps.effects(machine[.root].exit, &scope)
    if context.hasTimers { lines.append(.text("\(context.memberNames.timers) = Timers()")) }
    return lines
  }

  /// The queue of events sent without a delay, as members of the call's record.
  var sentQueue: (stored: [SwiftLine], functions: [SwiftLine]) {
    guard context.sends else { return ([], []) }
    let type = context.eventType
    var functions: [SwiftLine] = [
      .blank, .block("mutating func send(_ event: \(type))", [.text("sent.append(event)")]), .blank,
      .text("/// The event sent first of those not yet taken up."),
      .block(
        "mutating func nextSent() -> \(type)?",
        [
          .text("guard takenUp < sent.count else { return nil }"),
          .text("takenUp += 1"),
          .text("return sent[takenUp - 1]"),
        ]),
    ]
    if cancelsSent {
      functions += [
        .blank,
        .block(
          "mutating func cancel(_ isWithdrawn: (\(type)) -> Bool)",
          [.text("sent = sent[takenUp...].filter { !isWithdrawn($0) }"), .text("takenUp = 0")]),
      ]
    }
    return ([.text("private var sent: [\(type)] = []"), .text("private var takenUp = 0")], functions)
  }

  private var cancelsSent: Bool {
    machine.containsEffect { if case .cancel(let id, _) = $0 { context.sentEvents.contains(id) } else { false } }
  }
}
