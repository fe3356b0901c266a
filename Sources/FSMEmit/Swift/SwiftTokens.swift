/// The identifiers of one line of generated Swift, as far as locals need them.
///
/// Members (`.name`) and argument labels (`name:`) are not names of locals. What stands in a string literal counts as a name: that errs
/// towards a local that is kept.
struct SwiftTokens {
  struct Token {
    var name: String
    /// In bytes.
    var start: Int
    var end: Int
  }

  /// A name that a pattern or declaration binds.
  struct Bound: Hashable {
    var name: String
    var isVariable: Bool
  }

  struct Declaration {
    var name: String
    var isVariable: Bool
    var value: String
  }

  struct Assignment {
    var name: String
    /// `+` of `+=`; nil for `=`.
    var operation: String?
    var value: String
  }

  private let bytes: [UInt8]
  private let tokens: [Token]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var found: [Token] = []
    var place = 0
    while place < bytes.count {
      guard Self.isInName(bytes[place]) else {
        place += 1
        continue
      }
      let start = place
      while place < bytes.count, Self.isInName(bytes[place]) { place += 1 }
      found.append(Token(name: String(decoding: bytes[start..<place], as: UTF8.self), start: start, end: place))
    }
    tokens = found
  }

  /// The statement that works a value out and forgets it, since it may trap or be refused; nil where that leaves no trace.
  static func forgetting(_ value: String) -> String? {
    if value.utf8.allSatisfy({ isInName($0) || $0 == UInt8(ascii: ".") }) { return nil }
    // A case without its type says too little when nothing takes it.
    if !value.hasPrefix("try "), value.hasPrefix(".") || value.has(" .") || value.has("(.") { return nil }
    return "_ = " + value
  }

  /// True for a value of literals alone, whose outcome swiftc knows.
  static func isConstant(_ value: String) -> Bool {
    if value.has("\"") || value.hasPrefix(".") { return false }
    return SwiftTokens(value).tokens.allSatisfy { token in
      token.name == "true" || token.name == "false" || token.name.first?.isNumber ?? false
    }
  }

  /// True where something is decided: the head of an `if`, a `guard`, a `?:`, an `&&` or `||`.
  var hasCondition: Bool {
    ["if ", "else if ", "while ", "guard "].contains { bytes.starts(with: $0.utf8) }
      || [" ? ", " && ", " || "].contains { bytes.place(of: $0) != nil }
  }

  /// A value as the right side of an operator.
  static func operand(_ value: String) -> String { value.utf8.allSatisfy(isInName) ? value : "(\(value))" }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }

  private func byte(_ place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0 }

  private func text(_ range: some RangeExpression<Int>) -> String { String(decoding: bytes[range.relative(to: bytes)], as: UTF8.self) }

  /// What follows `let` and `var`.
  var bound: [Bound] {
    zip(tokens, tokens.dropFirst()).compactMap { keyword, name in
      guard keyword.name == "let" || keyword.name == "var", name.start == keyword.end + 1 else { return nil }
      return Bound(name: name.name, isVariable: keyword.name == "var")
    }
  }

  /// `let name: Type = value`
  var declaration: Declaration? {
    guard tokens.count > 1, tokens[0].start == 0, let local = bound.first, tokens[1].name == local.name, tokens[1].start == 4,
      let sign = bytes.place(of: " = ")
    else { return nil }
    return Declaration(name: local.name, isVariable: local.isVariable, value: text((sign + 3)...))
  }

  /// `name = value`, `name += value`
  var assignment: Assignment? {
    guard let first = tokens.first, first.start == 0, byte(first.end) == UInt8(ascii: " "), first.name != "_" else { return nil }
    let rest = text((first.end + 1)...)
    if rest.hasPrefix("= ") { return Assignment(name: first.name, operation: nil, value: String(rest.dropFirst(2))) }
    guard let sign = rest.first, "+-*".contains(sign), rest.dropFirst().hasPrefix("= ") else { return nil }
    return Assignment(name: first.name, operation: String(sign), value: String(rest.dropFirst(3)))
  }

  /// What the line does with names; one that is passed `inout`, or on which something is called, may be changed.
  var uses: [(name: String, use: SwiftLocals.Use)] {
    tokens.compactMap { token in
      let (before, after) = (byte(token.start - 1), byte(token.end))
      let isMember = before == UInt8(ascii: ".") && byte(token.start - 2) != UInt8(ascii: ".")
      let isLabel = after == UInt8(ascii: ":") && (before == UInt8(ascii: "(") || before == UInt8(ascii: " "))
      if isMember || isLabel { return nil }
      let changes =
        before == UInt8(ascii: "&") || [UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "?"), UInt8(ascii: "!")].contains(after)
      return (token.name, changes ? [.read, .written] : .read)
    }
  }

  /// The line with something else in the place of `let name` or `var name`, wherever it stands.
  func replacing(_ local: Bound, with replacement: String) -> String {
    var result = ""
    var place = 0
    for (keyword, name) in zip(tokens, tokens.dropFirst())
    where keyword.name == (local.isVariable ? "var" : "let") && name.name == local.name && name.start == keyword.end + 1 {
      result += text(place..<keyword.start) + replacement
      place = name.end
    }
    return result + text(place...)
  }
}

extension [UInt8] {
  /// Where a short text first stands, by its bytes.
  func place(of text: String) -> Int? {
    var text = text
    return withUnsafeBufferPointer { bytes in text.withUTF8 { bytes.place(of: $0) } }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where a short row of bytes first stands. Every line that is written is searched, so nothing is made on the way.
  fileprivate func place(of wanted: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = wanted.first, count >= wanted.count else { return nil }
    var place = 0
    while place <= count - wanted.count {
      if self[place] == first {
        var length = 1
        while length < wanted.count, self[place + length] == wanted[length] { length += 1 }
        if length == wanted.count { return place }
      }
      place += 1
    }
    return nil
  }
}

extension String {
  /// Whether a short text stands in it. It compares bytes, which is many times faster than `contains` with its regard for characters, and
  /// tells the same for the ASCII of Swift's own syntax.
  func has(_ text: String) -> Bool {
    var (whole, part) = (self, text)
    return whole.withUTF8 { bytes in part.withUTF8 { bytes.place(of: $0) != nil } }
  }
}
