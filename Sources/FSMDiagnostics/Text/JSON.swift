/// A JSON value to be written; members of an object keep their order.
///
/// Format: RFC 8259. Text is written as UTF-8, with the escapes that the format requires and no others.
public enum JSON: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// The value on one line.
  public var line: String {
    var writer = JSONWriter(isIndented: false)
    writer.write(self, depth: 0)
    return writer.text
  }

  /// The value on many lines, indented by two blanks a level, without a line end behind it.
  public var indented: String {
    var writer = JSONWriter(isIndented: true)
    writer.write(self, depth: 0)
    return writer.text
  }
}

/// Writes values; the depth is that of the value the program built, never that of an input.
private struct JSONWriter {
  let isIndented: Bool
  var text = ""

  init(isIndented: Bool) { self.isIndented = isIndented }

  mutating func write(_ value: JSON, depth: Int) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .string(let value): write(value)
    case .array(let values):
      writeList(values, "[", "]", depth) { $0.write($1, depth: depth + 1) }
    case .object(let members):
      writeList(members, "{", "}", depth) { writer, member in
        writer.write(member.0)
        writer.text += writer.isIndented ? ": " : ":"
        writer.write(member.1, depth: depth + 1)
      }
    }
  }

  private mutating func writeList<T>(_ items: [T], _ open: String, _ close: String, _ depth: Int, each: (inout Self, T) -> Void) {
    text += open
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      breakLine(depth + 1)
      each(&self, item)
    }
    if !items.isEmpty { breakLine(depth) }
    text += close
  }

  private mutating func breakLine(_ depth: Int) {
    if isIndented { text += "\n" + String(repeating: "  ", count: depth) }
  }

  private mutating func write(_ string: String) { text += Self.escaping.quoted(string) }

  /// Line and paragraph separators are legal in JSON and end a line in JavaScript; DEL and C1 controls trouble terminals.
  private static let escaping = Escaping(number: .fourDigits) { scalar in
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}
