import FSMModel

/// The public steps and questions of a machine.
extension SwiftMachine {
  private var parameters: [String] { ["_ event: Event"] + (context.hasFunctions ? ["using functions: some Functions"] : []) }
  private var forwarded: [String] { ["event"] + (context.hasFunctions ? ["using: functions"] : []) }
  private var performing: [String] { context.hasActions ? ["performing actions: inout some Actions"] : [] }
  /// The step as steps see it.
  private var trigger: String { context.hasPrivateEvents ? "Trigger(event)" : "event" }

  func publicSteps() -> [[SwiftLine]] {
    var sections: [[SwiftLine]] = []
    if steps.returnsOutcome {
      if context.hasActions { sections.append(handleReturning()) }
      sections.append(handle())
      if context.hasActions { sections.append(handleByObject()) }
      sections.append(outcomeEnum())
      sections.append(offer())
      if context.isFallible { sections.append(attempt()) }
    } else {
      if context.hasActions { sections.append(handleReturning()) }
      sections.append(handleWithoutOutcome())
      if context.hasActions { sections.append(handleByObject()) }
    }
    return sections
  }

  /// An object needs no `inout`.
  private func handleByObject() -> [SwiftLine] {
    let object = ["performing actions: some Actions & \(context.types.library("AnyObject"))"]
    let call = "handle(\((forwarded + ["performing: &actions"]).joined(separator: ", ")))"
    return [
      .text("/// The same step, with an object that performs the effects."),
      .block(head("handle", parameters + object, throwing), [.text("var actions = actions"), .text(tries + call)]),
    ]
  }

  private func head(_ name: String, _ list: [String], _ result: String) -> String {
    "\(access)mutating func \(name)(\(list.joined(separator: ", ")))\(result)"
  }

  /// Outcomes that are no rejection.
  private var fine: [SwiftSteps.Outcome] {
    [.taken, .deferred, .ignored].filter { $0 == .taken || steps.outcomes.contains($0) }
  }

  private var throwing: String { rejects ? " throws(Rejection)" : "" }
  private var tries: String { rejects ? "try " : "" }

  private func handleReturning() -> [SwiftLine] {
    let call = "handle(\((forwarded + ["performing: &recorder"]).joined(separator: ", ")))"
    let body: [SwiftLine]
    if context.isFallible {
      body = [
        .text("var recorder = Recorder()"), outcomeSwitch("attempt(\(attemptArguments("&recorder")))"), .text("return recorder.effects"),
      ]
    } else {
      body = [.text("var recorder = Recorder()"), .text(tries + call), .text("return recorder.effects")]
    }
    return [
      .text("/// Takes an event in one step, run to completion, and returns what the caller is to do, in order."),
      .block(head("handle", parameters, "\(throwing) -> [Effect]"), body),
    ]
  }

  private func handle() -> [SwiftLine] {
    let arguments = forwarded + (context.hasActions ? ["performing: &actions"] : [])
    let doc =
      context.hasActions
      ? "/// The same step, performing effects \(context.isFallible ? "once it is certain" : "as it reaches them")."
      : "/// Takes an event in one step, run to completion."
    return [
      .text(doc),
      .block(head("handle", parameters + performing, throwing), [outcomeSwitch("offer(\(arguments.joined(separator: ", ")))")]),
    ]
  }

  /// Turns an outcome into an error.
  private func outcomeSwitch(_ call: String) -> SwiftLine {
    var arms: [SwiftLine] = []
    arms.append(.label(SwiftSteps.label(fine.map { ".\($0.rawValue)" }), [.text("break")], comment: nil))
    let state = declarations.isSendable ? "state" : "stateName"
    let event = declarations.isSendable || declarations.eventIsPlain ? "event" : "event.name"
    func thrown(_ reason: String) -> [SwiftLine] { [.text("throw Rejection(state: \(state), event: \(event), reason: \(reason))")] }
    for reason in reasons { arms.append(.label("case .\(reason.rawValue)", thrown(".\(reason.rawValue)"), comment: nil)) }
    if context.isFallible, !rangedVariables.isEmpty {
      arms.append(.label("case .outOfRange(let variable)", thrown(".outOfRange(variable)"), comment: nil))
    }
    if context.countsMicrosteps { arms.append(.label("case .endless", thrown(".endless"), comment: nil)) }
    return .block("switch \(call)", arms)
  }

