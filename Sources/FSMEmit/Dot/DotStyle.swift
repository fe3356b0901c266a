/// How a chart's picture looks: colours, fonts, shapes.
///
/// The page shows through, so nothing may rely on it: states are light cards with dark text; lines, and text that stands on the page, have
/// a middle tone with a contrast of more than 4 to 1 against white as well as against near-black; frames tint the page a little.
enum DotStyle {
  /// Lines and text on the page.
  static let line = "#6A788D"
  /// What was found wrong.
  static let alarm = "#D9363E"
  /// Titles of composite states: a dark bar with white text.
  static let titleBar = "#48658C"
  static let titleText = "#FFFFFF"
  static let card = "#E4EDF8"
  /// Text on cards.
  static let ink = "#16243A"
  static let rule = "#9DB2CE"

  static func graph(named name: DotID) -> DotGraph {
    DotGraph(
      name: name,
      attributes: [
        "compound": "true", "newrank": "true", "bgcolor": "transparent", "fontname": "Helvetica,Arial,sans-serif", "fontsize": "10",
        "fontcolor": "#6A788D",
        "nodesep": "0.4", "ranksep": "0.45", "pad": "0.15",
      ],
      nodeDefaults: [
        "shape": "box", "style": "rounded,filled", "margin": "0", "width": "0", "height": "0", "fontname": "Helvetica,Arial,sans-serif",
        "fontsize": "10", "color": "#6E8FB8", "fillcolor": "#E4EDF8", "fontcolor": "#16243A",
      ],
      edgeDefaults: [
        "fontname": "Helvetica,Arial,sans-serif", "fontsize": "10", "color": "#6A788D", "fontcolor": "#6A788D", "arrowsize": "0.7",
      ])
  }

  // Graphviz hands a cluster's attributes down to those inside it, so each kind sets all of them.
  static let machines: Attributes = ["class": "machines", "label": "", "peripheries": "0"]
  static let machine: Attributes = [
    "class": "machine", "label": "", "labelloc": "t", "labeljust": "l", "style": "rounded,filled", "peripheries": "1", "penwidth": "1",
    "color": "#6A788D", "fillcolor": "#6A788D12", "margin": "12",
  ]
  static let composite: Attributes = [
    "class": "composite", "label": "", "labelloc": "t", "labeljust": "l", "style": "rounded,filled", "peripheries": "1", "penwidth": "1",
    "color": "#6E8FB8", "fillcolor": "#6E8FB81F", "margin": "12",
  ]
  static let region: Attributes = [
    "class": "region", "label": "", "labelloc": "t", "labeljust": "l", "style": "rounded,dashed", "peripheries": "1", "penwidth": "1",
    "color": "#6E8FB8", "bgcolor": "transparent", "margin": "12",
  ]
  /// A frame that is not seen, around a symbol and its caption.
  static let caption: Attributes = [
    "class": "caption", "labelloc": "b", "labeljust": "c", "style": "solid", "peripheries": "0", "penwidth": "1", "color": "#6A788D",
    "bgcolor": "transparent", "margin": "2",
  ]

  static let title: Attributes = ["class": "title", "style": "filled", "color": "#48658C", "penwidth": "0"]
  /// An unseen end for the edges of a frame that has nothing else to offer.
  static let anchor: Attributes = ["class": "anchor", "shape": "point", "style": "invis", "width": "0.01", "label": ""]
  static let state: Attributes = ["class": "state"]
  static let machineState: Attributes = ["class": "machine-state", "peripheries": "2"]
  static let dashed: Attributes = ["style": "rounded,filled,dashed"]
  static let initial: Attributes = [
    "class": "initial", "shape": "circle", "label": "", "width": "0.13", "style": "filled", "color": "#6A788D", "fillcolor": "#6A788D",
  ]
  static let final: Attributes = [
    "class": "final", "shape": "doublecircle", "label": "", "width": "0.13", "style": "filled", "color": "#6A788D",
    "fillcolor": "#6A788D",
  ]
  static let choice: Attributes = [
    "class": "choice", "shape": "diamond", "label": "", "width": "0.28", "height": "0.28", "style": "filled",
  ]
  static let history: Attributes = [
    "class": "history", "shape": "circle", "width": "0.3", "fixedsize": "true", "style": "filled", "label": "H",
  ]
  static let deepHistory: Attributes = [
    "class": "history", "shape": "circle", "width": "0.3", "fixedsize": "true", "style": "filled", "label": "H*",
  ]
  static let fork: Attributes = [
    "class": "fork", "shape": "box", "label": "", "width": "0.7", "height": "0.05", "style": "filled", "color": "#6A788D",
    "fillcolor": "#6A788D",
  ]

  static let found: Attributes = ["color": "#D9363E", "penwidth": "2"]
  static let foundEdge: Attributes = ["color": "#D9363E", "fontcolor": "#D9363E"]

  /// A composite drawn without what is inside it.
  static let closed: Attributes = ["class": "closed", "peripheries": "2"]
  /// The configuration to show: amber, and dark enough around for any page.
  static let highlighted: Attributes = ["fillcolor": "#FFD37A", "color": "#B26A00", "penwidth": "2"]
  static let highlightedFrame: Attributes = ["color": "#B26A00", "penwidth": "2"]
  static let visited: Attributes = ["color": "#B26A00", "penwidth": "2"]
  static let taken: Attributes = ["class": "taken", "color": "#B26A00", "fontcolor": "#B26A00", "penwidth": "2"]

  static let transition: Attributes = ["class": "transition"]
  static let initialEdge: Attributes = ["class": "initial"]
  static let branch: Attributes = ["class": "branch"]
}
