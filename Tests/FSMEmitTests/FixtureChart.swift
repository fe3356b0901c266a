import FSMAnalysis
import FSMDiagnostics
import FSMModel
import FSMSyntax
import FSMTestSupport

/// A chart of the fixtures, resolved with the files it uses.
struct FixtureChart {
  private(set) var sources = SourceMap()
  let chart: Chart
  /// Of reading and resolving.
  let diagnostics: [Diagnostic]

  init(_ fixture: Fixture, path: String? = nil) throws {
    let path = path ?? "\(fixture.name).fsm"
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let home = fixture.path.lastIndex(of: "/").map { String(fixture.path[...$0]) } ?? ""
    var paths: Set = [path]
    let own = sources.add(path: path, bytes: try fixture.bytes())
    var files = [SyntaxFile(parsing: sources[own])]
    var next = 0
    while next < files.count {
      for use in files[next].uses {
        let path = folder + use.path.value
        guard paths.insert(path).inserted else { continue }
        let used = Fixtures.file(home + use.path.value)
        let file = sources.add(path: path, bytes: try used.bytes())
        files.append(SyntaxFile(parsing: sources[file]))
      }
      next += 1
    }
    let resolution = Resolution.resolve(files)
    chart = resolution.chart
    diagnostics = files.flatMap(\.diagnostics) + resolution.diagnostics
  }
}
