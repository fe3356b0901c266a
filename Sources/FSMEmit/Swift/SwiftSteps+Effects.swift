import FSMDiagnostics
import FSMModel

/// Guards and effects.
extension SwiftSteps {
  /// Branches tried in order; what none of them takes goes to the fallback.
  mutating func chain(_ transitions: [Transition], _ scope: SwiftScope, fallback: Block) -> Block {
    var scope = scope
    let live = liveBranches(transitions, scope.location)
    guard let first = live.first else { return fallback }
    guard let firstGuard = first.guard else { return body(of: first.transition, scope) }
    var lines = context.hasData ? bind(live.reduce(into: []) { $0.formUnion($1.guard?.variables ?? []) }, &scope) : []
    if live.count == 1, fallback.leaves, fallback.lines.count == 1, case .text(let exit) = fallback.lines[0] {
      let line = SwiftLine.text("guard \(text(firstGuard, first.transition, scope)) else { \(exit) }")
      lines += located(firstGuard.span, if: firstGuard.isOpaque, [line])
      let block = body(of: first.transition, scope)
      return Block(lines: lines + block.lines, leaves: block.leaves)
    }
    if live.contains(where: { $0.guard?.isOpaque == true }) { return sequence(live, lines, scope, fallback) }
    var branches: [SwiftLine.Branch] = []
    var leaves = true
    for branch in live {
      let keyword = branches.isEmpty ? "if " : branch.guard == nil ? "else" : "else if "
      let block = body(of: branch.transition, scope)
      leaves = leaves && block.leaves
      branches.append(.init(head: keyword + (branch.guard.map { text($0, branch.transition, scope) } ?? ""), body: block.lines))
    }
    if live.last?.guard != nil {
      leaves = leaves && fallback.leaves
      if !fallback.lines.isEmpty { branches.append(.init(head: "else", body: fallback.lines)) }
    }
    return Block(lines: lines + [.chain(branches)], leaves: leaves)
  }

  /// The same as `if`s one after another, so that each guard can carry its place in the chart.
  private mutating func sequence(
    _ live: [(transition: Transition, guard: Expr?)], _ lines: [SwiftLine], _ scope: SwiftScope, _ fallback: Block
  ) -> Block {
    var lines = lines
    for branch in live {
      var block = body(of: branch.transition, scope)
      guard let condition = branch.guard else { return Block(lines: lines + block.lines, leaves: block.leaves) }
      if !block.leaves { block.lines.append(.text(scope.done(returnsOutcome))) }
      lines.append(.locatedBlock(condition.span, "if \(text(condition, branch.transition, scope))", block.lines))
    }
    return Block(lines: lines + fallback.lines, leaves: fallback.leaves)
  }

  /// Branches that can be taken, their guards decided as far as the place tells, up to the first without a guard.
  func liveBranches(_ transitions: [Transition], _ location: SwiftScope.Location) -> [(transition: Transition, guard: Expr?)] {
    let fold = SwiftFold(machine: machine, location: location)
    var live: [(transition: Transition, guard: Expr?)] = []
    for transition in transitions {
      let condition = transition.condition.map { fold($0) }
      if case .boolean(let known)? = condition?.kind {
        if !known { continue }
        return live + [(transition, nil)]
      }
      live.append((transition, condition))
      if condition == nil { break }
    }
    return live
  }

  /// True when it can be that none of the branches is taken.
  func canFail(_ transitions: [Transition], _ location: SwiftScope.Location) -> Bool {
    liveBranches(transitions, location).last.map { $0.guard != nil } ?? true
  }

  private func text(_ condition: Expr, _ transition: Transition, _ scope: SwiftScope) -> String {
    expressions(scope.for(machine[transition.reaction])).text(condition)
  }

  private mutating func body(of transition: Transition, _ scope: SwiftScope) -> Block {
    take(transition, scope.for(machine[transition.reaction]))
  }

