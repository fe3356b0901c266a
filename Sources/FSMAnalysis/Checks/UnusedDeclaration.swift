import FSMDiagnostics
import FSMModel

/// A declaration that the machine never uses is left over, or something that should use it is missing. Variables and data that are only
/// written are used: whoever holds the machine can read them. Parameters need no use.
struct UnusedDeclaration: Check {
  static func findings(in facts: MachineFacts) -> [Diagnostic] {
    let uses = Uses(facts.machine)
    return events(facts) + callables(facts, uses) + variables(facts.machine, uses) + enumerations(facts.machine, uses)
  }

  private static func events(_ facts: MachineFacts) -> [Diagnostic] {
    let machine = facts.machine
    let takesAny = facts.usage.takesAny[machine.id.index]
    return machine.events.filter { $0.declaredIn == nil }.compactMap { event in
      let isEmitted = facts.usage.emittedEvents.contains(event.name)
      if event.isPrivate, !isEmitted {
        return Diagnostic(
          .unused, at: event.nameSpan, "private event `\(event.name)` is never raised or sent",
          hint: "only this machine can raise it: `raise \(event.name)`; leave `private` out when callers send it")
      }
      // What is raised for nobody is reported where it is raised.
      guard !isEmitted, !takesAny, !facts.usage.takenEvents.contains(event.name) else { return nil }
      return Diagnostic(
        .unused, at: event.nameSpan, "no state reacts to event `\(event.name)`", hint: "add `on \(event.name) …`, or remove the event")
    }
  }

  private static func callables(_ facts: MachineFacts, _ uses: Uses) -> [Diagnostic] {
    let machine = facts.machine
    let unused = machine.callables.filter { !uses.callables.contains($0.id) }
    if unused.isEmpty { return [] }
    // Declared alike in a machine inside, it is that machine's too, which says for itself whether it uses it.
    let inside = facts.chart.machines.inside(machine.id).map { facts.chart[$0] }
    let left = unused.filter { callable in
      !inside.contains { other in other.callables.contains { other.declares($0, like: callable, of: machine) } }
    }
    return left.map { callable in
      let (what, verb) =
        switch callable.kind {
        case .action: ("action", "performed")
        case .function: ("function", "called")
        case .activity: ("activity", "started")
        }
      return Diagnostic(.unused, at: callable.nameSpan, "\(what) `\(callable.name)` is never \(verb)", hint: "remove it, or use it")
    }
  }

  private static func variables(_ machine: Machine, _ uses: Uses) -> [Diagnostic] {
    machine.variables.filter { $0.owner == .root && !uses.variables.contains($0.id) }.map { variable in
      let what = variable.isConstant ? "constant" : "variable"
      return Diagnostic(.unused, at: variable.nameSpan, "\(what) `\(variable.name)` is never used", hint: "remove it, or use it")
    }
  }

  private static func enumerations(_ machine: Machine, _ uses: Uses) -> [Diagnostic] {
    machine.enumerations.filter { $0.declaredIn == nil && !uses.types.contains($0.name) }.map {
      Diagnostic(.unused, at: $0.nameSpan, "enum `\($0.name)` is never used", hint: "remove it, or use it as a type")
    }
  }
}

/// What the machine mentions.
private struct Uses {
  var callables: Set<CallableID> = []
  var variables: Set<VariableID> = []
  /// Words of all types, and names of Swift's own.
  var types: Set<String> = []

  init(_ machine: Machine) {
    collectExpressions(machine)
    machine.forEachEffect { effect in if case .perform(let id, _, _) = effect { callables.insert(id) } }
    callables.formUnion(machine.activityUses.map(\.activity))
    for text in machine.variables.map(\.typeText) { addWords(of: text) }
    for parameter in machine.events.flatMap(\.parameters) + machine.callables.flatMap(\.parameters) { addWords(of: parameter.typeText) }
    for text in machine.callables.compactMap(\.resultText) + (machine.conformances ?? []) { addWords(of: text) }
    for case .type(let text) in machine.callables.map(\.throwing) { addWords(of: text) }
  }

  private mutating func collectExpressions(_ machine: Machine) {
    machine.forEachExpression { expr in
      expr.forEachPart { part in
        switch part.kind {
        case .variable(let id): variables.insert(id)
        case .call(let id, _): callables.insert(id)
        case .enumCase(let id, _): types.insert(machine[id].name)
        case .swiftName(let name): types.insert(name)
        default: break
        }
      }
    }
  }

  private mutating func addWords(of type: String) {
    for word in type.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) { types.insert(String(word)) }
  }
}
