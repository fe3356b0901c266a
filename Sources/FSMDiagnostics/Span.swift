/// A half-open range of UTF-8 bytes `start..<end` in one source file.
///
/// A span is twelve bytes, so every node of every tree can carry one.
public struct Span: Sendable, Hashable {
  /// The file the bytes are in.
  public var file: FileID
  /// Offset of the first byte, counted from the start of the file (a byte-order mark included).
  public var start: Int32
  /// Offset behind the last byte.
  public var end: Int32

  public init(file: FileID, start: Int, end: Int) {
    self.file = file
    self.start = Int32(start)
    self.end = Int32(end)
  }

  /// The smallest span that covers both; both must be of the same file.
  public func joined(with other: Span) -> Span {
    Span(file: file, start: Int(min(start, other.start)), end: Int(max(end, other.end)))
  }

  /// The empty span just behind this one: where something missing should have stood.
  public var after: Span { Span(file: file, start: Int(end), end: Int(end)) }

  /// The empty span just before this one.
  public var before: Span { Span(file: file, start: Int(start), end: Int(start)) }
}

/// The number of a source file among those of one compilation.
public struct FileID: Sendable, Hashable {
  public let index: Int32

  public init(_ index: Int) { self.index = Int32(index) }
}
