/// Text from a chart made safe for a terminal: control and direction characters are shown, never obeyed.
///
/// A chart may come from anyone. An escape sequence or a right-to-left override in it must not change what a reader sees around it.
public enum VisibleText {
  /// A message or a path on one line; a line end becomes `\n`, other characters of this kind `\u{1B}`.
  public static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += " "
      case _ where isHidden(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// What stands for a character of a source line, in one column; nil when the character can be shown as it is.
  static func stand(for character: Character) -> Character? {
    guard let scalar = character.unicodeScalars.first, isHidden(scalar) else { return nil }
    switch scalar.value {
    case 0x00...0x1F: return Unicode.Scalar(0x2400 + scalar.value).map(Character.init)
    case 0x7F: return "\u{2421}"
    default: return "\u{FFFD}"
    }
  }

  /// Control characters, and those that change the direction of the text around them (UAX #9).
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
