import FSMAnalysis
import FSMModel
import Testing

/// How a target finds its state.
struct LookupTests {
  /// Two boxes with inner states of the same names; `%` is where the reaction under test stands.
  private func targets(_ reaction: String, in place: String) -> Analyzed {
    func at(_ name: String) -> String { name == place ? reaction : "" }
    return Analyzed(
      """
      machine Boxes {
        event go, x
        \(at("machine"))
        initial state left {
          \(at("left"))
          initial state lid { \(at("left.lid")) }
          state core { initial state seed  state lid }
        }
        state right {
          initial state lid { \(at("right.lid")) }
          state floor { initial state mat }
        }
        state lonely
        on x -> lonely
      }
      """)
  }

  @Test(arguments: [
    // Members of the holder come first,
    ("left", "on go -> lid", "left.lid"),
    ("left", "on go -> core.lid", "left.core.lid"),
    // then siblings and the holder itself,
    ("left.lid", "on go -> core", "left.core"),
    ("left.lid", "on go -> lid", "left.lid"),
    ("right.lid", "on go -> lid", "right.lid"),
    // then what is further out,
    ("left.lid", "on go -> lonely", "lonely"),
    ("left.lid", "on go -> right.lid", "right.lid"),
    ("left.lid", "on go -> left", "left"),
    // and at last the only one of the name anywhere.
    ("right.lid", "on go -> seed", "left.core.seed"),
    ("left.lid", "on go -> mat", "right.floor.mat"),
    ("left.lid", "on go -> floor.mat", "right.floor.mat"),
    ("machine", "on go -> mat", "right.floor.mat"),
    // The machine's name starts an absolute path; `self` is the holder.
    ("left.lid", "on go -> Boxes.right.lid", "right.lid"),
    ("left", "on go -> Boxes.left.core.lid", "left.core.lid"),
    ("left.lid", "on go -> self", "left.lid"),
  ])
  func target(_ place: String, _ reaction: String, _ expected: String) {
    let analyzed = targets(reaction, in: place)
    #expect(!analyzed.diagnostics.hasErrors, "\(analyzed.report)")
    #expect(analyzed.targets(of: place == "machine" ? "Boxes" : place).contains(expected))
  }

  /// V4: a name in no scope around the reaction that fits several states is an error with their paths.
  @Test func ambiguous() {
    let analyzed = targets("on go -> lid", in: "machine")
    #expect(analyzed.messages == ["FSM203: `lid` could be any of `left.lid`, `left.core.lid`, `right.lid`"])
  }

  /// V3: a path that names no state is an error with a suggestion, and never a new state.
  @Test func unknownSegment() {
    let analyzed = targets("on go -> right.flor", in: "left")
    #expect(analyzed.messages == ["FSM204: unknown state `flor`"])
    #expect(analyzed.diagnostics.first?.hint == "did you mean `floor`?")
    #expect(analyzed.machine.states.count == 11)
  }

  @Test func fromResolvesAtTheMachineForEverySource() {
    let analyzed = Analyzed(
      """
      machine M {
        event go from a, b.c -> d
        event back from * -> a
        event again from a, d -> self
        initial state a
        state b { initial state c  state d }
        state d
        state e { always -> b.d }
        on go -> e
      }
      """)
    #expect(!analyzed.diagnostics.hasErrors, "\(analyzed.report)")
    #expect(analyzed.targets(of: "a") == ["d", "a"])
    #expect(analyzed.targets(of: "b.c") == ["d"])
    #expect(analyzed.targets(of: "d") == ["d"])
    #expect(analyzed.targets(of: "M") == ["a", "e"])
  }
}
