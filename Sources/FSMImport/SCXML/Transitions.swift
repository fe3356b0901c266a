import FSMDiagnostics
import FSMSyntax

/// Targets of transitions: the same states left and entered as the W3C's algorithm does.
extension SCXMLTranslator {
  /// Nil, and reported, where the language has no such transition.
  mutating func transitionTargets(_ transition: SCXMLTransition, from source: Int) -> TargetsSyntax? {
    guard let written = resolve(transition.targets) else { return nil }
    var pairs: [(state: Int, span: Span)] = []
    for (state, word) in zip(written, transition.targets) {
      if isRegionsAlias(state), let parent = outline.states[state].parent {
        pairs += outline.states[parent].children.filter { !outline.states[$0].isHistory }.map { ($0, word.span) }
      } else {
        pairs.append((state, word.span))
      }
    }
    let all = pairs.map(\.state)
    guard checkHistories(all, transition, from: source) else { return nil }
    let wanted = domain(transition, all, from: source)
    let kept = innermost(all)
    if kept.count < all.count {
      pairs = pairs.filter { kept.contains($0.state) }
      guard domain(transition, kept.sorted(), from: source) == wanted else {
        report(
          .notImported, at: transition.targetSpan ?? transition.nameSpan, "one target contains another, and leaves more because of it",
          hint: "name the inner one only")
        return nil
      }
      pairs = pairs.enumerated().filter { pair in !pairs[..<pair.offset].contains { $0.state == pair.element.state } }.map(\.element)
    }
    let mode = mode(for: wanted, source, pairs.map(\.state))
    return targets(pairs, mode: mode, transition.targetSpan ?? transition.span)
  }

  /// `getTransitionDomain` of W3C SCXML, appendix D.
  private func domain(_ transition: SCXMLTransition, _ targets: [Int], from source: Int) -> Int {
    let isComposite = outline.states[source].kind == .state || source == 0
    if transition.isInternal, isComposite, targets.allSatisfy({ outline.properlyContains(source, $0) }) { return source }
    return outline.innermostProperComposite(of: [source] + targets)
  }

  /// How the language says that everything inside `domain` is left.
  private func mode(for domain: Int, _ source: Int, _ targets: [Int]) -> TargetsSyntax.Mode {
    func isWhole(_ state: Int) -> Bool { state == domain && outline.states[state].kind != .parallel }
    let around = outline.innermostProperAncestor(of: [source] + targets)
    let standard = targets.allSatisfy { outline.properlyContains(source, $0) } ? source : around
    if isWhole(standard) { return .standard }
    return isWhole(around) ? .reenter : .external
  }

  /// Of targets inside each other the innermost; each once.
  private func innermost(_ targets: [Int]) -> Set<Int> {
    let ordered = Set(targets).sorted()
    // What is inside a state follows it directly in document order.
    return Set(zip(ordered, ordered.dropFirst() + [outline.states.count]).filter { !outline.contains($0, $1) }.map(\.0))
  }

  /// The W3C's domain depends on what a history remembers where the source lies deep beside it.
  private mutating func checkHistories(_ targets: [Int], _ transition: SCXMLTransition, from source: Int) -> Bool {
    for history in targets {
      guard case .history(let isDeep) = outline.states[history].kind, let parent = outline.states[history].parent,
        outline.properlyContains(parent, source)
      else { continue }
      let expected = outline.innermostProperComposite(of: [source, history])
      if outline.innermostProperComposite(of: [source]) == expected { continue }
      let defaults = outline.states[history].transitions.first?.targets.compactMap { outline.ids[$0.text] } ?? []
      if !isDeep, outline.innermostProperComposite(of: [source] + defaults) == expected { continue }
      report(
        .notImported, at: transition.targetSpan ?? transition.nameSpan,
        "what this transition leaves depends on what `\(outline.states[history].id?.text ?? "")` remembers",
        hint: "start it from a child of the state that has the history")
      return false
    }
    return true
  }
}
