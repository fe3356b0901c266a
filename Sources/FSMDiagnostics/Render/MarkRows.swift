/// The rows below a source line: carets under the spans, and what the labels say.
///
/// Marks that do not overlap share a row; the text of the last one follows it, the others' texts hang below:
///
///     on pus -> open
///     -- ^~~    ---- the target
///     |
///     the trigger
struct MarkRows {
  /// A span on one line.
  struct Mark {
    /// Columns, counted from 0.
    var columns: Range<Int>
    /// Empty where nothing is said.
    var text: String
    var isPrimary: Bool
    /// False where a span goes on from an earlier line.
    var isStart: Bool
  }

  /// A piece of a row that has one role.
  struct Piece {
    var column: Int
    var text: String
    var isPrimary: Bool
  }

  /// The rows, pieces in order of their columns.
  private(set) var rows: [[Piece]] = []

  init(_ marks: [Mark]) {
    for group in Self.groups(marks) { add(group) }
  }

  /// Marks shared out so that none in a group overlap; the primary one comes first.
  private static func groups(_ marks: [Mark]) -> [[Mark]] {
    var groups: [[Mark]] = []
    for mark in marks.filter(\.isPrimary) + marks.filter({ !$0.isPrimary }) {
      let free = groups.firstIndex { group in !group.contains { $0.columns.overlaps(mark.columns) } }
      if let free { groups[free].append(mark) } else { groups.append([mark]) }
    }
    return groups.map { group in group.sorted { $0.columns.lowerBound < $1.columns.lowerBound } }
  }

  private mutating func add(_ group: [Mark]) {
    var row = group.map { Piece(column: $0.columns.lowerBound, text: Self.line(of: $0), isPrimary: $0.isPrimary) }
    if let last = group.last, !last.text.isEmpty {
      row.append(Piece(column: last.columns.upperBound + 1, text: last.text, isPrimary: last.isPrimary))
    }
    rows.append(row)
    var waiting = group.dropLast().filter { !$0.text.isEmpty }
    if !waiting.isEmpty { rows.append(Self.connectors(of: waiting)) }
    while let mark = waiting.popLast() {
      rows.append(Self.connectors(of: waiting) + [Piece(column: mark.columns.lowerBound, text: mark.text, isPrimary: mark.isPrimary)])
    }
  }

  private static func connectors(of marks: [Mark]) -> [Piece] {
    marks.map { Piece(column: $0.columns.lowerBound, text: "|", isPrimary: $0.isPrimary) }
  }

  private static func line(of mark: Mark) -> String {
    let count = mark.columns.count
    guard mark.isPrimary else { return String(repeating: "-", count: count) }
    return (mark.isStart ? "^" : "~") + String(repeating: "~", count: count - 1)
  }
}
