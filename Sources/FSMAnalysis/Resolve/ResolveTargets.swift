import FSMDiagnostics
import FSMModel
import FSMSyntax

/// Targets and the values they pass to the states on the way.
extension MachineResolver {
  /// All targets, or none after a report.
  mutating func resolve(_ syntax: TargetsSyntax, in scope: Scope) -> [Target] {
    var targets: [Target] = []
    for target in syntax.targets {
      guard let resolved = resolve(target, in: scope) else { return [] }
      targets.append(resolved)
    }
    return areOrthogonal(targets) ? targets : []
  }

  private mutating func resolve(_ syntax: TargetSyntax, in scope: Scope) -> Target? {
    if syntax.isSelf {
      let arguments = syntax.segments.first?.arguments ?? []
      let name = Name(machine[scope.holder].name, syntax.span)
      let values = self.arguments(arguments, of: scope.holder, name: name, span: syntax.span, in: scope) ?? []
      return Target(state: scope.holder, arguments: values, span: syntax.span)
    }
    guard let chain = states(along: syntax.path, from: scope.holder), let state = chain.last else { return nil }
    var arguments: [State.Assignment] = []
    for (segment, state) in zip(syntax.segments, chain) {
      guard let given = segment.arguments else { continue }
      guard let values = self.arguments(given, of: state, name: segment.name, span: segment.span, in: scope) else { continue }
      arguments += values
    }
    return Target(state: state, arguments: arguments, span: syntax.span)
  }

  /// Values for the data of one state.
  mutating func arguments(
    _ arguments: [ArgumentSyntax], of state: StateID, name: Name, span: Span, in scope: Scope
  ) -> [State.Assignment]? {
    if let used = machine[state].usedMachine {
      guard let first = arguments.first else { return [] }
      reporter.report(
        .wrongArguments, at: first.span,
        "values for machine `\(machines[used.index].name)` are passed where state `\(name.text)` is declared",
        labels: [.init(machine[state].nameSpan, "declared here")], hint: "write `state \(name.text): \(machines[used.index].name)(…)`")
      return nil
    }
    guard state != .root else {
      reporter.report(.wrongArguments, at: span, "the machine's own values are passed at the start, not by a target")
      return nil
    }
    let data = machine[state].data
    let slots = data.map { ArgumentSlot(machine[$0]) }
    guard let values = match(arguments, to: slots, of: name, span: span, declared: machine[state].nameSpan, in: scope.at(.value)) else {
      return nil
    }
    return zip(data, values).compactMap { id, value in value.map { .init(variable: id, value: $0) } }
  }

  /// Several targets must be active together: in different regions of one parallel state.
  ///
  /// In document order, what two targets have around them is what some two neighbours between them have around them, so comparing
  /// neighbours is enough.
  private mutating func areOrthogonal(_ targets: [Target]) -> Bool {
    guard targets.count > 1 else { return true }
    let ordered = targets.sorted { $0.state < $1.state }
    for (lhs, rhs) in zip(ordered, ordered.dropFirst()) {
      let common = machine.innermostProperAncestor(of: lhs.state, and: [rhs.state])
      let isNested = machine.contains(lhs.state, rhs.state)
      guard isNested || machine[common].kind != .parallel else { continue }
      let (first, second) = lhs.span.start <= rhs.span.start ? (lhs, rhs) : (rhs, lhs)
      reporter.report(
        .badTarget, at: second.span,
        isNested
          ? "one target contains the other, so naming both says nothing new"
          : "`\(machine.pathName(of: first.state))` and `\(machine.pathName(of: second.state))` cannot be active together",
        labels: [
          .init(first.span, "the other target"),
          .init(machine[common].nameSpan, isNested ? "both inside `\(machine[common].name)`" : "`\(machine[common].name)` is not parallel"),
        ],
        hint: isNested ? "name only the inner one" : "several targets lie in different regions of one parallel state")
      return false
    }
    return true
  }
}

extension ArgumentSlot {
  init(_ variable: Variable) {
    self.init(
      name: variable.name, isLabelled: variable.isLabelled, type: variable.type, typeText: variable.typeText,
      hasDefault: variable.value != nil)
  }
}
