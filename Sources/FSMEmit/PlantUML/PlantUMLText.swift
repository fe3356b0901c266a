/// Text on its way into PlantUML: the only road from a chart's words to the output.
///
/// Characters with a meaning of their own (quotes, brackets, those of its markup) are written as `<U+0022>`, which PlantUML shows as the
/// character itself; see plantuml.com, "Creole: Unicode". Line breaks become `\n`.
struct PlantUMLText: Sendable {
  let rendered: String

  init(_ text: String) {
    var result = ""
    for scalar in ChartScalars(text) {
      switch scalar {
      case "\n": result += "\\n"
      case " ", ".", ",", "(", ")", "=", "+", "?", ":", ";": result.unicodeScalars.append(scalar)
      case _ where scalar.value > 0x7F || scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
        result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
      }
    }
    rendered = result
  }
}
