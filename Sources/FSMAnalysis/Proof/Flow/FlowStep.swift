import FSMModel

/// What happens in one microstep by way of one reaction, until it is known whether it comes to its end.
struct FlowStep {
  typealias Extent = Flow.Extent
  typealias Values = Flow.Values

  /// When a reaction is looked at: two of one moment can be taken together.
  enum Moment: Hashable {
    case event(EventID)
    /// `on *`.
    case any
    /// Any event, for what `on *` may stand beside.
    case anyEvent
    /// `always`, and the branches of a choice.
    case settling
    case done(StateID)
  }

  /// What a reaction has done to a variable, for those that are taken with it.
  struct Made {
    /// Nil where there are many.
    var source: StateID?
    var extent: Extent
    var changes = 0
  }

  var doubts = Doubts()
  /// What reactions taken in the same step may do to variables between any two parts of this one.
  var mixed: [(variable: VariableID, extent: Extent)] = []
  /// Variables written so far, in order, and the values left behind.
  var written: [(variable: VariableID, extent: Extent)] = []
  /// States entered or kept, with the values once all inside is entered.
  var arrivals: [(state: StateID, values: Values)] = []
  /// What regions that were entered earlier see of those entered later.
  var seen: [(level: Int, variable: VariableID, extent: Extent)] = []
  var depth = 0

  /// Where another way through the step begins.
  var mark: (arrivals: Int, seen: Int) { (arrivals.count, seen.count) }

  /// Forgets a way that does not come to its end.
  mutating func back(to mark: (arrivals: Int, seen: Int)) {
    arrivals.removeLast(arrivals.count - mark.arrivals)
    seen.removeLast(seen.count - mark.seen)
  }

  /// What others do meanwhile.
  func mix(_ values: inout Values) {
    for (variable, extent) in mixed {
      if let known = values[variable] { values[variable] = known.joined(extent) }
    }
  }
}

extension ClosedRange<Int128> {
  /// The smallest interval that contains both.
  func joined(_ other: Self) -> Self { Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound) }

  func encloses(_ other: Self) -> Bool { lowerBound <= other.lowerBound && other.upperBound <= upperBound }
}
