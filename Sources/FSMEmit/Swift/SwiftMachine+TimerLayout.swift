import FSMModel

extension SwiftMachine {
  /// How a machine keeps its timers: a place for each set of which at most one is armed at a time, and a list of delayed sends.
  struct TimerLayout {
    let context: SwiftContext
    let places: Int
    private let hasList: Bool
    private var duration: String { context.types.library("Duration") }
    private var int: String { context.types.library("Int") }

    init(_ context: SwiftContext) {
      self.context = context
      places = context.timers.sharers.count
      hasList = !context.delayedEvents.isEmpty
    }

    /// Two can fall due together, and the order in which they were armed decides.
    var hasOrder: Bool { places + (hasList ? 1 : 0) > 1 }
    private var left: String { hasOrder ? "due.left" : "left" }

    func place(_ number: Int) -> String { places == 1 ? "timer" : "timer\(number + 1)" }

    /// The time left to what falls due first.
    var nextLeft: String { hasOrder ? "next?.left" : hasList ? "sent.first?.left" : "\(place(0))?.left" }

    func record(_ conformances: String) -> [SwiftLine] {
      var members: [SwiftLine] = []
      if hasOrder { members += due(conformances) }
      if places > 0 { members += timer(conformances) }
      if hasList {
        members += [
          .text("/// A delayed `send`."),
          .block("struct Sent\(conformances)", [.text("let event: \(context.eventType)"), dueProperty]), .blank,
        ]
      }
      members += stored + [.blank]
      if places > 0 { members += armed }
      if hasOrder { members += order + next }
      if hasList { members += send + cancel }
      members += fire + pass
      return [.text("/// What waits for time to pass."), .block("private struct Timers\(conformances)", members)]
    }

    private var dueProperty: SwiftLine { .text(hasOrder ? "var due: Due" : "var left: \(duration)") }

    private func due(_ conformances: String) -> [SwiftLine] {
      [
        .text("/// The time left, and the place among those due at the same time."),
        .block(
          "struct Due\(context.saved(conformances))",
          [
            .text("var left: \(duration)"), .text("var order = 0"), .blank,
            .block(
              "func isBefore(_ other: Due?) -> \(context.types.library("Bool"))",
              [
                .text("guard let other else { return true }"),
                .text("return left == other.left ? order < other.order : left < other.left"),
              ]), .blank,
            .block(
              "mutating func follow(_ other: Due?)",
              [.text("if let other, other.left == left, other.order >= order { order = other.order + 1 }")]),
          ]), .blank,
      ]
    }

    private func timer(_ conformances: String) -> [SwiftLine] {
      let names = context.timers.events.map { context.naming.events[$0.index] }
      let arms = names.map { SwiftLine.label("case .\($0)", [.text(".\($0)")], comment: nil) }
      return [
        .block(
          "enum Name" + (context.options.codable ? SwiftCodable.timerNameConformances(context) : ""),
          (context.options.codable ? SwiftCodable.timerNames(context) : [.text(SwiftSteps.label(names))])
            + [.blank, .block("var event: Trigger", [.block("switch self", arms)])]), .blank,
        .block("struct Timer\(context.saved(conformances))", [.text("let name: Name"), dueProperty]), .blank,
      ]
    }

    private var stored: [SwiftLine] {
      var lines = context.timers.sharers.enumerated().flatMap { number, states -> [SwiftLine] in
        [.text("/// Of \(Self.list(states))."), .text("var \(place(number)): Timer?")]
      }
      if hasList {
        lines += [
          .text("/// In the order they fall due."), .text("\(context.options.codable ? "" : "private(set) ")var sent: [Sent] = []"),
        ]
      }
      return lines
    }

    private static func list(_ states: [String]) -> String {
      var seen: Set<String> = []
      let names = states.filter { seen.insert($0).inserted }.map { "`\($0)`" }
      return names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " and \(names.count - 6) more" : "")
    }

    private func dueValue(_ delay: String) -> String { hasOrder ? "due: due(in: \(delay))" : "left: \(delay) > .zero ? \(delay) : .zero" }

