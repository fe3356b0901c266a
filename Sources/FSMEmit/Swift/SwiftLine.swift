import FSMDiagnostics

/// Swift source below the level of declarations: lines that know how they nest, so that the renderer alone counts blanks.
indirect enum SwiftLine: Hashable {
  case text(String)
  /// `head {` … `}`
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

/// Turns lines into text.
struct SwiftRenderer {
  /// Gives the file and line that `#sourceLocation` names, or nil to leave it out.
  let location: (Span) -> (file: String, line: Int)?
  private(set) var text = ""
  private var depth = 0

  init(location: @escaping (Span) -> (file: String, line: Int)?) {
    self.location = location
  }

  mutating func render(_ lines: [SwiftLine]) {
    for line in lines { render(line) }
  }

  private mutating func render(_ line: SwiftLine) {
    switch line {
    case .blank: text += "\n"
    case .text(let line): write(line)
    case .block(let head, let body):
      if body.isEmpty {
        write(head + " {}")
      } else {
        write(head + " {")
        indented(body)
        write("}")
      }
    case .chain(let branches):
      for (index, branch) in branches.enumerated() {
        write((index == 0 ? "" : "} ") + branch.head + " {")
        indented(branch.body)
      }
      write("}")
    case .label(let head, let body, let comment): renderLabel(head, body, comment.map { "  // \($0)" } ?? "")
    case .locatedBlock(let span, let head, let body): renderLocated(span, head, body)
    case .located(let span, let body):
      guard let (file, line) = location(span) else { return render(body) }
      write("#sourceLocation(file: \(SwiftText.literal(file)), line: \(line))")
      render(body)
      write("#sourceLocation()")
    }
  }

  /// A label stands as far out as its `switch`.
  private mutating func renderLabel(_ head: String, _ body: [SwiftLine], _ note: String) {
    depth -= 1
    if body.count == 1, case .text(let only) = body[0], head.count + only.count + 2 * depth < 100 {
      write("\(head): \(only)\(note)")
    } else {
      write("\(head):\(note)")
      indented(body)
    }
    depth += 1
  }

  private mutating func renderLocated(_ span: Span, _ head: String, _ body: [SwiftLine]) {
    guard let (file, line) = location(span) else { return render(.block(head, body)) }
    write("#sourceLocation(file: \(SwiftText.literal(file)), line: \(line))")
    write(head + " {")
    write("#sourceLocation()")
    indented(body)
    write("}")
  }

  private mutating func indented(_ body: [SwiftLine]) {
    depth += 1
    render(body)
    depth -= 1
  }

  private mutating func write(_ line: String) {
    let indentation = String(repeating: "  ", count: depth)
    for part in line.split(separator: "\n", omittingEmptySubsequences: false) { text += indentation + part + "\n" }
  }
}

/// Text of Swift literals.
enum SwiftText {
  /// A string literal on one line that means exactly `text`.
  static func literal(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// The characters of a literal, without its quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0": result += "\\0"
      default:
        if isVisible(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return result
  }

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
