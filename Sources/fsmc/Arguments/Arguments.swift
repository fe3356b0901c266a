import FSMDiagnostics

/// A command's arguments, taken apart: options with their values, and the rest in order.
///
/// Understood are `--name`, `--name value`, `--name=value`, `-n`, `-n value`, `-nvalue`; options and operands in any order; `--` ends the
/// options; `-` is an operand. Of an option given twice the last one counts, unless it may be repeated.
struct Arguments {
  /// What is no option: files, mostly.
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]
  private var repeated: [String: [String]] = [:]
  private let command: CommandDescription

  /// True when an option without value was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option, or nil when it was not given.
  func value(_ name: String) -> String? { values[name] }

  /// The values of an option that may be repeated, in the order given.
  func values(_ name: String) -> [String] { repeated[name] ?? [] }

  init(_ words: some Collection<String>, of command: CommandDescription) throws(UsageError) {
    self.command = command
    var words = words.makeIterator()
    while let word = words.next() {
      if word == "--" {
        while let operand = words.next() { operands.append(operand) }
      } else if word.hasPrefix("--") {
        try takeLong(word.dropFirst(2)) { words.next() }
      } else if word.hasPrefix("-"), word != "-" {
        try takeShort(word.dropFirst()) { words.next() }
      } else {
        operands.append(word)
      }
    }
  }

  private mutating func takeLong(_ word: Substring, next: () -> String?) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.named(name) else { throw unknown("--" + name) }
    if option.isPlanned { throw UsageError("`--\(name)` is not supported by this version of fsmc", command: command.name) }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if option.value == nil {
      guard attached == nil else { throw UsageError("`--\(name)` takes no value", command: command.name) }
      values[name] = ""
    } else {
      try set(option, shown: "--" + name, to: attached ?? next())
    }
  }

  private mutating func takeShort(_ word: Substring, next: () -> String?) throws(UsageError) {
    guard let letter = word.first, let option = command.options.first(where: { $0.letter == letter }) else { throw unknown("-" + word) }
    let rest = word.dropFirst()
    if option.value == nil {
      guard rest.isEmpty else { throw unknown("-" + word) }
      values[option.name] = ""
    } else {
      try set(option, shown: "-\(letter)", to: rest.isEmpty ? next() : String(rest.first == "=" ? rest.dropFirst() : rest))
    }
  }

  private mutating func set(_ option: Option, shown: String, to value: String?) throws(UsageError) {
    guard let value, !value.isEmpty else {
      throw UsageError("`\(shown)` needs a value", hint: "write `\(option.usage)`", command: command.name)
    }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      let known = option.choices.joined(separator: ", ")
      let near = Suggestions.closest(to: value, among: option.choices).map { "did you mean `\($0)`? " } ?? ""
      throw UsageError("`\(shown)` cannot be `\(value)`", hint: "\(near)it is one of \(known)", command: command.name)
    }
    values[option.name] = value
    if option.isRepeatable { repeated[option.name, default: []].append(value) }
  }

  private func unknown(_ word: String) -> UsageError {
    let names = command.options.filter { !$0.isPlanned }.map(\.name)
    var near = Suggestions.closest(to: String(word.drop { $0 == "-" }), among: names)
    if names.contains(String(word.dropFirst())) { near = String(word.dropFirst()) }
    return UsageError("unknown option `\(word)`", hint: near.map { "did you mean `--\($0)`?" }, command: command.name)
  }
}
