extension Manual {
  /// FSM7xx: scenarios.
  static let scenarios: [Entry] = [
    Entry(
      .expectationFailed, "expectation not met",
      """
      A scenario ran, and what it expects at this place is not so. The message says where the machine is and what it performed instead.

      `expect` judges the machine after the call above it. Data of a state that is not active make a comparison false.
      `expect performed a(), b()` asks that the last call performed these effects in this order; others may stand between them.
      """),
    Entry(
      .unexpectedRejection, "call rejected in a scenario",
      """
      The machine refused this call, and the scenario did not expect it. Nothing has changed: a rejected call is undone as a whole.

          scenario "closed means closed" {
            push
            expect rejected
          }

      Write `expect rejected` below the call where the rejection is right; else mend the chart or the scenario.
      """),
    Entry(
      .scenarioStopped, "scenario cannot go on",
      """
      The machine could not finish this call: its arithmetic would trap in Swift, a declared function was asked and the scenario gives no
      answer, an activity that does not run was said to end, or a long advance met a short timer too often.

          given isOpen() = true

      gives a function's answer from there on; with arguments, to these arguments only.
      """),
  ]
}
