import FSMDiagnostics
import FSMModel
import FSMSimulate

/// Assertions, ends, and configurations that nothing leads out of.
extension Judge {
  private static let mostReports = 5

  mutating func judgeAssertions() {
    let outlook = machine.assertions.contains { if case .alwaysReachable = $0.kind { true } else { false } } ? Outlook(explorer) : nil
    for (index, assertion) in machine.assertions.enumerated() {
      verdict.assertions += 1
      switch assertion.kind {
      case .never(let condition):
        guard let place = explorer.violations[index] else {
          settle(assertion, isRuledOut: rulesOut(condition), condition)
          continue
        }
        decisions.violations.append(.happens)
        verdict.brokenAssertions += 1
        let trace = counterexample.trace(of: explorer.path(to: place))
        report(Diagnostic(.assertionFails, at: assertion.span, "this assertion does not hold", trace: trace))
      case .alwaysReachable(let state):
        let node = assembly.node(of: state)
        guard let place = outlook?.lost(wanting: { explorer.places.isIn(node, $0) }).first else {
          settle(assertion)
          continue
        }
        decisions.violations.append(.happens)
        verdict.brokenAssertions += 1
        let trace = counterexample.trace(of: explorer.path(to: place))
        report(
          Diagnostic(
            .assertionFails, at: assertion.span, "`\(machine.pathName(of: state))` cannot be reached any more from \(here(place))",
            trace: trace))
      }
    }
  }

  private mutating func settle(_ assertion: Assertion, isRuledOut: Bool = false, _ condition: Expr? = nil) {
    guard !isProof, !isRuledOut else {
      verdict.heldAssertions += 1
      decisions.violations.append(.never)
      return
    }
    decisions.violations.append(.open)
    let why =
      explorer.isComplete
      ? "values from outside were tried only where the chart mentions them"
      : "\(explorer.places.count) configurations were tried, and there are more"
    let more =
      explorer.isComplete
      ? "nothing that violates it was found"
      : explorer.wasStopped ? "give it more time: `--time`" : "raise the bound: `--bound \(explorer.bound * 10)`"
    report(
      Diagnostic(
        .assertionUndecided, at: assertion.span, "this assertion was not decided: \(why)",
        hint: [condition.flatMap(doubt), more].compactMap { $0 }.joined(separator: "; ")))
  }

  /// Configurations in which nothing can happen any more, and those from which the machine cannot end although it can elsewhere.
  mutating func judgeEnds() {
    guard explorer.places.indices.contains(where: explorer.places.hasEnded) else { return judgeRests() }
    let outlook = Outlook(explorer)
    var reported: Set<Int> = []
    var count = 0
    for place in outlook.lost(wanting: explorer.places.hasEnded) where count < Judge.mostReports && !reported.contains(place) {
      let after = outlook.after(place)
      reported.formUnion(after)
      guard !isIntended(after), !isKnown(place) else { continue }
      count += 1
      let trace = counterexample.trace(of: explorer.path(to: place))
      let stuck = after.contains { explorer.places.isStuck($0) }
      report(
        Diagnostic(
          stuck && after.count == 1 ? .stuck : .endOutOfReach, at: span(of: place),
          stuck && after.count == 1
            ? "nothing can happen any more in \(here(place)), and the machine has not ended"
            : "the machine cannot end any more from \(here(place))",
          hint: "lead on to the end, or write `ignore *` in a state that is meant to be kept for good", trace: trace))
    }
  }

  /// Configurations without a way on in a machine that never ends: where it has an end, that is a mistake; else perhaps the end.
  private mutating func judgeRests() {
    let hasEnd = machine.states.contains { $0.kind == .final && $0.parent == .root }
    var seen: Set<[NodeID]> = []
    for index in explorer.places.indices where explorer.places.isStuck(index) && seen.count < Judge.mostReports {
      guard seen.insert(explorer.places.configuration(index)).inserted else { continue }
      report(
        Diagnostic(
          .stuck, at: span(of: index), "nothing can happen any more in \(here(index))", severity: hasEnd ? nil : .note,
          hint: "lead on, mark it `final` where it is the end, or write `ignore *` where it is meant to rest for good",
          trace: counterexample.trace(of: explorer.path(to: index))))
    }
  }

  private func isIntended(_ places: Set<Int>) -> Bool {
    places.contains { place in
      explorer.places.configuration(place).contains { node in
        assembly[node].layers.contains { layer in assembly.state(layer).ignored.contains { $0.event == nil } }
      }
    }
  }

  /// Whether the checks have found that nothing leads out of one of the states.
  private func isKnown(_ place: Int) -> Bool {
    explorer.places.configuration(place).contains { node in
      assembly[node].layers.contains { layer in
        known.has(.deadEnd, at: assembly.state(layer).nameSpan)
      }
    }
  }

  private func span(of place: Int) -> Span {
    guard let innermost = explorer.places.configuration(place).last, let layer = assembly[innermost].layers.first else {
      return machine.nameSpan
    }
    return assembly.state(layer).nameSpan
  }

  /// `` `a` `` or `` `a` and `b` ``: the innermost states of a place.
  private func here(_ place: Int) -> String {
    let configuration = explorer.places.configuration(place)
    let inner = configuration.indices.filter { index in
      index + 1 == configuration.count || !assembly.contains(configuration[index], configuration[index + 1])
    }
    return inner.map { "`\(assembly.pathName(of: configuration[$0]))`" }.joined(separator: " and ")
  }
}
