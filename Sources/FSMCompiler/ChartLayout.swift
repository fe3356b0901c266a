import FSMDiagnostics
import FSMSyntax

/// A chart's text in the one layout of the language.
public struct ChartLayout: Sendable {
  /// The file as it came in, alone in its map.
  public let sources: SourceMap
  /// The text laid out; the very bytes that came in where nothing would change.
  public let bytes: [UInt8]
  /// What the parser found; the members concerned were left as they are.
  public let diagnostics: [Diagnostic]

  /// Lays out the text of a file.
  ///
  /// For example: `ChartLayout(path: "door.fsm", bytes: bytes).isChanged`.
  public init(path: String, bytes: [UInt8]) {
    var sources = SourceMap()
    let id = sources.add(path: path, bytes: bytes)
    let result = ChartFormatter.format(sources[id])
    (self.sources, self.bytes, diagnostics) = (sources, result.bytes, result.diagnostics)
  }

  /// True when the text was laid out otherwise.
  public var isChanged: Bool { bytes != sources.files[0].bytes }
}
