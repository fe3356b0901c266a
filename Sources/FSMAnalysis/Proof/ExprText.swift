import FSMModel

/// Expressions as a chart writes them, for messages.
extension Machine {
  /// For example: `credit >= price`. Recursion goes as deep as the expression is nested.
  func text(of expr: Expr) -> String {
    switch expr.kind {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .float(let text): text
    case .string(let segments): "\"\(segments.map(text).joined())\""
    case .duration: expr.durationText
    case .nil: "nil"
    case .array(let elements): "[\(elements.map { text(of: $0) }.joined(separator: ", "))]"
    case .dictionary(let pairs): "[\(pairs.map { "\(text(of: $0.key)): \(text(of: $0.value))" }.joined(separator: ", "))]"
    case .enumCase(let id, let index): ".\(self[id].cases[index])"
    case .variable(let id): self[id].name
    case .parameter(let index): "$\(index)"
    case .not(let inner): "!\(operand(inner))"
    case .negate(let inner): "-\(operand(inner))"
    case .binary(let lhs, let sign, let rhs): "\(operand(lhs)) \(sign.rawValue) \(operand(rhs))"
    case .conditional(let condition, let then, let otherwise): "\(operand(condition)) ? \(operand(then)) : \(operand(otherwise))"
    case .isIn(let state): "in(\(pathName(of: state)))"
    case .call(let id, let arguments): "\(self[id].name)(\(text(arguments, of: self[id])))"
    case .implicitMember(let name): ".\(name)"
    case .swiftName(let name): name
    case .member(let base, let name, let isOptional): "\(operand(base))\(isOptional ? "?." : ".")\(name)"
    case .forced(let inner): "\(operand(inner))!"
    case .apply(let callee, let arguments): "\(operand(callee))(\(text(arguments)))"
    case .subscripted(let base, let arguments): "\(operand(base))[\(text(arguments))]"
    }
  }

  private func operand(_ expr: Expr) -> String {
    switch expr.kind {
    case .binary, .conditional: "(\(text(of: expr)))"
    default: text(of: expr)
    }
  }

  private func text(_ segment: Expr.StringSegment) -> String {
    switch segment {
    case .text(let text): text
    case .interpolation(let inner): "\\(\(text(of: inner)))"
    }
  }

  private func text(_ arguments: [Expr], of callable: Callable) -> String {
    zip(callable.parameters, arguments).map { ($0.isLabelled ? "\($0.name): " : "") + text(of: $1) }.joined(separator: ", ")
  }

  private func text(_ arguments: [Expr.Argument]) -> String {
    arguments.map { ($0.label.map { "\($0): " } ?? "") + text(of: $0.value) }.joined(separator: ", ")
  }
}

extension Expr {
  /// A duration literal in the largest unit that is whole: `90s` is `90s`, `60s` is `1min`.
  var durationText: String {
    guard case .duration(let nanoseconds) = kind, nanoseconds != 0 else { return "0s" }
    let units: [(size: Int128, name: String)] = [
      (86_400_000_000_000, "d"), (3_600_000_000_000, "h"), (60_000_000_000, "min"), (1_000_000_000, "s"), (1_000_000, "ms"),
    ]
    if let unit = units.first(where: { nanoseconds % $0.size == 0 }) { return "\(nanoseconds / unit.size)\(unit.name)" }
    return "\(Double(nanoseconds) / 1_000_000)ms"
  }
}
