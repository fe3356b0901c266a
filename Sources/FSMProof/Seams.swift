import FSMAnalysis
import FSMModel
import FSMSimulate

/// What the search takes on trust: what can be done to a machine, what tells two moments apart, what a call depends on, what holds always.
///
/// Tests put wrong ones in their place, to see that the comparison with an exhaustive search notices.
struct Seams: Sendable {
  /// Leaves out some of what can be done, by its place among all that can, and says that this is all.
  var keeps: (@Sendable (Move.Kind, Int) -> Bool)?
  /// Whether a cell is taken to make no difference.
  var isBlind: @Sendable (CellLayout, Int) -> Bool = { _, _ in false }
  /// Whether it goes unnoticed that calls read a cell.
  var isOverlooked: @Sendable (CellLayout, Int) -> Bool = { _, _ in false }
  var invariants: @Sendable (Machine, Chart) -> Invariants? = { Invariants($0, of: $1) }
}
