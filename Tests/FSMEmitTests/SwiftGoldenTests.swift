import FSMAnalysis
import FSMDiagnostics
import FSMEmit
import FSMModel
import FSMSyntax
import FSMTestSupport
import Testing

/// A chart of `Tests/Fixtures/emit` and the Swift beside it, which `GeneratedTests` compiles and drives.
struct SwiftGoldenTests {
  static let charts = Fixtures.files(in: "emit", extension: "fsm")

  private func compile(_ fixture: Fixture, path: String? = nil, _ options: SwiftOptions = SwiftOptions()) throws -> String {
    let read = try FixtureChart(fixture, path: path)
    let errors = (read.diagnostics + SwiftCarries.check(read.chart)).filter { $0.severity == .error }
    #expect(errors.map(\.message) == [])
    return SwiftOutput.render(read.chart, read.sources, options)
  }

  /// Folders below `emit` whose charts are compiled with options.
  static let options: [(folder: String, options: SwiftOptions)] = [
    ("saved", SwiftOptions(codable: true)), ("actor", SwiftOptions(codable: true, host: .actor)),
    ("observable", SwiftOptions(codable: true, host: .observable)),
    ("observed", SwiftOptions(observed: true)),
  ]

  static let chartsWithOptions = options.flatMap { folder, options in
    Fixtures.files(in: "emit/" + folder, extension: "fsm").map { ($0, options) }
  }

  @Test(arguments: chartsWithOptions) func swiftWithOptionsIsAsRecorded(_ chart: Fixture, _ options: SwiftOptions) throws {
    let golden = chart.path.replacing(".fsm", with: ".swift")
    let text = try compile(chart, options)
    Golden.expect(text, at: golden)
    for _ in 0..<20 { #expect(try compile(chart, options) == text) }
  }

  @Test func thereAreCharts() { #expect(Self.charts.count > 10) }

  @Test(arguments: charts) func swiftIsAsRecorded(_ chart: Fixture) throws {
    Golden.expect(try compile(chart), at: "emit/\(chart.name).swift")
  }

  @Test(arguments: charts) func everyRunGivesTheSameBytes(_ chart: Fixture) throws {
    let first = try compile(chart)
    for _ in 0..<20 { #expect(try compile(chart) == first) }
  }

  /// What stands before the file's name shows only where errors point.
  @Test(arguments: charts) func theFolderOfTheChartDoesNotShow(_ chart: Fixture) throws {
    let options = SwiftOptions(sourceLocations: false)
    #expect(try compile(chart, path: "some/where/\(chart.name).fsm", options) == compile(chart, options))
  }

  @Test(arguments: charts) func publicTypesArePublicThroughout(_ chart: Fixture) throws {
    let swift = try compile(chart, SwiftOptions(access: .public))
    #expect(swift.contains("public struct "))
    #expect(swift.contains("public enum State"))
    #expect(swift.contains("public private(set) var state: State"))
  }
}
