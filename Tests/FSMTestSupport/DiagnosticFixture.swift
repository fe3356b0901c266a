import FSMCompiler
import FSMDiagnostics
import Foundation

/// A chart under `Tests/Fixtures/diagnostics` whose comments mark what the compiler must report; `Marker` describes the form.
///
/// The file's name starts with the code that it is there to show: `FSM201-unknown-event.fsm`. Charts that it uses lie in folders below.
public struct DiagnosticFixture: Sendable {
  /// All of them, in alphabetical order.
  public static let all = ["fsm", "scxml", "json"].flatMap { Fixtures.files(in: "diagnostics", extension: $0) }

  public let fixture: Fixture
  public let compilation: Compilation
  /// The file with its markers.
  private let written: SourceFile

  /// Compiles the chart, with the files it uses.
  ///
  /// - Throws: An error of Foundation when the file cannot be read.
  public init(_ fixture: Fixture) throws {
    self.fixture = fixture
    let bytes = try fixture.bytes()
    written = SourceFile(id: FileID(0), path: fixture.path, bytes: bytes)
    compilation = Compilation(SourceInput(path: fixture.path, bytes: Self.withoutMarkers(bytes, written))) { file in
      guard let bytes = try? Fixtures.file(file.path).bytes() else { return .missing }
      return .found(bytes: bytes, identity: nil)
    }
  }

  /// What is marked and not reported, and the reverse; empty when all is well.
  public var mismatches: [String] { MarkerComparison.mismatches(compilation.diagnostics, in: compilation.sources, written: written) }

  /// The codes that the chart's markers name.
  public var markedCodes: Set<String> {
    Set(([written] + compilation.sources.files.dropFirst()).flatMap { Marker.parse($0).markers }.map(\.code))
  }

  /// JSON has no comments, so lines with markers are blank for the compiler: nothing moves.
  private static func withoutMarkers(_ bytes: [UInt8], _ file: SourceFile) -> [UInt8] {
    guard file.path.hasSuffix(".json") else { return bytes }
    var bytes = bytes
    for line in 1...file.lineStarts.count where MarkerText(file.text(ofLine: line)) != nil {
      for offset in file.range(ofLine: line) { bytes[offset] = 0x20 }
    }
    return bytes
  }
}
