import FSMCompiler
import FSMModel
import Testing

@testable import FSMAnalysis

/// What bounds of variables rule out, and what they must not.
struct BoundsTests {
  private func invariants(_ text: String) throws -> Invariants {
    let compilation = Compilation(SourceInput(path: "bounds.fsm", bytes: Array(text.utf8)))
    try #require(!compilation.hasErrors)
    return try #require(Invariants(compilation.chart.machines[0], of: compilation.chart))
  }

  /// When its effects run, the source of a transition has been left.
  @Test func whatWasLeftIsNotActive() throws {
    let found = try invariants(
      """
      machine Shop {
        event shut, open
        var late: Bool = false
        initial state inside {
          initial state counter { on shut / if in(counter) { late = false } else { late = true } -> street }
        }
        state street { on open [late] -> inside }
      }
      """)
    #expect(found.neverTaken == [] && found.neverEntered == [])
  }

  /// A branch that was not taken says one of two things, and neither for certain.
  @Test func whatFailedBranchesSay() throws {
    let found = try invariants(
      """
      machine Valve {
        enum Hue { red, green }
        var flag: Bool = true
        var hue: Hue = .green
        event turn(on: Bool), paint, back
        initial state idle {
          on turn {
            [on && hue == .red] -> left
            [on == flag || !on] -> left
            else                -> right
          }
          on paint / hue = hue == .red ? .green : .red, flag = !flag
        }
        state left { on back -> idle }
        state right { on back -> idle }
      }
      """)
    #expect(found.neverTaken == [] && found.neverEntered == [])
  }

  /// A guard counts where it leads, and what entry and exit assign counts too.
  @Test func stateByState() throws {
    let found = try invariants(
      """
      machine Gate {
        event go(n: Int), back
        var size: Int = 0
        initial state a { on go [n > 3 && n < 9] / size = n -> b }
        state b {
          on back [size > 8] -> a
          on go [size == 4] -> a
          exit / size = 0
        }
      }
      """)
    #expect(found.neverTaken == [TransitionID(1)])
  }

  /// Regions are entered one behind the other: what the later one does on entry counts for the earlier one, and what leads there for both.
  @Test func regionsEnteredLater() throws {
    let found = try invariants(
      """
      machine Lamp {
        event go, look, stop
        var n: Int = 0
        initial state off { on go / n = 1 -> lit }
        parallel state lit {
          state first { on look [n == 0] / n = 4  on stop [n == 2] -> off }
          state second {
            entry / n = 2
            initial state calm { on look [n == 1] / n = 4 }
          }
        }
      }
      """)
    #expect(found.neverTaken == [TransitionID(1), TransitionID(3)])
  }

  /// Two reactions to one event: the later one sees what the earlier one has done, whatever its guard has seen.
  @Test func whatIsTakenTogether() throws {
    let found = try invariants(
      """
      parallel machine Pair {
        event go, back
        var n: Int = 0
        state first { on go / n = 5 }
        state second {
          initial state low { on go [n == 0] / n += 1 -> high }
          state high { on back [n == 6] -> low }
        }
      }
      """)
    #expect(found.neverTaken == [])
  }

  /// What stays where it is stays in each state inside, also where that alone has become more.
  @Test func whatStaysInside() throws {
    let found = try invariants(
      """
      machine Box {
        event a, b, c, d
        var x: Int = 0
        var y: Int = 0
        initial state box {
          initial state one { on b -> two  on c [y == 5] -> three }
          state two { on a / x = 5 -> two  on d -> one }
          state three
          on c / y = x
        }
      }
      """)
    #expect(found.neverTaken == [] && found.neverEntered == [])
  }

  private static func crossing(_ trigger: String) -> String {
    """
    parallel machine Crossing {
      event drive, walk, clear, swap
      state cars {
        initial state waiting { on drive [in(halted)] -> driving }
        state driving { on clear -> waiting }
      }
      state walkers {
        initial state halted { on \(trigger) [in(waiting)] -> walking }
        state walking { on clear -> halted }
      }
      state night {
        initial state bright { on swap [in(driving) && in(walking)] -> dark }
        state dark
      }
    }
    """
  }

  /// Each looks at the other before it moves, so they are never both on their way; unless one event sets off both.
  @Test func statesSideBySide() throws {
    let apart = try invariants(Self.crossing("walk"))
    #expect(apart.neverTaken == [TransitionID(4)])
    #expect(apart.neverEntered.map(\.index) == [9])
    let together = try invariants(Self.crossing("drive"))
    #expect(together.neverTaken == [] && together.neverEntered == [])
  }
}
