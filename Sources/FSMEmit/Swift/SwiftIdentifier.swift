/// A name that is certain to be one Swift identifier: the only road from a name of the chart to the output.
///
/// For example: `SwiftIdentifier(escaping: "switch").text` is "`switch`".
struct SwiftIdentifier: Hashable {
  /// Ready to stand in Swift source.
  let text: String

  /// The name itself, in backticks where Swift would read it as something else.
  ///
  /// - Parameter taken: names that fsmc's own members have in the same scope; the chart's name gets an underscore behind it, and so does
  ///   every name that is one of these with underscores behind it: that keeps different names different.
  init(escaping name: String, avoiding taken: Set<String> = []) {
    let free = Self.collides(name, with: taken) ? name + "_" : name
    text = Self.reserved.contains(free) || !Self.isPlain(free) ? "`\(free)`" : free
  }

  /// The name as a label of an argument or parameter, where Swift takes most of its own words as they are.
  init(label name: String) {
    text = ["inout", "let", "var"].contains(name) || !Self.isPlain(name) ? "`\(name)`" : name
  }

  private static func collides(_ name: String, with taken: Set<String>) -> Bool {
    if taken.isEmpty { return false }
    var stem = Substring(name)
    while true {
      if taken.contains(String(stem)) { return true }
      guard stem.last == "_" else { return false }
      stem.removeLast()
    }
  }

  /// True where the characters alone make an identifier; chart names do, by the rules of the lexer.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, !("0"..."9" ~= first), name != "_" else { return false }
    return name.unicodeScalars.allSatisfy {
      $0.value > 0x7F || $0 == "_" || "a"..."z" ~= $0 || "A"..."Z" ~= $0 || "0"..."9" ~= $0
    }
  }

  /// Words that mean something to Swift where a name could stand.
  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
    "var", "where", "while",
  ]
}

extension String {
  /// The name with its first letter in upper case: `playing` gives `Playing`.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The name with its first letter in lower case.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

  /// The name without the backticks that its declaration may need.
  var withoutBackticks: String { filter { $0 != "`" } }
}

/// Hands out names of one scope, each only once.
struct SwiftNames {
  private var taken: Set<String>

  init(taken: some Sequence<String> = []) { self.taken = Set(taken) }

  /// `name`, or the first of `name_`, `name__`, … that is free.
  mutating func claim(_ name: String) -> String {
    var free = name
    while !taken.insert(free).inserted { free += "_" }
    return SwiftIdentifier(escaping: free).text
  }

  /// True when the name, with or without backticks, has been handed out.
  func contains(_ name: String) -> Bool { taken.contains(name.withoutBackticks) }
}
