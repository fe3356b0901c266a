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
}
