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
    Entry(
      .conflictingEvent, "one event or enum declared in two ways",
      """
      An event carries the same parameters wherever it is declared, because whoever sends it writes one call. This holds inside one
      machine, and between a machine and those it has as states: declared alike they are one event.

          event progress(percent: Int)
          event progress(done: Bool)          // another payload under the same name

      Give one of the two another name, or declare the event once with all that it carries. The same holds for an enum whose values pass
      between a machine and one that it has as a state, in an event or as a value of that machine.
      """),
    Entry(
      .notInScope, "a name that is not in scope here",
      """
      The name is declared, but what it stands for does not exist at this place:

      - data of a state live while the state is active, and are in scope inside it;
      - a reaction to several events sees only the parameters that all of them have;
      - a constant or variable is set after those before it, so its value uses only these;
      - the bounds of a range are literals and constants;
      - a function defined in the chart sees its parameters, the chart's enums and other functions.

          on putCoin, putNote / credit += coins     // `putNote` has no parameter `coins`

      Write the reaction once for each event, keep the value in a variable, or pass it as an argument.
      """),
    Entry(
      .wrongKind, "a name of another kind",
      """
      The name is declared, but as something that cannot stand here. An action is performed as an effect and has no value; a function
      has a value and no effect; an activity is started by `do` in a state; an event is raised or sent.

          on eject / count(credit)            // a function: nothing would happen
          on eject / credit = count(credit)
      """),
    Entry(
      .cyclicDefinition, "a definition that contains itself",
      """
      A function is defined by itself, through others or directly, or a machine has itself as one of its states. Neither would ever
      end.

      Leave the function's body out, and the caller supplies it in Swift; break the circle of machines by an event that one sends and
      the other takes.
      """),
  ]
}
