import FSMAnalysis
import FSMDiagnostics
import FSMModel
import FSMSimulate
import FSMSyntax

/// A machine of a chart, ready to be simulated: lines of text become commands here.
public struct Simulation: Sendable {
  public let assembly: Assembly
  public let sources: SourceMap
  private var resolver: StepResolver

  /// What one line says.
  public enum Command: Sendable {
    case step(Scenario.Step)
    case answer(text: String, Value)
    /// The arguments are nil where they were not given.
    case why(AssembledEventID, [Expr]?)
    /// A command of the simulator's own: `state`, `undo`.
    case word(Word, argument: String?, Span)

    public var isQuit: Bool { if case .word(.quit, _, _) = self { true } else { false } }
  }

  /// The commands that stand alone.
  public enum Word: String, Sendable, CaseIterable {
    case start, state, events, undo, help, quit
  }

  /// What reading a line gave.
  public struct Reading<Part: Sendable>: Sendable {
    /// Nil for a line that holds nothing, or could not be understood.
    public var part: Part?
    public var diagnostics: [Diagnostic]
    /// The chart's files, and the line at its place in the file it is from.
    public var sources: SourceMap
  }

  /// Nil where the chart has errors, or the machine is too large with all that it uses.
  public init?(_ compilation: Compilation, machine: MachineID) {
    guard !compilation.hasErrors, let assembly = Assembly(compilation.chart, machine: machine),
      let resolver = StepResolver(compilation.files, machine: machine)
    else { return nil }
    self.assembly = assembly
    self.resolver = resolver
    sources = compilation.sources
  }

  public var machine: Machine { assembly.machine(of: .machine) }

  /// Reads a line.
  ///
  /// - Parameter known: Constants and variables that `start` may leave out.
  public mutating func command(_ line: InputLine, known: Set<VariableID>) -> Reading<Command> {
    resolver.known = known
    return read(line, CommandSyntax.parse) { simulation, syntax in simulation.command(syntax) }
  }

  /// Reads a value that somebody was asked for.
  public mutating func value(_ line: InputLine, of type: ValueType) -> Reading<Expr> {
    read(line, CommandSyntax.parseValue) { simulation, syntax in
      let resolved = simulation.resolver.resolve(syntax, as: type)
      return (resolved.part, resolved.diagnostics)
    }
  }

  /// The text of a span of a line.
  public func text(of span: Span, in line: InputLine) -> String {
    SourceFile(id: span.file, path: line.path, bytes: line.bytes).text(of: span)
  }

  /// What a setting gives a value to.
  public enum Setting: Sendable {
    case variable(VariableID, Expr)
    case given(Scenario.Step)
  }

  /// Reads `stock = 1`, or `isOpen(at: 3) = true`.
  public mutating func setting(_ line: InputLine) -> Reading<Setting> {
    read(line, CommandSyntax.parseSetting) { simulation, syntax in simulation.setting(syntax) }
  }

  private mutating func setting(_ syntax: CommandSyntax.Setting) -> (Setting?, [Diagnostic]) {
    let name = syntax.name
    if syntax.arguments.isEmpty, let variable = machine[.root].data.map({ machine[$0] }).first(where: { $0.name == name.text }) {
      guard variable.value == nil else {
        let finding = Diagnostic(
          .notAssignable, at: name.span, "the chart itself says what `\(name.text)` is at the start",
          labels: [.init(variable.nameSpan, "declared here")], hint: "callers pass only what has no value in the chart")
        return (nil, [finding])
      }
      let resolved = resolver.resolve(syntax.value, for: variable.id)
      return (resolved.part.map { .variable(variable.id, $0) }, resolved.diagnostics)
    }
    let isFunction = machine.callables.contains { $0.name == name.text }
    let open = machine[.root].data.map { machine[$0] }.filter { $0.value == nil }.map(\.name)
    guard isFunction else {
      let names = open + machine.callables.filter { $0.kind == .function && $0.body == nil }.map(\.name)
      let near = Suggestions.closest(to: name.text, among: names)
      return (nil, [.init(.unknownName, at: name.span, "unknown name `\(name.text)`", hint: near.map { "did you mean `\($0)`?" })])
    }
    let span = name.span.joined(with: syntax.value.span)
    let resolved = resolver.resolve(.given(name, syntax.arguments, syntax.value), span: span)
    return (resolved.part.map { .given($0) }, resolved.diagnostics)
  }

