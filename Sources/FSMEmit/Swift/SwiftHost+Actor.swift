import FSMModel

/// The actor: a mailbox that anybody can send to, and one task that empties it.
extension SwiftHost {
  var actorLaunch: [SwiftLine] {
    let message = "await self?.take(message)"
    return [
      .text("let (messages, mailbox) = \(library("AsyncStream")).makeStream(of: \(names.message).self)"), .text("self.mailbox = mailbox"),
    ] + (firstMessage.map { [.text("mailbox.yield(\($0))")] } ?? []) + [
      // Weakly: a host that nobody holds any longer ends.
      .block("\(library("Task")) { [weak self] in", [.text("for await message in messages { \(message) }")])
    ]
  }

  var sending: [[SwiftLine]] {
    let rejecting = swift.rejects ? " throws(Rejection)" : ""
    let waiting = "await withCheckedContinuation { mailbox.yield(.request(event, $0)) }"
    let order = "/// Hands in an event and returns at once. Events are taken in the order they were sent"
    var docs = [order + (context.hasActions ? "; one that an effect sends waits its turn." : ".")]
    let waits = "/// Hands in an event, and returns once it was taken"
    let waitDocs =
      context.hasActions
      ? [waits + " and its effects are performed.", "///", "/// Not for use by an effect, which would wait for itself."] : [waits + "."]
    if swift.rejects { docs.append("/// Handlers hear of an event that is refused.") }
    return [
      docs.map { .text($0) } + [.block("\(access)nonisolated func send(_ event: Event)", [.text("mailbox.yield(.event(event))")])],
      waitDocs.map { .text($0) } + [
        .block(
          "\(access)nonisolated func handle(_ event: Event) async\(rejecting)",
          [.text("defer { withExtendedLifetime(self) {} }"), .text(swift.rejects ? "try \(waiting).get()" : waiting)])
      ],
    ]
  }

  var actorSteps: [[SwiftLine]] {
    let advancing: [SwiftLine] = context.hasTimers ? [.text("await advance()")] : []
    var arms: [SwiftLine] = []
    if context.hasActions {
      arms.append(.label("case .effects(let effects)", [.text("for effect in effects { await perform(effect) }")], comment: nil))
    }
    if context.hasPublicEvents {
      let step: [SwiftLine] =
        swift.rejects
        ? [
          .chain([
            .init(head: "do", body: [.text("try await step(event)")]),
            .init(head: "catch", body: [.text("await handlers.\(rejected)(error)")]),
          ])
        ]
        : [.text("await step(event)")]
      let answer: [SwiftLine] =
        swift.rejects
        ? [
          .chain([
            .init(head: "do", body: [.text("try await step(event)"), .text("sender.resume(returning: .success(()))")]),
            .init(head: "catch", body: [.text("sender.resume(returning: .failure(error))")]),
          ])
        ] : [.text("await step(event)"), .text("sender.resume()")]
      arms.append(.label("case .event(let event)", advancing + step, comment: nil))
      arms.append(.label("case .request(let event, let sender)", advancing + answer, comment: nil))
    }
    if context.hasTimers { arms.append(.label("case .wake", [.text("wakeTime = nil")] + advancing, comment: nil)) }
    var sections: [[SwiftLine]] = [
      [
        .block(
          "private func take(_ message: \(names.message)) async",
          [.block("switch message", arms)] + (context.hasTimers ? [.text("schedule()")] : []))
      ]
    ]
    if context.hasPublicEvents {
      sections.append([.block("private func step(_ event: Event) async\(swift.rejects ? " throws(Rejection)" : "")", stepBody)])
    }
    return sections
  }

  /// One step, and what it asks for.
  var stepBody: [SwiftLine] {
    let call = "\(swift.rejects ? "try " : "")machine.handle(event\(using))"
    return [.text(context.hasActions ? "for effect in \(call) { \(awaiting)perform(effect) }" : call)]
  }
}
