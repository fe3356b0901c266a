import FSMDiagnostics
import FSMModel

/// Charts as Graphviz DOT: the picture of a chart.
///
/// Any chart can be drawn, one that fails a check too, with what was found marked where it was found. The picture holds everything that a
/// chart says about behaviour: each state once, one edge for each transition that has a target (a fork's branches beside it) and for each
/// initial one, guards and effects whole, reactions without a target inside their state.
///
/// - Composite states are frames with a title; transitions from and to them end at the frame (`compound`, `ltail`, `lhead`), those between
///   a composite and what is inside it at its title.
/// - Regions are dashed frames, choices diamonds, final states rings, histories circles with an H (H* for deep ones), several targets a
///   fork bar.
/// - Colours do without a background of their own and have enough contrast on white and on dark pages alike.
///
/// The text grows in proportion to the chart, and equal charts give equal bytes. Node names are state paths (`Player.active.paused`), and
/// every element has a `class` (`state`, `composite`, `transition`, `initial`, …) for style sheets.
public enum DotOutput {
  /// The picture of the chart's own machines, or of those given, side by side; `findings` are marked at the states and transitions they
  /// lie in.
  ///
  /// - Parameter views: How deep a machine is drawn, and what of it stands out; all of it, evenly, where there is none.
  public static func render(
    _ chart: Chart, machines: [MachineID]? = nil, findings: [Diagnostic] = [], views: [MachineID: PictureView] = [:]
  ) -> String {
    let chosen = machines ?? (0..<chart.ownMachineCount).map { MachineID($0) }
    return render(chosen.map { (chart[$0], views[$0] ?? .whole) }, among: chart.machines, findings)
  }

  /// The picture of one machine that uses no other.
  public static func render(_ machine: Machine, findings: [Diagnostic] = [], view: PictureView = .whole) -> String {
    render([(machine, view)], among: [], findings)
  }

  private static func render(_ machines: [(machine: Machine, view: PictureView)], among all: [Machine], _ findings: [Diagnostic]) -> String
  {
    let name = DotID(quoting: machines.map(\.machine.name).joined(separator: ", "))
    var graph = DotStyle.graph(named: name)
    // Graphviz misplaces labels in one of several outermost clusters, so one holds them all; what it holds stands from right to left.
    if machines.count > 1 {
      graph.clusters.append(DotGraph.Cluster(id: name.part("machines"), parent: nil, attributes: DotStyle.machines))
    }
    for (machine, view) in machines.reversed() {
      var lowering = DotLowering(
        text: ChartText(machine: machine, among: all), viewed: ViewedMachine(machine, view),
        findings: PictureFindings(findings, in: machine),
        graph: graph, surrounding: machines.count > 1 ? 0 : nil)
      lowering.run()
      graph = lowering.graph
    }
    return DotRenderer.render(graph)
  }
}
