import FSMModel

/// Charts as Mermaid `stateDiagram-v2`: pictures that code hosts draw in Markdown.
///
/// What Mermaid cannot draw is shown otherwise, so that nothing is lost: what a composite does stands in a plain card inside it; a transition
/// between a composite and what is inside it begins or ends at that card; one into another composite ends at its frame, with the path behind
/// an arrow; histories are circles named H and H*.
public enum MermaidOutput {
  /// The picture of some machines of a chart, one below the other.
  public static func render(_ chart: Chart, machines: [MachineID]? = nil, views: [MachineID: PictureView] = [:]) -> String {
    let chosen = machines ?? (0..<chart.ownMachineCount).map { MachineID($0) }
    var taken: Set<String> = []
    var lines = ["stateDiagram-v2"]
    var styled: [String: [String]] = [:]
    for id in chosen {
      var writer = MermaidWriter(text: ChartText(chart: chart, machine: id), view: views[id] ?? .whole, taken: &taken)
      writer.run()
      lines += writer.lines
      for (style, ids) in writer.styled { styled[style, default: []] += ids }
    }
    for (style, definition) in MermaidWriter.styles where styled[style] != nil {
      lines.append("  classDef \(style) \(definition)")
      lines += (styled[style] ?? []).map { "  class \($0) \(style)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
