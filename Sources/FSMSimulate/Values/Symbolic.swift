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
extension Run {
  mutating func opaque(_ expr: Expr, _ frame: Frame) throws(Failure) -> Value {
    switch expr.kind {
    case .implicitMember(let name): return .symbolic("." + name)
    case .swiftName(let name): return .symbolic(name)
    case .array(let elements): return Symbolic.value("[\(Symbolic.list(try values(elements, frame).map { NamedValue(nil, $0) }))]")
    case .dictionary(let pairs): return try dictionary(pairs, frame)
    case .member(let base, let name, let isOptional):
      let value = try value(base, frame)
      if isOptional, value == .absent { return .absent }
      return known(name, of: value) ?? Symbolic.value("\(value)\(isOptional ? "?" : "").\(name)")
    case .forced(let base):
      let value = try value(base, frame)
      guard value != .absent else { throw .trapped("`!` on `nil`", expr.span) }
      return value.isKnown ? value : Symbolic.value("\(value)!")
    case .apply(let base, let arguments): return try Symbolic.value("\(value(base, frame))(\(list(arguments, frame)))")
    case .subscripted(let base, let arguments): return try Symbolic.value("\(value(base, frame))[\(list(arguments, frame))]")
    default: return .absent
    }
  }

  /// Members of strings that cost nothing to know.
  private func known(_ name: String, of value: Value) -> Value? {
    switch (value, name) {
    case (.string(let text), "count"): .int(text.count)
    case (.string(let text), "isEmpty"): .bool(text.isEmpty)
    default: nil
    }
  }

  private mutating func dictionary(_ pairs: [Expr.KeyedValue], _ frame: Frame) throws(Failure) -> Value {
    var texts: [String] = []
    for pair in pairs { texts.append("\(try value(pair.key, frame)): \(try value(pair.value, frame))") }
    return Symbolic.value(texts.isEmpty ? "[:]" : "[\(texts.joined(separator: ", "))]")
  }

  mutating func list(_ arguments: [Expr.Argument], _ frame: Frame) throws(Failure) -> String {
    var named: [NamedValue] = []
    for argument in arguments { named.append(NamedValue(argument.label, try value(argument.value, frame))) }
    return Symbolic.list(named)
  }
}
