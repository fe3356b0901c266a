/// Expressions; parentheses stand where the tree needs them.
///
/// Recursion goes as deep as the tree, which whoever made it bounds.
extension ChartWriter {
  /// The text of an expression.
  public static func expression(_ syntax: ExprSyntax) -> String { expression(syntax, startsEffect: false) }

  static func expression(_ syntax: ExprSyntax, startsEffect: Bool) -> String {
    switch syntax.kind {
    case .integer(let text), .float(let text): text
    case .string(let segments): string(segments)
    case .boolean(let value): value ? "true" : "false"
    case .nil: "nil"
    case .duration(let parts): parts.map { $0.number + $0.unit.rawValue }.joined(separator: " ")
    case .array(let elements): "[\(elements.map { expression($0) }.joined(separator: ", "))]"
    case .dictionary(let pairs):
      pairs.isEmpty ? "[:]" : "[\(pairs.map { "\(expression($0.key)): \(expression($0.value))" }.joined(separator: ", "))]"
    case .name(let name): startsEffect ? head(name.text) : Self.name(name)
    case .implicitMember(let name): ".\(Self.name(name))"
    case .parenthesized(let inner): "(\(expression(inner)))"
    case .isIn(let path): "in(\(Self.path(path)))"
    case .prefix(let sign, let inner): sign.rawValue + operand(inner, above: 6)
    case .binary(let lhs, let sign, _, let rhs):
      // Comparisons do not chain, and `??` groups to the right.
      operand(lhs, above: sign.precedence - (sign.precedence == 3 || sign == .coalesce ? 0 : 1)) + " \(sign.rawValue) "
        + operand(rhs, above: sign.precedence - (sign == .coalesce ? 1 : 0))
    case .ternary(let condition, let then, let otherwise):
      "\(operand(condition, above: 0)) ? \(expression(then)) : \(expression(otherwise))"
    case .call(let callee, let list): postfixBase(callee, startsEffect) + arguments(list)
    case .subscripted(let base, let list): postfixBase(base, startsEffect) + arguments(list, open: "[", close: "]")
    case .member(let base, let name, let isOptional): postfixBase(base, startsEffect) + (isOptional ? "?." : ".") + Self.name(name)
    case .forced(let base): postfixBase(base, startsEffect) + "!"
    case .invalid: "_"
    }
  }

  private static func postfixBase(_ base: ExprSyntax, _ startsEffect: Bool) -> String {
    base.binding >= 8 ? expression(base, startsEffect: startsEffect) : "(\(expression(base)))"
  }

  /// An operand that must bind tighter than `level`.
  static func operand(_ syntax: ExprSyntax, above level: Int) -> String {
    syntax.binding > level ? expression(syntax) : "(\(expression(syntax)))"
  }

  private static func string(_ segments: [ExprSyntax.StringSegment]) -> String {
    let parts = segments.map { segment in
      switch segment {
      case .text(let text): escaped(text)
      case .interpolation(let inner): "\\(\(expression(inner)))"
      }
    }
    return "\"\(parts.joined())\""
  }
}

extension ExprSyntax {
  /// How tight an expression holds together: 0 a choice of values, 1 to 6 binary operators, 7 a prefix, 9 all else.
  fileprivate var binding: Int {
    switch kind {
    case .ternary: 0
    case .binary(_, let sign, _, _): sign.precedence
    case .prefix: 7
    default: 9
    }
  }
}
