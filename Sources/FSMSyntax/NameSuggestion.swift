/// Makes names of text that is no name: `user-login` gives `userLogin`.
enum NameSuggestion {
  /// The first character of `text` that keeps it from being a name, as messages show it.
  static func offender(in text: String) -> String {
    var isFirst = true
    for scalar in text.unicodeScalars {
      let fits = isFirst ? IdentifierCharacters.isHead(scalar) : IdentifierCharacters.isTail(scalar)
      if !fits { return shown(scalar, isFirst: isFirst) }
      isFirst = false
    }
    return "this"
  }

  /// The name with its text as a label: `userLogin "user-login"`.
  static func labelled(_ text: String) -> String { "\(name(for: text)) \(quoted(text))" }

  /// A name that reads like `text`: its words joined, each after the first with a capital.
  static func name(for text: String) -> String {
    var words: [String] = []
    var word = ""
    var symbol: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if IdentifierCharacters.isTail(scalar) {
        word.unicodeScalars.append(scalar)
      } else {
        if !scalar.isASCII, symbol == nil { symbol = scalar }
        if !word.isEmpty { words.append(word) }
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    if words.isEmpty { words = symbol?.properties.name?.lowercased().split { $0 == " " || $0 == "-" }.map(String.init) ?? [] }
    let joined = words.enumerated().map { $0.offset == 0 ? $0.element : capitalized($0.element) }.joined()
    guard let head = joined.unicodeScalars.first else { return "name" }
    return IdentifierCharacters.isHead(head) && joined != "_" ? joined : "_" + joined
  }

  /// `text` as a string of the language.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  private static func shown(_ scalar: Unicode.Scalar, isFirst: Bool) -> String {
    if scalar == " " { return "a space" }
    if scalar.properties.isWhitespace || scalar.value < 0x20 { return "U+" + Lexer.paddedHex(scalar.value) }
    return isFirst && IdentifierCharacters.isTail(scalar) ? "a leading `\(scalar)`" : "`\(scalar)`"
  }
}
