/// Which files an output was made from, as a rule that Make and Ninja read.
enum DependencyFile {
  struct Rule {
    var output: String
    var inputs: [String]
  }

  /// The rules, one a line.
  static func text(_ rules: [Rule]) -> String {
    rules.map { "\(escape($0.output)): \($0.inputs.map(escape).joined(separator: " "))\n" }.joined()
  }

  /// A path as the rule writes it: blanks, `#` and `\` behind a backslash, `$` doubled, as compilers' `-MD` does.
  static func escape(_ path: String) -> String {
    var result = ""
    for character in path {
      switch character {
      case " ", "\t", "#", "\\", ":": result += "\\" + String(character)
      case "$": result += "$$"
      default: result.append(character)
      }
    }
    return result
  }
}
