import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Names in expressions: parameters hide data, data of inner states hide those of outer ones, and those hide the machine's variables.
extension MachineResolver {
  mutating func value(named name: Name, in scope: Scope) -> Expr {
    if let known = quietValue(named: name.text, span: name.span, in: scope) { return known }
    reportUnusable(name, in: scope)
    return isCapitalised(name.text) && names.callables[name.text] == nil && names.enumerations[name.text] == nil
      ? Expr(.swiftName(name.text), type: .unknown, span: name.span) : broken(name.span)
  }

  /// The parameter, datum or variable of the name that is in scope, if there is one.
  func quietValue(named name: String, span: Span, in scope: Scope) -> Expr? {
    if let index = scope.parameters.firstIndex(where: { $0.name == name }) {
      return Expr(.parameter(index), type: scope.parameters[index].type, span: span)
    }
    guard scope.hidden[name] == nil, let id = variable(named: name, in: scope) else { return nil }
    return Expr(.variable(id), type: machine[id].type, span: span)
  }

  /// The datum or variable of the name, parameters left aside.
  func variable(named name: String, in scope: Scope) -> VariableID? {
    guard !scope.parametersOnly else { return nil }
    var current: StateID? = scope.state
    while let state = current {
      if state != .root, !machine[state].data.isEmpty, let id = names.data[.init(state: state, name: name)], isSet(id, in: scope) {
        return id
      }
      current = machine[state].parent
    }
    guard let id = names.variables[name], isSet(id, in: scope) else { return nil }
    return id
  }

  private func isSet(_ id: VariableID, in scope: Scope) -> Bool {
    if scope.constantsOnly, !machine[id].isConstant { return false }
    guard let limit = scope.variableLimit else { return true }
    // The machine's own variables all come before the data of states.
    return id < limit
  }

  /// Says why a name is no value here; one capitalised and undeclared is Swift's own and nothing to report.
  private mutating func reportUnusable(_ name: Name, in scope: Scope) {
    if let event = scope.hidden[name.text] {
      reporter.report(
        .notInScope, at: name.span, "`\(name.text)` is not a parameter of `\(event)`",
        hint: "events that share a reaction share only the parameters all of them have; write the reaction once for each event")
    } else if let id = names.variables[name.text] {
      reportOutOfScope(name, machine[id], in: scope)
    } else if let id = names.callables[name.text] {
      let callable = machine[id]
      let isFunction = callable.kind == .function
      reporter.report(
        .wrongKind, at: name.span, "`\(name.text)` is \(callable.kind.title), not a value",
        labels: [.init(callable.nameSpan, "declared here")],
        hint: isFunction ? "call it: `\(shape(callable.name, callable.slots))`" : nil,
        fixes: isFunction && callable.parameters.isEmpty ? [.init("call it", [.init(name.span.after, "()")])] : [])
    } else if names.enumerations[name.text] != nil {
      reporter.report(.wrongKind, at: name.span, "`\(name.text)` is an enum, not a value", hint: "name one of its cases, as in `.…`")
    } else if isCapitalised(name.text) {
      return
    } else if let owner = names.dataOwners[name.text] {
      reporter.report(
        .notInScope, at: name.span, "`\(name.text)` is data of `\(machine.pathName(of: owner))` and not in scope here",
        labels: [.init(machine[owner].nameSpan, "in scope inside this state")],
        hint:
          "keep it in a `var` of the machine when others need it; `assert` and `expect` read `\(machine.pathName(of: owner)).\(name.text)`"
      )
    } else if let (place, used) = keeper(of: name.text, around: scope.state) {
      reporter.report(
        .notInScope, at: name.span, "`\(name.text)` belongs to machine `\(used.name)`, which keeps it to itself",
        labels: [.init(machine[place].nameSpan, "acts as that machine")],
        hint: "react to the event in `\(used.name)`, or let it raise an event that carries `\(name.text)`")
    } else {
      reporter.unknown(name, kind: "name", among: candidates(visibleValues(in: scope)), otherwise: unknownHint(name))
    }
  }

  /// The state, this one or one around it, that acts as a machine with a variable of the name.
  private func keeper(of name: String, around state: StateID) -> (place: StateID, machine: Machine)? {
    for place in machine.ancestorsAndSelf(of: state) {
      guard let id = machine[place].usedMachine, machines.indices.contains(id.index) else { continue }
      let used = machines[id.index]
      if used[.root].data.contains(where: { used[$0].name == name }) { return (place, used) }
    }
    return nil
  }