  private func outcomeEnum() -> [SwiftLine] {
    let plain = fine + reasons
    var names = plain.map(\.rawValue)
    if context.countsMicrosteps { names.append("endless") }
    var cases: [SwiftLine] = [.text("case \(names.joined(separator: ", "))")]
    if context.isFallible, !rangedVariables.isEmpty { cases.append(.text("case outOfRange(RangedVariable)")) }
    let conformances = ["Sendable", "Hashable"].map(context.types.library).joined(separator: ", ")
    return [.text("/// How an offer ended."), .block("\(access)enum Outcome: \(conformances)", cases)]
  }

  private func offer() -> [SwiftLine] {
    var body: [SwiftLine]
    if context.isFallible {
      if context.hasActions {
        body = [
          .text("var recorder = Recorder()"), .text("let outcome = attempt(\(attemptArguments("&recorder")))"),
          .text("for effect in recorder.effects { effect.perform(on: &actions) }"), .text("return outcome"),
        ]
      } else {
        body = [.text("attempt(\(attemptArguments(nil)))")]
      }
    } else if context.completion != nil {
      body = context.hasCall ? [.text("var call = Call()")] : []
      body += droppingLate
      body.append(.text("let outcome = \(steps.stepCall(trigger))"))
      body += following(trigger) + [.text("return \(outcome)")]
    } else if isWrapped {
      body =
        (context.hasCall ? [.text("var call = Call()")] : []) + [
          .text("\(context.hasCall ? "return " : "")step(\(([trigger] + context.arguments).joined(separator: ", ")))")
        ]
    } else {
      body = dispatch.lines
    }
    return [
      .text("/// The same step without an error to throw, for hot loops and small devices."),
      .block(head("offer", parameters + performing, " -> Outcome"), body),
    ]
  }

  private func attemptArguments(_ recorder: String?) -> String {
    ([trigger] + (context.hasFunctions ? ["functions"] : []) + (recorder.map { [$0] } ?? [])).joined(separator: ", ")
  }

  /// The step of a chart that can fail half way.
  private func attempt() -> [SwiftLine] {
    let own = ["_ event: \(context.eventType)"] + (context.hasFunctions ? ["_ functions: some Functions"] : [])
    let list = own + (context.hasActions ? ["_ actions: inout Recorder"] : [])
    let work: [SwiftLine] =
      droppingLate + [.text("let outcome = \(steps.stepCall("event"))")] + following("event") + [.text("return \(outcome)")]
    var undo: [SwiftLine] = [.text("self = before")]
    if context.hasActions { undo.append(.text("actions.removeAll()")) }
    undo.append(.block("switch error", failureArms()))
    var body: [SwiftLine] = [.text("let before = self")]
    if context.hasCall { body.append(.text("var call = Call()")) }
    body.append(.chain([.init(head: "do", body: work), .init(head: "catch", body: undo)]))
    return [
      .text("/// Takes the step whole, or undoes it."),
      .block("private mutating func attempt(\(list.joined(separator: ", "))) -> Outcome", body),
    ]
  }

  private func failureArms() -> [SwiftLine] {
    var arms: [SwiftLine] = reasons.map { .label("case .\($0.rawValue)", [.text("return .\($0.rawValue)")], comment: nil) }
    if !rangedVariables.isEmpty {
      arms.append(.label("case .outOfRange(let variable)", [.text("return .outOfRange(variable)")], comment: nil))
    }
    if context.countsMicrosteps { arms.append(.label("case .endless", [.text("return .endless")], comment: nil)) }
    return arms
  }

  /// A machine that takes every event.
  private func handleWithoutOutcome() -> [SwiftLine] {
    var body: [SwiftLine]
    if isWrapped {
      body = context.hasCall ? [.text("var call = Call()")] : []
      body += [.text(steps.stepCall(trigger))] + completing
    } else {
      body = dispatch.lines
    }
    let doc =
      context.hasActions
      ? "/// The same step, performing effects as it reaches them." : "/// Takes an event in one step, run to completion."
    return [.text(doc), .block(head("handle", parameters + performing, ""), body)]
  }

