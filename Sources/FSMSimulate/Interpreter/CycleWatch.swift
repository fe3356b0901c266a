import FSMModel

/// Tells when a call has come back to where it was: from there on it goes round for ever.
///
/// R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980): one point is kept, and a later one after twice as many
/// steps, so that every circle is found within about three times the steps to its end, in constant room.
struct CycleWatch {
  /// Everything that decides how a call goes on, at the beginning of a microstep.
  struct Point: Equatable {
    var configuration: [NodeID]
    var slots: [Value?]
    var history: [NodeID: Store.Remembered]
    var clock: Duration
    var timers: [Waiting]
    var deferred: [Store.Occurrence]
    var raised: [Store.Occurrence]
    var sent: [Store.Occurrence]
    var taken: [TransitionPlace]
    var parameters: [[Value]]

    struct Waiting: Equatable {
      var due: Duration
      var kind: Timers.Kind
    }
  }

  private var kept: Point?
  private var patience = 1
  /// Transitions taken since the point that is kept.
  private(set) var way: [TransitionPlace] = []

  /// True where the point is the one that is kept: `way` is the circle.
  mutating func isBack(at point: Point) -> Bool {
    if let kept, kept == point { return true }
    if way.count >= patience || kept == nil {
      kept = point
      patience *= 2
      way = []
    }
    way += point.taken
    return false
  }
}

extension Run {
  /// Gives a call up that goes round in a circle.
  mutating func watchForCycles(_ taken: [SelectedTransition]) throws(Failure) {
    guard options.findsCycles else { return }
    let store = self.store.whole
    let point = CycleWatch.Point(
      configuration: store.configuration, slots: store.slots, history: store.history, clock: store.clock,
      timers: store.timers.inOrder.map { .init(due: $0.due, kind: $0.kind) }, deferred: store.deferred.elements.map(\.value),
      raised: raised.waiting, sent: sent.waiting, taken: taken.map(\.place), parameters: taken.map(\.parameters))
    guard cycleWatch.isBack(at: point) else { return }
    cycle = cycleWatch.way
    throw .rejected(.endless)
  }
}
