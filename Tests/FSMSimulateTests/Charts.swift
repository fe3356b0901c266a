import FSMAnalysis
import FSMDiagnostics
import FSMModel
import FSMSimulate
import FSMSyntax
import Testing

/// A chart as tests write it, with its machines set into their places.
struct TestChart {
  var chart: Chart
  var assembly: Assembly
  var sources: SourceMap

  /// Fails the test when the text has errors.
  init(_ text: String, path: String = "test.fsm", sourceLocation: SourceLocation = #_sourceLocation) throws {
    var sources = SourceMap()
    let id = sources.add(path: path, bytes: Array(text.utf8))
    let syntax = SyntaxFile(parsing: sources[id])
    let resolution = Resolution.resolve([syntax])
    let errors = (syntax.diagnostics + resolution.diagnostics).filter { $0.severity == .error }
    try #require(errors.isEmpty, "\(TextRenderer().render(errors, in: sources))", sourceLocation: sourceLocation)
    chart = resolution.chart
    assembly = try #require(Assembly(chart, machine: MachineID(0)))
    self.sources = sources
  }

  /// A machine that has started.
  func started(_ options: Interpreter.Options = .init(), environment: Environment = .init()) -> Interpreter {
    var interpreter = Interpreter(assembly, options: options)
    interpreter.start(environment: environment)
    return interpreter
  }
}

extension Interpreter {
  /// Sends an event by its name.
  @discardableResult
  mutating func send(_ name: String, _ arguments: [Value] = [], environment: Environment = .init()) -> Call {
    guard let event = assembly.event(named: name) else {
      Issue.record("no event `\(name)`")
      return start()
    }
    return send(event, arguments, environment: environment)
  }

  /// The value of a variable or datum by its name.
  func value(_ name: String) -> Value? { namedValues.first { $0.name == name }?.value }
}

extension Call {
  /// The effects' texts.
  func texts(_ assembly: Assembly) -> [String] { effects.map { TraceText(assembly).text(of: $0) } }
}
