import FSMAnalysis
import FSMDiagnostics
import FSMImport
import FSMModel
import FSMSimulate
import FSMSyntax
import FSMTestSupport
import Foundation

/// What became of one test.
enum Verdict: Sendable {
  case passed
  /// The chart was not accepted; the first reason.
  case refused(Diagnostic, at: String)
  case failed(String)
}

/// Runs tests through importer, resolver and interpreter.
struct ConformanceRun {
  /// Whether the imported chart is written as text and parsed again first.
  var throughText = false

  func run(_ test: ConformanceCase) throws -> Verdict {
    var sources = SourceMap()
    let id = sources.add(path: test.chart.lastPathComponent, bytes: [UInt8](try Data(contentsOf: test.chart)))
    var syntax = SyntaxFile(importingSCXML: sources[id])
    if throughText, !syntax.diagnostics.contains(where: { $0.severity == .error }) {
      let text = ChartWriter.text(of: syntax)
      let converted = sources.add(path: test.name + ".fsm", bytes: Array(text.utf8))
      syntax = SyntaxFile(parsing: sources[converted])
      if let error = syntax.diagnostics.first {
        return .failed("the text does not parse: \(place(error, sources)): \(error.message)\n\(text)")
      }
    }
    let analysis = Analysis.analyze([syntax])
    if let error = analysis.diagnostics.first(where: { $0.severity == .error }) { return .refused(error, at: place(error, sources)) }
    guard let assembly = Assembly(analysis.chart, machine: MachineID(0)) else { return .failed("the chart cannot be assembled") }
    return try play(test, on: assembly)
  }

  private func place(_ diagnostic: Diagnostic, _ sources: SourceMap) -> String {
    let position = sources.position(of: diagnostic.span)
    return "\(sources[diagnostic.span.file].path):\(position.line):\(position.column)"
  }

  private func play(_ test: ConformanceCase, on assembly: Assembly) throws -> Verdict {
    var player = ForeignPlayer(assembly)
    let (start, steps) = try test.script()
    player.start()
    if let problem = player.problem { return .failed("start: \(problem)") }
    if test.judgesItself {
      player.advance(by: .seconds(10))
      return player.ids == ["pass"] ? .passed : .failed("ends in \(player.ids.sorted()), \(player.problem ?? "not in pass")")
    }
    guard player.ids == start else { return .failed("starts in \(player.ids.sorted()), not in \(start.sorted())") }
    for (number, step) in steps.enumerated() {
      if step.wait > 0 { player.advance(by: .milliseconds(step.wait)) }
      player.send(step.event)
      if let problem = player.problem { return .failed("event \(number + 1), `\(step.event)`: \(problem)") }
      guard player.ids == step.expected else {
        return .failed("event \(number + 1), `\(step.event)`, leads to \(player.ids.sorted()), not to \(step.expected.sorted())")
      }
    }
    return .passed
  }
}
