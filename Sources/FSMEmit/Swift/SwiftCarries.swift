import FSMDiagnostics
import FSMModel

/// Finds what a chart says and Swift output cannot carry yet, one error for each construct.
public struct SwiftCarries {
  private let machine: Machine
  private var diagnostics: [Diagnostic] = []

  /// Everything in the chart's own machines that stands in the way of Swift.
  public static func check(_ chart: Chart) -> [Diagnostic] {
    chart.machines.prefix(chart.ownMachineCount).flatMap { machine in
      var finder = SwiftCarries(machine: machine)
      finder.look()
      return finder.diagnostics
    }
  }

  private init(machine: Machine) { self.machine = machine }

  private mutating func look() {
    for state in machine.states { look(at: state) }
  }

  private mutating func look(at state: State) {
    switch state.kind {
    case .machine: refuse(state.nameSpan, "a state that is a machine")
    case .simple, .composite, .parallel, .final, .choice, .history: break
    }
  }

  private mutating func refuse(_ span: Span, _ what: String) {
    diagnostics.append(
      Diagnostic(
        .notCarried, at: span, "Swift output cannot carry \(what) yet",
        hint: "`fsmc check` and `fsmc graph` work on this chart as it is; only `fsmc compile` needs it left out"))
  }
}
