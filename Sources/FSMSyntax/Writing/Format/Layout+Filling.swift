/// Lines filled from left to right, and broken where they would be too long.
extension Layout {
  /// True when the tokens fit on a line, with what semicolons or a comma add.
  func fits(_ range: Range<Int>, indent: Int, extra: Int = 0) -> Bool { indent + width(range) + extra <= ChartFormatter.width }

  /// The indentation of lines that only a comment makes.
  mutating func indentRest(_ range: Range<Int>, indent: Int) {
    for index in range.dropFirst() { gaps[index].indent = Int32(indent + 4) }
  }

  mutating func fill(_ range: Range<Int>, indent: Int, at points: [Int] = []) {
    fill(range, from: indent, hang: indent + 4, at: points)
  }

  /// Places tokens from a column on; further lines begin at `hang`.
  ///
  /// - Parameter points: Tokens that parts begin with. A part that begins a line in the file begins one here; others do where they would
  ///   not fit. Inside a part that is too long by itself, every place that allows it may be broken.
  mutating func fill(_ range: Range<Int>, from start: Int, hang: Int, at points: [Int]) {
    guard let first = range.first else { return }
    for index in range.dropFirst() { gaps[index].indent = Int32(hang) }
    let starts = [first] + points.filter { range.contains($0) && $0 > first }
    var column = start
    for (index, part) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : range.upperBound
      if index > 0 {
        if startsLine(part) || column + 1 + width(part..<end) > ChartFormatter.width {
          gaps[part].breaks = true
          column = hang
        } else {
          column += Int(gaps[part].blanks)
        }
      }
      column = fillPart(part..<end, from: column, hang: hang)
    }
  }

  /// Breaks a part that is too long: at the places that lie in the fewest brackets, and inside what is still too long at the next ones.
  ///
  /// Recursion is as deep as brackets nest. Returns the column behind the part.
  private mutating func fillPart(_ part: Range<Int>, from start: Int, hang: Int) -> Int {
    guard start + width(part) > ChartFormatter.width else { return start + width(part) }
    let points = outermostBreaks(part)
    guard !points.isEmpty else { return start + width(part) }
    var column = start
    let starts = [part.lowerBound] + points
    for (index, stretch) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : part.upperBound
      if index > 0 {
        if column + Int(gaps[stretch].blanks) + width(stretch..<end) > ChartFormatter.width, column > hang {
          gaps[stretch].breaks = true
          column = hang
        } else {
          column += Int(gaps[stretch].blanks)
        }
      }
      column = fillPart(stretch..<end, from: column, hang: hang)
    }
    return column
  }

  /// The places of a part where a line may be broken and that lie in the fewest brackets, its first token aside.
  private func outermostBreaks(_ part: Range<Int>) -> [Int] {
    var depth = 0
    var least = Int.max
    var found: [Int] = []
    for index in part {
      if [.rightParenthesis, .rightBracket, .rightBrace].contains(kind(index)) { depth -= 1 }
      if gaps[index].mayBreak, index > part.lowerBound, depth <= least {
        if depth < least { found = [] }
        least = depth
        found.append(index)
      }
      if [.leftParenthesis, .leftBracket, .leftBrace].contains(kind(index)) { depth += 1 }
    }
    return found
  }
}
