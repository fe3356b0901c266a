import FSMDiagnostics

/// A line as it is shown on one row of a terminal: a part of it around the cursor, where it is too long.
struct LineView: Hashable {
  /// What stands on the row, the prompt included.
  var text: String
  /// The column of the cursor, counted from 0.
  var cursor: Int
  /// True where all of the line is to be seen.
  var isWhole: Bool

  /// - Parameters:
  ///   - prompt: Text without characters of no width.
  ///   - width: The columns of the terminal.
  init(prompt: String, _ line: LineBuffer, width: Int) {
    let room = max(width - DisplayWidth.of(prompt) - 1, 8)
    let widths = line.characters.map { max(DisplayWidth.of(Self.shown($0)), 0) }
    var start = 0
    var before = widths[..<line.cursor].reduce(0, +)
    // The cursor keeps at least a third of the row before it, so that one sees where one is.
    if before >= room {
      while start < line.cursor, before > room * 2 / 3 {
        before -= widths[start]
        start += 1
      }
    }
    var end = start
    var used = 0
    while end < line.characters.count, used + widths[end] <= room {
      used += widths[end]
      end += 1
    }
    text = prompt + line.characters[start..<end].map { String(Self.shown($0)) }.joined()
    cursor = DisplayWidth.of(prompt) + before
    isWhole = start == 0 && end == line.characters.count
  }

  /// A character made safe: controls and direction marks do nothing.
  private static func shown(_ character: Character) -> Character {
    let safe = VisibleText.line(String(character))
    return safe == String(character) ? character : "\u{FFFD}"
  }
}
