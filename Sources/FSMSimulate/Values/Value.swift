import FSMDiagnostics
import FSMModel

/// A value while a machine runs.
///
/// An optional is its content or `.absent`, an array its elements; every other value of a type that fsmc does not reason about is kept as
/// the Swift text that would compute it, and two such values count as equal when their texts are.
public enum Value: Sendable, Hashable {
  case bool(Bool)
  case integer(Int128, ValueType.IntegerType)
  case double(Double)
  case float(Float)
  case string(String)
  case duration(Duration)
  /// A case of an enum that the chart declares.
  case enumCase(type: String, name: String)
  /// `nil`.
  case absent
  case array([Value])
  /// Swift text: of an opaque type, or of a known one where only an opaque operation could tell.
  case symbolic(String)

  /// An `Int`.
  public static func int(_ value: Int) -> Value { .integer(Int128(value), .int) }

  /// True where fsmc knows the value itself, not only its text.
  public var isKnown: Bool {
    if case .symbolic = self { false } else { true }
  }
}

extension Value: CustomStringConvertible {
  /// The value as a chart would write it.
  ///
  /// For example: `true`, `-3`, `0.75`, `"a \"b\""`, `1min 30s`, `.slow`, `nil`.
  public var description: String {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value, _): String(value)
    case .double(let value): value.description
    case .float(let value): value.description
    case .string(let value): Value.quoted(value)
    case .duration(let value): Value.durationText(value)
    case .enumCase(_, let name): "." + name
    case .absent: "nil"
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .symbolic(let text): text
    }
  }

  /// The value as Swift's string interpolation shows it.
  var interpolated: String {
    switch self {
    case .string(let value): value
    case .enumCase(_, let name): name
    case .duration(let value): "\(value)"
    default: description
    }
  }

  /// A string literal on one line that means `text`.
  public static func quoted(_ text: String) -> String { escaping.quoted(text) }

  private static let escaping = Escaping(number: .braces) { $0.value < 0x20 || $0.value == 0x7F }

  /// A duration in the units of the language, with `us`, `ns` and `as` for what is finer than a millisecond.
  ///
  /// For example: `1min 30s`, `250ms`, `0s`, `-2s`.
  public static func durationText(_ duration: Duration) -> String {
    var rest = duration.attoseconds.magnitude
    guard rest > 0 else { return "0s" }
    var parts: [String] = []
    for (unit, size) in durationUnits where rest >= size {
      parts.append("\(rest / size)\(unit)")
      rest %= size
    }
    return (duration < .zero ? "-" : "") + parts.joined(separator: " ")
  }

  /// Units with their attoseconds, greatest first.
  private static let durationUnits: [(String, UInt128)] = {
    let second: UInt128 = 1_000_000_000_000_000_000
    let large: [(String, UInt128)] = [("d", 86_400 * second), ("h", 3_600 * second), ("min", 60 * second), ("s", second)]
    return large + [("ms", second / 1_000), ("us", second / 1_000_000), ("ns", second / 1_000_000_000), ("as", 1)]
  }()
}
