/// What the help and the argument parser know of a command.
struct CommandDescription: Sendable {
  /// The word that names it: `compile`.
  var name: String
  /// What it does, in one line.
  var summary: String
  /// What follows `fsmc` in the usage line.
  var usage: String
  /// Paragraphs below the options.
  var notes: String
  var options: [Option]

  /// The page that `fsmc NAME --help` prints.
  var help: String {
    let shown = options.filter { !$0.isPlanned }
    let width = (shown.map(\.usage.count).max() ?? 0) + 2
    let lines = shown.map { "  " + $0.usage + String(repeating: " ", count: width - $0.usage.count) + $0.help }
    return """
      \(summary)

      usage: fsmc \(usage)

      options:
      \(lines.joined(separator: "\n"))
      \(notes.isEmpty ? "" : "\n" + notes + "\n")
      """
  }
}
