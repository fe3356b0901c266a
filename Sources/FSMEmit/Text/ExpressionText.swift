import FSMModel

extension ChartText {
  /// The expression with no more parentheses than it needs; `parameters` are those of the trigger or function it stands in.
  public func expression(_ expression: Expr, _ parameters: [Parameter] = []) -> String {
    switch expression.kind {
    case .boolean(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .float(let text): return text
    case .string(let segments): return string(segments, parameters)
    case .duration(let nanoseconds): return Self.duration(nanoseconds: nanoseconds)
    case .nil: return "nil"
    case .array(let elements): return "[\(list(elements, parameters))]"
    case .dictionary(let pairs): return dictionary(pairs, parameters)
    case .enumCase(let enumeration, let index): return ".\(caseName(enumeration, index))"
    case .variable(let variable): return machine[variable].name
    case .parameter(let index): return parameters.indices.contains(index) ? parameters[index].name : "$\(index)"
    case .not(let operand): return "!" + child(operand, .unary, parameters)
    case .negate(let operand): return "-" + child(operand, .postfix, parameters)
    case .binary(let left, let op, let right): return binary(left, op, right, parameters)
    case .conditional(let condition, let then, let otherwise):
      return
        "\(child(condition, .or, parameters)) ? \(child(then, .or, parameters)) : \(child(otherwise, .conditional, parameters))"
    case .isIn(let state): return "in(\(reference(to: state)))"
    case .call(let callable, let values):
      return machine[callable].name + arguments(values, for: machine[callable].parameters, parameters)
    case .implicitMember(let name): return ".\(name)"
    case .swiftName(let name): return name
    case .member(let base, let name, let isOptional):
      return "\(child(base, .postfix, parameters))\(isOptional ? "?." : ".")\(name)"
    case .forced(let base): return child(base, .postfix, parameters) + "!"
    case .apply(let base, let arguments): return "\(child(base, .postfix, parameters))(\(list(arguments, parameters)))"
    case .subscripted(let base, let arguments): return "\(child(base, .postfix, parameters))[\(list(arguments, parameters))]"
    }
  }

  /// The arguments of a call of something declared, labelled as its parameters say: `(amount: 5)`.
  func arguments(_ values: [Expr], for declared: [Parameter], _ parameters: [Parameter]) -> String {
    let items = values.enumerated().map { index, value in
      let text = expression(value, parameters)
      guard declared.indices.contains(index), declared[index].isLabelled else { return text }
      return "\(declared[index].name): \(text)"
    }
    return "(\(items.joined(separator: ", ")))"
  }

  private func caseName(_ enumeration: EnumerationID, _ index: Int) -> String {
    guard machine.enumerations.indices.contains(enumeration.index) else { return "case\(index)" }
    let cases = machine[enumeration].cases
    return cases.indices.contains(index) ? cases[index] : "case\(index)"
  }

  private func list(_ elements: [Expr], _ parameters: [Parameter]) -> String {
    elements.map { expression($0, parameters) }.joined(separator: ", ")
  }

  private func list(_ arguments: [Expr.Argument], _ parameters: [Parameter]) -> String {
    arguments.map { ($0.label.map { "\($0): " } ?? "") + expression($0.value, parameters) }.joined(separator: ", ")
  }

  private func dictionary(_ pairs: [Expr.KeyedValue], _ parameters: [Parameter]) -> String {
    let items = pairs.map { "\(expression($0.key, parameters)): \(expression($0.value, parameters))" }
    return items.isEmpty ? "[:]" : "[\(items.joined(separator: ", "))]"
  }

  private func binary(_ left: Expr, _ op: Expr.BinaryOperator, _ right: Expr, _ parameters: [Parameter]) -> String {
    let level = Precedence(op)
    let (leftLevel, rightLevel) =
      switch op {
      case .coalesce: (level.tighter, level)  // groups to the right
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: (level.tighter, level.tighter)
      default: (level, level.tighter)
      }
    return "\(child(left, leftLevel, parameters)) \(op.rawValue) \(child(right, rightLevel, parameters))"
  }

  /// The operand, in parentheses unless it binds at least as tightly as `level`.
  private func child(_ operand: Expr, _ level: Precedence, _ parameters: [Parameter]) -> String {
    let text = expression(operand, parameters)
    return Precedence(of: operand) < level ? "(\(text))" : text
  }
}

/// How tightly an operator binds, loosest first: Swift's standard precedence groups.
private enum Precedence: Int, Comparable {
  case conditional, or, and, comparison, coalesce, addition, multiplication, unary, postfix

  static func < (lhs: Precedence, rhs: Precedence) -> Bool { lhs.rawValue < rhs.rawValue }

  var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .postfix }

  init(_ op: Expr.BinaryOperator) {
    self =
      switch op {
      case .or: .or
      case .and: .and
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
      case .coalesce: .coalesce
      case .add, .subtract: .addition
      case .multiply, .divide, .remainder: .multiplication
      }
  }

  init(of expression: Expr) {
    self =
      switch expression.kind {
      case .conditional: .conditional
      case .binary(_, let op, _): Precedence(op)
      case .not, .negate: .unary
      case .integer(let value): value < 0 ? .unary : .postfix
      default: .postfix
      }
  }
}
