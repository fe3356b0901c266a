import FSMDiagnostics

/// A command line that cannot be understood; exit status 2.
struct UsageError: Error, Hashable {
  /// What is wrong, lower case, no full stop.
  var message: String
  /// What to write instead.
  var hint: String?
  /// The command whose help would say more.
  var command: String?
  /// How the program ends.
  var status: ExitStatus

  init(_ message: String, hint: String? = nil, command: String? = nil, status: ExitStatus = .usage) {
    (self.message, self.hint, self.command, self.status) = (message, hint, command, status)
  }

  /// The lines for standard error.
  var text: String {
    let more = command.map { "`fsmc \($0) --help`" } ?? "`fsmc --help`"
    var text = "fsmc: error: \(VisibleText.line(message))\n"
    if let hint { text += "hint: \(VisibleText.line(hint))\n" }
    return text + "see \(more)\n"
  }
}
