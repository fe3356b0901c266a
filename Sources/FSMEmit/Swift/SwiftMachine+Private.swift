import FSMModel

/// What stands behind the public steps.
extension SwiftMachine {
  /// The step is a function of its own, not the body of a public one: more than the caller's events lead to it.
  var isWrapped: Bool {
    context.completion != nil || context.hasPrivateEvents || context.isFallible || !context.delayedEvents.isEmpty || context.regions != nil
  }

  func privateFunctions() -> [[SwiftLine]] {
    var sections: [[SwiftLine]] = []
    if !begin.isEmpty { sections.append([.block(steps.head("begin"), begin)]) }
    if isWrapped, !machine.events.isEmpty {
      let head = steps.head("step", ["_ event: \(context.eventType)"], returns: steps.returnsOutcome ? "Outcome" : nil)
      sections.append([.block(head, dispatch.lines)])
    }
    if !context.hasPublicEvents, steps.returnsOutcome { sections.append(privateOutcome()) }
    if context.settles { sections.append(settle()) }
    if context.completes { sections.append(complete()) }
    if let always {
      sections.append([
        .text("/// Takes one enabled reaction that needs no event."), .block(steps.head("takeAlways", returns: "Bool"), always.lines),
      ])
    }
    let activities = activityFunctions()
    sections += joint?.properties(of: sections.flatMap(\.self) + steps.functions.flatMap(\.body) + activities.flatMap(\.self)) ?? []
    let ordered = steps.functions.enumerated().sorted { ($0.element.owner, $0.offset) < ($1.element.owner, $1.offset) }
    for (_, function) in ordered { sections.append(SwiftDeclarations.doc(function.doc) + [.block(function.head, function.body)]) }
    sections += activities
    if context.hasManyCompletions { sections += completionTest() }
    sections += rangeChecks()
    sections += definedFunctions()
    if ([begin, dispatch.lines] + sections).contains(where: SwiftLocals.unfolds) {
      sections.append([
        .text("/// The value itself, behind which the compiler does not see that a condition is always the same."),
        .block("private static func unfolded<Value>(_ value: Value) -> Value", [.text("value")]),
      ])
    }
    if usesDiscard { sections.append([.block("private func discard<Value>(_ value: Value)", [])]) }
    if !declarations.isSendable, rejects { sections.append(stateName()) }
    return sections
  }

  /// Microsteps until nothing is left: enabled `always` first, then raised events in order.
  private func settle() -> [SwiftLine] {
    var body = jointSettle
    if context.regions == nil {
      body = context.counting
      if context.raises {
        body.append(.block("while true", steps.rounds(always: context.hasAlways)))
      } else {
        body.append(.block("while \(steps.alwaysCall)", context.counting))
      }
    }
    return [.text("/// Takes what has become possible, until the machine rests."), .block(steps.head("settle"), body)]
  }

  /// What wildcards leave alone, where that is much.
  private func completionTest() -> [[SwiftLine]] {
    let isAsked = machine.states.contains { steps.restGroup(of: $0.id).takesAny }
    guard isAsked else { return [] }
    let patterns = context.completions.sorted().map { "." + context.naming.events[$0.index] }
    var arms: [SwiftLine] = [.label(SwiftSteps.label(patterns), [.text("true")], comment: nil)]
    if patterns.count < machine.events.count { arms.append(.label("default", [.text("false")], comment: nil)) }
    return [
      [
        .text("/// Timers and completions, which no wildcard takes."),
        .block(
          "private static func isCompletion(_ event: \(context.eventType)) -> \(context.types.library("Bool"))",
          [.block("switch event", arms)]),
      ]
    ]
  }

  /// How steps end in a machine that nobody sends events to.
  private func privateOutcome() -> [SwiftLine] {
    let cases = SwiftSteps.Outcome.allCases.filter { $0 == .taken || steps.outcomes.contains($0) }.map(\.rawValue)
    return [.block("private enum Outcome", [.text("case \(cases.joined(separator: ", "))")])]
  }

