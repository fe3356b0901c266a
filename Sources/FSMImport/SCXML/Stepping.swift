import FSMDiagnostics
import FSMSyntax

/// Eventless transitions whose conditions count: `cond="++x == 2"`.
///
/// Guards of the language change nothing. Where one of the transitions is always taken, nothing else looks at the data between the
/// condition and the transition's content, and each branch can do the steps of all conditions up to its own.
extension SCXMLTranslator {
  mutating func steppingBranches(_ list: [Int], _ work: inout StateReactions) -> [BranchSyntax] {
    var context = Context()
    var branches: [BranchSyntax] = []
    var steps: [EffectSyntax] = []
    for index in list {
      let transition = work.source.transitions[index]
      work.used.insert(index)
      var condition: ExprSyntax?
      if var source = transition.condition {
        if let (name, amount, pure, span) = source.leadingStep {
          guard mayStep(name, work.state, at: span) else { return [] }
          context.steps[name, default: 0] += amount
          steps.append(step(name, amount, span))
          source = pure
        }
        guard let found = self.condition(source, context) else { return [] }
        condition = found.literalTruth == true ? nil : found
      }
      let targets = transition.targets.isEmpty ? nil : transitionTargets(transition, from: work.state)
      if targets == nil, !transition.targets.isEmpty { return [] }
      branches.append(
        BranchSyntax(
          doc: nil, condition: condition, otherwise: nil, effects: steps + effects(transition.actions, Context()), targets: targets,
          span: transition.span))
      if condition == nil { return branches }
    }
    report(
      .notImported, at: work.source.transitions[list[0]].nameSpan,
      "a condition that changes data has no counterpart where none of the transitions may be taken",
      hint: "change the data with `<assign>`")
    return []
  }

  private func step(_ name: String, _ amount: Int, _ span: Span) -> EffectSyntax {
    var names = valueNames
    let place = ExprSyntax(.name(Name(names.name(for: name), span)), span)
    return .assign(
      place: place, amount > 0 ? .add : .subtract, value: ExprSyntax(.integer("\(amount.magnitude)"), span), span: span)
  }

  /// Whether nobody can see that the step is done a little later: no region beside, and no `<onexit>` that knows the data.
  private mutating func mayStep(_ name: String, _ state: Int, at span: Span) -> Bool {
    let isAlone = !ancestorsAndSelf(of: state).contains { outline.states[$0].kind == .parallel }
    var isRead = false
    for state in outline.states {
      state.exit.forEachAction { action in
        if case .assign(let assignment) = action, assignment.name == name { isRead = true }
        isRead = isRead || action.expressions.contains { $0.names.contains(name) }
      }
    }
    let isNumber = types.types[name] == .int || types.types[name] == .double
    if declared.contains(name), isAlone, !isRead, isNumber { return true }
    report(.notImported, at: span, "a condition that changes data has no counterpart here", hint: "change the data with `<assign>`")
    return false
  }
}

extension JSExpr {
  /// `++x == 2` as a step of `x` and `x == 2`; nil where the step does not come first or what follows reads `x` too.
  fileprivate var leadingStep: (name: String, amount: Int, pure: JSExpr, span: Span)? {
    if case .step(let inner, let amount) = kind, case .name(let name) = inner.kind { return (name, amount, inner, span) }
    guard case .binary(let lhs, let sign, let rhs) = kind, let found = lhs.leadingStep, !rhs.names.contains(found.name) else { return nil }
    return (found.name, found.amount, JSExpr(kind: .binary(found.pure, sign, rhs), span: span, height: height), found.span)
  }
}