  /// Effects in order. Data they use get locals first; changed data are noted in the scope.
  mutating func effects(_ list: [Effect], _ scope: inout SwiftScope) -> [SwiftLine] {
    if list.isEmpty { return [] }
    var lines = context.hasData ? bind(list.variables, mutating: list.written, &scope) : []
    for effect in list { lines += write(effect, &scope) }
    return lines
  }

  private mutating func write(_ effect: Effect, _ scope: inout SwiftScope) -> [SwiftLine] {
    switch effect {
    case .perform(let id, let values, let span):
      if let mark = context.activities.marks[id] { return write(mark) }
      if let observation = context.observation, let mark = observation.marks[id] {
        return [.text(SwiftObservation.text(mark, observation, context.naming))]
      }
      let action = machine[id]
      let call = "actions.\(context.naming.callables[id.index])\(expressions(scope).arguments(values, for: action.parameters))"
      return located(span, if: mayMismatch(values, action.parameters), [.text(call)])
    case .assign(let place, let op, let value, let span): return assignment(place, op, value, span, &scope)
    case .mutate(let call, let span):
      if let id = call.rootVariable, machine[id].owner != .root { scope.changed.insert(id) }
      return located(span, if: true, [.text(statement(call, scope))])
    case .raise(let id, let values, let span):
      return located(span, if: mayMismatch(values, machine[id].parameters), [.text("call.raise(\(value(of: id, values, scope)))")])
    case .send(let id, _, let delay?, let span) where context.timers.places[id] != nil:
      return located(span, if: delay.mayMismatch(.duration), [.text(arm(id, delay, scope))])
    case .send(let id, let values, let delay?, let span):
      let text = "\(context.memberNames.timers).send(\(value(of: id, values, scope)), in: \(expressions(scope).text(delay)))"
      return located(span, if: mayMismatch(values, machine[id].parameters) || delay.mayMismatch(.duration), [.text(text)])
    case .send(let id, let values, nil, let span):
      return located(span, if: mayMismatch(values, machine[id].parameters), [.text("call.send(\(value(of: id, values, scope)))")])
    case .cancel(let id, _): return cancel(id)
    case .conditional(let condition, let then, let otherwise, _): return conditional(condition, then, otherwise, &scope)
    }
  }

  /// An event with its arguments: `.write(n: 3)`.
  private func value(of event: EventID, _ values: [Expr], _ scope: SwiftScope) -> String {
    let payload = values.isEmpty ? "" : expressions(scope).arguments(values, for: machine[event].parameters)
    return ".\(context.naming.events[event.index])\(payload)"
  }

  /// Withdraws what was sent and not yet taken up.
  private func cancel(_ event: EventID) -> [SwiftLine] {
    let timers = context.memberNames.timers
    if let place = context.timers.places[event] { return [.text("\(timers).\(SwiftMachine.TimerLayout(context).place(place)) = nil")] }
    let isIt = "{ if case .\(context.naming.events[event.index]) = $0 { true } else { false } }"
    return (context.sentEvents.contains(event) ? [.text("call.cancel \(isIt)")] : [])
      + (context.delayedEvents.contains(event) ? [.text("\(timers).cancel \(isIt)")] : [])
  }

  /// Arms a state's timer.
  private func arm(_ event: EventID, _ delay: Expr, _ scope: SwiftScope) -> String {
    let timers = context.memberNames.timers
    let place = SwiftMachine.TimerLayout(context).place(context.timers.places[event] ?? 0)
    return "\(timers).\(place) = \(timers).armed(.\(context.naming.events[event.index]), for: \(expressions(scope).text(delay)))"
  }

  private func statement(_ call: Expr, _ scope: SwiftScope) -> String {
    let text = expressions(scope).text(call)
    return Self.dropsNothing(call) ? text : "discard(\(text))"
  }

  /// True for a call whose outcome Swift lets fall.
  static func dropsNothing(_ call: Expr) -> Bool {
    if case .apply(let callee, _) = call.kind, case .member(_, let name, _) = callee.kind { returnsNothing.contains(name) } else { false }
  }

