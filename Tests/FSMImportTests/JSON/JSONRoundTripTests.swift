import FSMCompiler
import FSMDiagnostics
import FSMImport
import FSMSyntax
import FSMTestSupport
import Foundation
import Testing

/// Charts to JSON and back, and the schema that describes the JSON.
@Suite struct JSONRoundTripTests {
  static let charts = Fixtures.charts

  /// The round trip is about charts, not about nothing: most of those here are understood, the examples all.
  @Test func `most charts are understood`() throws {
    let understood = try Self.charts.filter { fixture in
      let file = SyntaxFile(parsing: RoundTrip.source(try fixture.text()))
      return file.diagnostics.isEmpty && RoundTrip.isUnderstood(file)
    }
    #expect(understood.count * 10 > Self.charts.count * 8)
    #expect(understood.count { $0.path.contains("examples/") } == Self.charts.count { $0.path.contains("examples/") })
  }

  @Test(arguments: charts)
  func `a chart is the same after JSON`(_ fixture: Fixture) throws {
    let file = SyntaxFile(parsing: RoundTrip.source(try fixture.text()))
    guard file.diagnostics.isEmpty, RoundTrip.isUnderstood(file) else { return }
    // What has errors on purpose is converted no more than any chart that is not understood.
    let compilation = Compilation(SourceInput(path: fixture.path, bytes: try fixture.bytes()))
    guard compilation.isUnderstood || !fixture.path.hasPrefix("diagnostics/") else { return }
    let trip = RoundTrip.throughJSON(file)
    #expect(trip.findings.map(\.message) == [], "\(trip.json)")
    #expect(trip.after == trip.before, "\(Golden.difference(trip.before, trip.after))\n\(trip.json)")
  }

  static let schema = Fixtures.root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
    "Grammar/fsm.schema.json")

  @Test(arguments: charts)
  func `the schema describes every chart`(_ fixture: Fixture) throws {
    let validator = try SchemaValidator(schema: try Data(contentsOf: Self.schema))
    let file = SyntaxFile(parsing: RoundTrip.source(try fixture.text()))
    guard file.diagnostics.isEmpty, !file.machines.isEmpty else { return }
    #expect(try validator.problems(in: Data(ChartJSONWriter.text(of: file).utf8)) == [])
  }

  @Test(arguments: Fixtures.files(in: "json", extension: "json"))
  func `the schema describes the charts that are read`(_ fixture: Fixture) throws {
    let validator = try SchemaValidator(schema: try Data(contentsOf: Self.schema))
    #expect(try validator.problems(in: Data(try fixture.bytes())) == [])
  }

  /// A schema that takes everything would say nothing.
  @Test(
    arguments: [
      #"{"id": 3}"#, #"{"states": {"a": {"type": "odd"}}}"#, #"{"states": {"a": {"on": {"e": 3}}}}"#, #"{"events": {"a b": {}}}"#,
      #"{"states": {"a": {"on": {"e": [{"guard": 3}]}}}}"#, #"{"machines": []}"#, "3", "[]",
      #"{"actions": {"a": {"odd": true}}}"#, #"{"states": {"a": {"history": "flat"}}}"#,
    ])
  func `the schema refuses what is no chart`(_ json: String) throws {
    let validator = try SchemaValidator(schema: try Data(contentsOf: Self.schema))
    #expect(try !validator.problems(in: Data(json.utf8)).isEmpty)
    #expect(
      SyntaxFile(importingJSON: RoundTrip.source(json, "a.json")).diagnostics.contains { $0.severity != .note } || json.contains("odd")
        || json.contains("3}}"))
  }

  @Test(arguments: Fixtures.files(in: "json", extension: "json"))
  func `a chart in JSON is read`(_ fixture: Fixture) throws {
    let file = SyntaxFile(importingJSON: SourceFile(id: FileID(0), path: fixture.path, bytes: try fixture.bytes()))
    #expect(file.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let text = ChartFormatter.format(RoundTrip.source(ChartWriter.text(of: file))).bytes
    Golden.expect(String(decoding: text, as: UTF8.self), at: "json/\(fixture.name).fsm")
    // And what was read goes through JSON as any other chart.
    let trip = RoundTrip.throughJSON(SyntaxFile(parsing: RoundTrip.source(String(decoding: text, as: UTF8.self))))
    #expect(trip.after == trip.before, "\(Golden.difference(trip.before, trip.after))\n\(trip.json)")
  }
}
