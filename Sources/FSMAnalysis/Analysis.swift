import FSMDiagnostics
import FSMModel
import FSMSyntax

/// A chart with everything that is to be said about it: resolved, and checked where it is sound enough to be.
public struct Analysis: Sendable {
  public var chart: Chart
  /// Those of the syntax trees, of the resolution and of the checks, in reading order.
  public var diagnostics: [Diagnostic]

  /// Analyses a chart: the first file is the one being compiled, the others are those it uses, each once.
  ///
  /// Checks run only on a chart without errors: a name that could not be resolved would make them report what follows from it.
  public static func analyze(_ files: [SyntaxFile]) -> Analysis {
    let resolution = Resolution.resolve(files)
    var diagnostics = files.flatMap(\.diagnostics) + resolution.diagnostics
    if !diagnostics.hasErrors { diagnostics += Checks.run(on: resolution.chart) }
    return Analysis(chart: resolution.chart, diagnostics: diagnostics.inReadingOrder)
  }
}
