import FSMDiagnostics
import FSMModel

/// The clock, timers and activities.
extension Run {
  /// Arms a timer; a negative delay is zero. Returns the delay.
  @discardableResult
  mutating func arm(_ kind: Timers.Kind, after delay: Expr, _ frame: Frame) throws(Failure) -> Duration {
    let value = asked(try value(delay, frame), as: .duration, frame.scope, delay.span)
    guard case .duration(let wait) = value else { throw .unanswered(question(what: value, as: .duration, frame.scope, delay.span)) }
    let later = max(wait, .zero)
    let (due, overflow) = store.clock.attoseconds.addingReportingOverflow(later.attoseconds)
    guard !overflow else { throw .trapped("`\(Value.duration(wait))` from now does not fit in `Duration`", delay.span) }
    store.arm(kind, due: Duration(attoseconds: due))
    return later
  }

  /// Moves the clock. Timers fire in order of due time, then of arming, each as a full step at its own due time; those that fall due
  /// within the same advance because of it fire too.
  mutating func advance(by duration: Duration) throws(Failure) {
    let (sum, overflow) = store.clock.attoseconds.addingReportingOverflow(max(duration, .zero).attoseconds)
    let end = Duration(attoseconds: overflow ? .max : sum)
    while let timer = store.firstTimer, timer.due <= end {
      store.removeTimer(timer)
      // Only delays of zero can be endless: the count starts anew with each moment.
      if timer.due > store.clock { microsteps = 0 }
      store.clock = timer.due
      try spend()
      switch timer.kind {
      case .state(let node, let number): try fullStep(Store.Occurrence(trigger: .timer(node, number)), .clock)
      case .send(let event, let arguments): try fullStep(Store.Occurrence(trigger: .event(event), arguments: arguments), .delayed)
      }
    }
    store.clock = max(store.clock, end)
  }

  /// Starts the activities of states that were entered and are still active, in document order.
  mutating func startActivities() throws(Failure) {
    guard !entered.isEmpty else { return }
    begin(.activities, .settling)
    for node in entered.sorted() {
      for layer in assembly[node].layers {
        for use in assembly.state(layer).activities { try start(ActivityPlace(scope: layer.scope, use: use)) }
      }
    }
    entered = []
    finish(as: .taken)
  }

  private mutating func start(_ place: ActivityPlace) throws(Failure) {
    let use = assembly.activity(place)
    let values = try values(use.arguments, Frame(scope: place.scope))
    let run = store.startRun(of: place)
    append(activityEffect(.startActivity(place, run: run), place, named(values, assembly.callable(use.activity, place.scope).parameters)))
  }

  func activityEffect(_ kind: PerformedEffect.Kind, _ place: ActivityPlace, _ arguments: [NamedValue]) -> PerformedEffect {
    let use = assembly.activity(place)
    return PerformedEffect(
      kind: kind, name: use.name, arguments: arguments, place: assembly.placeName(of: place.scope), scope: place.scope, span: use.span)
  }
}
