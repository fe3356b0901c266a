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
      .redundantReaction, "the same reaction twice",
      """
      Two reactions of one state have the same trigger, guard, effects and target.

          on push [isOpen] -> shut
          on push [isOpen] -> shut          // says nothing new

      Either alone does the same: remove one.
      """),
    Entry(
      .neverTaken, "a reaction that is never taken",
      """
      Something else always comes first: an unguarded branch before this one, an `always` without a guard that leaves the state before
      any event arrives, a reaction, `defer` or `ignore` without a guard in every state inside, or a reaction beside a `defer` or
      `ignore` of the same event.

          state off {
            always -> on
            on push -> broken                 // `off` is left before `push` can come
          }

      Remove what is never taken, or give what comes first a guard.
      """),
    Entry(
      .endlessLoop, "a loop that never ends",
      """
      `always` reactions without guards, or choices, lead in a circle: once inside, the machine never comes to rest. At run time the
      step would be rejected as endless.

          state a { always -> b }
          state b { always -> a }

      `fsmc check` finds circles through guards, variables and raised events as well: a call that comes back to where it was never ends.
      The labels are the transitions of the circle. Where a call is merely long, that is a warning.

      Give one of them a guard that turns false, or a trigger.
      """),
    Entry(
      .regionOverwrite, "one variable assigned in two regions",
      """
      Regions react to an event in one step, the one written first before the other. Both assign the same variable here, so what the
      first wrote is gone.

          state left { on reset / count = 1 }
          state right { on reset / count = 2 }      // 2 it is

      Assign it in one place, for example in a reaction of the parallel state itself, or give the guards conditions that exclude each
      other.
      """),
    Entry(
      .undecidedOverlap, "two reactions that may both be taken",
      """
      Reactions of one state to one event that are written apart must exclude each other. Here that can neither be proven nor refuted:
      the guards ask two things about one value that only Swift understands, or calculate in ways that are not followed.

          on push [list.first == nil] -> a
          on push [list.count > 3] -> b       // is `list.first` nil when three are in the list?

      The one written first is taken where both guards hold. Say so with ordered branches, or let one guard be the other's negation:

          on push {
            [list.first == nil] -> a
            [list.count > 3] -> b
          }
      """),
    Entry(
      .alwaysHolds, "a guard that always holds",
      """
      The guard holds whatever the values are, by its own terms or by the ranges of what it asks about, so it decides nothing.

          var stock: Int in 0...20
          on push [stock >= 0] -> on          // stock is never less

      Leave it out, or ask for what was meant.
      """),
    Entry(
      .unreachableState, "a state that is never entered",
      """
      No path from the start leads to this state.

          initial state shut { on push -> open }
          state open { on push -> shut }
          state attic { on push -> shut }     // and how does one get here?

      Remove it, or add the reaction that enters it.
      """),
    Entry(
      .deadEnd, "a state that is never left",
      """
      The machine can end elsewhere, but not from here: nothing leads out of this state, nor out of the states around it.

          initial state path { on go -> home  on fall -> pit }
          state pit                           // never left
          final state home

      When it is an end, mark it `final`. When it is meant to rest here for good, say so: `ignore *` tells that every event is
      dropped on purpose. Else add the reaction that leads on.
      """),
    Entry(
      .lostEvent, "an event raised for nobody",
      """
      The event is raised or sent, and no state of the machine reacts to it: it would be dropped each time.

          private event full
          on pour / raise full                // and no `on full` anywhere

      Add the reaction, or remove the effect. A machine that is made to be used by others (`state clip: ClipEditor`) tells them what happened with such an event: they
      declare it too and react to it, so this is no more than a note where nothing uses the machine.
      """),
    Entry(
      .lostWrite, "a value written for nobody",
      """
      The effect assigns a datum of a state that the same transition leaves, after everything that could read it has run. The value is
      gone with the state.

          state open(since: Int = 0) {
            on close / since = 3 -> shut      // `since` goes with `open`
          }

      Assign it where it is read, or keep it in a variable of the machine.
      """),
    Entry(
      .assertionFails, "an assertion that does not hold",
      """
      The trace shows a shortest sequence of calls after which the machine is where `assert never` says it never is, or from where the
      state of an `assert always reachable` cannot be reached any more. It is a script for `fsmc simulate --script`.

          assert never in(door.open) && in(motor.running)

      Mend the chart, or the assertion.
      """),
    Entry(
      .assertionUndecided, "an assertion that was not decided",
      """
      Nothing was found that violates the assertion, but not everything could be tried: the machine has more configurations than the
      bound, or values come from outside that stand for more than those tried.

          var count: Int = 0                  // grows without end
          assert never count == 1_000_000

      Where values are what stands in the way, the hint names a state in which they may do so, and what is known of the variables there:
      what guards, effects, entries and exits say about each state of a machine without regions. It follows single variables, not what
      two of them have in common.

      Raise the bound with `fsmc check --bound`, give variables and parameters types and ranges with fewer values, or guard the reactions
      that lead to the state.
      """),
    Entry(
      .rangeLeft, "a value that leaves its range",
      """
      The trace leads to an assignment of a value outside the variable's range. When the machine runs, that call is rejected and changes
      nothing.

          var stock: Int in 0...20
          on take / stock -= 1                // with stock == 0

      Guard the reaction, or widen the range.
      """),
    Entry(
      .trap, "a call that traps",
      """
      The trace leads to a calculation that stops the program: a number that does not fit its type, a division by zero, a missing value.

          var seen: UInt8 = 0
          on pass / seen += 1                 // 256 do not fit

      Guard the reaction, or calculate otherwise.
      """),
    Entry(
      .stuck, "a configuration in which nothing can happen",
      """
      The trace leads to a configuration that no event, timer or activity changes any more, although the machine has not ended. In a
      machine without an end of its own that is a note.

          state held { on drop -> down }
          state down                          // and then?

      When it is an end, mark it `final`. When it is meant to rest here for good, say so with `ignore *`. Else add the reaction that
      leads on.
      """),
    Entry(
      .endOutOfReach, "a configuration from which the machine cannot end",
      """
      The machine can end, but not any more once it has come to where the trace leads: things still happen there, and none of them leads
      to the end.

          initial state gate { on left -> way  on right -> pit }
          state pit { on left -> tunnel  on right -> tunnel }
          state tunnel { on left -> pit }     // from here on nothing leads to `home`
          state way { on left -> home }
          final state home

      Add the way out, or write `ignore *` in a state that is meant to be kept for good.
      """),
    Entry(
      .innerFirst, "an inner state decides",
      """
      Two active states react to the event, one inside the other. The inner one is asked first, and where it takes the event the outer one
      does not see it. `fsmc check --explain-priority` lists where that is so.

          state moving {
            on stop -> idle                   // only where the state inside does not take it
            initial state fast { on stop [isUrgent] -> braking }
            state braking
          }

      Nothing needs mending; where the outer reaction was meant to come first, put its condition into the inner guard.
      """),
    Entry(
      .regionFirst, "the region written first decides",
      """
      Reactions of two regions would leave the same states, so only one of them can be taken: that of the region written first.
      `fsmc check --explain-priority` lists where that is so.

          parallel state show {
            state lights { initial state lit { on cut -> dark } }
            state sound { initial state loud { on cut -> silence } }   // `lights` is written first
          }

      Nothing needs mending; where the other one was meant, exchange the regions, or give the guards conditions that exclude each other.
      """),
    Entry(
      .unhandled, "states that reject an event",
      """
      `fsmc check --unhandled` lists for each event the states in which nobody takes, defers or ignores it, and those whose guards may all
      fail, with values for which they do. There the event is refused with an error.

          state idle { on start -> busy }     // `stop` is refused here
          state busy { on stop -> idle }

      That may be right. Where dropping the event is intended, `ignore` says so.
      """),
  ]
}
