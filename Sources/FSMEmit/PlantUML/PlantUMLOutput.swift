import FSMDiagnostics
import FSMModel

/// Charts as PlantUML state diagrams.
///
/// What PlantUML cannot draw is shown otherwise, so that nothing is lost: a transition between a composite and what is inside it, or from a
/// composite to itself, stands as a line in the composite with its target behind an arrow; final states keep their names. What was found
/// stands, red and behind a warning sign, in the state or at the edge.
public enum PlantUMLOutput {
  /// The picture of some machines of a chart; `findings` are marked at the states and transitions they lie in.
  public static func render(
    _ chart: Chart, machines: [MachineID]? = nil, findings: [Diagnostic] = [], views: [MachineID: PictureView] = [:]
  ) -> String {
    let chosen = machines ?? (0..<chart.ownMachineCount).map { MachineID($0) }
    var body: [String] = []
    var emphases: Set<PictureOutline.Emphasis> = []
    var taken: Set<String> = []
    for id in chosen {
      let outline = PictureOutline(
        text: ChartText(chart: chart, machine: id), view: views[id] ?? .whole, findings: PictureFindings(findings, in: chart[id]),
        edgeWidth: PlantUMLWriter.width, taken: &taken)
      var writer = PlantUMLWriter(outline)
      writer.run()
      body += writer.lines
      emphases.formUnion(writer.emphases)
    }
    let lines = ["@startuml", "hide empty description", "skinparam defaultTextAlignment left"] + styles(emphases) + body + ["@enduml"]
    return lines.map { $0 + "\n" }.joined()
  }

  /// How states look that stand out.
  private static func styles(_ used: Set<PictureOutline.Emphasis>) -> [String] {
    if used.isEmpty { return [] }
    var colours: [String] = []
    var hidden: [String] = []
    for emphasis in PictureOutline.Emphasis.allCases where used.contains(emphasis) {
      if emphasis == .highlighted { colours.append("  BackgroundColor<<highlighted>> #FFD37A") }
      colours.append("  BorderColor<<\(emphasis.rawValue)>> #\(PlantUMLWriter.colour(of: emphasis))")
      hidden.append("hide <<\(emphasis.rawValue)>> stereotype")
    }
    return ["skinparam state {"] + colours + ["}"] + hidden
  }
}
