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
    Entry(
      .literalOutOfRange, "a number that does not fit",
      """
      The literal, or arithmetic on literals, gives a value that its type cannot hold; the generated Swift would not compile or would
      stop each time.

          var level: UInt8 = 300              // UInt8 holds 0 to 255

      Choose a wider type, or mend the number.
      """),
    Entry(
      .divisionByZero, "a division by zero",
      """
      The divisor is the literal zero, or arithmetic on literals that gives zero. Swift stops the program at such a division.
      """),
    Entry(
      .badOperands, "an operator that does not take these operands",
      """
      Operators follow Swift: both sides have the same type, nothing is converted silently, `%` is for integers, `<` for numbers,
      strings and durations, `??`, `?.` and `!` for optionals. A duration can be multiplied and divided by a number.

          [share > count]                     // Double and Int
          [share > Double(count)]
      """),
    Entry(
      .badRange, "a range that cannot be",
      """
      A range says which values a variable may take. It needs a type with an order (numbers, Duration, String), its bounds are literals
      or constants of the machine, those that the caller passes included, and some value must lie inside it; the initial value too.

          var level: Int in 9...0 = 5         // empty: the lower bound comes first
      """),
    Entry(
      .misplacedStateTest, "`in(…)` where it cannot be asked",
      """
      `in(state)` asks whether a state is active. It stands in guards, in the `if` of an effect, in `assert` and in `expect`. Choices
      and histories are never active: they are left as soon as they are entered.
      """),
    Entry(
      .misplacedStep, "a scenario that starts wrongly",
      """
      A scenario's first step is `start`, with a value for each constant and variable that has none of its own. It may be left out
      when nothing needs passing; only `given` may come before it.

          scenario "a sale" {
            start(stock: 1)
            putMoney(amount: 3)
          }
      """),
  ]
}
