import FSMModel

/// `--host`: a type beside the machine that runs it, `Player.Host`.
///
/// A host takes events one after another, performs a step's effects once it has committed, runs activities as tasks and sleeps for timers.
/// Here stands what an actor and an observable class have in common; either has only what its chart needs.
struct SwiftHost {
  /// Types of the extension, named so that they hide nothing the chart mentions.
  struct TypeNames {
    let host: String
    let handlers: String
    let message: String
    let activity: String

    init(_ naming: inout SwiftNaming) {
      host = naming.claimType("Host")
      handlers = naming.claimType("Handlers")
      message = naming.claimType("Message")
      activity = naming.claimType("Activity")
    }
  }

  let swift: SwiftMachine
  let kind: SwiftOptions.Host
  /// The requirement that hears of refused events.
  let rejected: String

  var context: SwiftContext { swift.context }
  var machine: Machine { swift.machine }
  var names: TypeNames { context.hostTypes }
  var access: String { swift.access }
  var isActor: Bool { kind == .actor }

  /// - Returns: nil where no host was asked for.
  init?(_ swift: SwiftMachine) {
    guard let kind = swift.context.options.host else { return nil }
    self.swift = swift
    self.kind = kind
    var taken = SwiftNames(taken: swift.machine.callables.map(\.name))
    rejected = taken.claim("rejected")
  }

  func library(_ name: String) -> String { context.types.library(name) }

  /// The extension, a blank line before it.
  var lines: [SwiftLine] {
    let name = context.naming.machine.withoutBackticks
    let docs =
      isActor
      ? ["/// Runs a `\(name)`: takes events first in, first out, and performs what a step asks for once it has committed."]
      : [
        "/// Runs a `\(name)` for a user interface: views that read `state` follow it. Events are taken first in, first out, and what a step asks",
        "/// for is performed once it has committed.",
      ]
    let head = isActor ? "\(access)actor \(names.host)" : "\(access)final class \(names.host)"
    var body = handlersProtocol + stored
    body += [[.text("// MARK: Start")]] + starts
    if context.hasPublicEvents { body += [[.text("// MARK: Events")]] + (isActor ? sending : observableSending) }
    if hasMessages { body += [[.text("// MARK: Steps")]] + (isActor ? actorSteps : observableSteps) + time + performing }
    let type =
      docs.map { SwiftLine.text($0) } + (isActor ? [] : [.text("@MainActor @Observable")]) + [
        .block(head, Array(body.joined(separator: [.blank])))
      ]
    return [.blank, .text("// MARK: - Host"), .blank, .block("extension \(context.naming.machine)", type)]
  }

  // MARK: What the chart needs

  var actions: [Callable] { machine.callables.filter { $0.kind == .action } }
  /// Actions of the chart itself, not those that start and cancel activities.
  var ownActions: [Callable] {
    let runs = Set(context.activities.runners.flatMap { [$0.start, $0.cancel] })
    return actions.filter { !runs.contains($0.id) }
  }
  /// The activities that run, each once, in the order declared.
  var activities: [Callable] {
    let used = Set(context.activities.uses.map(\.use.activity))
    return machine.callables.filter { used.contains($0.id) }
  }
  var rejects: Bool { swift.rejects && context.hasPublicEvents || swift.advanceRejects }
  var hasHandlers: Bool { !ownActions.isEmpty || !activities.isEmpty || rejects }
  /// Something can happen behind the start.
  var hasMessages: Bool { context.hasActions || context.hasPublicEvents || context.hasTimers }
  var using: String { context.hasFunctions ? ", using: functions" : "" }
  var awaiting: String { isActor ? "await " : "" }
  var duration: String { library("Duration") }

  // MARK: Handlers

  private var handlersProtocol: [[SwiftLine]] {
    guard hasHandlers else { return [] }
    var lines: [SwiftLine] = ownActions.flatMap { requirement($0, isActor ? " async" : "") }
    for activity in activities {
      let typed = typedThrow(activity)
      let throwing = " async" + (typed ?? (activity.throwing == .any ? " throws" : ""))
      let result = activity.result.map { " -> " + context.types.text($0, activity.resultText ?? "") } ?? ""
      lines += requirement(activity, throwing + result)
    }
    if rejects {
      lines += [
        .text("/// An event that was sent\(swift.advanceRejects ? ", or the clock," : "") was refused, and the machine is as it was."),
        .text("func \(rejected)(_ rejection: Rejection)\(isActor ? " async" : "")"),
      ]
    }
    var docs = ["/// What the host asks of the app."]
    if !ownActions.isEmpty {
      docs += [
        "///", "/// Effects are performed one after another, and before the next event is taken: what takes long should be an activity.",
      ]
    }
    let head = "\(isActor ? "" : "@MainActor ")\(access)protocol \(names.handlers)\(isActor ? ": " + library("Sendable") : "")"
    return [docs.map { .text($0) } + [.block(head, lines)]]
  }

