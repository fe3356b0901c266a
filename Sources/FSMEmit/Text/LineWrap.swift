/// Fills lines with pieces of text, as wide as `limit` allows.
struct LineWrap {
  /// The greatest width of a line, in columns; a piece without a space may be wider.
  var limit: Int
  /// What every line but the first starts with.
  var indent: String = ""

  /// Pieces are joined by a space, and a line is broken between two of them; inside a piece (at a space outside string literals) only
  /// where it alone is too wide.
  func lines(of pieces: [String]) -> [String] {
    var lines: [String] = []
    var current = ""
    func room() -> Int { limit - (lines.isEmpty ? 0 : indent.columns) }
    func flush() {
      if current.isEmpty { return }
      lines.append(lines.isEmpty ? current : indent + current)
      current = ""
    }
    func add(_ piece: String) {
      if current.isEmpty {
        current = piece
      } else if current.columns + 1 + piece.columns <= room() {
        current += " " + piece
      } else {
        flush()
        current = piece
      }
    }
    for piece in pieces {
      if piece.columns <= room() { add(piece) } else { for word in Self.words(of: piece) { add(word) } }
    }
    flush()
    return lines
  }

  /// The piece, cut at each space that is not inside a string literal; of several spaces the first is the cut.
  private static func words(of piece: String) -> [String] {
    var words: [String] = [""]
    var isInString = false
    var isEscaped = false
    for character in piece {
      if character == " " && !isInString && words[words.count - 1].last != nil && words[words.count - 1].last != " " {
        words.append("")
        continue
      }
      words[words.count - 1].append(character)
      if character == "\"" && !isEscaped { isInString.toggle() }
      isEscaped = character == "\\" && !isEscaped
    }
    return words.filter { !$0.isEmpty }
  }
}

extension String {
  /// The width in columns of a fixed-width font: two for East Asian wide characters and emoji, as in Unicode Standard Annex 11, roughly.
  var columns: Int {
    // Printable ASCII takes a column a byte, and is what nearly all charts are written in.
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return utf8.count }
    var width = 0
    for character in self { width += character.unicodeScalars.contains { $0.isWide } ? 2 : 1 }
    return width
  }
}

extension Unicode.Scalar {
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