  // MARK: Questions

  func questions() -> [[SwiftLine]] {
    var sections: [[SwiftLine]] = []
    if context.hasPublicEvents, steps.returnsOutcome { sections.append(canHandle()) }
    sections.append(isIn())
    if context.hasPublicEvents { sections.append(contentsOf: acceptedEvents()) }
    if SwiftJoint.canFinish(machine) { sections.append(isFinished()) }
    return sections
  }

  private func canHandle() -> [SwiftLine] {
    let head = "\(access)func canHandle(\(parameters.joined(separator: ", "))) -> \(context.types.library("Bool"))"
    if fine.count > 1, reasons.isEmpty { return canHandleDocs + [.block(head, [.text("true")])] }
    var body: [SwiftLine] = [.text("var copy = self")]
    if context.hasCall { body.append(.text("var call = Call()")) }
    if context.hasActions { body.append(.text("var actions = Recorder()")) }
    let stepCall =
      isWrapped
      ? "copy.step(\(([trigger] + context.arguments).joined(separator: ", ")))"
      : "copy.offer(\((forwarded + (context.hasActions ? ["performing: &actions"] : [])).joined(separator: ", ")))"
    let test = fine.count == 1 ? "== .taken" : nil
    if context.isFallible {
      let answer = test.map { "return try \(stepCall) \($0)" }
      let work: [SwiftLine] = answer.map { [.text($0)] } ?? acceptSwitch("try \(stepCall)", fine)
      body.append(.chain([.init(head: "do", body: work), .init(head: "catch", body: [.text("return true")])]))
    } else {
      body += test.map { [.text("return \(stepCall) \($0)")] } ?? acceptSwitch(stepCall, fine)
    }
    body.insert(contentsOf: acceptingCompletions, at: 1)
    return canHandleDocs + [.block(head, body)]
  }

  private var canHandleDocs: [SwiftLine] {
    var docs: [SwiftLine] = [.text("/// Whether `handle` would take the event now\(notTakenButFine).")]
    if context.isFallible { docs.append(.text("/// It does not foresee a value that leaves its range, or a step without end.")) }
    return docs
  }

  private var notTakenButFine: String {
    (fine.contains(.deferred) ? ", or keep it for later" : "") + (fine.contains(.ignored) ? ", or drop it on purpose" : "")
  }

  private func acceptSwitch(_ call: String, _ fine: [SwiftSteps.Outcome]) -> [SwiftLine] {
    [
      .block(
        "switch \(call)",
        [
          .label(SwiftSteps.label(fine.map { ".\($0.rawValue)" }), [.text("return true")], comment: nil),
          .label("default", [.text("return false")], comment: nil),
        ])
    ]
  }

  private func isIn() -> [SwiftLine] {
    let doc = SwiftLine.text("/// Whether a state is active.")
    let head = "\(access)func isIn(_ name: StateName) -> \(context.types.library("Bool"))"
    if declarations.stateIsPlain { return [doc, .block(head, [.text("state == name")])] }
    if let joint { return [doc, .block(head, joint.isIn())] }
    let arms = machine.states.filter { $0.id != .root && !$0.isPseudo }.map { state -> SwiftLine in
      let pattern = steps.patterns.pattern(state.id)
      return .label(
        "case .\(context.naming.stateNames[state.id.index])", [.text("if case \(pattern) = state { return true }")], comment: nil)
    }
    return [doc, .block(head, [.block("switch name", arms), .text("return false")])]
  }

  private func isFinished() -> [SwiftLine] {
    if machine[.root].kind == .parallel, let joint { return joint.isFinished(access) }
    let finals = machine[.root].children.filter { machine[$0].kind == .final }
    let patterns = finals.map { steps.patterns.pattern($0) }
    let isWhole = finals.count == machine.activeChildren(of: .root).count
    var arms: [SwiftLine] = [.label(SwiftSteps.label(patterns), [.text("true")], comment: nil)]
    if !isWhole { arms.append(.label("default", [.text("false")], comment: nil)) }
    return [
      .text("/// Whether the machine has reached its end."),
      .block("\(access)var isFinished: \(context.types.library("Bool"))", [.block("switch state", arms)]),
    ]
  }

