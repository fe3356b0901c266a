// The chart of the same name as a careful engineer writes it by hand: nested switches, effects where they belong.
struct Flat: Sendable, Hashable {
  enum State: Sendable, Hashable { case idle, dialling, ringing, talking, held, waiting }
  enum Event: Sendable, Hashable, CaseIterable { case dial, ring, answer, hangUp, hold, resume }
  enum Effect: Sendable, Hashable { case note(Int) }
  enum Outcome { case taken, unhandled, guardsFailed }
  struct Rejection: Error { var event: Event }
  protocol Actions { mutating func note(_ n: Int) }

  private(set) var state = State.idle
  private(set) var calls = 0

  static func start() -> Flat { Flat() }

  mutating func offer(_ event: Event, performing actions: inout some Actions) -> Outcome {
    switch state {
    case .idle:
      switch event {
      case .dial: return go(1, .dialling, &actions)
      case .ring: return go(2, .ringing, &actions)
      default: return .unhandled
      }
    case .dialling:
      switch event {
      case .answer:
        calls += 1
        return go(3, .talking, &actions)
      case .hangUp: return go(4, .idle, &actions)
      default: return .unhandled
      }
    case .ringing:
      switch event {
      case .answer:
        guard calls < 1_000_000_000 else { return .guardsFailed }
        calls += 1
        return go(5, .talking, &actions)
      case .hangUp: return go(6, .idle, &actions)
      case .ring: return go(7, .ringing, &actions)
      default: return .unhandled
      }
    case .talking:
      switch event {
      case .hold: return go(8, .held, &actions)
      case .hangUp: return go(9, .idle, &actions)
      default: return .unhandled
      }
    case .held:
      switch event {
      case .resume: return go(10, .talking, &actions)
      case .hangUp: return go(11, .idle, &actions)
      case .ring: return go(12, .waiting, &actions)
      default: return .unhandled
      }
    case .waiting:
      switch event {
      case .answer: return go(13, .talking, &actions)
      case .resume: return go(14, .talking, &actions)
      case .hangUp: return go(15, .idle, &actions)
      default: return .unhandled
      }
    }
  }

  private mutating func go(_ note: Int, _ next: State, _ actions: inout some Actions) -> Outcome {
    actions.note(note)
    state = next
    return .taken
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
