import FSMDiagnostics

extension Lexer {
  /// How deep strings may stand in interpolations of strings.
  static let maximumStringNesting = 16

  /// A string with everything inside it as one token.
  mutating func lexString() {
    let start = position
    if peek(1) == UInt8(ascii: "\""), peek(2) == UInt8(ascii: "\"") { return lexMultilineString() }
    var scan = StringScan(bytes: bytes, end: end)
    let stop = scan.string(from: start + 1)
    position = stop ?? lineEnd(from: start)
    if stop == nil {
      problem(.unterminatedString, start, position, "this string does not end on its line", hint: "a string ends with `\"`")
      add(.invalid, from: start)
    } else if scan.deepest > Self.maximumStringNesting {
      problem(
        .nestedTooDeep, start, start + 1, "strings stand inside interpolations more than \(Self.maximumStringNesting) deep",
        hint: "let a function build the text")
      add(.invalid, from: start)
    } else {
      add(.string, from: start)
    }
  }

  /// `"""` is not supported: the whole of it is one bad token.
  private mutating func lexMultilineString() {
    let start = position
    position += 3
    while position < end, !(peek(0) == UInt8(ascii: "\"") && peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")) {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 3, end)
    problem(
      .unsupportedString, start, start + 3, "a string over several lines is not supported here",
      hint: "write one line with `\\n` where lines end: `\"one\\ntwo\"`")
    add(.invalid, from: start)
  }

  /// A run of `#`: nothing of the language, unless a raw string begins with it.
  mutating func lexHashes() {
    let start = position
    while peek(0) == UInt8(ascii: "#") { position += 1 }
    if peek(0) == UInt8(ascii: "\"") { return lexRawString(from: start) }
    problem(.unexpectedCharacter, start, position, "`\(text(start, min(position, start + 8)))` means nothing here")
    add(.invalid, from: start)
  }

  /// `#"…"#` is not supported: the whole of it is one bad token.
  private mutating func lexRawString(from start: Int) {
    let hashes = position - start
    position += 1
    var run = 0
    var isAfterQuote = false
    while position < end, !isLineEnd(bytes[position]) {
      let byte = bytes[position]
      position += 1
      run = byte == UInt8(ascii: "#") && isAfterQuote ? run + 1 : 0
      isAfterQuote = byte == UInt8(ascii: "\"") || run > 0
      if run == hashes { break }
    }
    problem(
      .unsupportedString, start, start + hashes + 1, "a raw string is not supported here",
      hint: "write a plain string, with `\\\\` for a backslash and `\\\"` for a quote")
    add(.invalid, from: start)
  }

  private func lineEnd(from start: Int) -> Int {
    var offset = start
    while offset < end, !isLineEnd(bytes[offset]) { offset += 1 }
    return offset
  }
}

/// Finds where strings and interpolations end, without recursion.
struct StringScan {
  let bytes: [UInt8]
  let end: Int
  /// The largest number of interpolations that were open at once.
  var deepest = 0

  init(bytes: [UInt8], end: Int) {
    self.bytes = bytes
    self.end = end
  }

  /// The offset behind the closing quote of a string whose text starts at `start`; nil when its line ends first.
  mutating func string(from start: Int) -> Int? { scan(from: start, openParentheses: []) }

  /// The offset behind the `)` of an interpolation whose expression starts at `start`.
  mutating func interpolation(from start: Int) -> Int? { scan(from: start, openParentheses: [1]) }

  /// `openParentheses` counts, for each open interpolation, the parentheses not yet closed.
  private mutating func scan(from start: Int, openParentheses: [Int]) -> Int? {
    var open = openParentheses
    let stopsAtInterpolation = !open.isEmpty
    var isInString = !stopsAtInterpolation
    var offset = start
    while offset < end, bytes[offset] != 0x0A, bytes[offset] != 0x0D {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\\") where isInString:
        guard offset < end, bytes[offset] != 0x0A, bytes[offset] != 0x0D else { return nil }
        if bytes[offset] == UInt8(ascii: "(") {
          open.append(1)
          deepest = max(deepest, open.count)
          isInString = false
        }
        offset += 1
      case UInt8(ascii: "\""):
        if isInString, open.isEmpty { return offset }
        isInString.toggle()
      case UInt8(ascii: "(") where !isInString:
        open[open.count - 1] += 1
      case UInt8(ascii: ")") where !isInString:
        open[open.count - 1] -= 1
        guard open[open.count - 1] == 0 else { break }
        open.removeLast()
        isInString = true
        if open.isEmpty, stopsAtInterpolation { return offset }
      default: break
      }
    }
    return nil
  }
}
