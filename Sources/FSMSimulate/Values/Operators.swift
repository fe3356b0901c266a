import FSMDiagnostics
import FSMModel

/// What an expression makes of the values of its parts.
extension Run {
  /// Nil where a part's datum is not active; a comparison with it is false.
  mutating func combine(_ expr: Expr, _ parts: [Value?], _ frame: Frame) throws(Failure) -> Value? {
    switch expr.kind {
    case .not: return .bool(try !truth(of: parts[0], expr.parts[0].span))
    case .binary(_, .coalesce, _):
      guard let left = parts[0], left != .absent else { return parts[1] }
      return try Symbolic.binary(left, .coalesce, known(parts, expr.span)[1])
    case .binary(let first, let op, let second) where op.isComparison:
      return compared(first, parts[0], op, second, parts[1])
    default:
      guard parts.allSatisfy({ $0 != nil }) else { return nil }
      return try combined(expr, known(parts, expr.span), frame)
    }
  }

  /// A comparison of the values of two operands.
  func compared(_ first: Expr, _ left: Value?, _ op: Expr.BinaryOperator, _ second: Expr, _ right: Value?) -> Value {
    guard var left, var right else { return .bool(false) }
    (left, right) = (left.fitting(right, literal: first), right.fitting(left, literal: second))
    return Arithmetic.compare(op, left, right).map(Value.bool) ?? Symbolic.binary(left, op, right)
  }

  private mutating func combined(_ expr: Expr, _ parts: [Value], _ frame: Frame) throws(Failure) -> Value {
    switch expr.kind {
    case .binary(let first, let op, let second):
      return try arithmetic(op, parts[0].fitting(parts[1], literal: first), parts[1].fitting(parts[0], literal: second), expr.span)
    case .negate:
      do throws(Arithmetic.Trap) { return try Arithmetic.negate(parts[0]) ?? Symbolic.value("-\(parts[0])") } catch {
        throw error.failure(expr.span)
      }
    case .call(let id, _): return answer(id, parts, frame, expr.span)
    case .forced:
      guard parts[0] != .absent else { throw .trapped("`!` on `nil`", expr.span) }
      return parts[0].isKnown ? parts[0] : Symbolic.value("\(parts[0])!")
    default:
      do throws(Arithmetic.Trap) {
        let value = try Collections.value(of: expr, parts) ?? Symbolic.combined(expr, parts)
        if case .string(let text) = value, text.utf8.count > Arithmetic.longestString { throw .init(message: "too long", isLimit: true) }
        return value
      } catch {
        throw error.failure(expr.span)
      }
    }
  }

  func arithmetic(_ op: Expr.BinaryOperator, _ left: Value, _ right: Value, _ span: Span) throws(Failure) -> Value {
    do throws(Arithmetic.Trap) { return try Arithmetic.apply(op, left, right) ?? Symbolic.binary(left, op, right) } catch {
      throw error.failure(span)
    }
  }

  /// What a declared function without definition answers; the call as text where the environment does not know.
  private mutating func answer(_ id: CallableID, _ arguments: [Value], _ frame: Frame, _ span: Span) -> Value {
    let callable = assembly.callable(id, frame.scope)
    let text = Symbolic.call(callable.name, named(arguments, callable.parameters))
    let question = Environment.Question(
      function: callable.name, arguments: arguments, place: assembly.placeName(of: frame.scope), text: text,
      type: callable.result ?? .unknown, machine: assembly[frame.scope].machine, span: span)
    guard let answer = ask(question) else { return Symbolic.value(text) }
    note(.answer(question, answer))
    return seen(answer, as: question.type, frame.scope)
  }

  /// Values with the labels of the parameters they are for.
  func named(_ values: [Value], _ parameters: [Parameter]) -> [NamedValue] {
    zip(values, parameters).map { NamedValue($1.isLabelled ? $1.name : nil, $0) }
  }
}

/// Questions about values that only the caller's code can tell.
extension Run {
  /// Whether a condition holds: false for a judged datum that is not active; the environment decides where the value is symbolic.
  mutating func truth(of value: Value?, _ span: Span) throws(Failure) -> Bool {
    guard let value else { return false }
    if case .bool(let holds) = value { return holds }
    let question = question(what: value, as: .bool, .machine, span)
    guard case .bool(let holds)? = ask(question) else { throw .unanswered(question) }
    note(.answer(question, .bool(holds)))
    return holds
  }

  /// The value itself where the environment knows it though only an opaque operation could tell; else as it is.
  mutating func asked(_ value: Value, as type: ValueType, _ scope: ScopeID, _ span: Span) -> Value {
    // A case of an enum that only swiftc could tell from other names says itself what it is.
    let value = seen(value, as: type, scope)
    guard type.isKnown, !value.isKnown else { return value }
    let question = question(what: value, as: type, scope, span)
    guard let answer = ask(question) else { return value }
    note(.answer(question, answer))
    return seen(answer, as: type, scope)
  }

  /// The question what a value is that only an opaque operation could tell; `scope` is that of the type.
  func question(what value: Value, as type: ValueType, _ scope: ScopeID, _ span: Span) -> Environment.Question {
    Environment.Question(
      function: nil, arguments: [], place: "", text: Symbolic.bare(value), type: type, machine: assembly[scope].machine, span: span)
  }
}

extension Value {
  /// The value of a literal beside an operand whose type only swiftc knew: it takes that type, as in `Double(n) / 2`.
  func fitting(_ other: Value, literal expr: Expr) -> Value {
    guard case .integer(let number) = expr.kind else { return self }
    switch other {
    case .double: return .double(Double(number))
    case .float: return .float(Float(number))
    case .integer(_, let type) where type.bounds.contains(number): return .integer(number, type)
    default: return self
    }
  }
}
