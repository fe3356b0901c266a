extension Manual {
  /// FSM1xx: text and syntax.
  static let syntax: [Entry] = [
    Entry(
      .unexpectedCharacter, "unexpected character",
      """
      The character named belongs to no part of the language at this place. Often it is a look-alike that came with copied text, such
      as a curly quote, a long dash or a non-breaking space.

          on push –> open       // a dash that is not `-`
          on push -> open
      """),
    Entry(
      .unterminatedString, "a string is not closed",
      """
      A string ends on the line it starts on, with `"`. Write a line end inside a string as `\\n`, and a quote as `\\"`.

          entry / display("insert a coin)
          entry / display("insert a coin")
      """),
    Entry(
      .unterminatedComment, "a comment is not closed",
      """
      A comment opened by `/*` ends at its `*/`. Comments nest, so each `/*` inside needs a `*/` of its own.

          /* the outer /* and the inner */ comment */
      """),
    Entry(
      .strayCommentEnd, "the end of a comment without a start",
      """
      `*/` stands where no comment is open. Either the `/*` is missing, or two operators met: put a blank between them.
      """),
    Entry(
      .badEscape, "an escape that strings do not have",
      """
      Strings have Swift's escapes: `\\n`, `\\r`, `\\t`, `\\0`, `\\"`, `\\'`, `\\\\`, `\\u{1F600}` and `\\(value)`. Write `\\\\` for a
      backslash that stands for itself.
      """),
    Entry(
      .badNumber, "a number that cannot be read",
      """
      Numbers are written as in Swift: `42`, `1_000`, `0xFF`, `1.5`, `2e3`. Durations carry units: `250ms`, `30s`, `1min 30s`, `2h`, `1d`.
      """),
    Entry(
      .badName, "a name that cannot be read",
      """
      A name starts with a letter or `_` and goes on with letters, digits and `_`; any script will do. What cannot be such a name can be
      a label, which pictures and messages show.

          state 2nd                    // starts with a digit
          state second "2nd"
      """),
    Entry(
      .unsupportedString, "a kind of string that charts do not have",
      """
      Charts have Swift's strings on one line. Strings over several lines (three quotes) and raw strings (`#"…"#`) are not among them;
      write a line end as `\\n`, a quote as `\\"` and a backslash as `\\\\`. Labels and paths are fixed, so they hold no `\\(…)`.
      """),
    Entry(
      .expected, "something else was expected",
      """
      The text stops making sense at the place named: the message says what could stand there and what was found. What is wrong is often
      just before it, where something is missing.
      """),
    Entry(
      .unclosedBrace, "a brace is not closed",
      """
      Each `{` has its `}`. The place named is the `{` that found none, judged by the indentation of the lines after it.
      """),
    Entry(
      .nestedTooDeep, "nested too deep",
      """
      States, conditions or parentheses stand inside each other more often than fsmc follows. Charts that people read stay far below
      the bound. Name a part of a long expression with a function, or move inner states to a machine of their own. The bound holds for
      machines that are states of each other as well, and a machine with all those inside it has at most 100,000 states.

          func mayOpen(n: Int) -> Bool = n > 3 && n < 9
      """),
    Entry(
      .surplusBrace, "a brace closes nothing",
      """
      There is a `}` more than there are blocks. The place named is the one that closes nothing, judged by the indentation of the lines
      around it. Remove it, or add the `{` that is missing before it.
      """),
    Entry(
      .chainedComparison, "a comparison of a comparison",
      """
      A comparison is true or false, and neither is less than a number: comparisons do not chain. Join them, or put parentheses around
      the one that is compared.

          [0 < n < 9]                  // (0 < n) is a Bool
          [0 < n && n < 9]
      """),
    Entry(
      .misplacedMember, "a member that only machines have",
      """
      Variables, enumerations, events, actions, functions, activities, assertions and scenarios belong to the machine and stand between
      its braces, not in a state. A value that lives as long as a state is written behind the state's name:

          state paused(at: Double = 0) { … }
      """),
    Entry(
      .wrongOperator, "an operator that is not the one meant",
      """
      `=` assigns and stands in effects; `==` compares and stands in guards. `&` joins targets; `&&` joins conditions. There is no `++`,
      `--`, `/=` or `%=`.

          on push [n = 3] / n++
          on push [n == 3] / n += 1
      """),
    Entry(
      .blockOfList, "braces behind a list of states",
      """
      One line may declare several states that are simple. Braces behind them would belong to the last one alone, which is seldom what is
      meant: a state with members stands by itself.

          state won, lost { on again -> playing }

          state won { on again -> playing }
          state lost { on again -> playing }
      """),
    Entry(
      .reactionOrder, "a reaction is written in another order",
      """
      A reaction reads in the order it runs: trigger, guard, effects, target.

          on push -> open / ring()     // effects stand after the target
          on push / ring() -> open
      """),
    Entry(
      .effectSeparator, "effects are separated by commas",
      """
      Several effects of one reaction are separated by commas; a semicolon ends the reaction.

          on push / ring(); count += 1
          on push / ring(), count += 1
      """),
    Entry(
      .payloadInTrigger, "a trigger names only the event",
      """
      The parameters of an event are in scope in its reactions by their names, so a trigger does not list them.

          event pay(amount: Int)

          on pay(amount) / credit += amount
          on pay / credit += amount
      """),
    Entry(
      .targetSeparator, "several targets are joined by &",
      """
      A reaction that enters states of several regions joins the targets by `&`.

          on reset -> audio.muted, video.full
          on reset -> audio.muted & video.full
      """),
    Entry(
      .emptyReaction, "a reaction that does nothing",
      """
      Something follows a trigger: effects, a target, or both. To say that an event is dropped on purpose, write `ignore`.

          on push
          ignore push
      """),
    Entry(
      .missingType, "a variable without a type",
      """
      Every `let` and `var` says its type, also where a value follows.

          var count = 0
          var count: Int = 0
      """),
    Entry(
      .wrongArrow, "an arrow in another spelling",
      """
      A target stands behind `->`; `=>`, `==>` and `-->` are other notations' arrows.

          on push => open
          on push -> open
      """),
    Entry(
      .branchShape, "branches are written in another shape",
      """
      Several branches of one trigger stand in braces. Each begins with a guard in brackets, the last one perhaps with `else`; they are
      tried in order.

          on push [n > 3] -> a  else -> b

          on push {
            [n > 3] -> a
            else    -> b
          }
      """),
  ]
}
