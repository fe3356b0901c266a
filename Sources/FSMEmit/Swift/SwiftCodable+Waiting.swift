import FSMModel

/// Saving what waits for time or for another state: timers, delayed and deferred events.
extension SwiftCodable {
  /// The events that a machine can keep from one call to the next.
  static func waiting(in context: SwiftContext) -> [Event] {
    let holds = context.defers ? context.machine.states.flatMap(\.deferred) : []
    let keepsAny = holds.contains { $0.event == nil }
    let kept = Set(holds.compactMap(\.event)).union(context.delayedEvents)
    return context.machine.events.filter { kept.contains($0.id) || keepsAny && !context.completions.contains($0.id) }
  }

  static func timerNameConformances(_ context: SwiftContext) -> String {
    ": " + ["String", "CaseIterable", "Codable"].map(context.types.library).joined(separator: ", ")
  }

  /// The cases of timers, whose raw values name them in the saved form.
  static func timerNames(_ context: SwiftContext) -> [SwiftLine] {
    let names = zip(context.timers.events, context.timers.savedNames).map { event, name in
      SwiftDeclarations.NameCase(doc: [], name: context.naming.events[event.index], raw: name)
    }
    return SwiftDeclarations(context: context).nameCases(names, isPrivate: true)
  }

  /// The types that save waiting events, where the machine has such.
  var waitingEvents: [[SwiftLine]] {
    guard context.storesEvents else { return [] }
    return context.delayedEvents.isEmpty ? [savedEvent] : [savedEvent, savedSend]
  }

  private var savedEvent: [SwiftLine] {
    let type = context.eventType
    return [
      .text("/// An event that waits, as it is saved: its name and its values."),
      .block(
        "private struct \(names.event): \(library("Codable"))",
        [
          .text("let event: \(type)"), .blank, .block("init(_ event: \(type))", [.text("self.event = event")]), .blank,
          .block("func encode(to encoder: any \(library("Encoder"))) throws", encodedEvent), .blank,
          .block("init(from decoder: any \(library("Decoder"))) throws", decodedEvent),
        ]),
    ]
  }

  private var encodedEvent: [SwiftLine] {
    let waiting = Self.waiting(in: context)
    var arms = waiting.map { event -> SwiftLine in
      var locals = SwiftNames(taken: ["self", "encoder", "event", "container", "values"])
      let bound = event.parameters.map { locals.claim($0.name) }
      let pattern =
        ".\(context.naming.events[event.id.index])" + (bound.isEmpty ? "" : "(\(bound.map { "let " + $0 }.joined(separator: ", ")))")
      var lines: [SwiftLine] = [.text("try container.encode(\(SwiftText.literal(event.name)), forKey: \"event\")")]
      if !bound.isEmpty { lines.append(.text("var values = \(nested("container", "values"))")) }
      for (parameter, local) in zip(event.parameters, bound) {
        let line = SwiftLine.text("try values.encode(\(local), \(forKey(parameter.name)))")
        lines += swift.steps.located(parameter.typeSpan, if: !parameter.type.isKnown, [line])
      }
      return .label("case \(pattern)", lines, comment: nil)
    }
    let all = machine.events.count { context.hasPrivateEvents || !$0.isPrivate }
    if waiting.count < all { arms.append(.label("default", [.text("break")], comment: "never waits")) }
    return [.text("var container = encoder.container(keyedBy: \(names.key).self)"), .block("switch event", arms)]
  }

  private var decodedEvent: [SwiftLine] {
    var arms = Self.waiting(in: context).map { event -> SwiftLine in
      let name = context.naming.events[event.id.index]
      var lines: [SwiftLine] = []
      if !event.parameters.isEmpty { lines.append(.text("let values = try \(nested("container", "values"))")) }
      let values = event.parameters.map { parameter in
        (parameter.isLabelled ? SwiftIdentifier(label: parameter.name).text + ": " : "")
          + "values.decode(\(metatype(context.types.text(parameter))), \(forKey(parameter.name)))"
      }
      let made = values.isEmpty ? "event = .\(name)" : "event = try .\(name)(\(values.joined(separator: ", ")))"
      let opaque = event.parameters.first { !$0.type.isKnown }
      lines += swift.steps.located((opaque ?? event.parameters.first)?.typeSpan ?? event.span, if: opaque != nil, [.text(made)])
      return .label("case \(SwiftText.literal(event.name))", lines, comment: nil)
    }
    let unknown =
      "throw \(library("DecodingError")).dataCorruptedError(forKey: \"event\", in: container, debugDescription: \"the chart has no event `\\(name)` that waits\")"
    arms.append(.label("case let name", [.text(unknown)], comment: nil))
    return [
      .text("let container = try decoder.container(keyedBy: \(names.key).self)"),
      .block("switch try container.decode(\(library("String")).self, forKey: \"event\")", arms),
    ]
  }

  private var savedSend: [SwiftLine] {
    let hasOrder = SwiftMachine.TimerLayout(context).hasOrder
    let (name, type) = hasOrder ? ("due", "Timers.Due") : ("left", library("Duration"))
    return [
      .text("/// A delayed `send`, as it is saved."),
      .block(
        "private struct \(names.send): \(library("Codable"))",
        [
          .text("let event: \(names.event)"), .text("let \(name): \(type)"), .blank,
          .text("var sent: Timers.Sent { Timers.Sent(event: event.event, \(name): \(name)) }"), .blank,
          .block("init(_ sent: Timers.Sent)", [.text("event = \(names.event)(sent.event)"), .text("\(name) = sent.\(name)")]),
        ]),
    ]
  }
}
