import FSMDiagnostics

/// Lines for the simulator. They are no part of a chart, so the grammar of charts does not have them.
///
/// A line is a step of a scenario, so that a scenario's steps can be pasted and a session kept as a scenario. What is added needs a second
/// word, or a colon before the first, and so cannot be an event.
extension Parser {
  mutating func readCommand() -> CommandSyntax? {
    guard kind != .endOfFile else { return nil }
    let start = current.span
    return readKind().map { CommandSyntax(kind: $0, span: span(from: start)) }
  }

  private mutating func readKind() -> CommandSyntax.Kind? {
    if take(.colon) { return readWord() }
    guard kind == .identifier else { return parseStep().map { .step($0.kind) } }
    let word = text(current)
    switch (word, ahead(1).kind) {
    case ("why", _) where ahead(1).isName: return readWhy()
    case ("done", _) where ahead(1).isName, ("failed", _) where ahead(1).isName: return readOutcome(failed: word == "failed")
    case ("given", .string), ("set", .string): return readAnswer()
    case ("set", _) where ahead(1).isName && [.leftParenthesis, .assign].contains(ahead(2).kind): return readGiven()
    case ("undo", .integer) where ahead(2).kind == .endOfFile, ("help", _) where ahead(1).isName && ahead(2).kind == .endOfFile:
      return readWord()
    default: return parseStep().map { .step($0.kind) }
    }
  }

  /// `help why`, `undo 2`
  private mutating func readWord() -> CommandSyntax.Kind? {
    guard let word = parseName("a command of the simulator") else { return nil }
    guard kind == .integer || current.isName else { return .word(word, argument: nil) }
    let argument = Name(text(current), current.span)
    advance()
    return .word(word, argument: argument)
  }

  private mutating func readWhy() -> CommandSyntax.Kind? {
    advance()
    guard let event = parseName("the name of an event") else { return nil }
    return .why(event, kind == .leftParenthesis ? parseArguments() : nil)
  }

  /// `done load 3`, `failed loading.load`: what `load.done(3)` says, in the order it comes to mind.
  private mutating func readOutcome(failed: Bool) -> CommandSyntax.Kind? {
    advance()
    guard let path = readPath() else { return nil }
    if kind == .leftParenthesis, touchesPrevious { return .step(.outcome(path, failed: failed, parseArguments())) }
    guard kind != .endOfFile else { return .step(.outcome(path, failed: failed, [])) }
    let value = parseExpression()
    return .step(.outcome(path, failed: failed, [ArgumentSyntax(label: nil, value: value, span: value.span)]))
  }

  /// A path whose parts touch: in `failed load .timeout` the case is no part of it.
  private mutating func readPath() -> PathSyntax? {
    guard let first = parseName("the name of an activity") else { return nil }
    var segments = [first]
    while kind == .dot, touchesPrevious {
      advance()
      guard let next = parseName("a name after `.`") else { return nil }
      segments.append(next)
    }
    return PathSyntax(segments: segments)
  }

  private mutating func readAnswer() -> CommandSyntax.Kind? {
    advance()
    guard let text = parsePlainString(), expect(.assign, "`=` and the answer") else { return nil }
    return .answer(text, parseExpression())
  }

  private mutating func readGiven() -> CommandSyntax.Kind? {
    advance()
    guard let setting = readSetting() else { return nil }
    return .step(.given(setting.name, setting.arguments, setting.value))
  }

  mutating func readSetting() -> CommandSyntax.Setting? {
    guard let name = parseName("a name") else { return nil }
    let arguments = kind == .leftParenthesis ? parseArguments() : []
    guard expect(.assign, "`=` and a value") else { return nil }
    return CommandSyntax.Setting(name: name, arguments: arguments, value: parseExpression())
  }
}
