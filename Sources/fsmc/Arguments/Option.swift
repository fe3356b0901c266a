/// One option of a command.
struct Option: Sendable {
  /// The name without dashes: `output`.
  var name: String
  /// The short form's letter.
  var letter: Character?
  /// What stands for the value in the help: `FILE`; nil for an option without value.
  var value: String?
  /// The values allowed; empty where any will do.
  var choices: [String] = []
  /// What it does, as a fragment for the help.
  var help: String
  /// True for an option that is understood but not built yet: it is refused with that explanation, and the help leaves it out.
  var isPlanned = false
  /// True where each occurrence counts, not only the last.
  var isRepeatable = false

  init(
    _ name: String, _ letter: Character? = nil, value: String? = nil, choices: [String] = [], isRepeatable: Bool = false, help: String
  ) {
    (self.name, self.letter, self.value, self.choices, self.help) = (name, letter, value, choices, help)
    self.isRepeatable = isRepeatable
  }

  /// One that this version refuses.
  static func planned(_ name: String, value: String? = nil) -> Option {
    var option = Option(name, value: value, help: "")
    option.isPlanned = true
    return option
  }

  /// As the help shows it: `-o, --output FILE`.
  var usage: String {
    let short = letter.map { "-\($0), " } ?? ""
    let argument = value.map { " " + (choices.isEmpty ? $0 : choices.joined(separator: "|")) } ?? ""
    return short + "--" + name + argument
  }
}

extension [Option] {
  /// What every command that reads charts understands.
  static let common: [Option] = [
    Option("from", value: "FORMAT", choices: ["fsm", "json", "scxml"], help: "the language of the input, where its name does not say it"),
    Option("diagnostics", value: "STYLE", choices: ["text", "json", "sarif"], help: "how findings are written to standard error"),
    Option("color", value: "WHEN", choices: ["auto", "always", "never"], help: "colours in findings; NO_COLOR turns `auto` off"),
    Option("warnings-as-errors", help: "treat warnings as errors"),
    Option("quiet", help: "write nothing but findings and results"),
    .help,
  ]

  func named(_ name: String) -> Option? { first { $0.name == name } }
}

extension Option {
  static let help = Option("help", "h", help: "show this help")
}
