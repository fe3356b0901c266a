import FSMModel

extension ChartText {
  /// A string literal with Swift's escapes, on one line.
  func string(_ segments: [Expr.StringSegment], _ parameters: [Parameter]) -> String {
    var text = "\""
    for segment in segments {
      switch segment {
      case .text(let value): for scalar in value.unicodeScalars { text += Self.escaped(scalar) }
      case .interpolation(let value): text += "\\(\(expression(value, parameters)))"
      }
    }
    return text + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    default:
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: String(scalar)
      }
    }
  }

  /// A duration in the chart's units, largest first: `1min 30s`, `250ms`, `0s`.
  ///
  /// What is left below a millisecond is written as a fraction of one: `0.5ms`.
  static func duration(nanoseconds: Int128) -> String {
    var rest = nanoseconds.magnitude
    var parts: [String] = []
    for (unit, size) in [("d", UInt128(86_400_000_000_000)), ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000)] {
      if rest >= size { parts.append("\(rest / size)\(unit)") }
      rest %= size
    }
    if rest > 0 { parts.append(milliseconds(nanoseconds: rest)) }
    let text = parts.isEmpty ? "0s" : parts.joined(separator: " ")
    return nanoseconds < 0 ? "-(\(text))" : text
  }

  private static func milliseconds(nanoseconds: UInt128) -> String {
    let (whole, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if fraction == 0 { return "\(whole)ms" }
    var digits = String(String(1_000_000 + fraction).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)ms"
  }
}