  // MARK: Accepted events

  private func acceptedEvents() -> [[SwiftLine]] {
    let body =
      joint?.acceptedEvents { (ownEvents(of: $0), hiddenEvents(of: $0)) }
      ?? acceptedBody(of: .root, subject: "state", inherited: ownEvents(of: .root))
    return [
      [
        .text("/// Events that an active state reacts to, whatever its guards say."),
        .block("\(access)var acceptedEvents: [EventName]", body),
      ]
    ]
  }

  /// Public events that a state's own reactions take, in the order declared.
  private func ownEvents(of state: StateID) -> Set<EventID> {
    // A closure over `self` would copy all of it for every state.
    let machine = machine
    let completions = context.completions
    var events: Set<EventID> = []
    func add(_ named: [EventID]) { for event in named where !machine[event].isPrivate { events.insert(event) } }
    for id in machine[state].reactions {
      switch machine[id].trigger {
      case .events(let named): add(named)
      case .any: add(machine.events.map(\.id).filter { !completions.contains($0) })
      default: break
      }
    }
    let deferred = machine[state].deferred
    add(deferred.contains { $0.event == nil } ? machine.events.map(\.id) : deferred.compactMap(\.event))
    return events
  }

  /// Events a state hides from what is outside it.
  private func hiddenEvents(of state: StateID) -> Set<EventID> {
    let machine = machine
    let completions = context.completions
    let named = Set(
      machine[state].reactions.flatMap { id -> [EventID] in
        if case .events(let events) = machine[id].trigger { events } else { [] }
      })
    let ignored = machine[state].ignored
    let all =
      ignored.contains { $0.event == nil }
      ? machine.events.map(\.id).filter { !completions.contains($0) } : ignored.compactMap(\.event)
    return Set(all).subtracting(named)
  }

  private func acceptedBody(of composite: StateID, subject: String, inherited: Set<EventID>) -> [SwiftLine] {
    var arms: [(patterns: [String], lines: [SwiftLine])] = []
    // What accepts the same shares a label.
    var shared: [String: Int] = [:]
    for child in machine.activeChildren(of: composite) {
      var accepted = ownEvents(of: child)
      if !inherited.isEmpty { accepted.formUnion(inherited.subtracting(hiddenEvents(of: child))) }
      if composite == .root, machine[child].kind == .final { accepted = [] }
      let isComposite = !machine.activeChildren(of: child).isEmpty
      let differs =
        isComposite
        && (child.index + 1..<machine[child].end).contains { index in
          !ownEvents(of: StateID(index)).isEmpty || !hiddenEvents(of: StateID(index)).isEmpty
        }
      var lines: [SwiftLine] = []
      var inner: String?
      if differs {
        let name = SwiftIdentifier(escaping: context.naming.local(machine[child].name.lowercasedFirst)).text
        lines = acceptedBody(of: child, subject: name, inherited: accepted)
        // Where all inside accept the same there is nothing to look at.
        if case .block? = lines.first { inner = "let \(name)" }
      } else {
        lines = [.text("return [\(eventList(accepted))]")]
      }
      let pattern = steps.patterns.pattern(child, in: composite, inner: inner)
      guard inner == nil, lines.count == 1, case .text(let answer) = lines[0] else {
        arms.append(([pattern], lines))
        continue
      }
      if let index = shared[answer] {
        arms[index].patterns.append(pattern)
      } else {
        shared[answer] = arms.count
        arms.append(([pattern], lines))
      }
    }
    if arms.count == 1, arms[0].patterns.allSatisfy({ !$0.has("(") }) { return arms[0].lines }
    return [.block("switch \(subject)", arms.map { .label(SwiftSteps.label($0.patterns), $0.lines, comment: nil) })]
  }

  private func eventList(_ events: Set<EventID>) -> String {
    let names = context.naming.events
    return events.sorted().map { "." + names[$0.index] }.joined(separator: ", ")
  }
}
