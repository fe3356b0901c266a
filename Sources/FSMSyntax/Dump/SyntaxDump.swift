import FSMDiagnostics

/// The tree of a chart as indented text, one node a line, for tests and for looking at what was understood.
///
/// Expressions are S-expressions in the order of evaluation: `(+ a (* 2 b))`. Names are written as in the chart, without backticks;
/// strings with Swift's escapes. Spans are left out.
struct SyntaxDump {
  private(set) var text = ""
  private var indentation = 0

  /// Writes a line, and the lines of `inside` further in.
  mutating func line(_ words: String, inside: (inout SyntaxDump) -> Void = { _ in }) {
    text += String(repeating: "  ", count: indentation) + words + "\n"
    indentation += 1
    inside(&self)
    indentation -= 1
  }

  mutating func doc(_ doc: String?) {
    if let doc { line("doc \(Self.quoted(doc))") }
  }

  static func quoted(_ text: String) -> String { escaping.quoted(text) }

  private static let escaping = Escaping(number: .braces, hasNul: true) { _ in false }
}

extension SyntaxFile {
  /// The tree as indented text, without spans.
  ///
  /// For example, `state off { on toggle -> on }` in a machine gives
  ///
  ///     state off
  ///       on toggle
  ///         branch
  ///           -> on
  public var dump: String {
    var dump = SyntaxDump()
    for item in items { dump.item(item) }
    return dump.text
  }
}

extension SyntaxDump {
  fileprivate mutating func item(_ item: SyntaxFile.Item) {
    switch item {
    case .importing(let item): line(item.text)
    case .use(let item): line("use \(Self.quoted(item.path.value))")
    case .machine(let machine):
      let words = (machine.isParallel ? "parallel " : "") + "machine \(machine.name.text)" + label(machine.label)
      let conformances = machine.conformances.isEmpty ? "" : " : " + machine.conformances.map(\.text).joined(separator: ", ")
      line(words + conformances) {
        $0.doc(machine.doc)
        $0.members(machine.members)
      }
    }
  }

  mutating func members(_ members: [MemberSyntax]) {
    for member in members { self.member(member) }
  }

  func label(_ label: PlainStringSyntax?) -> String { label.map { " " + Self.quoted($0.value) } ?? "" }
}
