import FSMDiagnostics
import FSMEmit
import FSMModel

extension Compilation {
  /// The picture of the file's machines as Graphviz DOT, or of the one named; findings are marked where they lie.
  public func dot(machine name: String? = nil) -> String {
    let chosen = ownMachines.filter { name == nil || $0.name == name }.map(\.id)
    return DotOutput.render(chart, machines: chosen, findings: diagnostics)
  }

  /// The machines that the file itself declares, in the order written.
  public var ownMachines: ArraySlice<Machine> { chart.machines.prefix(chart.ownMachineCount) }
}