  private mutating func read<Syntax, Part: Sendable>(
    _ line: InputLine, _ parse: (SourceFile) -> (Syntax?, [Diagnostic]),
    _ understand: (inout Simulation, Syntax) -> (Part?, [Diagnostic])
  ) -> Reading<Part> {
    let file = SourceFile(id: FileID(sources.files.count), path: line.path, bytes: line.bytes)
    var (syntax, found) = parse(file)
    var part: Part?
    if let understood = syntax, !found.hasErrors {
      let result = understand(&self, understood)
      part = result.0
      found += result.1
    }
    syntax = nil
    guard !found.isEmpty else { return Reading(part: part, diagnostics: [], sources: sources) }
    return Reading(part: found.hasErrors ? nil : part, diagnostics: line.placed(found, file.id), sources: line.added(to: sources))
  }
}

extension Simulation {
  fileprivate mutating func command(_ syntax: CommandSyntax) -> (Command?, [Diagnostic]) {
    switch syntax.kind {
    case .word(let word, let argument): return command(word, argument)
    case .step(.event(let name, let arguments)) where resolver.event(named: name.text) == nil:
      if arguments.isEmpty, Word(rawValue: name.text) != nil { return command(name, nil) }
      return (nil, [unknown(name)])
    case .step(let step):
      let resolved = resolver.resolve(step, span: syntax.span)
      return (resolved.part.map { .step($0) }, resolved.diagnostics)
    case .why(let event, let arguments):
      guard resolver.event(named: event.text) != nil else { return (nil, [unknown(event, withCommands: false)]) }
      let resolved = resolver.resolve(event: event, arguments)
      return (resolved.part.map { .why(assembly[.machine].events[$0.0.index], $0.1) }, resolved.diagnostics)
    case .answer(let text, let value):
      let resolved = resolver.resolve(value, as: .unknown)
      guard let expr = resolved.part else { return (nil, resolved.diagnostics) }
      guard let known = Interpreter(assembly).evaluate(expr) else {
        return (nil, [.init(.typeMismatch, at: expr.span, "an answer is a value that needs no machine", hint: "write a literal")])
      }
      return (.answer(text: text.value, known), resolved.diagnostics)
    }
  }

  private func command(_ word: Name, _ argument: Name?) -> (Command?, [Diagnostic]) {
    guard let command = Word(rawValue: word.text) else {
      let near = Suggestions.closest(to: word.text, among: Word.allCases.map(\.rawValue))
      let hint = near.map { "did you mean `\($0)`?" } ?? "`help` lists what can be said here"
      return (nil, [.init(.unknownName, at: word.span, "unknown command `\(word.text)`", hint: hint)])
    }
    return (.word(command, argument: argument?.text, word.span), [])
  }

  private func unknown(_ name: Name, withCommands: Bool = true) -> Diagnostic {
    let events = machine.events.filter { !$0.isPrivate }.map(\.name)
    let commands = withCommands ? Self.words : []
    let near = Suggestions.closest(to: name.text, among: events + commands)
    let list = events.prefix(8).map { "`\($0)`" }.joined(separator: ", ") + (events.count > 8 ? ", …" : "")
    let hint = near.map { "did you mean `\($0)`?" } ?? (events.isEmpty ? "the machine has no events" : "its events are \(list)")
    return Diagnostic(
      .unknownName, at: name.span, "unknown event \(withCommands ? "or command " : "")`\(name.text)`", hint: hint,
      fixes: near.map { [.init("write `\($0)`", [.init(name.span, $0)])] } ?? [])
  }

  /// The words that can open a line, events left aside.
  public static let words = Word.allCases.map(\.rawValue) + ["advance", "why", "given", "set", "done", "failed", "expect"]
}
