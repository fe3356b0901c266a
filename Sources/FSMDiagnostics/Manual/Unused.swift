extension Manual {
  /// FSM6xx: things left unused.
  static let unused: [Entry] = [
    Entry(
      .unused, "declared and never used",
      """
      Nothing in the chart uses this declaration.

          event push, pull                    // and no reaction to `pull`

      Remove it, or use it.
      """),
    Entry(
      .unusedAllowance, "an `allow` for nothing",
      """
      A comment allows a finding that is not there, or an error, which cannot be allowed. What was allowed has been mended, or stands on
      another line: the comment speaks of its own line or, alone on a line, of the next.

          // allow FSM511: the lid stays open for good
          state open { on close -> closed }            // no dead end any more

      Remove the comment. Findings of `fsmc check` are judged where it tried everything.
      """),
    Entry(
      .badAllowance, "an `allow` that says no reason, or no code",
      """
      A warning or note that is meant to stay is allowed by a comment with its code and the reason, for whoever reads the chart next:

          state open {}                                // allow FSM511: the lid stays open for good

      Several codes are separated by commas. Write the reason after the colon; the code is in the brackets that end the finding.
      """),
  ]
}
