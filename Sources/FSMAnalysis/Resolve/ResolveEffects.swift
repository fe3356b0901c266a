import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Effects, in order. One that could not be understood is left out.
extension MachineResolver {
  mutating func resolve(_ effects: [EffectSyntax], in scope: Scope) -> [Effect] {
    effects.compactMap { resolve($0, in: scope) }
  }

  private mutating func resolve(_ syntax: EffectSyntax, in scope: Scope) -> Effect? {
    switch syntax {
    case .call(let call): return perform(call, in: scope)
    case .assign(let place, let sign, let value, let span): return assign(place, sign, value, span: span, in: scope)
    case .raise(let call):
      return emitted(call, in: scope).map { .raise($0.0, $0.1, span: call.span) }
    case .send(let call, let delay, let span):
      let delay = delay.map { check($0, .duration, in: scope.at(.value)) }
      return emitted(call, in: scope).map { .send($0.0, $0.1, delay: delay, span: span) }
    case .cancel(let name, let span): return event(named: name).map { .cancel($0, span: span) }
    case .conditional(let conditional, let span):
      let condition = check(conditional.condition, .bool, in: scope.at(.condition))
      let then = resolve(conditional.then, in: scope)
      let otherwise = resolve(conditional.otherwise, in: scope)
      return .conditional(condition, then: then, else: otherwise, span: span)
    }
  }

  /// The event of `raise` or `send` with its arguments.
  private mutating func emitted(_ call: CallSyntax, in scope: Scope) -> (EventID, [Expr])? {
    guard let id = event(named: call.name) else { return nil }
    let event = machine[id]
    return match(call.arguments, to: event.slots, of: call.name, span: call.span, declared: event.nameSpan, in: scope.at(.value)).map {
      (id, $0.compactMap { $0 })
    }
  }

  private mutating func perform(_ syntax: ExprSyntax, in scope: Scope) -> Effect? {
    guard case .call(let callee, let arguments) = syntax.kind else {
      if case .invalid = syntax.kind { return nil }
      reportNoEffect(syntax)
      return nil
    }
    guard case .name(let name) = callee.kind else { return mutate(syntax, in: scope) }
    // A name without parentheses: the parser has reported it.
    guard syntax.span.end > name.span.end else { return nil }
    if let id = names.callables[name.text] {
      let callable = machine[id]
      guard callable.kind == .action else {
        let hint = callable.kind == .function ? "assign its value, or declare it `action`" : "an activity is started with `do`, in a state"
        reporter.report(
          .wrongKind, at: name.span, "`\(name.text)` is \(callable.kind.title), not an action",
          labels: [.init(callable.nameSpan, "declared here")], hint: hint)
        return nil
      }
      return match(arguments, to: callable.slots, of: name, span: syntax.span, declared: callable.nameSpan, in: scope.at(.value)).map {
        .perform(id, $0.compactMap { $0 }, span: syntax.span)
      }
    }
    if names.events[name.text] != nil {
      reporter.report(
        .wrongKind, at: name.span, "`\(name.text)` is an event, not an action", hint: "write `raise \(name.text)`",
        fixes: [.init("write `raise`", [.init(name.span.before, "raise ")])])
    } else if variable(named: name.text, in: scope) != nil {
      reporter.report(
        .wrongKind, at: name.span, "`\(name.text)` is a variable, not an action", hint: "declare it: `action \(name.text)(…)`")
    } else {
      reporter.unknown(
        name, kind: "action", among: callableNames(.action),
        otherwise: "declare it: `action \(name.text)(…)`")
    }
    return nil
  }

  private mutating func reportNoEffect(_ syntax: ExprSyntax) {
    if case .name(let name) = syntax.kind, let id = names.callables[name.text], machine[id].kind == .action {
      reporter.report(
        .wrongArguments, at: name.span, "action `\(name.text)` is named but not performed",
        hint: "write `\(shape(name.text, machine[id].slots))`",
        fixes: machine[id].parameters.isEmpty ? [.init("write `()`", [.init(name.span.after, "()")])] : [])
    } else if case .name(let name) = syntax.kind, names.events[name.text] != nil {
      reporter.report(
        .wrongKind, at: name.span, "`\(name.text)` is an event, not an action", hint: "write `raise \(name.text)`",
        fixes: [.init("write `raise`", [.init(name.span.before, "raise ")])])
    } else {
      reporter.report(
        .wrongKind, at: syntax.span, "a value is no effect", hint: "an effect performs an action, assigns, raises or sends an event")
    }
  }

  /// `list.append(p)`: a call on an opaque variable.
  private mutating func mutate(_ syntax: ExprSyntax, in scope: Scope) -> Effect? {
    guard let root = syntax.rootName else {
      reporter.report(.wrongKind, at: syntax.span, "this call changes nothing that the chart knows", hint: "declare an action for it")
      return nil
    }
    guard checkAssignable(root, isWhole: false, in: scope) else { return nil }
    return .mutate(place(syntax, in: scope.at(.value)), span: syntax.span)
  }

