// The chart of the same name as a careful engineer writes it by hand: one enum of the innermost states, what is shared in functions.
struct Deep: Sendable, Hashable {
  enum State: Sendable, Hashable { case off, empty, stopped, playing, paused, winding }
  enum Event: Sendable, Hashable, CaseIterable { case power, insert, eject, play, pause, stop, seek, faster }
  enum Effect: Sendable, Hashable { case note(Int) }
  enum Outcome { case taken, unhandled }
  struct Rejection: Error { var event: Event }
  protocol Actions { mutating func note(_ n: Int) }

  private(set) var state = State.off

  static func start() -> Deep { Deep() }

  mutating func offer(_ event: Event, performing actions: inout some Actions) -> Outcome {
    switch state {
    case .off:
      guard event == .power else { return .unhandled }
      actions.note(1)
      state = .empty
      return .taken
    case .empty:
      guard event == .insert else { return power(event, &actions) }
      actions.note(3)
      state = .stopped
      return .taken
    case .stopped:
      guard event == .play else { return loaded(event, &actions) }
      actions.note(6)
      actions.note(8)
      state = .playing
      return .taken
    case .playing:
      switch event {
      case .pause:
        actions.note(9)
        state = .paused
        return .taken
      case .seek:
        actions.note(10)
        return .taken
      case .faster:
        actions.note(9)
        actions.note(12)
        state = .winding
        return .taken
      default: return active(event, &actions)
      }
    case .paused:
      switch event {
      case .pause:
        actions.note(8)
        state = .playing
        return .taken
      case .play:
        actions.note(11)
        actions.note(8)
        state = .playing
        return .taken
      default: return active(event, &actions)
      }
    case .winding:
      switch event {
      case .faster:
        actions.note(13)
        return .taken
      case .play:
        actions.note(8)
        state = .playing
        return .taken
      default: return active(event, &actions)
      }
    }
  }

  private mutating func active(_ event: Event, _ actions: inout some Actions) -> Outcome {
    guard event == .stop else { return loaded(event, &actions) }
    leaveActive(&actions)
    state = .stopped
    return .taken
  }

  private mutating func loaded(_ event: Event, _ actions: inout some Actions) -> Outcome {
    guard event == .eject else { return power(event, &actions) }
    leaveLoaded(&actions)
    actions.note(5)
    state = .empty
    return .taken
  }

  private mutating func power(_ event: Event, _ actions: inout some Actions) -> Outcome {
    guard event == .power else { return .unhandled }
    if state != .empty { leaveLoaded(&actions) }
    actions.note(2)
    state = .off
    return .taken
  }

  private func leaveLoaded(_ actions: inout some Actions) {
    if state != .stopped { leaveActive(&actions) }
    actions.note(4)
  }

  private func leaveActive(_ actions: inout some Actions) {
    if state == .playing { actions.note(9) }
    actions.note(7)
  }

  mutating func handle(_ event: Event) throws(Rejection) -> [Effect] {
    var recorder = List()
    guard offer(event, performing: &recorder) == .taken else { throw Rejection(event: event) }
    return recorder.effects
  }

  private struct List: Actions {
    var effects: [Effect] = []
    mutating func note(_ n: Int) { effects.append(.note(n)) }
  }
}
