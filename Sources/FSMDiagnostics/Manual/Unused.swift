extension Manual {
  /// FSM6xx: things left unused.
  static let unused: [Entry] = [
    Entry(
      .unused, "declared and never used",
      """
      Nothing in the chart uses this declaration. Remove it, or use it.
      """)
  ]
}
