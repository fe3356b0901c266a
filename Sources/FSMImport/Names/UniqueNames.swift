import FSMSyntax

/// Gives every text of a foreign chart a name of its own.
///
/// A text that is a name keeps it. In any other, what cannot stand in a name is left out, and a small letter behind it becomes a capital
/// one; before a digit or a capital stands `_` instead. Where that meets a name already given, a number follows. The rule is injective:
/// no two texts get one name.
///
/// For example: `user.login` gives `userLogin`, `dash-timeout` gives `dashTimeout`, `DIGIT.0` gives `DIGIT_0`.
struct UniqueNames {
  private var names: [String: String] = [:]
  private var taken: Set<String>
  /// The number to try next behind a name.
  private var nextNumber: [String: Int] = [:]

  /// `known` are all texts that will be asked for: those that are names come first, whatever the order of asking.
  init(reserving known: some Sequence<String>, besides taken: Set<String> = []) {
    self.taken = taken
    for text in known where Self.isName(text) && !self.taken.contains(text) {
      self.taken.insert(text)
      names[text] = text
    }
  }

  /// The name of a text; the same each time.
  mutating func name(for text: String) -> String {
    if let known = names[text] { return known }
    let name = fresh(like: text)
    names[text] = name
    return name
  }

  /// A name that no text has.
  mutating func fresh(like text: String) -> String {
    let base = Self.candidate(for: text)
    var name = base
    while !taken.insert(name).inserted {
      let number = nextNumber[base, default: 2]
      nextNumber[base] = number + 1
      name = "\(base)\(Self.endsInDigit(base) ? "_" : "")\(number)"
    }
    return name
  }

  static func isName(_ text: String) -> Bool {
    guard let head = text.unicodeScalars.first, IdentifierCharacters.isHead(head), text != "_" else { return false }
    return text.unicodeScalars.dropFirst().allSatisfy(IdentifierCharacters.isTail)
  }

  private static func candidate(for text: String) -> String {
    var name = String.UnicodeScalarView()
    var isBehindGap = false
    for scalar in text.unicodeScalars {
      guard IdentifierCharacters.isTail(scalar) else {
        isBehindGap = true
        continue
      }
      if name.isEmpty {
        if !IdentifierCharacters.isHead(scalar) { name.append("_") }
        name.append(scalar)
      } else if isBehindGap, scalar.properties.isLowercase {
        name.append(contentsOf: scalar.properties.uppercaseMapping.unicodeScalars)
      } else {
        if isBehindGap { name.append("_") }
        name.append(scalar)
      }
      isBehindGap = false
    }
    let result = String(name)
    return isName(result) ? result : "unnamed"
  }

  private static func endsInDigit(_ name: String) -> Bool {
    name.unicodeScalars.last.map { $0.value < 0x80 && IdentifierCharacters.isTail($0) && !IdentifierCharacters.isHead($0) } ?? false
  }
}