  private func requirement(_ callable: Callable, _ effects: String) -> [SwiftLine] {
    let parameters = callable.parameters.map(swift.declarations.parameter).joined(separator: ", ")
    let line = SwiftLine.text("func \(requirementName(callable))(\(parameters))\(effects)")
    let opaque = callable.parameters.first { !$0.type.isKnown }?.typeSpan ?? (callable.result?.isKnown == false ? callable.resultSpan : nil)
    return SwiftDeclarations.doc(callable.doc) + (opaque.map { [.located($0, [line])] } ?? [line])
  }

  /// The requirement that stands for an action or an activity. One called `self` cannot be called in a class.
  func requirementName(_ callable: Callable) -> String {
    let name = context.naming.callables[callable.id.index]
    return SwiftIdentifier(escaping: name.withoutBackticks, avoiding: ["self"]).text
  }

  /// What an activity with a type of error says of it: ` throws(Problem)`.
  func typedThrow(_ activity: Callable) -> String? {
    guard case .type(let text) = activity.throwing else { return nil }
    return " throws(\(context.types.text(.opaque(text), text)))"
  }

  // MARK: Stored values

  private var stored: [[SwiftLine]] {
    let ignored = isActor ? "" : "@ObservationIgnored "
    var lines: [SwiftLine] = [
      .text("\(access)private(set) var machine: \(context.naming.machine)"), .text("\(access)var state: State { machine.state }"), .blank,
    ]
    if hasHandlers { lines.append(.text("private let handlers: any \(names.handlers)")) }
    if context.hasFunctions {
      lines.append(.text("private let functions: any Functions\(isActor ? " & " + library("Sendable") : "")"))
    }
    if !hasMessages {
      // Nothing ever happens.
    } else if isActor {
      lines.append(.text("private let mailbox: \(library("AsyncStream"))<\(names.message)>.Continuation"))
    } else {
      lines += [
        .text("\(ignored)private var messages: [\(names.message)] = []"), .text("\(ignored)private var isBusy = false"),
      ]
    }
    if context.hasTimers {
      lines += [
        .text("/// The time since the start."),
        .text("private let elapsed: @Sendable () -> \(duration)"),
        .text("/// Sleeps until so much time has passed since the start."),
        .text("private let sleep: @Sendable (\(duration)) async throws -> Void"),
        .text("/// How far the machine's clock has been moved."),
        .text("\(ignored)private var time = \(duration).zero"),
        .text("\(ignored)private var sleeper: \(library("Task"))<Void, Never>?"),
        .text("/// What the sleeper waits for."),
        .text("\(ignored)private var wakeTime: \(duration)?"),
      ]
      if swift.advanceRejects { lines.append(.text("\(ignored)private var isRefused = false")) }
    }
    if context.hasActivities {
      lines.append(.text("\(ignored)private var tasks: [\(names.activity): \(library("Task"))<Void, Never>] = [:]"))
    }
    var sections = hasMessages ? [lines, messageEnum] : [lines]
    if context.hasActivities {
      let cases = context.activities.runners.map { SwiftIdentifier(escaping: $0.name.lowercasedFirst).text }
      sections.append([.block("private enum \(names.activity)", [.text(SwiftSteps.label(cases))])])
    }
    return sections
  }

  private var messageEnum: [SwiftLine] {
    var cases: [SwiftLine] = []
    if context.hasActions { cases += [.text("/// What is to be done first."), .text("case effects([Effect])")] }
    if context.hasPublicEvents {
      cases.append(.text("case event(Event)"))
      if isActor { cases += [.text("/// An event whose sender waits."), .text("case request(Event, \(continuation))")] }
    }
    if context.hasTimers { cases += [.text("/// A timer may be due."), .text("case wake")] }
    return [.block("private enum \(names.message)\(isActor ? ": " + library("Sendable") : "")", cases)]
  }

  var continuation: String {
    let value = swift.rejects ? "\(library("Result"))<Void, Rejection>" : "Void"
    return "\(library("CheckedContinuation"))<\(value), \(library("Never"))>"
  }
}