  /// Changes of Swift's own collections whose outcome may be dropped; of any other the outcome is dropped by hand.
  private static let returnsNothing: Set<String> = [
    "append", "formIntersection", "formSymmetricDifference", "formUnion", "insert", "merge", "negate", "remove", "removeAll", "removeFirst",
    "removeLast", "removeSubrange", "removeValue", "replaceSubrange", "reserveCapacity", "reverse", "shuffle", "sort", "subtract",
    "swapAt", "toggle", "update", "updateValue",
  ]

  private mutating func assignment(
    _ place: Expr, _ op: Effect.AssignmentOperator, _ value: Expr, _ span: Span, _ scope: inout SwiftScope
  ) -> [SwiftLine] {
    // Swift refuses a variable that is given to itself.
    if op == .set, place.kind == SwiftFold(machine: machine, location: scope.location)(value).kind { return [] }
    if let id = place.rootVariable, machine[id].owner != .root { scope.changed.insert(id) }
    let target = expressions(scope).text(place)
    if case .variable(let id) = place.kind, machine[id].range != nil {
      let value = op.binary.map { Expr(.binary(place, $0, value), type: place.type, span: span) } ?? value
      return located(span, if: value.isOpaque, [.text("\(target) = \(checked(value, for: id, scope))")])
    }
    let mayMismatch = op == .set ? value.mayMismatch(place.type) || !place.isPlainName : value.isOpaque || place.isOpaque
    return located(span, if: mayMismatch, [.text("\(target) \(op.rawValue) \(expressions(scope).text(value))")])
  }

  /// The value for a variable, checked against its range where it has one that the value might leave.
  func checked(_ value: Expr, for id: VariableID, _ scope: SwiftScope) -> String {
    let text = expressions(scope).text(value)
    guard RangeChecks.needsCheck(value, machine[id], machine) else { return text }
    return "try checked\(context.rangedName(id).capitalizedFirst)(\(text))"
  }

  private mutating func conditional(
    _ condition: Expr, _ then: [Effect], _ otherwise: [Effect], _ scope: inout SwiftScope
  ) -> [SwiftLine] {
    let condition = SwiftFold(machine: machine, location: scope.location, moment: scope.moment, vacancies: context.vacancies)(condition)
    if case .boolean(let known) = condition.kind { return (known ? then : otherwise).flatMap { write($0, &scope) } }
    let head = "if \(expressions(scope).text(condition))"
    let thenLines = then.flatMap { write($0, &scope) }
    let elseLines = otherwise.flatMap { write($0, &scope) }
    if thenLines.isEmpty && elseLines.isEmpty { return [] }
    if condition.isOpaque, elseLines.isEmpty { return [.locatedBlock(condition.span, head, thenLines)] }
    var branches = [SwiftLine.Branch(head: head, body: thenLines)]
    if elseLines.count == 1, case .chain(let rest) = elseLines[0] {
      branches += rest.enumerated().map { .init(head: $0 == 0 ? "else " + $1.head : $1.head, body: $1.body) }
    } else if !elseLines.isEmpty {
      branches.append(.init(head: "else", body: elseLines))
    }
    return [.chain(branches)]
  }

  private func mayMismatch(_ values: [Expr], _ parameters: [Parameter]) -> Bool {
    zip(values, parameters).contains { $0.mayMismatch($1.type) }
  }

  func located(_ span: Span, if isOpaque: Bool, _ lines: [SwiftLine]) -> [SwiftLine] { isOpaque ? [.located(span, lines)] : lines }
}

extension SwiftScope {
  /// The same place with the parameters of a reaction's trigger.
  func `for`(_ reaction: Reaction) -> SwiftScope {
    var scope = self
    scope.parameters = reaction.parameters.map { parametersByName[$0.name] ?? $0.name }
    return scope
  }

  /// How a function says that the step was taken.
  func done(_ returnsOutcome: Bool) -> String {
    switch bail {
    case "return": "return"
    case "return false": "return true"
    default: "return .taken"
    }
  }
}
