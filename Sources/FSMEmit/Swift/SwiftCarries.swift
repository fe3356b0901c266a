import FSMDiagnostics
import FSMModel

/// Finds what a chart says and Swift output cannot carry, one error for each construct.
public struct SwiftCarries {
  private var diagnostics: [Diagnostic] = []

  /// Everything in the chart's own machines that stands in the way of Swift, and of the host that is asked for.
  public static func check(_ chart: Chart, host: SwiftOptions.Host? = nil) -> [Diagnostic] {
    chart.machines.prefix(chart.ownMachineCount).flatMap { machine in
      var finder = SwiftCarries()
      if host == .actor, let protocols = machine.conformances, !protocols.contains("Sendable") {
        finder.refuse(
          machine.nameSpan, "`\(machine.name)` into an actor, since it is not `Sendable`,",
          hint: "list `Sendable` among its protocols, or let the host be observable")
      }
      finder.look(at: machine, in: chart)
      return finder.diagnostics
    }
  }

  private mutating func look(at machine: Machine, in chart: Chart) {
    guard let whole = Inlining(machine.id, in: chart) else {
      return refuse(
        machine.nameSpan, "`\(machine.name)`, which has more than \(Inlining.mostStates) states with all that it uses,",
        hint: "use fewer machines inside each other, or let them be machines that run side by side")
    }
    guard SwiftRegions.isNeeded(for: whole.machine) else { return }
    let context = SwiftContext(whole, name: machine.name, mentioned: [], machineNames: [], options: SwiftOptions()) { _ in "" }
    lookForStandIns(context)
  }

  /// While a choice waits beside other regions, or a history is about to bring back what it remembers, some value has to stand in `state`.
  private mutating func lookForStandIns(_ context: SwiftContext) {
    let standIn = SwiftStandIn(context)
    let machine = context.machine
    for state in machine.states where state.isPseudo {
      guard let parent = state.parent else { continue }
      if state.isHistory, context.histories[parent] == nil { continue }
      let value = machine[parent].kind == .parallel ? standIn.structValue(parent) : standIn.value(inside: parent)
      guard value == nil else { continue }
      refuse(
        state.nameSpan, "`\(state.name)` beside regions, where every state it stands beside has data of types fsmc does not know,",
        hint: "give one of those data a default, or add a state without data beside `\(state.name)`")
    }
    guard !context.histories.properties.isEmpty, let regions = context.regions else { return }
    for variable in machine.variables where regions.isRegion(variable.owner) && standIn.value(variable) == nil {
      refuse(
        variable.nameSpan, "`\(variable.name)` in a region beside a history, while fsmc does not know its type,",
        hint: "give it a default that reads no other value")
    }
  }

  private mutating func refuse(_ span: Span, _ what: String, hint: String) {
    diagnostics.append(Diagnostic(.notCarried, at: span, "Swift output cannot carry \(what) yet", hint: hint))
  }
}
