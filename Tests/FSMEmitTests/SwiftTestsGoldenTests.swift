import FSMCompiler
import FSMEmit
import FSMTestSupport
import Testing

/// Scenarios of the charts in `Tests/Fixtures/emit` as Swift tests, which `GeneratedTests` compiles and runs.
struct SwiftTestsGoldenTests {
  private func compilation(_ name: String) throws -> Compilation {
    let fixture = Fixtures.file("emit/\(name).fsm")
    return Compilation(SourceInput(path: "\(name).fsm", bytes: try fixture.bytes()))
  }

  static let charts = ["Kiosk", "Theatre", "Canteen"]

  @Test(arguments: charts) func testsAreAsRecorded(_ name: String) throws {
    let text = try #require(try compilation(name).swiftTests(.init(module: "FSMGenerated")).text)
    Golden.expect(text, at: "../GeneratedTests/\(name)Scenarios.swift")
  }

  @Test(arguments: charts) func everyRunGivesTheSameBytes(_ name: String) throws {
    let chart = try compilation(name)
    let first = chart.swiftTests(.init()).text
    for _ in 0..<20 { #expect(chart.swiftTests(.init()).text == first) }
    #expect(try compilation(name).swiftTests(.init()).text == first)
  }

  /// What the tests compile and run must first be true.
  @Test(arguments: charts) func theScenariosPass(_ name: String) throws {
    let report = try compilation(name).runScenarios()
    #expect(!report.entries.isEmpty && report.entries.allSatisfy(\.result.passed))
  }

  @Test func importsFollowTheAccessOfTheMachine() throws {
    let chart = try compilation("Kiosk")
    func text(_ options: SwiftTestsOutput.Options) -> String { chart.swiftTests(options).text ?? "" }
    #expect(!text(.init()).contains("import Kiosk"))
    #expect(text(.init(module: "Kiosk")).contains("import Testing\n\n@testable import Kiosk\n"))
    #expect(text(.init(module: "Kiosk", swift: .init(access: .public))).contains("\nimport Kiosk\n"))
    #expect(text(.init(swift: .init(name: "Shop"))).contains("extension Shop {"))
  }

  @Test func aChartWithoutScenariosHasNoTests() throws {
    let result = try compilation("Lamp").swiftTests(.init())
    #expect(result.text == nil && result.diagnostics.isEmpty)
  }
}
