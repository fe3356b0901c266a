// The chart of the same name as a careful engineer writes it by hand: a flag and three small enums.
struct Regions: Sendable, Hashable {
  enum Audio: Sendable, Hashable { case live, muted }
  enum Camera: Sendable, Hashable { case wide, tele }
  enum Tape: Sendable, Hashable { case idle, armed, rolling }
  enum Event: Sendable, Hashable, CaseIterable { case power, mute, zoom, arm, sync, cut, fail }
  enum Effect: Sendable, Hashable { case note(Int) }
  enum Outcome { case taken, unhandled, guardsFailed }
  struct Rejection: Error { var event: Event }
  protocol Actions { mutating func note(_ n: Int) }

  private(set) var isOn = false
  private(set) var audio = Audio.live
  private(set) var camera = Camera.wide
  private(set) var tape = Tape.idle

  static func start() -> Regions { Regions() }

  mutating func offer(_ event: Event, performing actions: inout some Actions) -> Outcome {
    guard isOn else {
      guard event == .power else { return .unhandled }
      actions.note(1)
      actions.note(7)
      self = Regions(isOn: true)
      return .taken
    }
    switch event {
    case .power:
      turnOff(&actions)
    case .mute:
      if audio == .live {
        actions.note(3)
        audio = .muted
      } else {
        actions.note(5)
        audio = .live
      }
    case .fail:
      guard audio == .muted else { return .unhandled }
      turnOff(&actions)
    case .zoom:
      if camera == .wide {
        camera = .tele
      } else {
        actions.note(9)
        actions.note(7)
        camera = .wide
      }
    case .arm:
      guard tape == .idle else { return .unhandled }
      actions.note(11)
      tape = .armed
    case .cut:
      guard tape != .idle else { return .unhandled }
      if tape == .rolling { actions.note(14) }
      tape = .idle
    case .sync:
      let wasMuted = audio == .muted
      let isBack = camera == .tele && wasMuted
      if isBack { actions.note(9) }
      if wasMuted { actions.note(6) } else { actions.note(4) }
      if camera == .wide { actions.note(8) } else if isBack { actions.note(10) }
      if tape == .armed { actions.note(12) } else if tape == .rolling { actions.note(15) }
      audio = .muted
      if camera == .wide {
        camera = .tele
      } else if isBack {
        actions.note(7)
        camera = .wide
      }
      if tape == .armed {
        actions.note(13)
        tape = .rolling
      }
    }
    return .taken
  }

  private mutating func turnOff(_ actions: inout some Actions) {
    if tape == .rolling { actions.note(14) }
    if camera == .tele { actions.note(9) }
    actions.note(2)
    isOn = false
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
