import FSMAnalysis
import FSMDiagnostics
import FSMModel
import FSMSyntax
import FSMTestSupport

/// A chart written in a test, analysed.
struct Analyzed {
  var sources = SourceMap()
  var chart: Chart
  var diagnostics: [Diagnostic]

  /// - Parameter texts: The file being compiled, then those it uses.
  init(_ texts: String...) {
    self.init(texts: texts.map { Array($0.utf8) })
  }

  init(texts: [[UInt8]], paths: [String] = []) {
    for (index, text) in texts.enumerated() { sources.add(path: index < paths.count ? paths[index] : "\(index).fsm", bytes: text) }
    let analysis = Analysis.analyze(sources.files.map { SyntaxFile(parsing: $0) })
    chart = analysis.chart
    diagnostics = analysis.diagnostics
  }

  var machine: Machine { chart.machines[0] }

  /// Codes and messages, in reading order.
  var messages: [String] { diagnostics.map { "\($0.code.rawValue): \($0.message)" } }

  /// The findings as a user reads them, for the message of a failing test.
  var report: String { diagnostics.map { TextRenderer().render($0, in: sources) }.joined() }

  /// Paths of the targets of the reactions of a state, in the order written.
  func targets(of path: String) -> [String] {
    guard let state = machine.states.first(where: { machine.pathName(of: $0.id) == path }) else { return ["no state \(path)"] }
    let transitions = state.reactions.flatMap { machine[$0].transitions }
    return transitions.flatMap { machine[$0].targets.map { machine.pathName(of: $0.state) } }
  }
}
