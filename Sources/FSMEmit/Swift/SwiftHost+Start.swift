import FSMModel

/// How a host is made, and what ends with it.
extension SwiftHost {
  var starts: [[SwiftLine]] {
    var sections = [start]
    if context.options.codable { sections.append(resuming) }
    sections.append(initializer)
    if let ending { sections.append(ending) }
    return sections
  }

  /// The host's own parameters, their locals unlike any variable's.
  private struct Own {
    let functions: String
    let handlers: String
    let clock: String
    let declared: [String]
    let passed: [String]
  }

  private func own(beside parameters: [String]) -> Own {
    var locals = SwiftNames(taken: parameters)
    let (functions, handlers, clock) = (locals.claim("functions"), locals.claim("handlers"), locals.claim("clock"))
    func labelled(_ label: String, _ local: String) -> String { label == local ? label : "\(label) \(local)" }
    let sendable = library("Sendable")
    var (declared, passed): ([String], [String]) = ([], [])
    if context.hasFunctions {
      declared.append("using \(functions): some Functions\(isActor ? " & " + sendable : "")")
      passed.append(functions)
    }
    if hasHandlers {
      declared.append("\(labelled("handlers", handlers)): some \(names.handlers)")
      passed.append(handlers)
    }
    if context.hasTimers {
      declared.append("\(labelled("clock", clock)): some \(library("Clock"))<\(duration)> = \(library("ContinuousClock"))()")
      passed.append(clock)
    }
    return Own(functions: functions, handlers: handlers, clock: clock, declared: declared, passed: passed)
  }

  private var docs: [SwiftLine] {
    hasHandlers
      ? [.text("///"), .text("/// - Parameter handlers: performs what steps ask for. The host keeps it as long as it lives itself.")] : []
  }

  private var start: [SwiftLine] {
    let parameters = swift.startParameterList
    let own = own(beside: parameters.map(\.local))
    let passed = parameters.map { "\($0.label): \($0.local)" } + (context.hasFunctions ? ["using: \(own.functions)"] : [])
    let tries = swift.startRejects ? "try " : ""
    let call = "\(tries)\(context.naming.machine).start(\(passed.joined(separator: ", ")))"
    let effects = context.hasActions ? ["started.effects"] : []
    let machine = context.hasActions ? "started.machine" : "started"
    let arguments = [machine] + effects + own.passed
    let declared = parameters.map(\.text) + own.declared
    return [
      .text(
        "/// A host of a machine in its initial state\(context.hasActions ? "; what that asks for is performed before any event is taken" : "")."
      )
    ]
      + docs + [
        .block(
          "\(access)\(isActor ? "" : "convenience ")init(\(declared.joined(separator: ", ")))\(swift.startRejects ? " throws(Rejection)" : "")",
          [.text("let started = \(call)"), .text("self.init(\(arguments.joined(separator: ", ")))")])
      ]
  }

  /// A host of a machine that was saved.
  private var resuming: [SwiftLine] {
    let own = own(beside: ["machine"])
    let effects =
      context.hasActivities
      ? ["machine.restartActivities(\(context.hasFunctions ? "using: \(own.functions)" : ""))"] : context.hasActions ? ["[]"] : []
    let arguments = ["machine"] + effects + own.passed
    let declared = ["resuming machine: \(context.naming.machine)"] + own.declared
    var body: [SwiftLine] = [.text("self.init(\(arguments.joined(separator: ", ")))")]
    var doc = "/// Nothing is performed"
    if context.hasTimers { doc += ", and timers have the time left that they had" }
    if context.hasActivities {
      doc += "; activities that were going on begin anew"
      body = [.text("var machine = machine"), .text("let effects = \(effects[0])")]
      body.append(.text("self.init(\((["machine", "effects"] + own.passed).joined(separator: ", ")))"))
    }
    return [
      .text("/// A host that goes on with a saved machine."), .text("///"), .text(doc + "."),
      .block("\(access)\(isActor ? "" : "convenience ")init(\(declared.joined(separator: ", ")))", body),
    ]
  }

  private var initializer: [SwiftLine] {
    var declared = ["_ machine: \(context.naming.machine)"]
    var lines: [SwiftLine] = [.text("self.machine = machine")]
    if context.hasActions { declared.append("_ effects: [Effect]") }
    if context.hasFunctions {
      declared.append("_ functions: any Functions\(isActor ? " & " + library("Sendable") : "")")
      lines.append(.text("self.functions = functions"))
    }
    if hasHandlers {
      declared.append("_ handlers: any \(names.handlers)")
      lines.append(.text("self.handlers = handlers"))
    }
    if context.hasTimers {
      declared.append("_ clock: some \(library("Clock"))<\(duration)>")
      lines += [
        .text("let start = clock.now"), .text("elapsed = { start.duration(to: clock.now) }"),
        .text("sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }"),
      ]
    }
    if hasMessages { lines += isActor ? actorLaunch : observableLaunch }
    return [.block("private init(\(declared.joined(separator: ", ")))", lines)]
  }

  /// The first message, where there is something to do before any event.
  var firstMessage: String? { context.hasActions ? ".effects(effects)" : context.hasTimers ? ".wake" : nil }

  private var ending: [SwiftLine]? {
    var lines: [SwiftLine] = isActor && hasMessages ? [.text("mailbox.finish()")] : []
    if context.hasTimers { lines.append(.text("sleeper?.cancel()")) }
    if context.hasActivities { lines.append(.text("for task in tasks.values { task.cancel() }")) }
    return lines.isEmpty ? nil : [.block("deinit", lines)]
  }
}

extension SwiftMachine {
  /// What the caller passes at the start: `code: Int`.
  var startParameterList: [(label: String, local: String, text: String)] {
    startParameters.map { (label($0), parameterName($0), "\(label($0)): \(context.types.text($0))") }
  }
}
