import FSMModel

/// Charts as PlantUML state diagrams.
///
/// What PlantUML cannot draw is shown otherwise, so that nothing is lost: a transition between a composite and what is inside it, or from a
/// composite to itself, stands as a line in the composite with its target behind an arrow; final states keep their names.
public enum PlantUMLOutput {
  /// The picture of some machines of a chart.
  public static func render(_ chart: Chart, machines: [MachineID]? = nil, views: [MachineID: PictureView] = [:]) -> String {
    let chosen = machines ?? (0..<chart.ownMachineCount).map { MachineID($0) }
    var lines = [
      "@startuml", "hide empty description", "skinparam defaultTextAlignment left", "skinparam state {",
      "  BackgroundColor<<highlighted>> #FFD37A",
      "  BorderColor<<highlighted>> #B26A00", "  BorderColor<<visited>> #B26A00", "}", "hide <<highlighted>> stereotype",
      "hide <<visited>> stereotype",
    ]
    if views.values.allSatisfy({ $0.highlighted.isEmpty && $0.visited.isEmpty }) {
      lines = ["@startuml", "hide empty description", "skinparam defaultTextAlignment left"]
    }
    var taken: Set<String> = []
    for id in chosen {
      var writer = PlantUMLWriter(text: ChartText(chart: chart, machine: id), view: views[id] ?? .whole, taken: &taken)
      writer.run()
      lines += writer.lines
    }
    return (lines + ["@enduml"]).map { $0 + "\n" }.joined()
  }
}
