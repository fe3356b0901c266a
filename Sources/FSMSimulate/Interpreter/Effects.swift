import FSMDiagnostics
import FSMModel

/// Effects, as they are reached.
extension Run {
  mutating func perform(_ list: [Effect], _ frame: Frame) throws(Failure) {
    for effect in list { try perform(effect, frame) }
  }

  private mutating func perform(_ effect: Effect, _ frame: Frame) throws(Failure) {
    switch effect {
    case .perform(let id, let arguments, let span):
      let callable = assembly.callable(id, frame.scope)
      let values = try values(arguments, frame)
      guard options.recordsEffects else { return }
      append(
        PerformedEffect(
          kind: .action, name: callable.name, arguments: named(values, callable.parameters), place: assembly.placeName(of: frame.scope),
          scope: frame.scope, span: span))
    case .assign(let place, let op, let value, let span): try assign(place, op, value, span, frame)
    case .mutate(let call, let span): try mutate(call, span, frame)
    case .raise(let event, let arguments, _):
      let occurrence = try occurrence(event, arguments, frame)
      note(.raise(assembly[frame.scope].events[event.index], occurrence.arguments))
      raised.append(occurrence)
    case .send(let event, let arguments, let delay, _): try send(event, arguments, delay, frame)
    case .cancel(let event, _): cancel(assembly[frame.scope].events[event.index])
    case .conditional(let condition, let first, let second, _): try perform(truth(condition, frame) ? first : second, frame)
    }
  }

  mutating func append(_ effect: PerformedEffect) {
    note(.perform(effect))
    effects.append(effect)
  }

  private mutating func occurrence(_ event: EventID, _ arguments: [Expr], _ frame: Frame) throws(Failure) -> Store.Occurrence {
    let declared = assembly.chart.machines[assembly[frame.scope].machine.index].events[event.index].parameters
    var values = try values(arguments, frame)
    let id = assembly[frame.scope].events[event.index]
    let known = assembly[id].parameters
    if declared != known {  // declared in another order elsewhere: arguments are kept in the order of the first declaration
      values = known.map { parameter in declared.firstIndex { $0.name == parameter.name }.map { values[$0] } ?? .absent }
    }
    return Store.Occurrence(trigger: .event(id), arguments: values)
  }

  private mutating func send(_ event: EventID, _ arguments: [Expr], _ delay: Expr?, _ frame: Frame) throws(Failure) {
    let occurrence = try occurrence(event, arguments, frame)
    let id = assembly[frame.scope].events[event.index]
    guard let delay else {
      note(.send(id, occurrence.arguments, delay: nil))
      sent.append(occurrence)
      return
    }
    let due = try arm(.send(id, occurrence.arguments), after: delay, frame)
    note(.send(id, occurrence.arguments, delay: due))
  }

  /// Withdraws every undelayed and delayed send of the event that has not been taken up yet.
  private mutating func cancel(_ event: AssembledEventID) {
    let waiting = sent.removeAll { $0.trigger == .event(event) }
    note(.cancel(event, count: waiting + store.withdraw(event)))
  }
}

/// Assignments.
extension Run {
  private mutating func assign(
    _ place: Expr, _ op: Effect.AssignmentOperator, _ expr: Expr, _ span: Span, _ frame: Frame
  ) throws(Failure) {
    let operand = try value(expr, frame)
    var new = operand
    if let binary = op.binary { new = try arithmetic(binary, value(place, frame), operand, span) }
    guard case .variable(let id) = place.kind else {
      if try storeElement(place, new, frame) { return }
      return try change(place, "= \(new)", frame)
    }
    try set(assembly.variable(id, frame.scope), new, frame, span)
  }

  /// A call that may change an opaque variable: the variable's text says what was done to it.
  private mutating func mutate(_ call: Expr, _ span: Span, _ frame: Frame) throws(Failure) {
    guard case .apply(let callee, let arguments) = call.kind else { return }
    if try mutateArray(callee, arguments, span, frame) { return }
    try change(callee, "(\(try list(arguments, frame)))", frame)
  }

  /// Replaces the variable at the root of `path` by text that tells the change.
  private mutating func change(_ path: Expr, _ change: String, _ frame: Frame) throws(Failure) {
    var text = ""
    var current = path
    while true {
      switch current.kind {
      case .member(let base, let name, let isOptional): (current, text) = (base, (isOptional ? "?" : "") + "." + name + text)
      case .forced(let base): (current, text) = (base, "!" + text)
      case .subscripted(let base, let arguments): (current, text) = (base, "[\(try list(arguments, frame))]" + text)
      case .apply(let base, let arguments): (current, text) = (base, "(\(try list(arguments, frame)))" + text)
      case .variable(let id):
        let old = try value(current, frame)
        let separator = change.hasPrefix("=") ? " " : ""
        let new = Symbolic.value("(\(old) with \(text)\(separator)\(change))")
        return try set(assembly.variable(id, frame.scope), new, frame, path.span)
      default: return
      }
    }
  }

  private mutating func list(_ arguments: [Expr.Argument], _ frame: Frame) throws(Failure) -> String {
    Symbolic.list(arguments, try values(arguments.map(\.value), frame)[...])
  }

  /// Gives a variable a value; the call is rejected when it lies outside the variable's range.
  mutating func set(_ variable: Variable, _ value: Value, _ frame: Frame, _ span: Span) throws(Failure) {
    let new = asked(value, as: variable.type, frame.scope, span)
    let slot = slot(variable.id, frame.scope)
    if let range = variable.range, try !isInside(new, range, Frame(scope: frame.scope)) {
      throw .rejected(.outOfRange(variable: name(of: variable, frame.scope)))
    }
    if options.recordsSteps { note(.set(name: name(of: variable, frame.scope), old: store[slot], new: new)) }
    store[slot] = new
  }

  private mutating func isInside(_ value: Value, _ range: ValueRange, _ frame: Frame) throws(Failure) -> Bool {
    if let lower = range.lower, Arithmetic.compare(.greaterOrEqual, value, try self.value(lower, frame)) == false { return false }
    guard let upper = range.upper else { return true }
    return Arithmetic.compare(range.includesUpper ? .lessOrEqual : .less, value, try self.value(upper, frame)) != false
  }

  /// `count` of the machine itself, `disabled.opacity` of a state.
  func name(of variable: Variable, _ scope: ScopeID) -> String { assembly.name(of: variable, scope) }
}

extension Assembly {
  /// `count` of the machine itself, `disabled.opacity` of a state, with the place in front where that is a used machine's.
  public func name(of variable: Variable, _ scope: ScopeID) -> String {
    let owner = scopes[scope.index].nodes[variable.owner.index]
    return owner == .machine ? variable.name : pathName(of: owner) + "." + variable.name
  }
}
