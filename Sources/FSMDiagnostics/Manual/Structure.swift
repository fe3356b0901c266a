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
    Entry(
      .initialInParallel, "`initial` among regions",
      """
      All states inside a parallel state are entered together, so none of them is the initial one. Leave the word out, or leave
      `parallel` out when only one of them is to be active.
      """),
    Entry(
      .badRegion, "something that cannot stand here",
      """
      The states inside a parallel state are its regions: ordinary states, with an inside of their own as a rule. A choice or a final
      state among them would not be a region; a parallel state without any has nothing to be active. A history stands inside a state
      with inner states, and remembers which of them was active; that of a parallel state is `deep`.
      """),
    Entry(
      .crossRegion, "a transition from one region into another",
      """
      Regions of a parallel state are active side by side, and a transition that goes from one into another would have to say what
      becomes of both.

          parallel state page {
            state picture { state small { on grow -> sound.loud } }
            state sound { initial state quiet  state loud }
          }

      Let each region react to the event itself. Or write `external` behind the target: the parallel state is then left with all its
      regions, and entered again.
      """),
    Entry(
      .badTarget, "a target that cannot be entered from here",
      """
      A transition enters a state below the machine. The machine itself is none of these, and what is inside a state that acts as
      another machine is that machine's own. An initial transition and the default of a history lead into the state that they belong
      to. Several targets lie in different regions of one parallel state.

          on start -> sound.loud & picture.big
      """),
    Entry(
      .stateNeedsData, "a state entered without its data",
      """
      A state's data have values as long as it is active. A transition into it passes them, for the states around the target too; a
      datum with a default may be left out. A state that is entered by default, as the initial one or as a region, needs defaults for
      all its data, or an initial transition that passes them.

          state disabled(opacity: Double)
          on disable -> disabled                      // opacity?
          on disable -> disabled(opacity: 0.3)
      """),
    Entry(
      .machineStateContent, "a machine's state with content of its own",
      """
      `state clip: Editor` acts as if the body of the machine `Editor` stood inside the state. The braces behind it may add reactions,
      entry and exit effects; states, data and `initial` belong into the machine itself.
      """),
    Entry(
      .choiceBranchWithoutTarget, "a branch of a choice that leads nowhere",
      """
      A choice is left as soon as it is entered, so each of its branches has a target.

          choice sorted {
            [weight > 20] -> heavy
            else          -> light
          }
      """),
    Entry(
      .incompleteChoice, "a choice that may have no way out",
      """
      When none of the guards of a choice holds, the machine would be stuck in it. End the branches with an `else`, unless the guards
      cover every case in a way that fsmc can see: `[n > 3]` and `[n <= 3]`, or all the cases of an enum.
      """),
    Entry(
      .neverCompletes, "an ending that never comes",
      """
      The reaction waits for something that cannot happen: the end of a state that has no final state inside, or the failure of an
      activity that does not throw. Give the state a final state, declare the activity `throws`, or remove the reaction.
      """),
    Entry(
      .machineWithoutStates, "a machine without states",
      """
      A machine is in some state at all times, so it declares at least one.

          machine Lamp {
            event toggle
            initial state off { on toggle -> on }
            state on { on toggle -> off }
          }
      """),
  ]
}
