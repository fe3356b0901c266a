import FSMDiagnostics
import FSMModel

/// The values of expressions.
extension Run {
  /// Deepest nesting of expressions, calls of defined functions included.
  static let deepest = 256

  /// The value of an expression; `nil` only where a judged datum's state is not active.
  mutating func value(_ expr: Expr, _ frame: Frame) throws(Failure) -> Value {
    var inner = frame
    inner.depth += 1
    guard inner.depth <= Run.deepest else { throw .trapped("an expression nested more than \(Run.deepest) deep", expr.span) }
    switch expr.kind {
    case .boolean, .integer, .float, .duration, .nil, .enumCase: return try literal(expr, inner.scope)
    case .string(let segments): return try string(segments, inner)
    case .variable(let id):
      guard let value = store.slots[slot(id, inner.scope)] else { throw .inactive(expr.span) }
      return value
    case .parameter(let index): return inner.parameters[index]
    case .not(let operand): return .bool(try !truth(operand, inner))
    case .negate(let operand): return try negated(operand, inner)
    case .binary: return try chain(expr, inner)
    case .conditional(let condition, let first, let second): return try value(truth(condition, inner) ? first : second, inner)
    case .isIn(let state):
      let node = node(state, inner.scope)
      return .bool(!assembly[node].isPseudo && store.isActive(node))
    case .call(let callable, let arguments): return try call(callable, arguments, inner, expr.span)
    default: return try opaque(expr, inner)
    }
  }

  /// Whether a condition holds; the environment decides where its value is symbolic.
  mutating func truth(_ expr: Expr, _ frame: Frame) throws(Failure) -> Bool {
    let result: Value
    do { result = try value(expr, frame) } catch {
      if frame.isJudging, case .inactive = error { return false }
      throw error
    }
    return try truth(of: result, expr.span)
  }

  func requiredTruth(_ value: Value?) -> Bool? { if case .bool(let holds) = value { holds } else { nil } }

  mutating func truth(of value: Value, _ span: Span) throws(Failure) -> Bool {
    if let holds = requiredTruth(value) { return holds }
    let question = Environment.Question(function: nil, arguments: [], place: "", text: Symbolic.bare(value), type: .bool, span: span)
    guard let answer = environment(question), let holds = requiredTruth(answer) else { throw .unanswered(question) }
    note(.answer(question, answer))
    return holds
  }

  /// The value itself where the environment knows it though only an opaque operation could tell; else as it is.
  mutating func asked(_ value: Value, as type: ValueType, _ span: Span) -> Value {
    guard type.isKnown, !value.isKnown else { return value }
    let question = Environment.Question(function: nil, arguments: [], place: "", text: Symbolic.bare(value), type: type, span: span)
    guard let answer = environment(question) else { return value }
    note(.answer(question, answer))
    return answer
  }

  mutating func values(_ expressions: [Expr], _ frame: Frame) throws(Failure) -> [Value] {
    var result: [Value] = []
    result.reserveCapacity(expressions.count)
    for expression in expressions { result.append(try value(expression, frame)) }
    return result
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
      let enumeration = assembly.machine(of: scope)[id]
      return .enumCase(type: enumeration.name, name: enumeration.cases[index])
    default: return .absent
    }
  }

  private mutating func string(_ segments: [Expr.StringSegment], _ frame: Frame) throws(Failure) -> Value {
    var result = ""
    var literal = ""
    var isKnown = true
    for segment in segments {
      switch segment {
      case .text(let text):
        result += text
        literal += Value.quoted(text).dropFirst().dropLast()
      case .interpolation(let expr):
        let value = try value(expr, frame)
        isKnown = isKnown && value.isKnown
        result += value.interpolated
        literal += value.isKnown ? String(Value.quoted(value.interpolated).dropFirst().dropLast()) : "\\(\(value))"
      }
    }
    return isKnown ? .string(result) : Symbolic.value("\"\(literal)\"")
  }

  private mutating func negated(_ operand: Expr, _ frame: Frame) throws(Failure) -> Value {
    let value = try value(operand, frame)
    do throws(Arithmetic.Trap) { return try Arithmetic.negate(value) ?? Symbolic.value("-\(value)") } catch {
      throw .trapped(error.message, operand.span)
    }
  }
}
