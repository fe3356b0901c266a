import FSMModel

/// The observable class: everything happens on the main actor, a step and its effects before `send` returns.
extension SwiftHost {
  var observableLaunch: [SwiftLine] {
    guard let firstMessage else { return [] }
    return [
      .text("messages = [\(firstMessage)]"),
      .text("// Behind the turn that makes the host: handlers may not know it yet."),
      .block("\(library("Task")) { [weak self] in", [.text("self?.takeAll()")]),
    ]
  }

  var observableSending: [[SwiftLine]] {
    var docs = [
      context.hasActions
        ? "/// Takes an event and performs its effects. One that an effect sends waits until that is done." : "/// Takes an event."
    ]
    if swift.rejects { docs.append("/// Handlers hear of an event that is refused.") }
    return [
      docs.map { .text($0) } + [
        .block("\(access)func send(_ event: Event)", [.text("messages.append(.event(event))"), .text("takeAll()")])
      ]
    ]
  }

  var observableSteps: [[SwiftLine]] {
    let advancing: [SwiftLine] = context.hasTimers ? [.text("advance()")] : []
    var arms: [SwiftLine] = []
    if context.hasActions {
      arms.append(.label("case .effects(let effects)", [.text("for effect in effects { perform(effect) }")], comment: nil))
    }
    if context.hasPublicEvents {
      let step: [SwiftLine] =
        swift.rejects
        ? [.chain([.init(head: "do", body: stepBody), .init(head: "catch", body: [.text("handlers.\(rejected)(error)")])])] : stepBody
      arms.append(.label("case .event(let event)", advancing + step, comment: nil))
    }
    if context.hasTimers { arms.append(.label("case .wake", [.text("wakeTime = nil")] + advancing, comment: nil)) }
    let loop: [SwiftLine] = [
      .text("guard !isBusy else { return }"), .text("isBusy = true"), .text("var next = 0"),
      .block("while next < messages.count", [.text("next += 1"), .text("take(messages[next - 1])")]),
      .text("messages.removeAll(keepingCapacity: true)"), .text("isBusy = false"),
    ]
    return [
      [.block("private func takeAll()", loop + (context.hasTimers ? [.text("schedule()")] : []))],
      [.block("private func take(_ message: \(names.message))", [.block("switch message", arms)])],
    ]
  }
}