  /// What one call keeps to itself.
  func callRecord() -> [SwiftLine] {
    var lines: [SwiftLine] = []
    if context.raises {
      lines += [
        .text("private var raised: [\(context.eventType)] = []"), .text("private var taken = 0"), .blank,
        .block("mutating func raise(_ event: \(context.eventType))", [.text("raised.append(event)")]), .blank,
        .text("/// The event raised first of those not yet taken."),
        .block(
          "mutating func next() -> \(context.eventType)?",
          [
            .text("guard taken < raised.count else { return nil }"),
            .text("taken += 1"),
            .text("return raised[taken - 1]"),
          ]),
      ]
    }
    lines.insert(contentsOf: wantedRuns, at: 0)
    let queue = sentQueue
    if lines.isEmpty {
      lines = queue.stored + queue.functions
    } else {
      lines.insert(contentsOf: queue.stored, at: wantedRuns.count + (context.raises ? 2 : 0))
      lines += queue.functions
    }
    if let joint { lines = joint.pendingFields() + joint.vacancyFields() + lines }
    if context.countsMicrosteps {
      if !lines.isEmpty {
        lines.insert(contentsOf: [.text("private var microsteps = 0")], at: 0)
      } else {
        lines.append(.text("private var microsteps = 0"))
      }
      lines += [
        .blank,
        .block(
          "mutating func count() throws(Rejection.Reason)",
          [.text("microsteps += 1"), .text("if microsteps > 1_000_000 { throw .endless }")]),
      ]
    }
    return [.text("/// What one call has to remember."), .block("private struct Call", lines)]
  }

  private func rangeChecks() -> [[SwiftLine]] {
    guard context.isFallible else { return [] }
    return rangedVariables.map { id in
      let variable = machine[id]
      var conditions: [String] = []
      var scope = SwiftScope(location: .exactly(.root))
      scope.names = SwiftNames(taken: ["value"])
      let expressions = SwiftExpressions(context: context, scope: scope)
      if let lower = variable.range?.lower { conditions.append("value >= \(expressions.text(lower))") }
      if let upper = variable.range?.upper {
        conditions.append("value \(variable.range?.includesUpper == true ? "<=" : "<") \(expressions.text(upper))")
      }
      let name = context.rangedName(id)
      let type = context.types.text(variable)
      let check: [SwiftLine] =
        conditions.isEmpty
        ? [] : [.text("guard \(conditions.joined(separator: ", ")) else { throw .outOfRange(.\(SwiftIdentifier(escaping: name).text)) }")]
      return [
        .block(
          "private func checked\(name.capitalizedFirst)(_ value: \(type)) throws(Rejection.Reason) -> \(type)",
          check + [.text("return value")])
      ]
    }
  }

  /// Functions that the chart defines.
  private func definedFunctions() -> [[SwiftLine]] {
    machine.callables.compactMap { function in
      guard let body = function.body else { return nil }
      var scope = SwiftScope(location: .exactly(.root))
      scope.parameters = function.parameters.map { SwiftIdentifier(escaping: $0.name).text }
      var parameters = function.parameters.map(declarations.parameter)
      if context.needsFunctions(function.id) { parameters.append("using functions: some Functions") }
      let result = function.result.map { " -> " + context.types.text($0, function.resultText ?? "") } ?? ""
      let text = SwiftExpressions(context: context, scope: scope).text(body)
      let head = "private static func \(context.naming.callables[function.id.index])(\(parameters.joined(separator: ", ")))\(result)"
      return SwiftDeclarations.doc(function.doc) + [.block(head, steps.located(body.span, if: body.isOpaque, [.text(text)]))]
    }
  }

  /// Some change of an opaque value has an outcome that must be dropped by hand.
  private var usesDiscard: Bool {
    machine.containsEffect {
      if case .mutate(let call, _) = $0 { !SwiftSteps.dropsNothing(call) } else { false }
    }
  }

  /// The innermost active state by name, for an error that cannot carry values.
  private func stateName() -> [SwiftLine] {
    func arms(of composite: StateID, _ subject: String) -> [SwiftLine] {
      if machine[composite].kind == .parallel {
        // The first region that has a name to give.
        let regions = machine.activeChildren(of: composite)
        guard let first = regions.first(where: { !machine[$0].children.isEmpty }), let field = context.regions?.fields[first] else {
          return [.text("return .\(context.naming.stateNames[(regions.first ?? composite).index])")]
        }
        return arms(of: first, "\(subject).\(field)")
      }
      let children = machine.activeChildren(of: composite)
      let lines = children.map { child -> SwiftLine in
        let inner = SwiftIdentifier(escaping: context.naming.local(machine[child].name.lowercasedFirst)).text
        if machine[child].children.isEmpty {
          let name = "return .\(context.naming.stateNames[child.index])"
          return .label("case \(steps.patterns.pattern(child, in: composite))", [.text(name)], comment: nil)
        }
        let pattern = steps.patterns.pattern(child, in: composite, inner: "let \(inner)")
        return .label("case \(pattern)", arms(of: child, inner), comment: nil)
      }
      return [.block("switch \(subject)", lines)]
    }
    return [.block("private var stateName: StateName", declarations.stateIsPlain ? [.text("state")] : arms(of: .root, "state"))]
  }
}
