import FSMAnalysis
import FSMModel
import FSMSimulate

/// What the search takes on trust: what can be done to a machine, what tells two moments apart, what holds always.
///
/// Tests put wrong ones in their place, to see that the comparison with an exhaustive search notices.
struct Seams: Sendable {
  var moves: @Sendable (Interpreter, inout Moves) -> (kinds: [Move.Kind], isWhole: Bool) = { $1.moves(from: $0) }
  var moment: @Sendable (Interpreter) -> Moment = { $0.moment }
  var invariants: @Sendable (Machine, Chart) -> Invariants? = { Invariants($0, of: $1) }
}
