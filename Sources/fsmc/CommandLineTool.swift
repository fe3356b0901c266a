import FSMDiagnostics

/// The whole program: words in, exit status out.
enum CommandLineTool {
  static let version = "0.1.0"

  static func run(_ words: [String]) -> ExitStatus {
    do throws(UsageError) {
      return try dispatch(words)
    } catch {
      _ = Stream.write(Array(error.text.utf8), to: STDERR_FILENO)
      return error.status
    }
  }

  private static func dispatch(_ words: [String]) throws(UsageError) -> ExitStatus {
    switch words.first {
    case nil: throw UsageError("a command is missing", hint: "start with `fsmc compile machine.fsm`")
    case "--help", "-h": return Stream.result(Array(help.utf8))
    case "--version", "-V": return Stream.result(Array("fsmc \(version)\n".utf8))
    case "help": return try help(about: words.dropFirst().first)
    case .some(let word): return try run(word, words.dropFirst())
    }
  }

  private static func run(_ name: String, _ words: ArraySlice<String>) throws(UsageError) -> ExitStatus {
    let command = try command(named: name)
    // Before anything else, so that it helps with a line that is wrong elsewhere too.
    let words = try OptionsFile.expand(words)
    let options = words.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") { return Stream.result(Array(command.description.help.utf8)) }
    if options.contains("--version") { return Stream.result(Array("fsmc \(version)\n".utf8)) }
    return try command.run(Arguments(words, of: command.description))
  }

  private static func help(about name: String?) throws(UsageError) -> ExitStatus {
    guard let name else { return Stream.result(Array(help.utf8)) }
    return Stream.result(Array(try command(named: name).description.help.utf8))
  }

  private static func command(named name: String) throws(UsageError) -> Command {
    if let command = Command(rawValue: name) { return command }
    if name.hasPrefix("-") { throw UsageError("unknown option `\(name)`", hint: "options stand behind the command") }
    if name.hasSuffix(".fsm") { throw UsageError("`\(name)` is no command", hint: "did you mean `fsmc compile \(name)`?") }
    let near = Suggestions.closest(to: name, among: Command.allCases.map(\.rawValue) + ["help"])
    throw UsageError("unknown command `\(name)`", hint: near.map { "did you mean `fsmc \($0)`?" })
  }

  private static var help: String {
    let width = (Command.allCases.map(\.rawValue.count).max() ?? 0) + 2
    let lines = Command.allCases.map { command in
      "  " + command.rawValue + String(repeating: " ", count: width - command.rawValue.count) + command.description.summary
    }
    return """
      fsmc compiles state charts to Swift.

      usage: fsmc COMMAND [OPTIONS] [FILE...]

      commands:
      \(lines.joined(separator: "\n"))

      `fsmc COMMAND --help` says more about each, `fsmc --version` shows the version; `@FILE` stands for the words in a file.

      exit status: 0 fine, 1 the chart has errors, a scenario failed or `--check` found a stale file, 2 wrong usage, 3 a file could not be
      read or written

      """
  }
}
