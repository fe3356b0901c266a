/// The source files of one compilation, in the order they were added.
public struct SourceMap: Sendable {
  public private(set) var files: [SourceFile] = []

  public init() {}

  /// Adds a file; `path` is as messages are to show it.
  @discardableResult
  public mutating func add(path: String, bytes: [UInt8]) -> FileID {
    let id = FileID(files.count)
    files.append(SourceFile(id: id, path: path, bytes: bytes))
    return id
  }

  public subscript(id: FileID) -> SourceFile { _read { yield files[Int(id.index)] } }

  /// Where a span starts.
  public func position(of span: Span) -> SourcePosition { self[span.file].position(at: span.start) }

  /// The text of a span.
  public func text(of span: Span) -> String { self[span.file].text(of: span) }
}
