import FSMModel

/// Run to completion.
extension Run {
  /// One event with all that follows from it: settling, then deferred and sent events.
  @discardableResult
  mutating func fullStep(_ occurrence: Store.Occurrence, _ origin: Step.Origin) throws(Failure) -> Selection {
    let selection = try process(occurrence, origin)
    if selection.disposition == .taken { try settleWhole() }
    return selection
  }

  /// Settles; then, repeatedly, takes the oldest deferred event that is taken or no longer deferred, else the oldest sent one.
  mutating func settleWhole() throws(Failure) {
    try settle()
    while !store.hasEnded {
      if let (number, occurrence, selection) = try recallable() {
        store.removeDeferred(number)
        try complete(occurrence, .recalled, selection)
      } else if let occurrence = sent.popFirst() {
        try process(occurrence, .sent)
      } else {
        break
      }
      try settle()
    }
    if store.hasEnded { try end() }
    try startActivities()
  }

  /// Microsteps of choices and `always` first, then raised and `done` events in the order queued.
  private mutating func settle() throws(Failure) {
    while !store.hasEnded {
      let selection = try selectSettling()
      if !selection.taken.isEmpty {
        begin(.always, .settling, selection)
        try microstep(selection.taken)
        finish(as: .taken)
        continue
      }
      if !selection.looks.isEmpty {
        begin(.always, .settling, selection)
        finish(as: .settled)
      }
      guard let next = raised.popFirst() else { return }
      try process(next, .raised)
    }
  }

  @discardableResult
  private mutating func process(_ occurrence: Store.Occurrence, _ origin: Step.Origin) throws(Failure) -> Selection {
    let selection = try select(occurrence)
    try complete(occurrence, origin, selection)
    return selection
  }

  /// Does what was chosen for an event.
  private mutating func complete(_ occurrence: Store.Occurrence, _ origin: Step.Origin, _ selection: Selection) throws(Failure) {
    begin(trigger(of: occurrence), origin, selection)
    switch selection.disposition {
    case .taken: try microstep(selection.taken)
    case .deferred: store.deferEvent(occurrence)
    case .dropped where origin == .outside: throw .rejected(selection.isNamed ? .guardsFailed : .unhandled)
    default: break
    }
    finish(as: selection.disposition)
  }

  private mutating func recallable() throws(Failure) -> (Int, Store.Occurrence, Selection)? {
    var next = store.firstDeferred
    while let (number, occurrence) = next {
      let selection = try select(occurrence)
      if selection.disposition != .deferred { return (number, occurrence, selection) }
      next = store.nextDeferred(after: number)
    }
    return nil
  }

  private func trigger(of occurrence: Store.Occurrence) -> Step.Trigger {
    switch occurrence.trigger {
    case .event(let event): .event(event, arguments: occurrence.arguments)
    case .done(let node): .done(node)
    case .timer(let node, let number): .timer(node, span: assembly[node].timers[number].delay.span)
    case .activity(let place, let failed): .completion(place, failed: failed, occurrence.arguments.first)
    }
  }

  /// The machine's end: what waits is dropped, activities are cancelled, exits of what is still active run; the final configuration stays
  /// readable, its data too.
  private mutating func end() throws(Failure) {
    let final = store.configuration
    begin(.end, .settling)
    for node in final.reversed() { try exit(node) }
    for node in final { store.activate(node) }
    raised.removeAll()
    sent.removeAll()
    store.dropWaiting()
    entered = []
    finish(as: .taken)
  }
}
