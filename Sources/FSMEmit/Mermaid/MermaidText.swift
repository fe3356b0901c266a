/// Text on its way into Mermaid: the only road from a chart's words to the output.
///
/// Everything but letters, digits and a few harmless signs becomes an entity code (`#35;`), which Mermaid shows as the character itself; see
/// mermaid.js.org, "Entity codes to escape characters". Line breaks become `<br/>`.
struct MermaidText: Sendable {
  let rendered: String

  init(_ text: String) {
    var result = ""
    for scalar in ChartScalars(text) {
      switch scalar {
      case "\n": result += "<br/>"
      case " ", ".", ",", "(", ")", "/", "=", "+", "?", "!": result.unicodeScalars.append(scalar)
      case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil: result.unicodeScalars.append(scalar)
      case _ where scalar.value > 0x7F: result.unicodeScalars.append(scalar)
      default: result += "#\(scalar.value);"
      }
    }
    rendered = result
  }
}
