// The chart of the same name as a careful engineer writes it by hand: state data as associated values.
struct Data: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case idle
    case loading(left: Int, tries: Int)
    case waiting(left: Int, tries: Int)
  }
  enum Event: Sendable, Hashable {
    case begin(size: Int)
    case chunk(n: Int)
    case fail, retry, cancel
  }
  enum Effect: Sendable, Hashable { case note(Int) }
  enum Outcome { case taken, unhandled }
  struct Rejection: Error { var event: Event }
  protocol Actions { mutating func note(_ n: Int) }

  private(set) var state = State.idle
  private(set) var finished = 0

  static func start() -> Data { Data() }

  mutating func offer(_ event: Event, performing actions: inout some Actions) -> Outcome {
    switch state {
    case .idle:
      guard case .begin(let size) = event else { return .unhandled }
      actions.note(size)
      state = .loading(left: size, tries: 0)
    case .loading(let left, let tries):
      switch event {
      case .chunk(let n):
        if n < left {
          actions.note(n)
          state = .loading(left: left - n, tries: tries)
        } else {
          finished += 1
          actions.note(left)
          state = .idle
        }
      case .fail:
        if tries < 3 {
          actions.note(tries)
          state = .waiting(left: left, tries: tries + 1)
        } else {
          actions.note(-1)
          state = .idle
        }
      case .cancel: state = .idle
      default: return .unhandled
      }
    case .waiting(let left, let tries):
      switch event {
      case .retry:
        actions.note(left)
        state = .loading(left: left, tries: tries)
      case .cancel: state = .idle
      default: return .unhandled
      }
    }
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
