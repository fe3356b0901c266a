import FSMDiagnostics
import FSMEmit
import FSMModel
import FSMSyntax

extension Compilation {
  /// The picture of the file's machines as Graphviz DOT, or of the one named; findings are marked where they lie.
  public func dot(machine name: String? = nil) -> String {
    let chosen = ownMachines.filter { name == nil || $0.name == name }.map(\.id)
    return DotOutput.render(chart, machines: chosen, findings: diagnostics)
  }

  /// The Swift of the file's machines; none when the chart has errors or says what Swift output cannot carry, which is then reported.
  public func swift(_ options: SwiftOptions) -> (text: String?, diagnostics: [Diagnostic]) {
    guard !hasErrors else { return (nil, []) }
    let found = SwiftCarries.check(chart).inReadingOrder
    return (found.hasErrors ? nil : SwiftOutput.render(chart, sources, options), found)
  }

  /// The file as a chart of the compiler's own language; for charts read in another one.
  public var chartText: String { ChartWriter.text(of: files[0]) }

  /// The machines that the file itself declares, in the order written.
  public var ownMachines: ArraySlice<Machine> { chart.machines.prefix(chart.ownMachineCount) }
}
