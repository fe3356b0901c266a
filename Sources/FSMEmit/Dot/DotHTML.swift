/// A label in Graphviz's HTML-like language: text with a few styles, stacked in rows.
///
/// See graphviz.org, "HTML-Like Labels".
struct DotHTML: Sendable, Hashable {
  private(set) var rendered = ""

  /// Text exactly as given; line breaks break the line.
  init(text: String) {
    if Self.isPlain(text) {
      rendered = text
      return
    }
    var previous: Unicode.Scalar = " "
    for scalar in ChartScalars(text) {
      switch scalar {
      case "&": rendered += "&amp;"
      case "<": rendered += "&lt;"
      case ">": rendered += "&gt;"
      case "\"": rendered += "&quot;"
      // Graphviz replaces `\N`, `\G` and others in every stretch of text; no stretch may hold both characters.
      case "\\": rendered += "<FONT>\\</FONT>"
      case "\n": rendered += "<BR/>"
      // Spaces at the edge of a text and behind others would be lost.
      case " " where previous == " " || previous == "\n": rendered += "&#160;"
      default: rendered.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
  }

  private init(rendered: String) { self.rendered = rendered }

  /// True for text that says the same in HTML as it stands, as most does: printable ASCII without marks and without spaces that would be
  /// lost.
  private static func isPlain(_ text: String) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "\\"): return false
      case UInt8(ascii: " "): if previous == byte { return false }
      case 0x21..<0x7F: break
      default: return false
      }
      previous = byte
    }
    return true
  }

  /// Pieces one after the other.
  static func + (lhs: DotHTML, rhs: DotHTML) -> DotHTML { DotHTML(rendered: lhs.rendered + rhs.rendered) }

  static let empty = DotHTML(rendered: "")

  var bold: DotHTML { DotHTML(rendered: "<B>\(rendered)</B>") }
  var italic: DotHTML { DotHTML(rendered: "<I>\(rendered)</I>") }

  /// The same with the first occurrence of `part` in italics; nil where it does not occur.
  func italicising(_ part: String) -> DotHTML? {
    let part = DotHTML(text: part).rendered
    guard let range = rendered.firstRange(of: part) else { return nil }
    var copy = self
    copy.rendered.replaceSubrange(range, with: "<I>\(part)</I>")
    return copy
  }

  func font(color: String? = nil, size: Int? = nil) -> DotHTML {
    let attributes = (color.map { " COLOR=\"\($0)\"" } ?? "") + (size.map { " POINT-SIZE=\"\($0)\"" } ?? "")
    return DotHTML(rendered: "<FONT\(attributes)>\(rendered)</FONT>")
  }

  /// Lines, each starting at the left.
  static func lines(_ lines: [DotHTML]) -> DotHTML {
    var text = ""
    for line in lines {
      text += line.rendered
      text += "<BR ALIGN=\"LEFT\"/>"
    }
    return DotHTML(rendered: text)
  }

  /// One row of a table.
  struct Row {
    var content: DotHTML
    var background: String?
    /// Lines start at the left instead of being centred.
    var isLeft = false
    var padding = 5
    /// A rule stands above the row.
    var hasRule = false
  }

  /// Rows below each other, without a frame.
  static func table(_ rows: [Row], ruleColor: String? = nil) -> DotHTML {
    var text = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\""
    if let ruleColor { text += " COLOR=\"\(ruleColor)\"" }
    text += ">"
    for row in rows {
      if row.hasRule { text += "<HR/>" }
      text += "<TR><TD CELLPADDING=\""
      text += String(row.padding)
      text += "\""
      if let background = row.background { text += " BGCOLOR=\"\(background)\"" }
      if row.isLeft { text += " ALIGN=\"LEFT\" BALIGN=\"LEFT\"" }
      text += ">"
      text += row.content.rendered
      text += "</TD></TR>"
    }
    text += "</TABLE>"
    return DotHTML(rendered: text)
  }
}
