import FSMDiagnostics
import FSMModel

/// Charts as Mermaid `stateDiagram-v2`: pictures that code hosts draw in Markdown.
///
/// What Mermaid cannot draw is shown otherwise, so that nothing is lost: what a composite does stands in a plain card inside it; a transition
/// between a composite and what is inside it begins or ends at that card; histories are cards named H and H*; what was found stands, behind
/// a warning sign, in the state or at the edge.
public enum MermaidOutput {
  /// The picture of some machines of a chart, one below the other; `findings` are marked at the states and transitions they lie in.
  public static func render(
    _ chart: Chart, machines: [MachineID]? = nil, findings: [Diagnostic] = [], views: [MachineID: PictureView] = [:]
  ) -> String {
    let chosen = machines ?? (0..<chart.ownMachineCount).map { MachineID($0) }
    var taken: Set<String> = []
    var lines = ["stateDiagram-v2"]
    var styled: [MermaidStyle: [String]] = [:]
    for id in chosen {
      let outline = PictureOutline(
        text: ChartText(chart: chart, machine: id), view: views[id] ?? .whole, findings: PictureFindings(findings, in: chart[id]),
        edgeWidth: MermaidWriter.edgeWidth, taken: &taken)
      var writer = MermaidWriter(outline)
      writer.run()
      lines += writer.lines
      for (style, ids) in writer.styled { styled[style, default: []] += ids }
    }
    for style in MermaidStyle.allCases {
      guard let ids = styled[style] else { continue }
      lines.append("  classDef \(style.rawValue) \(style.definition)")
      lines += ids.map { "  class \($0) \(style.rawValue)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
