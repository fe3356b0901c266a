extension Manual {
  /// FSM2xx: names.
  static let names: [Entry] = [
    Entry(
      .unknownName, "an unknown name",
      """
      Every event, variable, action, function and activity is declared once, so that no slip of the keyboard creates one. The name here
      is declared nowhere in reach.

          event push
          state closed { on pusch -> open }     // did you mean `push`?

      Mend the spelling, or declare it in the machine.
      """),
    Entry(
      .duplicateName, "a name is declared twice",
      """
      States below one parent, events, and values with callables each have their own names, and within these no two are equal.
      """),
    Entry(
      .ambiguousState, "a name that fits several states",
      """
      The name is that of no state around the reaction, and of more than one elsewhere in the machine. Write the path of the one that
      is meant.

          on stop -> off
          on stop -> motor.off
      """),
    Entry(
      .unknownState, "an unknown state",
      """
      The target names no state of the machine. A target never creates a state.
      """),
  ]
}