  private mutating func assign(
    _ place: ExprSyntax, _ sign: EffectSyntax.AssignmentOperator, _ value: ExprSyntax, span: Span, in scope: Scope
  ) -> Effect? {
    let scope = scope.at(.value)
    guard let root = place.rootName else {
      if case .invalid = place.kind { return nil }
      reporter.report(
        .notAssignable, at: place.span, "this is nothing that can be assigned",
        hint: "assign a variable, a datum in scope, or a path into an opaque one: `settings.mode = …`")
      return nil
    }
    let isWhole = if case .name = place.kind { true } else { false }
    guard checkAssignable(root, isWhole: isWhole, in: scope) else { return nil }
    let target = self.place(place, in: scope)
    let result = assigned(value, sign, to: target, in: scope)
    return .assign(place: target, .init(sign), value: result, span: span)
  }

  /// What stands left of `=`: its first name never means a parameter, while arguments on the way may be parameters.
  private mutating func place(_ syntax: ExprSyntax, in scope: Scope) -> Expr {
    let span = syntax.span
    switch syntax.kind {
    case .name(let name):
      guard let id = variable(named: name.text, in: scope) else { return broken(span) }
      return Expr(.variable(id), type: machine[id].type, span: span)
    case .member(let base, let name, let isOptional):
      return Expr(.member(place(base, in: scope), name.text, isOptional: isOptional), type: .unknown, span: span)
    case .subscripted(let base, let arguments):
      return Expr(.subscripted(place(base, in: scope), opaqueArguments(arguments, in: scope)), type: .unknown, span: span)
    case .call(let base, let arguments):
      return Expr(.apply(place(base, in: scope), opaqueArguments(arguments, in: scope)), type: .unknown, span: span)
    case .forced(let base): return Expr(.forced(place(base, in: scope)), type: .unknown, span: span)
    case .parenthesized(let inner): return place(inner, in: scope)
    default: return broken(span)
    }
  }

  private mutating func assigned(_ value: ExprSyntax, _ sign: EffectSyntax.AssignmentOperator, to place: Expr, in scope: Scope) -> Expr {
    let type = place.type
    guard type.isKnown else { return check(value, type, in: scope) }
    switch sign {
    case .set: return check(value, type, in: scope)
    case .add where type.isNumber || type == .string || type == .duration, .subtract where type.isNumber || type == .duration,
      .multiply where type.isNumber:
      return check(value, type, in: scope)
    case .multiply where type == .duration: return check(value, .integer(.int), in: scope)
    case .add, .subtract, .multiply:
      let found = infer(value, expecting: type, in: scope)
      reporter.report(
        .badOperands, at: place.span, "`\(sign.rawValue)` is not defined for `\(text(type))`",
        labels: [.init(found.span, "`\(text(found.type))`")])
      return found
    }
  }

  /// Whether an effect may change what a name stands for; says why when not.
  private mutating func checkAssignable(_ name: Name, isWhole: Bool, in scope: Scope) -> Bool {
    guard let id = variable(named: name.text, in: scope) else {
      reportNotAssignable(name, in: scope)
      return false
    }
    let variable = machine[id]
    if variable.isConstant {
      reporter.report(
        .notAssignable, at: name.span, "`\(name.text)` is a constant", labels: [.init(variable.nameSpan, "declared with `let`")],
        hint: "declare it with `var`")
      return false
    }
    if !isWhole, variable.type.isKnown {
      reporter.report(
        .notAssignable, at: name.span, "`\(name.text)` is `\(text(variable.type))` and has no parts to change",
        labels: [.init(variable.nameSpan, "declared here")], hint: "assign it as a whole: `\(name.text) = …`")
      return false
    }
    return true
  }

  private mutating func reportNotAssignable(_ name: Name, in scope: Scope) {
    if let parameter = scope.parameters.first(where: { $0.name == name.text }) {
      reporter.report(
        .notAssignable, at: name.span, "`\(name.text)` is a parameter and cannot be assigned",
        labels: [.init(parameter.span, "declared here")], hint: "declare a `var` to keep the value")
    } else if let owner = names.dataOwners[name.text] {
      reporter.report(
        .notInScope, at: name.span, "`\(name.text)` is data of `\(machine.pathName(of: owner))` and not in scope here",
        labels: [.init(machine[owner].nameSpan, "in scope inside this state")],
        hint: "pass it when the state is entered: `-> \(machine.pathName(of: owner))(\(name.text): …)`")
    } else if let id = names.callables[name.text] {
      reporter.report(
        .notAssignable, at: name.span, "`\(name.text)` is \(machine[id].kind.title) and cannot be assigned",
        labels: [.init(machine[id].nameSpan, "declared here")])
    } else {
      let visible = machine.ancestorsAndSelf(of: scope.state).flatMap { machine[$0].data.map { machine[$0].name } }
      reporter.unknown(name, kind: "variable", among: visible, otherwise: "declare it: `var \(name.text): …`")
    }
  }
}

extension ExprSyntax {
  /// The name at the start of a path of members, subscripts and calls.
  var rootName: Name? {
    var current = self
    while true {
      switch current.kind {
      case .name(let name): return name
      case .member(let base, _, _), .subscripted(let base, _), .forced(let base), .call(let base, _), .parenthesized(let base):
        current = base
      default: return nil
      }
    }
  }
}

extension Effect.AssignmentOperator {
  init(_ sign: EffectSyntax.AssignmentOperator) {
    switch sign {
    case .set: self = .set
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    }
  }
}
