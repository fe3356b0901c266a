/// Text on its way into a DOT file: the only road from the words of a chart to the output.
///
/// There are three kinds of text in DOT, each with its own rules for what must be escaped, and a value can only be made by one that knows
/// them: a name (`identifier`), a string that is shown (`quoting`), and a string in Graphviz's HTML-like language (`DotHTML`). See the DOT
/// language (graphviz.org, "The DOT Language" and the type `escString`).
public struct DotString: Sendable, Hashable {
  /// As it stands in the file, quotes or angle brackets included.
  let rendered: String

  /// A string that Graphviz shows exactly as given, in labels and tooltips.
  ///
  /// Backslashes are doubled, as `\N`, `\l` and others have a meaning in such strings; `&` becomes an entity, as Graphviz replaces
  /// entities even here; line breaks of any kind become `\n`.
  public init(quoting text: String) {
    var result = "\""
    for scalar in ChartScalars(text) {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&": result += "&amp;"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    rendered = result + "\""
  }

  /// A label in the HTML-like language.
  init(_ html: DotHTML) { rendered = "<\(html.rendered)>" }

  /// A word of fsmc's own: a colour, a number, the name of a style or of a cluster already escaped.
  init(plain text: StaticString) { rendered = "\"\(text)\"" }

  /// The name of something drawn.
  init(_ id: DotID) { rendered = id.rendered }

  /// The name of a cluster, where `lhead` and `ltail` want it.
  init(cluster id: DotID) { rendered = id.cluster }
}

/// The name of a node or a cluster, made of the path of the state it shows, so that different states never share one.
///
/// Characters that would need care are written as a percent sign and two or more hexadecimal digits, so `a.b` in one name and `b` in `a`
/// are two names, and nothing in a name can end the string it stands in.
///
/// For example: `"Player.active.paused"`; the point where `active` begins is `"Player.active#initial"`.
public struct DotID: Sendable, Hashable {
  private let text: String

  /// The name of a machine's outermost cluster.
  public init(quoting name: String) { text = Self.escape(name) }

  private init(text: String) { self.text = text }

  /// The name of something inside this state.
  func child(_ name: String) -> DotID { DotID(text: "\(text).\(Self.escape(name))") }

  /// A name for something that belongs to this state and is no state; `#` is never left in a name of a state.
  func part(_ name: StaticString, _ number: Int? = nil) -> DotID { DotID(text: "\(text)#\(name)\(number.map(String.init) ?? "")") }

  var length: Int { text.utf8.count }
  var rendered: String { "\"\(text)\"" }
  var cluster: String { "\"cluster \(text)\"" }

  private static func escape(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if ".#%\"\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control {
        result += "%" + String(scalar.value + 0x100, radix: 16, uppercase: true).dropFirst()
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The scalars of a text with every line end as `\n` and those that no picture can hold replaced by ones that show them.
struct ChartScalars: Sequence, IteratorProtocol {
  private var rest: String.UnicodeScalarView.Iterator
  private var pending: Unicode.Scalar?

  init(_ text: String) { rest = text.unicodeScalars.makeIterator() }

  mutating func next() -> Unicode.Scalar? {
    guard let scalar = pending ?? rest.next() else { return nil }
    pending = nil
    switch scalar {
    case "\r":
      pending = rest.next()
      if pending == "\n" { pending = nil }
      return "\n"
    case "\u{85}", "\u{2028}", "\u{2029}": return "\n"
    case "\t": return " "
    case "\u{7F}": return "\u{2421}"
    case let control where control.value < 0x20 && control != "\n": return Unicode.Scalar(0x2400 + control.value)
    case "\u{80}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": return "\u{FFFD}"
    default: return scalar
    }
  }
}
