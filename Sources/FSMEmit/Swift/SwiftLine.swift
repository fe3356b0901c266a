import FSMDiagnostics

/// Swift source below the level of declarations: lines that know how they nest, so that the renderer alone counts blanks.
indirect enum SwiftLine: Hashable {
  case text(String)
  /// `head {` … `}`; a head that ends with `in` is a closure's and has its brace.
  case block(String, [SwiftLine])
  /// `if a {` … `} else if b {` … `} else {` … `}`: each head without its brace.
  case chain([Branch])
  /// `case .a:` with its body one step in; a body of one short line stays on the same line.
  case label(String, [SwiftLine], comment: String?)
  /// Lines that hold text the user wrote: an error swiftc finds there is shown in the chart.
  case located(Span, [SwiftLine])
  /// A block whose head alone is text the user wrote.
  case locatedBlock(Span, String, [SwiftLine])
  case blank

  struct Branch: Hashable {
    var head: String
    var body: [SwiftLine]
  }
}

extension SwiftLine {
  /// A single statement that needs no local.
  var isShort: Bool {
    guard case .text(let text) = self else { return false }
    return text.utf8.count < 100 && !["let ", "var ", "guard "].contains { text.hasPrefix($0) }
  }
}

extension [SwiftLine] {
  /// True when some text satisfies the condition: of a line, or of the head of a block, wherever it stands.
  func containsText(_ condition: (String) -> Bool) -> Bool {
    contains { line in
      switch line {
      case .blank: false
      case .text(let text): condition(text)
      case .located(_, let body): body.containsText(condition)
      case .label(let head, let body, _), .block(let head, let body), .locatedBlock(_, let head, let body):
        condition(head) || body.containsText(condition)
      case .chain(let branches): branches.contains { condition($0.head) || $0.body.containsText(condition) }
      }
    }
  }

  func forEachText(_ look: (String) -> Void) {
    _ = containsText {
      look($0)
      return false
    }
  }
}

/// Turns lines into text.
struct SwiftRenderer {
  /// Gives the file and line that `#sourceLocation` names, or nil to leave it out.
  let location: (Span) -> (file: String, line: Int)?
  private(set) var text = ""
  private var depth = 0
  /// By depth.
  private var indentations: [String] = []
  /// The next line goes on where the last one ended.
  private var joinsNext = false

  init(location: @escaping (Span) -> (file: String, line: Int)?) {
    self.location = location
  }

  mutating func render(_ lines: [SwiftLine]) {
    for (index, line) in lines.enumerated() {
      if case .located(let span, let body) = line {
        // A run of such lines is closed once, and what stands on one line of the chart stands on one line here.
        let isContinued = index > 0 && isStatement(line) && isOnLine(of: span, lines[index - 1])
        let isClosed = index + 1 == lines.count || !isLocated(lines[index + 1])
        let isJoined = index + 1 < lines.count && isStatement(line) && isOnLine(of: span, lines[index + 1])
        renderLocated(span, body, opens: !isContinued, closes: isClosed, joins: isJoined)
      } else {
        render(line)
      }
    }
  }

  private func isLocated(_ line: SwiftLine) -> Bool {
    switch line {
    case .located, .locatedBlock: true
    default: false
    }
  }

  /// True for a single statement that may share a line.
  private func isStatement(_ line: SwiftLine) -> Bool {
    guard case .located(_, let body) = line, body.count == 1, case .text(let text) = body[0] else { return false }
    return !text.hasPrefix("guard ")
  }

  /// True for a single statement of the same line of the chart.
  private func isOnLine(of span: Span, _ other: SwiftLine) -> Bool {
    guard case .located(let otherSpan, _) = other, isStatement(other) else { return false }
    guard let here = location(span), let there = location(otherSpan) else { return false }
    return here == there
  }

  private mutating func renderLocated(_ span: Span, _ body: [SwiftLine], opens: Bool, closes: Bool, joins: Bool) {
    guard let (file, line) = location(span) else { return render(body) }
    if opens { write("#sourceLocation(file: \(SwiftText.literal(file)), line: \(line))") }
    render(body)
    if joins, text.hasSuffix("\n") {
      text.removeLast()
      text += "; "
      joinsNext = true
    }
    if closes { write("#sourceLocation()") }
  }

  private mutating func render(_ line: SwiftLine) {
    switch line {
    case .blank: text += "\n"
    case .text(let line): write(line)
    case .block(let head, let body):
      if body.isEmpty {
        write(head, " {}")
      } else {
        write(head, head.hasSuffix(" in") ? "" : " {")
        indented(body)
        write("}")
      }
    case .chain(let branches):
      for (index, branch) in branches.enumerated() {
        write(index == 0 ? branch.head : "} " + branch.head, " {")
        indented(branch.body)
      }
      write("}")
    case .label(let head, let body, let comment): renderLabel(head, body, comment.map { "  // \($0)" } ?? "")
    case .locatedBlock(let span, let head, let body): renderLocated(span, head, body)
    case .located(let span, let body): renderLocated(span, body, opens: true, closes: true, joins: false)
    }
  }

  /// A label stands as far out as its `switch`.
  private mutating func renderLabel(_ head: String, _ body: [SwiftLine], _ note: String) {
    depth -= 1
    if body.count == 1, case .text(let only) = body[0], head.utf8.count + only.utf8.count + 2 * depth < 100 {
      write(head, ": ", body: only, note: note)
    } else {
      write(head, ":", note: note)
      indented(body)
    }
    depth += 1
  }

  private mutating func renderLocated(_ span: Span, _ head: String, _ body: [SwiftLine]) {
    guard let (file, line) = location(span) else { return render(.block(head, body)) }
    write("#sourceLocation(file: \(SwiftText.literal(file)), line: \(line))")
    write(head, " {")
    write("#sourceLocation()")
    indented(body)
    write("}")
  }

  private mutating func indented(_ body: [SwiftLine]) {
    depth += 1
    render(body)
    depth -= 1
  }

  /// Writes a line without making one text of its parts first; line ends in its text or its body make more lines.
  private mutating func write(_ line: String, _ mark: String = "", body: String = "", note: String = "") {
    while indentations.count <= depth { indentations.append(String(repeating: "  ", count: indentations.count)) }
    let indentation = joinsNext ? "" : indentations[depth]
    joinsNext = false
    text += indentation
    add(line, indentation)
    if !mark.isEmpty { text += mark }
    if !body.isEmpty { add(body, indentation) }
    if !note.isEmpty { text += note }
    text += "\n"
  }

  private mutating func add(_ part: String, _ indentation: String) {
    guard part.has("\n") else {
      text += part
      return
    }
    for (index, line) in part.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { text += "\n" + indentation }
      text += line
    }
  }
}

/// Text of Swift literals.
enum SwiftText {
  /// A string literal on one line that means exactly `text`.
  static func literal(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// The characters of a literal, without its quotes.
  static func escaped(_ text: String) -> String { escaping(text) }

  private static let escaping = Escaping(number: .braces, hasNul: true) { !isVisible($0) }

  /// False for controls and for marks that reorder or hide text in an editor; those are written by number.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return false
    case .format: return scalar == "\u{200D}"
    default: return true
    }
  }
}
