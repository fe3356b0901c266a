/// Known columns inside long lines, about one every kilobyte.
///
/// Without them a file of one huge line would cost a walk over the whole line for every finding in it.
struct ColumnMarks: Sendable {
  struct Mark: Sendable {
    var offset: Int32
    /// In characters, counted from 1.
    var column: Int
    /// In Unicode scalars, counted from 1.
    var scalarColumn: Int
  }

  private static let step = 1024
  private var marks: [Mark] = []

  init(bytes: [UInt8], lineStarts: [Int32]) {
    for index in lineStarts.indices {
      let start = Int(lineStarts[index])
      let end = index + 1 < lineStarts.count ? Int(lineStarts[index + 1]) : bytes.count
      if end - start > Self.step { markLine(bytes[start..<end], isFirst: index == 0) }
    }
  }

  /// The last known column at or before an offset; the start of its line when nothing nearer is known.
  func last(before offset: Int32, lineStart: Int32) -> Mark {
    let next = marks.partitioningIndex { $0.offset > offset }
    guard next > 0, marks[next - 1].offset > lineStart else { return Mark(offset: lineStart, column: 1, scalarColumn: 1) }
    return marks[next - 1]
  }

  private mutating func markLine(_ line: ArraySlice<UInt8>, isFirst: Bool) {
    var start = line.startIndex
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    var (column, scalarColumn) = (1, 1)
    while line.endIndex - start > Self.step {
      let chunk = Self.chunk(of: line, from: start)
      column += chunk.count
      if start < chunk.end { scalarColumn += line[start..<min(chunk.end, line.endIndex)].count { $0 & 0xC0 != 0x80 } }
      start = chunk.end
      marks.append(Mark(offset: Int32(start), column: column, scalarColumn: scalarColumn))
    }
  }

  /// The number of characters in about a kilobyte, and the end of the last whole one.
  private static func chunk(of line: ArraySlice<UInt8>, from start: Int) -> (count: Int, end: Int) {
    // The byte behind the chunk counts too: a combining mark there would belong to the last character.
    if line[start...(start + step)].allSatisfy({ $0 < 0x80 }) { return (step, start + step) }
    var size = step
    while true {
      let end = min(start + size, line.endIndex)
      let characters = String(decoding: line[start..<end], as: UTF8.self)
      if end == line.endIndex { return (characters.count, end) }
      // The last two may be cut short (a cut scalar decodes as one or more U+FFFD), so they wait for the next chunk.
      let whole = characters.dropLast(4)
      if !whole.isEmpty { return (whole.count, start + whole.utf8.count) }
      size *= 2
    }
  }
}
