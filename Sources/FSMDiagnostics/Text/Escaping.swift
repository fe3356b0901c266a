/// How a language writes text in a literal on one line: its quote, backslashes, line ends and tabs behind a backslash, and what is not to
/// stand there by its number.
///
/// For example: `Escaping(number: .braces) { $0.value < 0x20 }("a\u{1B}\"")` is `a\u{1b}\"`.
public struct Escaping: Sendable {
  public enum Number: Sendable {
    /// `\u{1b}`
    case braces
    /// `\u001b`; for characters of the basic plane.
    case fourDigits
  }

  private let quote: Unicode.Scalar
  private let number: Number
  private let hasNul: Bool
  private let isHidden: @Sendable (Unicode.Scalar) -> Bool

  /// - Parameters:
  ///   - hasNul: the language has `\0`.
  ///   - isHidden: true of a character that is written by its number.
  public init(
    quote: Unicode.Scalar = "\"", number: Number, hasNul: Bool = false, hiding isHidden: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) {
    (self.quote, self.number, self.hasNul, self.isHidden) = (quote, number, hasNul, isHidden)
  }

  /// The literal, quotes included.
  public func quoted(_ text: String) -> String { "\(quote)\(self(text))\(quote)" }

  /// What stands between the quotes.
  public func callAsFunction(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case quote, "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0" where hasNul: result += "\\0"
      case _ where isHidden(scalar): result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    switch number {
    case .braces: return "\\u{\(digits)}"
    case .fourDigits: return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}
