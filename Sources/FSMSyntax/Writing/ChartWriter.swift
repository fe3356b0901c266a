import FSMDiagnostics

/// Writes a syntax tree as the text of a chart, in the language's own style.
///
/// For charts read from other formats; a chart that is a text already is formatted, which keeps its comments.
public struct ChartWriter {
  /// Columns that lines should not exceed.
  static let width = 110

  private(set) var text = ""
  private var level = 0

  /// The text of a chart; parsing it gives the same tree, places aside.
  ///
  /// For example: `ChartWriter.text(of: SyntaxFile(importingSCXML: source))`.
  public static func text(of file: SyntaxFile) -> String {
    var writer = ChartWriter()
    for (index, item) in file.items.enumerated() {
      switch item {
      case .importing(let item): writer.line(item.text)
      case .use(let item): writer.line("use \(quoted(item.path.value))")
      case .machine(let machine):
        if index > 0 { writer.blank() }
        writer.write(machine)
      }
    }
    return writer.text
  }

  mutating func line(_ content: String) {
    text += String(repeating: "  ", count: level) + content + "\n"
  }

  mutating func blank() {
    if !text.isEmpty, !text.hasSuffix("{\n"), !text.hasSuffix("\n\n") { text += "\n" }
  }

  /// Columns left on a line that begins here.
  var room: Int { max(Self.width - 2 * level, 40) }

  mutating func indented(_ body: (inout ChartWriter) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  mutating func write(doc: String?) {
    guard let doc else { return }
    for part in doc.split(separator: "\n", omittingEmptySubsequences: false) { line(part.isEmpty ? "///" : "/// \(part)") }
  }

  private mutating func write(_ machine: MachineSyntax) {
    write(doc: machine.doc)
    let conformances = machine.conformances.isEmpty ? "" : ": " + machine.conformances.map(\.text).joined(separator: ", ")
    let label = machine.label.map { " " + Self.quoted($0.value) } ?? ""
    line("\(machine.isParallel ? "parallel " : "")machine \(Self.name(machine.name))\(label)\(conformances) {")
    indented { $0.write(machine.members, isMachine: true) }
    line("}")
  }

  // MARK: Pieces

  /// A name, in backticks where it would be a word of the language.
  static func name(_ name: Name) -> String { Self.name(name.text) }

  static func name(_ text: String) -> String { word(text).isReserved || text == "self" ? "`\(text)`" : text }

  /// A name where a keyword could stand.
  static func head(_ text: String) -> String { word(text) == .none && text != "self" ? text : "`\(text)`" }

  private static func word(_ text: String) -> Keyword {
    let bytes = Array(text.utf8)
    return Keyword.spelled(by: bytes, in: 0..<bytes.count)
  }

  static func path(_ path: PathSyntax) -> String { path.segments.map { name($0) }.joined(separator: ".") }

  static func quoted(_ text: String) -> String { escaping.quoted(text) }

  static func escaped(_ text: String) -> String { escaping(text) }

  private static let escaping = Escaping(number: .braces) { scalar in
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}
