import FSMModel

/// Swift text for values that fsmc does not know.
enum Symbolic {
  /// Longest text kept, in bytes; what is longer is told apart by a hash, or a loop could exhaust memory.
  static let longest = 4_096

  static func value(_ text: String) -> Value {
    text.utf8.count <= longest ? .symbolic(text) : .symbolic("\(text.prefix(64))…\(hash(text))")
  }

  static func binary(_ left: Value, _ op: Expr.BinaryOperator, _ right: Value) -> Value { value("(\(left) \(op.rawValue) \(right))") }

  /// `name(label: value, …)`
  static func call(_ name: String, _ arguments: [NamedValue]) -> String { "\(name)(\(list(arguments)))" }

  /// `label: value, …`
  static func list(_ arguments: [NamedValue]) -> String {
    arguments.map { argument in argument.name.map { "\($0): \(argument.value)" } ?? "\(argument.value)" }.joined(separator: ", ")
  }

  /// The text without the parentheses around the whole.
  static func bare(_ value: Value) -> String {
    let text = value.description
    guard text.hasPrefix("("), text.hasSuffix(")") else { return text }
    var depth = 0
    for (offset, byte) in text.utf8.enumerated() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, offset + 1 < text.utf8.count { return text }
    }
    return String(text.dropFirst().dropLast())
  }

  /// FNV-1a, twice with different starts: 128 bits.
  private static func hash(_ text: String) -> String {
    var first: UInt64 = 0xcbf2_9ce4_8422_2325
    var second: UInt64 = 0x9ae1_6a3b_2f90_404f
    for byte in text.utf8 {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(first, radix: 16) + String(second, radix: 16)
  }
}

/// Operations that only swiftc understands: their operands are evaluated, they themselves kept as text.
extension Symbolic {
  /// The value of an expression with these values of its parts.
  static func combined(_ expr: Expr, _ parts: [Value]) -> Value {
    switch expr.kind {
    case .string(let segments): string(segments, parts)
    case .dictionary: dictionary(parts)
    case .member(_, let name, let isOptional):
      if isOptional, parts[0] == .absent {
        .absent
      } else {
        value("\(parts[0])\(isOptional ? "?" : "").\(name)")
      }
    case .apply(let callee, let arguments):
      if case .member(_, let name, let isOptional) = callee.kind {
        isOptional && parts[0] == .absent
          ? .absent : value("\(parts[0])\(isOptional ? "?" : "").\(name)(\(list(arguments, parts.dropFirst())))")
      } else {
        value("\(parts[0])(\(list(arguments, parts.dropFirst())))")
      }
    case .subscripted(_, let arguments): value("\(parts[0])[\(list(arguments, parts.dropFirst()))]")
    default: .absent
    }
  }

  static func list(_ arguments: [Expr.Argument], _ values: ArraySlice<Value>) -> String {
    list(zip(arguments, values).map { NamedValue($0.label, $1) })
  }

  private static func dictionary(_ parts: [Value]) -> Value {
    let pairs = stride(from: 0, to: parts.count, by: 2).map { "\(parts[$0]): \(parts[$0 + 1])" }
    return value(pairs.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]")
  }

  private static func string(_ segments: [Expr.StringSegment], _ parts: [Value]) -> Value {
    let isKnown = parts.allSatisfy(\.isKnown)
    var text = ""
    var rest = parts[...]
    for segment in segments {
      switch segment {
      case .text(let part): text += isKnown ? part : String(Value.quoted(part).dropFirst().dropLast())
      case .interpolation:
        let value = rest.removeFirst()
        text += isKnown ? value.interpolated : "\\(\(value))"
      }
    }
    return isKnown ? .string(text) : value("\"\(text)\"")
  }
}
