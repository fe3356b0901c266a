extension Manual {
  /// FSM3xx: types and calls.
  static let types: [Entry] = [
    Entry(
      .typeMismatch, "a value of another type",
      """
      The value's type is not the one that the place needs. fsmc reasons about Bool, the integer types, Double, Float, String, Duration
      and the chart's own enums, with Swift's rules: nothing is converted silently.
      """),
    Entry(
      .wrongArguments, "arguments that do not fit",
      """
      A call, an event or a target passes other arguments than the declaration lists: too many, too few, or with other labels.

          action refund(amount: Int)

          on eject / refund(credit)
          on eject / refund(amount: credit)
      """),
    Entry(
      .notAssignable, "something that cannot be assigned",
      """
      Variables and data of states can be assigned; constants, parameters of events and results of calls cannot.
      """),
  ]
}
