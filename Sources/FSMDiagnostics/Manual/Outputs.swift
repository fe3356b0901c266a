extension Manual {
  /// FSM9xx: what an output cannot carry.
  static let outputs: [Entry] = [
    Entry(
      .notCarried, "the output cannot carry this",
      """
      The chart uses something that the requested output has no way to express. The output was made without it; the message says what is
      missing there.
      """)
  ]
}
