/// The raw values of an enum with many names, as one text that is taken apart when a name is first asked for.
///
/// What swiftc writes itself for raw values compares with each of them in code of its own: for 2,000 names that takes as long as everything
/// else in the file. Hashing goes by the raw value too unless the enum says otherwise.
struct SwiftNameTable {
  /// How many names leave the raw values to swiftc, and the enum short.
  static let limit = 50

  /// The cases as they are written behind a dot, and the raw value of each.
  private let names: [(name: String, raw: String)]
  private let access: String
  private let types: SwiftTypes

  /// - Returns: nil where there are few names, or where one could not be told from its neighbours in the text.
  init?(_ names: [(name: String, raw: String)], access: String, types: SwiftTypes) {
    let raw = names.map(\.raw)
    guard names.count > Self.limit, raw.joined(separator: " ").split(separator: " ").map(String.init) == raw else { return nil }
    self.names = names
    self.access = access
    self.types = types
  }

  /// What stands behind the cases.
  var lines: [SwiftLine] {
    var free = SwiftNames(taken: names.map(\.name.withoutBackticks))
    let (table, index) = (free.claim("names"), free.claim("index"))
    let (string, hasher, int) = (types.library("String"), types.library("Hasher"), types.library("Int"))
    return [
      .blank,
      .text("/// The raw values, in the order of the cases."),
      .text("private static let \(table) = \"\"\"\n\(text)\n  \"\"\".split(separator: \" \").map { \(string)($0) }"),
      .blank,
      .block("\(access)var rawValue: \(string)", [.text("Self.\(table)[\(index)]")]),
      .blank,
      .block(
        "\(access)init?(rawValue: \(string))",
        [
          .text("guard let index = Self.\(table).firstIndex(of: rawValue) else { return nil }"), .text("self = Self.allCases[index]"),
        ]),
      .blank,
      .block("\(access)func hash(into hasher: inout \(hasher))", [.text("hasher.combine(\(index))")]),
      .blank,
      .block(
        "private var \(index): \(int)",
        [
          .block(
            "switch self", names.enumerated().map { .label("case .\($1.name)", [.text("return \($0)")], comment: nil) })
        ]),
    ]
  }

  /// The names, a blank between two of them and lines of about a hundred characters.
  private var text: String {
    var rows: [String] = []
    var row = ""
    for (_, raw) in names {
      if row.count + raw.count > 100 {
        rows.append("  " + row + " \\")
        row = ""
      }
      row += (row.isEmpty ? "" : " ") + SwiftText.escaped(raw)
    }
    return (rows + ["  " + row]).joined(separator: "\n")
  }
}
