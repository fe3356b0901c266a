extension Manual {
  /// FSM4xx: structure.
  static let structure: [Entry] = [
    Entry(
      .missingInitial, "no initial state",
      """
      A state with several inner states says where it starts: one of them is marked `initial`, or an `initial ->` names it.

          machine Door {
            initial state closed
            state open
          }
      """),
    Entry(
      .doubledInitial, "several initial states",
      """
      Of the states below one parent at most one is marked `initial`.
      """),
    Entry(
      .finalWithContent, "a final state with content",
      """
      A final state is where its parent ends, so it has no reactions, no inner states and no exit effects.
      """),
  ]
}
