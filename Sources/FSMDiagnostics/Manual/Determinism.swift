extension Manual {
  /// FSM5xx: determinism and reachability.
  static let determinism: [Entry] = [
    Entry(
      .overlappingReactions, "two reactions can both be taken",
      """
      Reactions of one state to one event that are written apart must exclude each other, because nothing says which comes first. The
      message names values for which both guards hold.

          on push [n > 3] -> a
          on push [n < 5] -> b            // both hold for n == 4

      Make the guards exclusive, or write the reactions as branches, which are tried in order:

          on push {
            [n > 3] -> a
            else    -> b
          }
      """),
    Entry(
      .unreachableState, "a state that is never entered",
      """
      No path from the start leads to this state. Remove it, or add the reaction that enters it.
      """),
  ]
}
