/// How kinds of states look beside the theme; of two at one state, the later one counts.
enum MermaidStyle: String, CaseIterable {
  case about, final, history, region, highlighted, visited, found

  init(_ emphasis: PictureOutline.Emphasis) {
    self =
      switch emphasis {
      case .highlighted: .highlighted
      case .visited: .visited
      case .found: .found
      }
  }

  var definition: String {
    switch self {
    case .about: "fill:none,stroke:none,text-align:left"
    case .final: "stroke-width:3px"
    case .history: "font-style:italic"
    case .region: "stroke-dasharray:5"
    case .highlighted: "fill:#ffd37a,stroke:#b26a00,color:#16243a"
    case .visited: "stroke:#b26a00,stroke-width:2px"
    case .found: "stroke:#d9363e,stroke-width:2px"
    }
  }
}
