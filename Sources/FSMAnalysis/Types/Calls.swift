import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Calls in values: declared functions are checked, what is Swift's own passes through.
extension MachineResolver {
  mutating func call(_ callee: ExprSyntax, _ arguments: [ArgumentSyntax], expecting expected: ValueType?, span: Span, in scope: Scope)
    -> Expr
  {
    guard case .name(let name) = callee.kind else {
      if case .implicitMember(let name) = callee.kind {
        let base = Expr(.implicitMember(name.text), type: .unknown, span: callee.span)
        return Expr(.apply(base, opaqueArguments(arguments, in: scope)), type: .unknown, span: span)
      }
      let base = infer(callee, expecting: nil, in: scope)
      return Expr(.apply(base, opaqueArguments(arguments, in: scope)), type: .unknown, span: span)
    }
    if let value = quietValue(named: name.text, span: name.span, in: scope) { return apply(value, name, arguments, span: span, in: scope) }
    if let id = names.callables[name.text] { return call(id, name, arguments, span: span, in: scope) }
    if names.enumerations[name.text] == nil, isCapitalised(name.text) { return conversion(name, arguments, span: span, in: scope) }
    reportUncallable(name)
    return broken(span)
  }

  /// A value that is called: a closure, which only an opaque type can be.
  private mutating func apply(_ value: Expr, _ name: Name, _ arguments: [ArgumentSyntax], span: Span, in scope: Scope) -> Expr {
    if value.type.isKnown {
      reporter.report(
        .wrongKind, at: name.span, "`\(name.text)` is `\(text(value.type))` and cannot be called", hint: "leave the parentheses out")
      return broken(span)
    }
    return Expr(.apply(value, opaqueArguments(arguments, in: scope)), type: .unknown, span: span)
  }

  private mutating func call(_ id: CallableID, _ name: Name, _ arguments: [ArgumentSyntax], span: Span, in scope: Scope) -> Expr {
    let callable = machine[id]
    guard callable.kind == .function else {
      let hint =
        callable.kind == .action
        ? "actions are performed as effects: `/ \(shape(callable.name, callable.slots))`"
        : "activities run while a state is active: `do \(shape(callable.name, callable.slots))`"
      reporter.report(
        .wrongKind, at: name.span, "`\(name.text)` is \(callable.kind.title) and has no value",
        labels: [.init(callable.nameSpan, "declared here")], hint: hint)
      return broken(span)
    }
    let values = match(arguments, to: callable.slots, of: name, span: span, declared: callable.nameSpan, in: scope)
    guard let values else { return Expr(broken(span).kind, type: callable.result ?? .unknown, span: span) }
    guard let result = callable.result else {
      reporter.report(
        .wrongKind, at: name.span, "function `\(name.text)` returns nothing", labels: [.init(callable.nameSpan, "declared here")],
        hint: "give it a result, as in `-> Bool`")
      return broken(span)
    }
    return Expr(.call(id, values.compactMap { $0 }), type: result, span: span)
  }

  private mutating func reportUncallable(_ name: Name) {
    if names.events[name.text] != nil {
      reporter.report(
        .wrongKind, at: name.span, "`\(name.text)` is an event and has no value", hint: "as an effect, `raise \(name.text)` raises it")
    } else if names.enumerations[name.text] != nil {
      reporter.report(.wrongKind, at: name.span, "`\(name.text)` is an enum and cannot be called", hint: "name one of its cases")
    } else {
      reporter.unknown(
        name, kind: "function", among: callableNames(.function),
        otherwise: "declare it: `func \(name.text)(…) -> …`")
    }
  }

  /// `Double(n)`, whose type is plain, or `Photo(name: title)`, which only swiftc knows.
  private mutating func conversion(_ name: Name, _ arguments: [ArgumentSyntax], span: Span, in scope: Scope) -> Expr {
    let base = Expr(.swiftName(name.text), type: .unknown, span: name.span)
    let type = ValueType(named: name.text, enumerations: [:])
    guard type.isKnown, arguments.count == 1, let only = arguments.first, only.label == nil else {
      return Expr(.apply(base, opaqueArguments(arguments, in: scope)), type: .unknown, span: span)
    }
    // A literal converted to a type of its kind is one of that type.
    let literalType = only.value.needsContext && type.isNumber && !(type.isInteger && only.value.isFloatingLiteral) ? type : nil
    let value = infer(only.value, expecting: literalType, in: scope)
    let result: ValueType =
      switch (type, value.type) {
      case (.integer, .integer), (.integer, .double), (.integer, .float), (.double, _), (.float, _): value.type.isNumber ? type : .unknown
      case (.string, _): value.type.isKnown && value.type != .duration ? .string : .unknown
      case (.bool, .bool): .bool
      default: .unknown
      }
    return Expr(.apply(base, [.init(label: nil, value: value)]), type: result, span: span)
  }

  mutating func opaqueArguments(_ arguments: [ArgumentSyntax], in scope: Scope) -> [Expr.Argument] {
    arguments.map { .init(label: $0.label?.text, value: infer($0.value, expecting: .unknown, in: scope)) }
  }
}
