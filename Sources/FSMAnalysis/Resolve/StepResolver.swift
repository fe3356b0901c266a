import FSMDiagnostics
import FSMModel
import FSMSyntax

/// What single steps mean to a machine: scenarios that are written as they run.
///
/// For example: `StepResolver(files, machine: id)?.resolve(step)`.
public struct StepResolver: Sendable {
  /// What was understood, and what was not.
  public struct Resolved<Part: Sendable>: Sendable {
    /// Nil where an error was found.
    public var part: Part?
    public var diagnostics: [Diagnostic]
  }

  private var resolver: MachineResolver

  /// Nil where the files declare no such machine.
  public init?(_ files: [SyntaxFile], machine: MachineID) {
    var work = ChartResolver(files: files)
    work.run()
    guard work.resolvers.indices.contains(machine.index) else { return nil }
    resolver = work.resolvers[machine.index]
    resolver.machines = work.chart.machines
  }

  public var machine: Machine { resolver.machine }

  /// The event of a name, private ones included.
  public func event(named name: String) -> EventID? { resolver.names.events[name] }

  /// Constants and variables whose values are known, so that `start` may leave them out.
  public var known: Set<VariableID> {
    get { resolver.knownAtStart }
    set { resolver.knownAtStart = newValue }
  }

  public mutating func resolve(_ step: ScenarioSyntax.Step.Kind, span: Span) -> Resolved<Scenario.Step> {
    work { resolver in resolver.resolve(step, span: span).map { Scenario.Step(kind: $0, span: span) } }
  }

  /// An event with arguments, private ones too; the arguments are nil where `arguments` is.
  public mutating func resolve(event name: Name, _ arguments: [ArgumentSyntax]?) -> Resolved<(EventID, [Expr]?)> {
    work { resolver in
      guard let id = resolver.event(named: name) else { return nil }
      guard let arguments else { return (id, nil) }
      let event = resolver.machine[id]
      let values = resolver.match(
        arguments, to: event.slots, of: name, span: name.span, declared: event.nameSpan, in: Scope(place: .value))
      return values.map { (id, $0.compactMap { $0 }) }
    }
  }

  /// A value of a type.
  public mutating func resolve(_ value: ExprSyntax, as type: ValueType) -> Resolved<Expr> {
    work { $0.check(value, type, in: Scope(place: .value)) }
  }

  /// A value for a constant or variable that the caller passes at the start.
  public mutating func resolve(_ value: ExprSyntax, for variable: VariableID) -> Resolved<Expr> {
    work { $0.check(value, $0.machine[variable].type, in: Scope(place: .declaration)) }
  }

  private mutating func work<Part>(_ body: (inout MachineResolver) -> Part?) -> Resolved<Part> {
    // Findings, and the number of suggestions, start anew with each line.
    resolver.reporter = Reporter()
    let part = body(&resolver)
    let found = resolver.reporter.diagnostics
    return Resolved(part: found.hasErrors ? nil : part, diagnostics: found)
  }
}
