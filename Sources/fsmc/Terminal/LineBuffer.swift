/// A line that is being edited: characters as a person sees them, and a cursor between two of them.
struct LineBuffer: Hashable {
  private(set) var characters: [Character] = []
  /// How many characters stand before it.
  private(set) var cursor = 0
  /// What was deleted last as a whole.
  private var killed: [Character] = []

  var text: String { String(characters) }
  var textBeforeCursor: String { String(characters[..<cursor]) }

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  /// Puts text in at the cursor; a combining mark joins what stands before it.
  mutating func insert(_ text: String) {
    let before = Array(textBeforeCursor + text)
    characters.replaceSubrange(..<cursor, with: before)
    cursor = before.count
  }

  mutating func move(by distance: Int) { cursor = min(max(cursor + distance, 0), characters.count) }
  mutating func moveToStart() { cursor = 0 }
  mutating func moveToEnd() { cursor = characters.count }
  mutating func moveWordLeft() { cursor = wordStart }
  mutating func moveWordRight() {
    while cursor < characters.count, !Self.isWord(characters[cursor]) { cursor += 1 }
    while cursor < characters.count, Self.isWord(characters[cursor]) { cursor += 1 }
  }

  mutating func deleteBackward() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  mutating func deleteForward() { if cursor < characters.count { characters.remove(at: cursor) } }

  mutating func killToEnd() { kill(cursor..<characters.count) }
  mutating func killToStart() { kill(0..<cursor) }
  mutating func killWord() { kill(wordStart..<cursor) }
  mutating func yank() { insert(String(killed)) }

  /// Replaces what stands between a place and the cursor.
  mutating func replace(from start: Int, with text: String) {
    characters.removeSubrange(start..<cursor)
    cursor = start
    insert(text)
  }

  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    killed = Array(characters[range])
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, !Self.isWord(characters[start - 1]) { start -= 1 }
    while start > 0, Self.isWord(characters[start - 1]) { start -= 1 }
    return start
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
}

/// Lines entered before, and the way back through them.
struct LineHistory {
  static let mostLines = 1000

  private(set) var lines: [String] = []
  /// The line shown, counted from the oldest; at the end the one that is being written.
  private var position = 0
  private var draft = ""

  mutating func add(_ line: String) {
    if !line.isEmpty, line != lines.last { lines.append(line) }
    if lines.count > Self.mostLines { lines.removeFirst() }
    position = lines.count
  }

  /// The line before the one shown; nil at the oldest.
  mutating func earlier(than shown: String) -> String? {
    guard position > 0 else { return nil }
    if position == lines.count { draft = shown }
    position -= 1
    return lines[position]
  }

  /// The line after the one shown, in the end the draft; nil there.
  mutating func later() -> String? {
    guard position < lines.count else { return nil }
    position += 1
    return position < lines.count ? lines[position] : draft
  }
}