  private mutating func reportOutOfScope(_ name: Name, _ variable: Variable, in scope: Scope) {
    let label = Diagnostic.Label(variable.nameSpan, "declared here")
    if scope.parametersOnly {
      reporter.report(
        .notInScope, at: name.span, "a function cannot see `\(name.text)`", labels: [label],
        hint: "its value follows from its parameters alone: pass `\(name.text)` as one")
    } else if scope.constantsOnly, !variable.isConstant {
      reporter.report(
        .notInScope, at: name.span, "the bound of a range cannot be the variable `\(name.text)`", labels: [label],
        hint: "a range stays as it is: use a literal or a `let`")
    } else {
      reporter.report(
        .notInScope, at: name.span, "`\(name.text)` has no value yet", labels: [label],
        hint: "constants and variables are set in the order declared: move this one up")
    }
  }

  private func unknownHint(_ name: Name) -> String {
    if names.events[name.text] != nil { return "`\(name.text)` is an event; `raise \(name.text)` raises it" }
    if names.statesNamed[name.text] != nil { return "`\(name.text)` is a state; `in(\(name.text))` asks whether it is active" }
    return "declare it: `var \(name.text): …`"
  }

  private func visibleValues(in scope: Scope) -> [String] {
    var visible = scope.parameters.map(\.name)
    guard !scope.parametersOnly else { return visible }
    for state in machine.ancestorsAndSelf(of: scope.state) { visible += machine[state].data.map { machine[$0].name } }
    return visible + callableNames(.function)
  }

  /// Swift's own names that a chart may use undeclared begin with a capital.
  func isCapitalised(_ name: String) -> Bool { name.first?.isUppercase ?? false }

  mutating func implicitMember(_ name: Name, expecting expected: ValueType?, span: Span) -> Expr {
    switch expected {
    case .enumeration(let id): return enumCase(name, of: id, span: span)
    case nil, .bool:
      reporter.report(
        .typeMismatch, at: span, "nothing here says what `.\(name.text)` is a case of",
        hint: "write the type before it: `Mode.\(name.text)`")
      return broken(span)
    default: return Expr(.implicitMember(name.text), type: .unknown, span: span)
    }
  }

  private mutating func enumCase(_ name: Name, of id: EnumerationID, span: Span) -> Expr {
    let enumeration = machine[id]
    if let index = names.cases[.init(enumeration: id, name: name.text)] {
      return Expr(.enumCase(id, index), type: .enumeration(id), span: span)
    }
    let list = enumeration.cases.prefix(8).map { "`.\($0)`" }.joined(separator: ", ")
    reporter.unknown(
      name, kind: "case", among: enumeration.cases, otherwise: "its cases are \(list)",
      message: "enum `\(enumeration.name)` has no case `\(name.text)`")
    return broken(span)
  }

  mutating func member(_ base: ExprSyntax, _ name: Name, isOptional: Bool, span: Span, in scope: Scope) -> Expr {
    if case .name(let type) = base.kind, !isOptional, let id = names.enumerations[type.text],
      quietValue(named: type.text, span: type.span, in: scope) == nil
    {
      return enumCase(name, of: id, span: span)
    }
    if scope.place == .assertion, let datum = datum(base, name, span: span, in: scope) { return datum }
    let value = infer(base, expecting: nil, in: scope)
    if isOptional, value.type.isKnown {
      reporter.report(.badOperands, at: span, "`?.` has nothing to ask: `\(text(value.type))` is never nil", hint: "write `.`")
    }
    return Expr(.member(value, name.text, isOptional: isOptional), type: .unknown, span: span)
  }

  /// `disabled.opacity` in `assert` and `expect`; nil where the path names no state.
  private mutating func datum(_ base: ExprSyntax, _ name: Name, span: Span, in scope: Scope) -> Expr? {
    guard let path = base.statePath, quietValue(named: path.segments[0].text, span: span, in: scope) == nil,
      let state = quietState(at: path, from: scope.holder)
    else { return nil }
    if let id = names.data[.init(state: state, name: name.text)] { return Expr(.variable(id), type: machine[id].type, span: span) }
    let data = machine[state].data.map { machine[$0].name }
    let list = data.map { "`\($0)`" }.joined(separator: ", ")
    let hint =
      if names.children[.init(state: state, name: name.text)] != nil {
        "`in(\(path.text).\(name.text))` asks whether it is active"
      } else if let used = machine[state].usedMachine {
        "what is inside belongs to machine `\(machines[used.index].name)`; a scenario there can see it"
      } else {
        data.isEmpty ? "`\(path.text)` carries no data" : "its data are \(list)"
      }
    reporter.unknown(name, kind: "datum", among: data, otherwise: hint, message: "state `\(path.text)` has no datum `\(name.text)`")
    return broken(span)
  }
}

extension ExprSyntax {
  /// The names of `a.b.c`; nil for anything else.
  var statePath: PathSyntax? {
    var segments: [Name] = []
    var current = self
    while case .member(let base, let name, false) = current.kind {
      segments.append(name)
      current = base
    }
    guard case .name(let first) = current.kind else { return nil }
    segments.append(first)
    return PathSyntax(segments: segments.reversed())
  }
}
