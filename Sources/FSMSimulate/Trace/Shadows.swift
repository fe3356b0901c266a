import FSMModel

/// Why reactions further out were not looked at.
extension Run {
  /// The looks of a selection, and those reactions to the same event that a state further in kept from being tried.
  func shadowed(_ selection: Selection) -> [Look] {
    var looks = selection.looks
    var seen: Set<NodeID> = []
    for look in selection.looks where look.verdict != .guardFalse {
      var current = assembly[look.state].parent
      while let node = current, selection.visited[node] == nil, seen.insert(node).inserted {
        for trigger in selection.triggers {
          for place in assembly[node].reactions[trigger] ?? [] {
            for transition in assembly.reaction(place).transitions {
              let subject = TransitionPlace(scope: place.scope, transition: transition)
              looks.append(Look(state: node, subject: .transition(subject), verdict: .shadowed(by: look.state)))
            }
          }
        }
        current = assembly[node].parent
      }
    }
    return looks
  }
}
