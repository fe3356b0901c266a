import FSMAnalysis
import FSMDiagnostics
import FSMEmit
import FSMModel
import FSMSyntax
import FSMTestSupport
import Testing

/// Charts and their pictures: the DOT text beside each chart, and what Graphviz makes of it.
struct DotGoldenTests {
  static let charts = Fixtures.files(in: "emit", extension: "fsm") + Fixtures.files(in: "dot", extension: "fsm")

  private static func chart(_ fixture: Fixture) throws -> (chart: Chart, diagnostics: [Diagnostic]) {
    let read = try FixtureChart(fixture)
    #expect(read.diagnostics.map(\.message) == [])
    return (read.chart, Checks.run(on: read.chart))
  }

  private static func chart(named name: String) throws -> (chart: Chart, diagnostics: [Diagnostic]) {
    try chart(try #require(charts.first { $0.name == name }))
  }

  @Test(arguments: charts) func dotIsAsRecorded(_ fixture: Fixture) throws {
    let folder = Fixtures.files(in: "dot", extension: "fsm").contains { $0.name == fixture.name } ? "dot" : "emit"
    Golden.expect(DotOutput.render(try Self.chart(fixture).chart), at: "\(folder)/\(fixture.name).dot")
  }

  @Test(.enabled(if: DotDrawing.isAvailable, "needs Graphviz"), arguments: charts)
  func everyStateAndTransitionIsDrawnOnce(_ fixture: Fixture) throws {
    let chart = try Self.chart(fixture).chart
    let drawing = try DotDrawing(of: DotOutput.render(chart))
    #expect(drawing.complaints == "")
    let machines = chart.machines.prefix(chart.ownMachineCount)
    let transitions = machines.flatMap(\.transitions).filter { !$0.targets.isEmpty }
    #expect(DotDrawing.ofClass("transition", drawing.edges).count == transitions.count)
    #expect(DotDrawing.ofClass("initial", drawing.edges).count == machines.flatMap(\.states).count { $0.initial != nil })
    let cards = ["state", "machine-state", "final", "choice", "history"].flatMap { DotDrawing.ofClass($0, drawing.nodes) }
    let frames = ["machine", "composite", "region"].flatMap { DotDrawing.ofClass($0, drawing.clusters) }
    #expect(cards.count + frames.count == machines.map(\.states.count).reduce(0, +))
    #expect(drawing.titles.count == frames.count)
  }

  @Test(.enabled(if: DotDrawing.isAvailable, "needs Graphviz"))
  func whatStandsAtEdgesAndInStates() throws {
    let drawing = try DotDrawing(of: DotOutput.render(try Self.chart(named: "Player").chart))
    func lines(_ object: [String: Any]) -> [String] { DotDrawing.drawnText(object).map { DotHostileTests.plain([$0]) } }
    let edges = Set(DotDrawing.ofClass("transition", drawing.edges).map(lines))
    for expected in [
      ["1: [limit > 2] / log(\"roomy\")"], ["3: [else]"], ["eject"], ["panic / log(\"panic\")"],
      [
        "player.load [isSong(url: url) &&", "  tries < limit]", "/ tries += 1,", "  log(\"loading \\(url), try \\(tries) of \\(limit)\")",
        "\u{2192} (url: url)",
      ],
      ["fetch.done [result > 0]", "\u{2192} loud(level: result)"], ["fetch.failed"],
      ["after 1min 30s / log(\"too slow\")"], ["mute [on]"], ["[in(shown)]"], ["done [mode == .repeated]"], ["done [else]"],
    ] { #expect(edges.contains(expected), "\(expected)") }
    let nodes = Dictionary(
      uniqueKeysWithValues: (drawing.nodes + drawing.clusters).map { ($0["name"] as? String ?? "", $0) })
    func text(_ name: String) throws -> [String] { lines(try #require(nodes[name])) }
    #expect(try text("Player.idle") == ["Nothing to play", "play, pause / beep()", "ignore stop"])
    #expect(try text("Player.loading") == ["loading\u{2009}(url: String)", "do fetch(url: url)", "defer play"])
    #expect(try text("Player.active.sound.loud") == ["loud\u{2009}(level: Int)", "tick / send tick in 500ms"])
    #expect(try text("cluster Player.closed#caption") == ["closed", "entry / log(\"closed\")"])
    #expect(try text("Player.waiting") == ["waiting", "* / log(\"waiting\")"])
    #expect(nodes["Player.loading"]?["tooltip"] as? String == "Waits for the song.")
  }

  @Test(.enabled(if: DotDrawing.isAvailable, "needs Graphviz"))
  func findingsAreMarkedWhereTheyLie() throws {
    let (chart, diagnostics) = try Self.chart(named: "Findings")
    let errors = diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1)
    let drawing = try DotDrawing(of: DotOutput.render(chart, findings: diagnostics))
    #expect(drawing.complaints == "")
    let marked = DotDrawing.ofClass("transition", drawing.edges).filter {
      DotDrawing.drawnText($0).contains { $0.hasPrefix("error FSM") } && ($0["tooltip"] as? String)?.contains(errors[0].message) == true
    }
    #expect(marked.count == 1)
    #expect(DotDrawing.ofClass("state", drawing.nodes).count { $0["penwidth"] as? String == "2" } == 1, "`never` is unreachable")
  }
}
