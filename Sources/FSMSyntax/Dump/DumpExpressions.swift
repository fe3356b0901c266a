extension SyntaxDump {
  static func call(_ call: CallSyntax) -> String { list(call.name.text, call.arguments) }

  static func argument(_ argument: ArgumentSyntax) -> String {
    (argument.label.map { "\($0.text): " } ?? "") + expression(argument.value)
  }

  private static func list(_ head: String, _ arguments: [ArgumentSyntax]) -> String {
    "(" + ([head] + arguments.map(argument)).joined(separator: " ") + ")"
  }

  static func expression(_ expression: ExprSyntax) -> String {
    switch expression.kind {
    case .integer(let text), .float(let text): text
    case .string(let segments): "(string" + segments.map { " " + segment($0) }.joined() + ")"
    case .boolean(let value): value ? "true" : "false"
    case .nil: "nil"
    case .duration(let parts): parts.map { $0.number + $0.unit.rawValue }.joined(separator: "+")
    case .array(let elements): "[" + elements.map(Self.expression).joined(separator: " ") + "]"
    case .dictionary(let pairs):
      pairs.isEmpty ? "[:]" : "[" + pairs.map { Self.expression($0.key) + ": " + Self.expression($0.value) }.joined(separator: " ") + "]"
    case .name(let name): name.text
    case .implicitMember(let name): ".\(name.text)"
    case .parenthesized(let inner): "(paren \(Self.expression(inner)))"
    case .isIn(let path): "(in \(path.text))"
    case .prefix(let symbol, let operand): "(\(symbol.rawValue) \(Self.expression(operand)))"
    case .binary(let left, let symbol, _, let right): "(\(symbol.rawValue) \(Self.expression(left)) \(Self.expression(right)))"
    case .ternary(let condition, let then, let otherwise):
      "(? \(Self.expression(condition)) \(Self.expression(then)) \(Self.expression(otherwise)))"
    case .call(let callee, let arguments): list("call " + Self.expression(callee), arguments)
    case .subscripted(let base, let arguments): list("subscript " + Self.expression(base), arguments)
    case .member(let base, let name, let isOptional): "(\(isOptional ? "?." : ".") \(Self.expression(base)) \(name.text))"
    case .forced(let inner): "(force \(Self.expression(inner)))"
    case .invalid: "(invalid)"
    }
  }

  private static func segment(_ segment: ExprSyntax.StringSegment) -> String {
    switch segment {
    case .text(let text): quoted(text)
    case .interpolation(let value): expression(value)
    }
  }
}
