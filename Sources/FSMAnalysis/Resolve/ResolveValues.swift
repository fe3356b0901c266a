import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Initial values, ranges, data of states, and the bodies of functions.
extension MachineResolver {
  /// Each constant and variable may use those before it.
  mutating func resolveVariableValues() {
    for (index, syntax) in variableSyntax.enumerated() {
      var scope = Scope(place: .declaration)
      scope.variableLimit = VariableID(index)
      let type = machine.variables[index].type
      if let value = syntax.value { machine.variables[index].value = check(value, type, in: scope) }
      if let range = syntax.range { machine.variables[index].range = resolve(range, of: type, value: index, in: scope) }
    }
    variableSyntax = []
  }

  /// Data of all states; defaults may use what is in scope around the state, and data before them.
  mutating func resolveStateData() {
    for index in machine.states.indices {
      guard case .state(let syntax) = sources[index] else { continue }
      let state = StateID(index)
      if let used = machine[state].usedMachine, !syntax.data.isEmpty {
        reporter.report(
          .machineStateContent, at: syntax.data[0].span, "state `\(syntax.name.text)` is a machine and declares no data of its own",
          hint: "its data are the constants and variables of `\(machines[used.index].name)`")
        continue
      }
      for datum in syntax.data { declare(datum, of: state) }
    }
  }

  private mutating func declare(_ syntax: ParameterSyntax, of state: StateID) {
    let key = NameTables.MemberKey(state: state, name: syntax.name.text)
    if let first = names.data[key] {
      reporter.duplicate(syntax.name, kind: "datum", first: machine[first].nameSpan)
      return
    }
    let id = VariableID(machine.variables.count)
    let type = type(of: syntax.type)
    var scope = Scope(place: .declaration)
    scope.state = state
    let value = syntax.value.map { check($0, type, in: scope) }
    machine.variables.append(
      Variable(
        id: id, name: syntax.name.text, label: nil, doc: nil, owner: state, isConstant: false, type: type, typeText: syntax.type.text,
        typeSpan: syntax.type.span, range: nil, value: value, nameSpan: syntax.name.span, span: syntax.span, isLabelled: syntax.isLabelled))
    if let range = syntax.range {
      machine.variables[id.index].range = resolve(range, of: type, value: id.index, in: Scope(place: .declaration))
    }
    names.data[key] = id
    if names.dataOwners[syntax.name.text] == nil { names.dataOwners[syntax.name.text] = state }
    machine[state].data.append(id)
  }

  /// Bounds are literals and constants of the machine, those the caller passes included: a range never moves while the machine runs.
  private mutating func resolve(_ range: RangeSyntax, of type: ValueType, value: Int, in scope: Scope) -> ValueRange? {
    guard type.isNumber || type == .duration || type == .string else {
      reporter.report(
        .badRange, at: range.span, "a range needs a type with an order, and `\(text(type))` has none that fsmc knows",
        hint: "ranges are for integers, `Double`, `Float`, `Duration` and `String`")
      return nil
    }
    var bounds = scope
    bounds.constantsOnly = true
    let lower = range.lower.map { check($0, type, in: bounds) }
    let upper = range.upper.map { check($0, type, in: bounds) }
    if let low = lower?.constant, let high = upper?.constant, range.includesUpper ? low > high : low >= high {
      reporter.report(.badRange, at: range.span, "the range is empty", hint: "the lower bound comes first")
      return nil
    }
    let resolved = ValueRange(lower: lower, upper: upper, includesUpper: range.includesUpper, span: range.span)
    if let initial = machine.variables[value].value, let number = initial.constant, !resolved.mayContain(number) {
      reporter.report(
        .badRange, at: initial.span, "`\(machine.variables[value].name)` starts at \(number), outside of its range",
        labels: [.init(range.span, "the range")])
    }
    return resolved
  }

  /// Bodies see parameters, enums and other functions: no constants and no variables, so a value follows from the arguments alone.
  mutating func resolveFunctionBodies() {
    var calls: [CallableID: [CallableID]] = [:]
    for case .callable(let syntax) in self.syntax.members {
      guard let body = syntax.body, let id = names.callables[syntax.name.text], machine[id].span == syntax.span else { continue }
      guard let result = machine[id].result else {
        reporter.report(
          .typeMismatch, at: syntax.name.span, "function `\(syntax.name.text)` has a body but no result type",
          hint: "write it before `=`: `-> Bool`")
        continue
      }
      var scope = Scope(place: .declaration)
      scope.parameters = machine[id].parameters
      scope.parametersOnly = true
      let value = check(body, result, in: scope)
      machine.callables[id.index].body = value
      calls[id] = value.calledFunctions
    }
    reportRecursion(calls)
  }

  /// Cuts every circle of definitions at the function declared first on it.
  private mutating func reportRecursion(_ calls: [CallableID: [CallableID]]) {
    var done: Set<CallableID> = []
    for start in calls.keys.sorted() where !done.contains(start) {
      var open: Set<CallableID> = [start]
      var stack: [(id: CallableID, next: Int)] = [(start, 0)]
      while let top = stack.last {
        let callees = calls[top.id] ?? []
        guard top.next < callees.count else {
          done.insert(top.id)
          stack.removeLast()
          open.remove(top.id)
          continue
        }
        stack[stack.count - 1].next += 1
        let callee = callees[top.next]
        if open.contains(callee) {
          cut(top.id, callee)
        } else if !done.contains(callee), calls[callee] != nil {
          stack.append((callee, 0))
          open.insert(callee)
        }
      }
    }
  }

  private mutating func cut(_ caller: CallableID, _ callee: CallableID) {
    let message =
      caller == callee
      ? "function `\(machine[callee].name)` is defined by itself"
      : "functions `\(machine[callee].name)` and `\(machine[caller].name)` are defined by each other"
    reporter.report(
      .cyclicDefinition, at: machine[caller].nameSpan, message,
      labels: caller == callee ? [] : [.init(machine[callee].nameSpan, "`\(machine[callee].name)` leads back here")],
      hint: "leave the body out and the caller supplies the function in Swift")
    machine.callables[caller.index].body = nil
  }
}

extension ValueRange {
  /// False only for what is certainly outside.
  func mayContain(_ number: Int128) -> Bool {
    if let low = lower?.constant, number < low { return false }
    if let high = upper?.constant { return includesUpper ? number <= high : number < high }
    return true
  }
}
