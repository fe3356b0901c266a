import FSMDiagnostics
import FSMModel

/// The values of expressions.
extension Run {
  /// Most calls of defined functions inside each other.
  static let mostCalls = 1_000

  /// The value of an expression.
  mutating func value(_ expr: Expr, _ frame: Frame) throws(Failure) -> Value {
    guard let value = try judged(expr, frame) else { throw .inactive(expr.span) }
    return value
  }

  /// Whether a condition holds; the environment decides where its value is symbolic.
  mutating func truth(_ expr: Expr, _ frame: Frame) throws(Failure) -> Bool { try truth(of: judged(expr, frame), expr.span) }

  mutating func values(_ expressions: [Expr], _ frame: Frame) throws(Failure) -> [Value] {
    var result: [Value] = []
    result.reserveCapacity(expressions.count)
    for expression in expressions { result.append(try value(expression, frame)) }
    return result
  }

  /// An expression that is being evaluated: one of its own, or the body of a function that it calls.
  private struct Activation {
    var code: ExprCode
    var frame: Frame
    var next = 0
  }

  /// How deep an expression is evaluated on the call stack: guards are, nearly always.
  private static let mostNesting = 24

  /// Nil where the expression reads a datum of a state that is not active, and that is allowed.
  private mutating func judged(_ expr: Expr, _ frame: Frame, nesting: Int = 0) throws(Failure) -> Value? {
    if expr.isLeaf { return try leaf(expr, frame) }
    guard nesting < Run.mostNesting else { return try computed(expr, frame) }
    switch expr.kind {
    case .not(let inner): return .bool(try !truth(of: judged(inner, frame, nesting: nesting + 1), inner.span))
    case .binary(let left, let op, let right) where op == .and || op == .or:
      let first = try truth(of: judged(left, frame, nesting: nesting + 1), left.span)
      if first == (op == .or) { return .bool(first) }
      return .bool(try truth(of: judged(right, frame, nesting: nesting + 1), right.span))
    case .binary(let left, let op, let right) where op != .coalesce:
      let first = try judged(left, frame, nesting: nesting + 1)
      let second = try judged(right, frame, nesting: nesting + 1)
      return op.isComparison ? compared(left, first, op, right, second) : try combine(expr, [first, second], frame)
    default: return try computed(expr, frame)
    }
  }

  /// The same with a stack of its own.
  private mutating func computed(_ expr: Expr, _ frame: Frame) throws(Failure) -> Value? {
    var stack: [Value?] = []
    var calls = [Activation(code: ExprCode(expr), frame: frame)]
    while let top = calls.last {
      guard top.next < top.code.instructions.count else {
        calls.removeLast()
        continue
      }
      calls[calls.count - 1].next += 1
      let instruction = top.code.instructions[top.next]
      if case .combine(let call, let count) = instruction, case .call(let id, _) = call.kind,
        let body = assembly.callable(id, top.frame.scope).body
      {
        guard calls.count < Run.mostCalls else { throw .trapped("more than \(Run.mostCalls) calls inside each other", call.span) }
        let parameters = try known(pop(count, &stack), call.span)
        let inner = Frame(scope: top.frame.scope, parameters: parameters, isJudging: top.frame.isJudging)
        calls.append(Activation(code: ExprCode(body), frame: inner))
      } else if let label = try perform(instruction, &stack, top.frame) {
        calls[calls.count - 1].next = top.code.labels[label]
      }
    }
    return stack.last ?? nil
  }

  /// Does one instruction; returns where to go on, if not with the next one.
  private mutating func perform(
    _ instruction: ExprCode.Instruction, _ stack: inout [Value?], _ frame: Frame
  ) throws(Failure) -> ExprCode.Label? {
    switch instruction {
    case .leaf(let expr): stack.append(try leaf(expr, frame))
    case .combine(let expr, let count): stack.append(try combine(expr, pop(count, &stack), frame))
    case .truth(let span): stack.append(.bool(try truth(of: pop(&stack), span)))
    case .decide(let op, let span, let end):
      let first = try truth(of: pop(&stack), span)
      guard first == (op == .or) else { return nil }
      stack.append(.bool(first))
      return end
    case .coalesce(let end):
      guard let left = stack[stack.count - 1], left != .absent, left.isKnown else { return nil }
      return end
    case .jumpUnless(let span, let label): return try truth(of: pop(&stack), span) ? nil : label
    case .jump(let label): return label
    }
    return nil
  }

  private func pop(_ stack: inout [Value?]) -> Value? { stack.popLast() ?? nil }

  private func pop(_ count: Int, _ stack: inout [Value?]) -> [Value?] {
    let values = Array(stack.suffix(count))
    stack.removeLast(count)
    return values
  }

  /// All values, where none is of a datum whose state is not active.
  func known(_ values: [Value?], _ span: Span) throws(Failure) -> [Value] {
    let known = values.compactMap { $0 }
    guard known.count == values.count else { throw .inactive(span) }
    return known
  }

  /// Literals, names, `in()`.
  private func leaf(_ expr: Expr, _ frame: Frame) throws(Failure) -> Value? {
    switch expr.kind {
    case .variable(let id):
      let value = store[slot(id, frame.scope)]
      if value == nil, !frame.isJudging { throw .inactive(expr.span) }
      return value
    case .parameter(let index): return frame.parameters[index]
    case .isIn(let state):
      let node = node(state, frame.scope)
      return .bool(!assembly[node].isPseudo && store.isActive(node))
    case .implicitMember(let name): return .symbolic("." + name)
    case .swiftName(let name): return .symbolic(name)
    default: return try literal(expr, frame.scope)
    }
  }

  private func literal(_ expr: Expr, _ scope: ScopeID) throws(Failure) -> Value {
    switch (expr.kind, expr.type) {
    case (.boolean(let value), _): return .bool(value)
    case (.integer(let value), .double): return .double(Double(value))
    case (.integer(let value), .float): return .float(Float(value))
    case (.integer(let value), .integer(let type)):
      guard type.bounds.contains(value) else { throw .trapped("`\(value)` does not fit in `\(type.rawValue)`", expr.span) }
      return .integer(value, type)
    case (.integer(let value), _): return .integer(value, .int)
    case (.float(let text), .float): return .float(Float(text.filter { $0 != "_" }) ?? .nan)
    case (.float(let text), _): return .double(Double(text.filter { $0 != "_" }) ?? .nan)
    case (.duration(let nanoseconds), _): return .duration(Duration(attoseconds: nanoseconds * 1_000_000_000))
    case (.enumCase(let id, let index), _):
      let enumeration = assembly.enumeration(id, scope)
      return .enumCase(type: enumeration.name, name: enumeration.cases[index])
    default: return .absent
    }
  }
}
