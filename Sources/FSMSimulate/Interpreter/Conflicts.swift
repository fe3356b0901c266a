import FSMDiagnostics
import FSMModel

/// Of transitions that would leave the same states, only one is taken.
extension Run {
  func selected(_ place: TransitionPlace, _ transition: Transition, at source: NodeID, _ frame: Frame) -> SelectedTransition {
    let targets = transition.targets.map { node($0.state, place.scope) }
    let domain = assembly.domain(source: source, targets: targets, mode: transition.mode)
    return SelectedTransition(
      place: place, transition: transition, source: source, targets: targets, domain: domain,
      extent: transition.targets.isEmpty ? [] : assembly.extent(of: domain), parameters: frame.parameters)
  }

  /// The algorithm `removeConflictingTransitions` of W3C SCXML (Recommendation of 2015-09-01, appendix D): the transition whose source is
  /// inside the other's source wins; otherwise the one selected first.
  func dropPreempted(_ selection: inout Selection) {
    guard selection.taken.count > 1 else { return }
    var kept: [SelectedTransition] = []
    var preempted: [TransitionPlace: TransitionPlace] = [:]
    for candidate in selection.taken {
      let rivals = kept.filter { overlap($0.extent, candidate.extent) }
      if let winner = rivals.first(where: { !assembly.properlyContains($0.source, candidate.source) }) {
        preempted[candidate.place] = winner.place
        continue
      }
      for rival in rivals { preempted[rival.place] = candidate.place }
      kept.removeAll { loser in preempted[loser.place] != nil }
      kept.append(candidate)
    }
    selection.taken = kept
    for index in selection.looks.indices {
      guard case .transition(let place) = selection.looks[index].subject, let winner = preempted[place] else { continue }
      if selection.looks[index].verdict == .taken { selection.looks[index].verdict = .preempted(by: winner) }
    }
  }

  private func overlap(_ first: [Range<Int>], _ second: [Range<Int>]) -> Bool {
    first.contains { range in second.contains { range.overlaps($0) } }
  }

  /// The arguments a reaction sees: those of its parameters, found by name among the event's.
  func arguments(of occurrence: Store.Occurrence, for reaction: Reaction, _ scope: ScopeID) -> [Value] {
    guard case .event(let event) = occurrence.trigger else {
      return zip(reaction.parameters, occurrence.arguments).map { seen($1, as: $0.type, scope) }
    }
    let parameters = assembly[event].parameters
    return reaction.parameters.map { parameter in
      let value = parameters.firstIndex { $0.name == parameter.name }.map { occurrence.arguments[$0] } ?? .absent
      return seen(value, as: parameter.type, scope)
    }
  }

  func span(of node: NodeID) -> Span { assembly.state(assembly[node].layers[0]).nameSpan }
}

extension Run {
  /// A case of an enum that another machine wrote as Swift text (`.slow`, `Clip.Mode.slow`), as this machine knows it.
  func seen(_ value: Value, as type: ValueType, _ scope: ScopeID) -> Value {
    guard case .enumeration(let id) = type, case .symbolic(let text) = value else { return value }
    let enumeration = assembly.enumeration(id, scope)
    let name = enumeration.cases.first { text == ".\($0)" || text.hasSuffix("\(enumeration.name).\($0)") }
    return name.map { .enumCase(type: enumeration.name, name: $0) } ?? value
  }
}
