import FSMDiagnostics

/// One line of an input that is read as it comes.
///
/// It is a source file of its own while it is understood; only when there is something to say about it is it put at its place, so that a
/// long input costs no more than its lines.
public struct InputLine: Sendable {
  /// The input as messages show it.
  public var path: String
  /// Counted from 1.
  public var number: Int
  /// Without the line end.
  public var bytes: [UInt8]

  public init(path: String, number: Int, bytes: [UInt8]) {
    (self.path, self.number, self.bytes) = (path, number, bytes)
  }

  /// The files, and one more that has this line at its number and nothing else.
  public func added(to sources: SourceMap) -> SourceMap {
    var sources = sources
    sources.add(path: path, bytes: Array(repeating: 0x0A, count: number - 1) + bytes)
    return sources
  }

  /// Findings about the line as a file of its own, at their places in `added`.
  public func placed(_ diagnostics: [Diagnostic], _ file: FileID) -> [Diagnostic] {
    diagnostics.map { finding in
      var finding = finding
      finding.span = placed(finding.span, file)
      finding.labels = finding.labels.map { .init(placed($0.span, file), $0.message) }
      finding.fixes = finding.fixes.map { fix in .init(fix.title, fix.edits.map { .init(placed($0.span, file), $0.replacement) }) }
      return finding
    }
  }

  private func placed(_ span: Span, _ file: FileID) -> Span {
    guard span.file == file else { return span }
    return Span(file: file, start: Int(span.start) + number - 1, end: Int(span.end) + number - 1)
  }
}
