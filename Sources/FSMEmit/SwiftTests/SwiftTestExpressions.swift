import FSMModel

/// Expressions of scenarios as a caller of the machine writes them: `machine.stock`, `machine.isIn(.open)`.
struct SwiftTestExpressions {
  private let context: SwiftContext
  private let inner: SwiftExpressions

  init(_ context: SwiftContext) {
    self.context = context
    var scope = SwiftScope(location: .exactly(.root))
    for variable in context.machine.variables {
      let name =
        variable.owner == .root ? context.naming.variables[variable.id.index] : SwiftTestHelpers.datumName(variable.id, context)
      scope.data[variable.id] = "machine.\(name)"
    }
    inner = SwiftExpressions(context: context, scope: scope)
  }

  func text(_ expression: Expr) -> String { inner.text(outside(expression)) }

  /// In parentheses where an operator beside it could take a part of it.
  func operand(_ expression: Expr) -> String {
    let text = text(expression)
    return expression.parts.isEmpty || !text.contains(" ") ? text : "(\(text))"
  }

  func arguments(_ values: [Expr], for parameters: [Parameter]) -> String {
    inner.arguments(values.map { outside($0) }, for: parameters)
  }

  /// The parts that `&&` joins, each of which can be expected alone.
  func conjuncts(of condition: Expr) -> [String] {
    var parts: [Expr] = []
    var rest = [condition]
    while let next = rest.popLast() {
      if case .binary(let left, .and, let right) = next.kind { rest += [right, left] } else { parts.append(next) }
    }
    return parts.map { part in
      let outside = outside(part)
      // A whole condition needs no parentheses of its own.
      if case .swiftName(let name) = outside.kind, name.hasPrefix("("), name.hasSuffix(")") { return String(name.dropFirst().dropLast()) }
      return inner.text(outside)
    }
  }

  /// The expression as it is written outside the machine; the parser bounds how deep it is.
  private func outside(_ expression: Expr) -> Expr {
    switch expression.kind {
    case .isIn(let state): return name("machine.isIn(.\(context.naming.stateNames[state.index]))", expression)
    case .call(let id, let arguments) where context.machine[id].body != nil: return call(id, arguments, expression)
    case .binary(let left, let op, let right) where op.isComparison: return comparison(left, op, right, expression)
    case .variable(let id) where isDatum(id) && expression.type == .bool: return name("(\(text(of: id)) == true)", expression)
    case .string(let segments):
      let outside = segments.map { segment -> Expr.StringSegment in
        guard case .interpolation(let part) = segment else { return segment }
        return .interpolation(qualified(part))
      }
      return Expr(.string(outside), type: expression.type, span: expression.span)
    default: return expression.mappingParts { outside($0) }
    }
  }

  private func name(_ text: String, _ expression: Expr) -> Expr { Expr(.swiftName(text), type: expression.type, span: expression.span) }

  private func isDatum(_ id: VariableID) -> Bool { context.machine[id].owner != .root }

  private func text(of id: VariableID) -> String { inner.variable(id) }

  /// A case with its type, where nothing beside it says which that is.
  private func qualified(_ expression: Expr) -> Expr {
    guard case .enumCase(let id, let index) = expression.kind else { return outside(expression) }
    let naming = context.naming
    return name("\(naming.machine).\(naming.enumerations[id.index]).\(naming.enumerationCases[id.index][index])", expression)
  }

  /// A function that the chart defines is repeated beside the tests: the machine keeps its own to itself.
  private func call(_ id: CallableID, _ arguments: [Expr], _ expression: Expr) -> Expr {
    let function = context.machine[id]
    var list = zip(function.parameters, arguments).map { parameter, value in
      Expr.Argument(label: parameter.isLabelled ? SwiftIdentifier(label: parameter.name).text : nil, value: outside(value))
    }
    if context.needsFunctions(id) { list.append(.init(label: "using", value: name("functions", expression))) }
    let callee = name("\(context.naming.machine).\(SwiftTestHelpers.functionName(function))", expression)
    return Expr(.apply(callee, list), type: expression.type, span: expression.span)
  }

  /// A comparison with data of states that are not active is false: data are nil then.
  private func comparison(_ left: Expr, _ op: Expr.BinaryOperator, _ right: Expr, _ expression: Expr) -> Expr {
    var data: [VariableID] = []
    expression.forEachPart { part in
      if case .variable(let id) = part.kind, isDatum(id), !data.contains(id) { data.append(id) }
    }
    let (first, second) = ({ if case .enumCase = right.kind { qualified(left) } else { outside(left) } }(), outside(right))
    let plain = Expr(.binary(first, op, second), type: expression.type, span: expression.span)
    if data.isEmpty || (op == .equal && data.count == 1 && (left.isDatum(data[0]) != right.isDatum(data[0])) && onlyOnce(left, right)) {
      return plain
    }
    // Unwrapped one inside the other, each under a name of its own.
    var scope = inner.scope
    let names = data.map { SwiftTestHelpers.datumName($0, context) }
    for (id, name) in zip(data, names) { scope.data[id] = name }
    var text = SwiftTestExpressions(context, scope).inner.text(plain)
    for (id, name) in zip(data, names).reversed() { text = "\(self.text(of: id)).map { \(name) in \(text) } ?? false" }
    return self.name("(\(text))", expression)
  }

  /// One side is a datum, and the other reads none.
  private func onlyOnce(_ left: Expr, _ right: Expr) -> Bool {
    [left, right].contains { side in side.variables.allSatisfy { !isDatum($0) } }
  }

  private init(_ context: SwiftContext, _ scope: SwiftScope) {
    self.context = context
    inner = SwiftExpressions(context: context, scope: scope)
  }
}

extension Expr {
  fileprivate func isDatum(_ id: VariableID) -> Bool { if case .variable(id) = kind { true } else { false } }
}
