/// An element of an SCXML document to be written.
struct SCXMLElement: Sendable {
  var name: StaticString
  /// In the order written.
  var attributes: [(name: StaticString, value: String)] = []
  var children: [SCXMLElement] = []
  /// Text instead of children.
  var content: String?
  /// What stands before it as comments.
  var comments: [String] = []

  init(_ name: StaticString, _ attributes: [(StaticString, String?)] = [], _ children: [SCXMLElement] = []) {
    self.name = name
    self.attributes = attributes.compactMap { name, value in value.map { (name, $0) } }
    self.children = children
  }

  /// The element's lines. Recursion is as deep as states nest.
  func render(indent: Int, into text: inout String) {
    let blanks = String(repeating: " ", count: indent)
    for comment in comments { text += "\(blanks)<!-- \(Self.comment(comment)) -->\n" }
    text += "\(blanks)<\(name)" + attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
    if let content {
      text += ">\(Self.escaped(content, keepsLines: true))</\(name)>\n"
    } else if children.isEmpty {
      text += "/>\n"
    } else {
      text += ">\n"
      for child in children { child.render(indent: indent + 2, into: &text) }
      text += "\(blanks)</\(name)>\n"
    }
  }

  /// Text between double quotes; what XML 1.0 allows in no form becomes U+FFFD.
  private static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n" where keepsLines: result += "\n"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Two lines in a row would end a comment.
  private static func comment(_ text: String) -> String {
    String(text.map { $0 == "\n" ? " " : $0 }).replacing("--", with: "- -")
  }
}
