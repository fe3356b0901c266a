import FSMDiagnostics

/// What a fixture says about one diagnostic.
///
/// A marker is a comment on a line of its own, below the line it is about (markers of several diagnostics stand below each other).
/// Its carets stand under the characters of the span; a span that goes on over the line end is marked up to the line end, an empty
/// one with one caret. The text behind the code is the message or how it begins.
///
///       on pus -> open
///     //   ^^^ error FSM201: no event is called `pus`
///
/// Where carets cannot stand, the place is written out, in lines and columns counted from 1, the second column behind the span's last
/// character on its first line. `//@1-4` is about the line above, `//@7:1-4` names the line, `//@end` is the end of the file.
///
///     //@1-4 error FSM201: no event is called `pus`
///     //@7:1-4 error FSM111: …
///     //@end error FSM110: …
///
/// Columns are characters (extended grapheme clusters); a tab is one. A marker is found by its text alone, inside a chart's own
/// comments too.
public struct Marker: Sendable, Hashable {
  /// Counted from 1; nil for the end of the file.
  public var line: Int?
  /// Columns counted from 1, half-open; an empty span has one column here.
  public var columns: Range<Int>
  public var severity: String
  public var code: String
  /// The message, or how it begins.
  public var message: String
  /// The line on which the marker itself stands.
  public var writtenOn: Int

  /// The markers of a file, and complaints about comments that look like markers and are none.
  public static func parse(_ file: SourceFile) -> (markers: [Marker], complaints: [String]) {
    var markers: [Marker] = []
    var complaints: [String] = []
    var codeLine = 0
    for line in 1...file.lineStarts.count {
      let text = file.text(ofLine: line)
      guard let body = MarkerText(text) else {
        codeLine = line
        continue
      }
      if let marker = body.marker(below: codeLine, writtenOn: line) {
        markers.append(marker)
      } else {
        complaints.append("\(file.path):\(line): not a marker: \(text)")
      }
    }
    return (markers, complaints)
  }

  /// The marker that a diagnostic would have.
  public init(_ diagnostic: Diagnostic, in sources: SourceMap) {
    let file = sources[diagnostic.span.file]
    let (start, end) = (file.position(at: diagnostic.span.start), file.position(at: diagnostic.span.end))
    let lineEnd = file.position(at: Int32(file.range(ofLine: start.line).upperBound))
    let last = end.line > start.line ? lineEnd.column : end.column
    let isAtEnd = Int(diagnostic.span.start) == file.bytes.count && diagnostic.span.start > 0
    self.init(
      line: isAtEnd ? nil : start.line, columns: start.column..<max(last, start.column + 1), severity: diagnostic.severity.rawValue,
      code: diagnostic.code.rawValue, message: diagnostic.message, writtenOn: 0)
  }

  init(line: Int?, columns: Range<Int>, severity: String, code: String, message: String, writtenOn: Int) {
    (self.line, self.columns, self.severity, self.code) = (line, columns, severity, code)
    (self.message, self.writtenOn) = (message, writtenOn)
  }

  /// Whether a diagnostic's own marker is what this one says.
  func isMet(by found: Marker) -> Bool {
    line == found.line && (line == nil || columns == found.columns) && severity == found.severity && code == found.code
      && found.message.hasPrefix(message)
  }
}
