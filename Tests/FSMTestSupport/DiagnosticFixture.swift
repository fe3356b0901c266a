import FSMCompiler
import FSMDiagnostics
import Foundation

/// A chart under `Tests/Fixtures/diagnostics` whose comments mark what the compiler must report; `Marker` describes the form.
///
/// The file's name starts with the code that it is there to show: `FSM201-unknown-event.fsm`. Charts that it uses lie in folders below.
public struct DiagnosticFixture: Sendable {
  /// All of them, in alphabetical order.
  public static let all = Fixtures.files(in: "diagnostics", extension: "fsm") + Fixtures.files(in: "diagnostics", extension: "scxml")

  public let fixture: Fixture
  public let compilation: Compilation

  /// Compiles the chart, with the files it uses.
  ///
  /// - Throws: An error of Foundation when the file cannot be read.
  public init(_ fixture: Fixture) throws {
    self.fixture = fixture
    compilation = Compilation(SourceInput(path: fixture.path, bytes: try fixture.bytes())) { file in
      guard let bytes = try? Fixtures.file(file.path).bytes() else { return .missing }
      return .found(bytes: bytes, identity: nil)
    }
  }

  /// What is marked and not reported, and the reverse; empty when all is well.
  public var mismatches: [String] { MarkerComparison.mismatches(compilation.diagnostics, in: compilation.sources) }

  /// The codes that the chart's markers name.
  public var markedCodes: Set<String> {
    Set(compilation.sources.files.flatMap { Marker.parse($0).markers }.map(\.code))
  }
}
