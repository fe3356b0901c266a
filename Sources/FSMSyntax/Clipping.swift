/// Keeps messages readable when the text they quote is long.
enum Clipping {
  private static let longest = 300

  /// The text, or its beginning and three dots.
  static func clip(_ text: String) -> String {
    text.utf8.count <= longest ? text : String(text.prefix(longest)) + "…"
  }
}
