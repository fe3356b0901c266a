import FSMModel

/// The clock: what a machine with timers has beside its events.
extension SwiftMachine {
  private var duration: String { context.types.library("Duration") }
  private var using: [String] { context.hasFunctions ? ["using functions: some Functions"] : [] }
  private var passing: [String] { context.hasFunctions ? ["using: functions"] : [] }
  private var timers: String { context.memberNames.timers }

  func timeSteps() -> [[SwiftLine]] {
    guard context.hasTimers else { return [] }
    var sections: [[SwiftLine]] = [
      [.text("// MARK: Time")],
      [
        .text("/// How long until the next timer falls due; nil while none waits."),
        .block("\(access)var nextDeadline: \(duration)?", [.text("\(timers).\(TimerLayout(context).nextLeft)")]),
      ],
    ]
    if context.hasActions { sections.append(returningAdvance()) }
    sections.append(context.hasActions && context.isFallible ? forwardingAdvance() : advance())
    if context.hasActions { sections.append(advanceByObject()) }
    if context.isFallible { sections.append(pass()) }
    return sections
  }

  private func head(_ own: [String], _ result: String) -> String {
    "\(access)mutating func advance(\((["by duration: \(duration)"] + using + own).joined(separator: ", ")))\(result)"
  }

  private var throwing: String { context.isFallible ? " throws(Rejection)" : "" }

  private static let order = [
    "/// Timers fire in order of due time, then of arming, each as a step at its own time: one long advance equals many short ones.",
    "/// A negative duration counts as zero.",
  ]

  private func documented(_ first: String) -> [SwiftLine] { [.text(first), .text("///")] + Self.order.map { .text($0) } }

  private func returningAdvance() -> [SwiftLine] {
    let docs = documented("/// Moves the clock, and returns what the caller is to do, in order.")
    if context.isFallible {
      return docs + [.block(head([], throwing + " -> [Effect]"), attempt(recorder: "&recorder") + [.text("return recorder.effects")])]
    }
    let call = "advance(\((["by: duration"] + passing + ["performing: &recorder"]).joined(separator: ", ")))"
    return docs + [
      .block(head([], " -> [Effect]"), [.text("var recorder = Recorder()"), .text(call), .text("return recorder.effects")])
    ]
  }

  private func forwardingAdvance() -> [SwiftLine] {
    let call = "try advance(\((["by: duration"] + passing).joined(separator: ", ")))"
    return [
      .text("/// The same, performing effects once it is certain."),
      .block(
        head(["performing actions: inout some Actions"], throwing),
        [.text("for effect in \(call) { effect.perform(on: &actions) }")]),
    ]
  }

  /// An object needs no `inout`.
  private func advanceByObject() -> [SwiftLine] {
    let object = ["performing actions: some Actions & \(context.types.library("AnyObject"))"]
    let call = "advance(\((["by: duration"] + passing + ["performing: &actions"]).joined(separator: ", ")))"
    return [
      .text("/// The same, with an object that performs the effects."),
      .block(head(object, throwing), [.text("var actions = actions"), .text(context.try + call)]),
    ]
  }

  private func advance() -> [SwiftLine] {
    let docs = context.hasActions ? [.text("/// The same, performing effects as it reaches them.")] : documented("/// Moves the clock.")
    let own = context.hasActions ? ["performing actions: inout some Actions"] : []
    return docs + [.block(head(own, throwing), context.isFallible ? attempt(recorder: nil) : fire)]
  }

  /// The advance of a chart that can fail half way.
  private func attempt(recorder: String?) -> [SwiftLine] {
    let arguments = ["duration"] + (context.hasFunctions ? ["functions"] : []) + (recorder.map { [$0] } ?? [])
    let state = declarations.isSendable ? "state" : "stateName"
    let event = context.hasPublicEvents ? ", event: nil" : ""
    return [.text("let before = self")] + (recorder == nil ? [] : [.text("var recorder = Recorder()")]) + [
      .chain([
        .init(head: "do", body: [.text("try pass(\(arguments.joined(separator: ", ")))")]),
        .init(
          head: "catch", body: [.text("self = before"), .text("throw Rejection(state: \(state)\(event), reason: error)")]),
      ])
    ]
  }

  private func pass() -> [SwiftLine] {
    let own =
      ["_ duration: \(duration)"] + (context.hasFunctions ? ["_ functions: some Functions"] : [])
      + (context.hasActions ? ["_ actions: inout Recorder"] : [])
    return [
      .text("/// Fires what falls due."),
      .block("private mutating func pass(\(own.joined(separator: ", "))) throws(Rejection.Reason)", fire),
    ]
  }

  private var fire: [SwiftLine] {
    var body = offering("event")
    var lines: [SwiftLine] = context.hasCall ? [.text("var call = Call()")] : []
    lines.append(.text("var rest: \(duration) = duration > .zero ? duration : .zero"))
    if context.countsMicrosteps {
      body =
        [
          .text("// Only delays of zero can go on for ever: the count starts anew with each moment."),
          .text("if rest != last { call = Call() }"),
          .text("last = rest"),
        ] + body
      lines.append(.text("var last = rest"))
    }
    return lines + [.block("while let event = \(timers).fire(within: &rest)", body)]
  }

  /// The record of all that waits for time to pass.
  func timersRecord() -> [[SwiftLine]] { context.hasTimers ? [TimerLayout(context).record(declarations.valueConformances())] : [] }
}