    private var armed: [SwiftLine] {
      [
        .block("func armed(_ name: Name, for delay: \(duration)) -> Timer", [.text("Timer(name: name, \(dueValue("delay")))")]), .blank,
      ]
    }

    private var order: [SwiftLine] {
      var body: [SwiftLine] = [.text("var due = Due(left: delay > .zero ? delay : .zero)")]
      for number in 0..<places { body.append(.text("due.follow(\(place(number))?.due)")) }
      if hasList { body.append(.text("due.follow(sent.last { $0.due.left <= due.left }?.due)")) }
      return [
        .text("/// Behind all that fall due at the same time."),
        .block("private func due(in delay: \(duration)) -> Due", body + [.text("return due")]), .blank,
      ]
    }

    private var next: [SwiftLine] {
      var body: [SwiftLine] = [.text("var place = 0"), .text("var first: Due?")]
      for number in 0..<places {
        body.append(.text("if let due = \(place(number))?.due, due.isBefore(first) { (place, first) = (\(number + 1), due) }"))
      }
      if hasList { body.append(.text("if let due = sent.first?.due, due.isBefore(first) { (place, first) = (\(places + 1), due) }")) }
      body += [.text("guard let first else { return nil }"), .text("return (place, first.left)")]
      return [
        .text("/// What falls due first."), .block("var next: (place: \(int), left: \(duration))?", body), .blank,
      ]
    }

    private var send: [SwiftLine] {
      [
        .block(
          "mutating func send(_ event: \(context.eventType), in delay: \(duration))",
          [
            .text("let new = Sent(event: event, \(dueValue("delay")))"), .text("var index = sent.count"),
            .text("while index > 0, sent[index - 1].\(left) > new.\(left) { index -= 1 }"),
            .text("sent.insert(new, at: index)"),
          ]), .blank,
      ]
    }

    private var cancel: [SwiftLine] {
      let isNeeded = context.machine.containsEffect {
        if case .cancel(let id, _) = $0 { context.delayedEvents.contains(id) } else { false }
      }
      guard isNeeded else { return [] }
      return [
        .block(
          "mutating func cancel(_ isWithdrawn: (\(context.eventType)) -> \(context.types.library("Bool")))",
          [.text("sent.removeAll { isWithdrawn($0.event) }")]), .blank,
      ]
    }

    private var fire: [SwiftLine] {
      var body: [SwiftLine] = []
      if hasOrder {
        body.append(.block("guard let (place, left) = next, left <= rest else", [.text("pass(rest)"), .text("return nil")]))
        body += [.text("pass(left)"), .text("rest -= left")]
        var arms = (0..<places).map { number -> SwiftLine in
          .label(
            number == places - 1 && !hasList ? "default" : "case \(number + 1)",
            [
              .text("let event = \(place(number))?.name.event"), .text("\(place(number)) = nil"), .text("return event"),
            ], comment: nil)
        }
        if hasList { arms.append(.label("default", [.text("return sent.removeFirst().event")], comment: nil)) }
        body.append(.block("switch place", arms))
      } else {
        let first = hasList ? "let first = sent.first" : "let first = timer"
        body.append(.block("guard \(first), first.left <= rest else", [.text("pass(rest)"), .text("return nil")]))
        if hasList { body += [.text("sent.removeFirst()"), .text("pass(first.left)")] } else { body.append(.text("timer = nil")) }
        body += [.text("rest -= first.left"), .text("return first.\(hasList ? "event" : "name.event")")]
      }
      return [
        .text("/// Lets time pass until something falls due, at most `rest`, and takes that out."),
        .block("mutating func fire(within rest: inout \(duration)) -> \(context.eventType)?", body), .blank,
      ]
    }

    private var pass: [SwiftLine] {
      var body = (0..<places).map { SwiftLine.text("\(place($0))?.\(left) -= time") }
      if hasList { body.append(.text("for index in sent.indices { sent[index].\(left) -= time }")) }
      return [.block("private mutating func pass(_ time: \(duration))", body)]
    }
  }
}
