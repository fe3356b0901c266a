/// One text that fsmc reads, with its lines.
public struct SourceFile: Sendable {
  public let id: FileID
  /// The path as messages show it.
  public let path: String
  public let bytes: [UInt8]
  /// The offset at which each line starts; LF, CRLF and CR each end a line.
  public let lineStarts: [Int32]

  public init(id: FileID, path: String, bytes: [UInt8]) {
    self.id = id
    self.path = path
    self.bytes = bytes
    var starts: [Int32] = [0]
    for (offset, byte) in bytes.enumerated() {
      let endsLine = byte == 0x0A || (byte == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A))
      if endsLine { starts.append(Int32(offset + 1)) }
    }
    lineStarts = starts
  }

  /// The line of a byte, counted from 1.
  public func line(at offset: Int32) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The text of a span; a damaged character becomes U+FFFD.
  public func text(of span: Span) -> String {
    String(decoding: bytes[Int(span.start)..<Int(span.end)], as: UTF8.self)
  }
}

/// The source files of one compilation.
public struct SourceMap: Sendable {
  public private(set) var files: [SourceFile] = []

  public init() {}

  /// Adds a file; `path` is as messages are to show it.
  public mutating func add(path: String, bytes: [UInt8]) -> FileID {
    let id = FileID(files.count)
    files.append(SourceFile(id: id, path: path, bytes: bytes))
    return id
  }

  public subscript(id: FileID) -> SourceFile { files[Int(id.index)] }
}
