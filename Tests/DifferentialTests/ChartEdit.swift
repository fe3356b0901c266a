/// One way to make a chart smaller.
struct ChartEdit: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case piece, condition, target
    case effect(Int)
  }

  var path: [Int]
  var kind: Kind

  /// Every edit of a chart, those that leave out most first.
  static func all(of piece: ChartPiece) -> [ChartEdit] {
    var found: [(edit: ChartEdit, size: Int)] = []
    collect(piece, [], &found)
    return found.enumerated().sorted { ($1.element.size, $0.offset) < ($0.element.size, $1.offset) }.map(\.element.edit)
  }

  private static func collect(_ piece: ChartPiece, _ path: [Int], _ found: inout [(edit: ChartEdit, size: Int)]) {
    // Without the enum its type would be Swift's own, and another chart.
    if !path.isEmpty, !piece.head.hasPrefix("enum ") { found.append((ChartEdit(path: path, kind: .piece), piece.text.count)) }
    if let condition = piece.condition { found.append((ChartEdit(path: path, kind: .condition), condition.count)) }
    if let target = piece.target { found.append((ChartEdit(path: path, kind: .target), target.count)) }
    for (index, effect) in piece.effects.enumerated() { found.append((ChartEdit(path: path, kind: .effect(index)), effect.count)) }
    for (index, member) in (piece.members ?? []).enumerated() { collect(member, path + [index], &found) }
  }

  /// The chart without what the edits name.
  static func apply(_ edits: [ChartEdit], to piece: ChartPiece) -> ChartPiece {
    var piece = piece
    // From the end to the beginning, so that the ways to what comes before stay right; parts of a piece before the piece.
    for edit in edits.sorted(by: comesLater) {
      switch edit.kind {
      case .piece: piece.remove(at: edit.path)
      case .condition: piece[edit.path].condition = nil
      case .target: piece[edit.path].target = nil
      case .effect(let index): piece[edit.path].effects.remove(at: index)
      }
    }
    return piece
  }

  private static func comesLater(_ first: ChartEdit, _ second: ChartEdit) -> Bool {
    if first.path != second.path { return second.path.lexicographicallyPrecedes(first.path) }
    return first.rank > second.rank
  }

  /// Effects from the last to the first, and the whole piece at the very end.
  private var rank: Int {
    switch kind {
    case .piece: -1
    case .condition, .target: 0
    case .effect(let index): index + 1
    }
  }
}
