/// One text that fsmc reads, with its lines.
public struct SourceFile: Sendable {
  public let id: FileID
  /// The path as messages show it.
  public let path: String
  public let bytes: [UInt8]
  /// The offset at which each line starts; LF, CRLF and CR each end a line.
  public let lineStarts: [Int32]
  /// Known columns inside long lines, so that finding a column never reads far back.
  private let columnMarks: ColumnMarks

  public init(id: FileID, path: String, bytes: [UInt8]) {
    self.id = id
    self.path = path
    self.bytes = bytes
    lineStarts = Self.findLines(bytes)
    columnMarks = ColumnMarks(bytes: bytes, lineStarts: lineStarts)
  }

  private static func findLines(_ bytes: [UInt8]) -> [Int32] {
    var starts: [Int32] = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for offset in bytes.indices where bytes[offset] == 0x0A || bytes[offset] == 0x0D {
        let isHalfOfPair = bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
        if !isHalfOfPair { starts.append(Int32(offset + 1)) }
      }
    }
    return starts
  }

  /// The line of a byte, counted from 1.
  public func line(at offset: Int32) -> Int {
    max(1, lineStarts.partitioningIndex { $0 > offset })
  }

  /// The line and column of a byte, both counted from 1.
  ///
  /// Columns count the characters a person sees (extended grapheme clusters); a byte-order mark is none of them, a tab is one.
  /// For example: in `on 待付款 -> a` the arrow stands in column 8.
  public func position(at offset: Int32) -> SourcePosition {
    let line = line(at: offset)
    let mark = columnMarks.last(before: offset, lineStart: lineStarts[line - 1])
    let start = contentStart(ofLine: line, from: mark.offset)
    return SourcePosition(line: line, column: mark.column + characterCount(from: start, to: Int(offset)))
  }

  /// The line and column of a byte, both counted from 1, where columns count Unicode scalars, as SARIF does.
  public func scalarPosition(at offset: Int32) -> SourcePosition {
    let line = line(at: offset)
    let mark = columnMarks.last(before: offset, lineStart: lineStarts[line - 1])
    let start = contentStart(ofLine: line, from: mark.offset)
    let scalars = start < Int(offset) ? bytes[start..<Int(offset)].count { $0 & 0xC0 != 0x80 } : 0
    return SourcePosition(line: line, column: mark.scalarColumn + scalars)
  }

  /// The bytes of a line without its line end and without a byte-order mark; lines count from 1.
  public func range(ofLine line: Int) -> Range<Int> {
    let start = contentStart(ofLine: line, from: lineStarts[line - 1])
    var end = line < lineStarts.count ? Int(lineStarts[line]) : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return min(start, end)..<end
  }

  /// The text of a line without its line end; a damaged character becomes U+FFFD.
  public func text(ofLine line: Int) -> String {
    String(decoding: bytes[range(ofLine: line)], as: UTF8.self)
  }

  /// The text of a span; a damaged character becomes U+FFFD.
  public func text(of span: Span) -> String {
    String(decoding: bytes[Int(span.start)..<Int(span.end)], as: UTF8.self)
  }

  /// The whole file as an empty span at its start, for what is wrong with the file itself.
  public var startSpan: Span { Span(file: id, start: 0, end: 0) }

  /// True when the file opens with a byte-order mark.
  public var hasByteOrderMark: Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

  private func contentStart(ofLine line: Int, from offset: Int32) -> Int {
    line == 1 && offset == 0 && hasByteOrderMark ? 3 : Int(offset)
  }

  private func characterCount(from start: Int, to end: Int) -> Int {
    guard start < end else { return 0 }
    return String(decoding: bytes[start..<min(end, bytes.count)], as: UTF8.self).count
  }
}

/// A place as people write it: `12:5`.
public struct SourcePosition: Sendable, Hashable {
  /// Counted from 1.
  public var line: Int
  /// Counted from 1.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
