import FSMDiagnostics
import FSMSyntax

/// How the completion of each state reaches those who wait for it.
///
/// `done.state.x` is an event that any state may take, now or later; the language's `done` is seen by the state itself and those around
/// it. Where others wait too, and `*` waits for everything, the final states raise an event of their own instead.
extension SCXMLTranslator {
  mutating func addCompletions() {
    let completable = completableStates()
    var entryOf: [Int: Int] = [:]
    for state in outline.states.indices where completable[state] && outline.states[state].kind != .root {
      let id = outline.states[state].id?.text ?? stateNames[state]
      entryOf[state] = events.add("done.state.\(id)", .completion(state: state), span: outline.states[state].nameSpan)
    }
    guard !entryOf.isEmpty else { return }
    let observers = observers(of: entryOf)
    for state in outline.states.indices {
      guard let entry = entryOf[state] else { continue }
      if observers.named[state]?.isEmpty != false, observers.wild.isEmpty { continue }
      let seen = (observers.named[state] ?? []).allSatisfy { outline.contains($0, state) }
      let wildAround = ancestorsAndSelf(of: state).count { observers.wild.contains($0) }
      if seen, wildAround == observers.wild.count { observed.insert(state) } else { raise(entry, for: state) }
    }
    // Regions complete before the whole does, so what they queue must stand first.
    for state in outline.states.indices where raisedCompletions[state] != nil && outline.states[state].kind == .parallel {
      for region in outline.states[state].children where observed.contains(region) {
        if let entry = entryOf[region] { raise(entry, for: region) }
      }
    }
  }

  private mutating func raise(_ entry: Int, for state: Int) {
    events.setKind(.raisedCompletion(state: state), of: entry)
    raisedCompletions[state] = entry
    observed.remove(state)
  }

  private func observers(of entryOf: [Int: Int]) -> (named: [Int: [Int]], wild: Set<Int>) {
    var named: [Int: [Int]] = [:]
    var wild: Set<Int> = []
    for (source, state) in outline.states.enumerated() {
      for descriptor in state.transitions.flatMap(\.events) {
        if descriptor.text == "*" {
          wild.insert(source)
        } else if descriptor.text.hasPrefix("done") {
          for entry in events.matches(descriptor.text) {
            if case .completion(let state) = events[entry].kind { named[state, default: []].append(source) }
          }
        }
      }
    }
    return (named, wild)
  }

  func ancestorsAndSelf(of state: Int) -> [Int] {
    var found = [state]
    while let parent = outline.states[found[found.count - 1]].parent { found.append(parent) }
    return found
  }

  /// Children come behind what is around them, so going backwards goes inside out.
  private func completableStates() -> [Bool] {
    var completes = outline.states.map { _ in false }
    for index in outline.states.indices.reversed() {
      let children = outline.states[index].children
      switch outline.states[index].kind {
      case .state, .root: completes[index] = children.contains { outline.states[$0].kind == .final }
      case .parallel:
        let regions = children.filter { !outline.states[$0].isHistory }
        completes[index] = !regions.isEmpty && regions.allSatisfy { completes[$0] }
      case .final, .history: break
      }
    }
    return completes
  }

  /// What a final state raises when it is entered.
  mutating func completionEffects(of final: Int) -> [EffectSyntax] {
    guard let owner = outline.states[final].parent else { return [] }
    let span = outline.states[final].nameSpan
    var effects: [EffectSyntax] = []
    if let entry = raisedCompletions[owner] { effects.append(.raise(call(events[entry].name, span))) }
    guard let whole = outline.states[owner].parent, outline.states[whole].kind == .parallel, let entry = raisedCompletions[whole] else {
      return effects
    }
    let raise = EffectSyntax.raise(call(events[entry].name, span))
    let others = outline.states[whole].children.filter { $0 != owner && !outline.states[$0].isHistory }
    expansions += others.count
    guard expansions <= Self.maximumExpansions else { return effects }
    let conditions = others.map { isDone($0, span) }
    guard let condition = joined(conditions, .and, span) else { return effects + [raise] }
    effects.append(.conditional(.init(condition: condition, then: [raise], otherwise: []), span: span))
    return effects
  }

  /// `in(a) || in(b)`: whether a state is in one of its final states; of a parallel one, whether all its regions are.
  private func isDone(_ state: Int, _ span: Span) -> ExprSyntax {
    let children = outline.states[state].children
    let expression: ExprSyntax?
    if outline.states[state].kind == .parallel {
      expression = joined(children.filter { !outline.states[$0].isHistory }.map { isDone($0, span) }, .and, span)
    } else {
      let finals = children.filter { outline.states[$0].kind == .final }
      expression = joined(finals.map { ExprSyntax(.isIn(path(to: $0, span)), span) }, .or, span)
    }
    return expression ?? ExprSyntax(.boolean(false), span)
  }

  /// The expressions joined by one operator, as a tree that is no deeper than it must be; nil of none.
  private func joined(_ expressions: [ExprSyntax], _ sign: ExprSyntax.BinaryOperator, _ span: Span) -> ExprSyntax? {
    guard expressions.count > 1 else { return expressions.first }
    let middle = expressions.count / 2
    guard let first = joined(Array(expressions[..<middle]), sign, span), let second = joined(Array(expressions[middle...]), sign, span)
    else { return nil }
    return ExprSyntax(.binary(first, sign, operatorSpan: span, second), span)
  }
}
