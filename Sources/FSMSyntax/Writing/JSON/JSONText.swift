import FSMDiagnostics

/// A JSON value to be written; keys keep their order.
indirect enum JSONText {
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  case string(String)
  /// A number as its text.
  case number(String)
  case bool(Bool)

  var isArray: Bool { if case .array = self { true } else { false } }
  var isString: Bool { if case .string = self { true } else { false } }

  /// Columns up to which an object of objects stands on one line.
  private static let nestedWidth = 60

  /// Columns that a line should not exceed.
  private static let width = 100

  /// The value over several lines; what fits stands on one.
  func rendered(indent: Int = 0, behind column: Int = 0) -> String {
    if let line = flat(room: Self.width - indent - column) { return line }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .object(let members):
      let lines = members.map { member in
        let key = Self.quoted(member.key)
        return "\(inner)\(key): \(member.value.rendered(indent: indent + 2, behind: key.utf8.count + 2))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    case .array(let values):
      return "[\n\(values.map { inner + $0.rendered(indent: indent + 2) }.joined(separator: ",\n"))\n\(outer)]"
    case .string, .number, .bool: return flat(room: .max) ?? ""
    }
  }

  /// The value on one line; nil where it does not fit, or is an object of objects.
  private func flat(room: Int) -> String? {
    switch self {
    case .string(let text): return Self.quoted(text)
    case .number(let text): return text
    case .bool(let value): return value ? "true" : "false"
    case .array(let values):
      return joined(values.map { ("", $0) }, "[", "]", room: room)
    case .object(let members):
      if members.isEmpty { return "{}" }
      let isNested = members.contains { if case .object(let inner) = $0.value { !inner.isEmpty } else { false } }
      let room = isNested ? min(room, Self.nestedWidth) : room
      return joined(members.map { (Self.quoted($0.key) + ": ", $0.value) }, "{ ", " }", room: room)
    }
  }

  private func joined(_ parts: [(String, JSONText)], _ open: String, _ close: String, room: Int) -> String? {
    var text = open
    for (index, part) in parts.enumerated() {
      guard let value = part.1.flat(room: room - text.utf8.count) else { return nil }
      text += (index > 0 ? ", " : "") + part.0 + value
      if text.utf8.count > room - close.utf8.count { return nil }
    }
    return text + close
  }

  private static func quoted(_ text: String) -> String { escaping.quoted(text) }

  private static let escaping = Escaping(number: .fourDigits) { scalar in
    switch scalar.value {
    case 0...0x1F, 0x7F, 0x2028, 0x2029: true
    default: false
    }
  }
}
