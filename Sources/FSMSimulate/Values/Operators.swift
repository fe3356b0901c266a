import FSMDiagnostics
import FSMModel

/// Operators and calls of declared functions.
extension Run {
  /// A chain of operators that associate to the left, in a loop: a long sum costs no stack.
  mutating func chain(_ expr: Expr, _ frame: Frame) throws(Failure) -> Value {
    var pending: [(Expr.BinaryOperator, Expr, Span)] = []
    var current = expr
    while case .binary(let left, let op, let right) = current.kind {
      pending.append((op, right, current.span))
      current = left
    }
    var result = try judged(current, frame)
    for (op, right, span) in pending.reversed() { result = try combine(result, op, right, span, frame) }
    guard let result else { throw .inactive(expr.span) }
    return result
  }

  /// Nil where the state of a judged datum is not active.
  private mutating func judged(_ expr: Expr, _ frame: Frame) throws(Failure) -> Value? {
    do { return try value(expr, frame) } catch {
      if frame.isJudging, case .inactive = error { return nil }
      throw error
    }
  }

  private mutating func combine(
    _ left: Value?, _ op: Expr.BinaryOperator, _ right: Expr, _ span: Span, _ frame: Frame
  ) throws(Failure) -> Value? {
    switch op {
    case .and, .or:
      let first = try left.map { value throws(Failure) in try truth(of: value, span) } ?? false
      return .bool(first == (op == .or) ? first : try truth(right, frame))
    case .coalesce:
      guard let left, left != .absent else { return try judged(right, frame) }
      return left.isKnown ? left : try Symbolic.binary(left, op, value(right, frame))
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let left, let second = try judged(right, frame) else { return .bool(false) }
      return Arithmetic.compare(op, left, second).map(Value.bool) ?? Symbolic.binary(left, op, second)
    case .multiply, .divide, .remainder, .add, .subtract:
      guard let left, let second = try judged(right, frame) else { return nil }
      return try arithmetic(op, left, second, span)
    }
  }

  func arithmetic(_ op: Expr.BinaryOperator, _ left: Value, _ right: Value, _ span: Span) throws(Failure) -> Value {
    do throws(Arithmetic.Trap) { return try Arithmetic.apply(op, left, right) ?? Symbolic.binary(left, op, right) } catch {
      throw .trapped(error.message, span)
    }
  }

  /// A declared function: its definition, else the environment's answer, else the call as text.
  mutating func call(_ id: CallableID, _ arguments: [Expr], _ frame: Frame, _ span: Span) throws(Failure) -> Value {
    let callable = assembly.machine(of: frame.scope)[id]
    let values = try values(arguments, frame)
    if let body = callable.body {
      return try value(body, Frame(scope: frame.scope, parameters: values, depth: frame.depth, isJudging: frame.isJudging))
    }
    let text = Symbolic.call(callable.name, named(values, callable.parameters))
    let question = Environment.Question(
      function: callable.name, arguments: values, place: assembly.placeName(of: frame.scope), text: text,
      type: callable.result ?? .unknown, span: span)
    guard let answer = environment(question) else { return Symbolic.value(text) }
    note(.answer(question, answer))
    return answer
  }

  /// Values with the labels of the parameters they are for.
  func named(_ values: [Value], _ parameters: [Parameter]) -> [NamedValue] {
    zip(values, parameters).map { NamedValue($1.isLabelled ? $1.name : nil, $0) }
  }
}
