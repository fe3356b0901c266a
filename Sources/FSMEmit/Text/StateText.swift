import FSMModel

extension ChartText {
  /// What a state does, one item a line: data of a machine, entry, exit, activities, reactions without a target, what is deferred and ignored.
  public func activities(of state: StateID) -> [String] {
    let state = machine[state]
    var items: [String] = []
    if state.id == .root { items += state.data.map { declaration(of: $0) } }
    if !state.entry.isEmpty { items.append("entry / " + state.entry.map { effect($0) }.joined(separator: ", ")) }
    if !state.exit.isEmpty { items.append("exit / " + state.exit.map { effect($0) }.joined(separator: ", ")) }
    items += state.activities.map { activity($0) }
    for reaction in state.reactions {
      for transition in machine[reaction].transitions where machine[transition].targets.isEmpty {
        items.append(numbered(transition, self.reaction(transition).line))
      }
    }
    if !state.deferred.isEmpty { items.append("defer " + holds(state.deferred)) }
    if !state.ignored.isEmpty { items.append("ignore " + holds(state.ignored)) }
    return items
  }

  /// What stands at a transition: trigger, guard, effects, and the data it passes.
  public func label(of transition: TransitionID) -> String {
    let words = reaction(transition)
    let effects = words.effects.isEmpty ? [] : ["/ " + words.effects.joined(separator: ", ")]
    let line = (words.headPieces + effects + words.arguments.map { "\u{2192} " + $0 }).joined(separator: " ")
    return numbered(transition, line)
  }

  /// With the place of a branch among those of its reaction, where the order decides.
  private func numbered(_ transition: TransitionID, _ text: String) -> String {
    let reaction = machine[machine[transition].reaction]
    let guarded = reaction.transitions.count { !machine[$0].isElse }
    guard reaction.isOrdered, guarded > 1, let place = reaction.transitions.firstIndex(of: transition) else { return text }
    return "\(place + 1): \(text)"
  }

  /// A state's title with its data and the machine that acts in it.
  public func heading(of state: StateID) -> String {
    let data = state == .root ? "" : data(of: state)
    return title(of: state) + data + (machineUse(of: state).map { ": \($0)" } ?? "")
  }
}
