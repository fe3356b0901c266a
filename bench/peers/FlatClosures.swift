// The chart `Flat` as run-time libraries have it: states and events are objects of a dictionary, guards and effects are closures.
struct Flat {
  enum Event: Hashable, CaseIterable { case dial, ring, answer, hangUp, hold, resume }
  enum Effect { case note(Int) }
  enum Outcome { case taken, unhandled, guardsFailed }
  struct Rejection: Error { var event: Event }
  protocol Actions { mutating func note(_ n: Int) }

  final class Store { var calls = 0 }
  struct Transition {
    var target: String?
    var isAllowed: (Store) -> Bool = { _ in true }
    var effect: (Store) -> Int
  }

  private var state = "idle"
  private let store = Store()
  private let table: [String: [Event: Transition]] = [
    "idle": [.dial: .init(target: "dialling") { _ in 1 }, .ring: .init(target: "ringing") { _ in 2 }],
    "dialling": [
      .answer: .init(target: "talking") {
        $0.calls += 1
        return 3
      }, .hangUp: .init(target: "idle") { _ in 4 },
    ],
    "ringing": [
      .answer: .init(
        target: "talking", isAllowed: { $0.calls < 1_000_000_000 },
        effect: {
          $0.calls += 1
          return 5
        }), .hangUp: .init(target: "idle") { _ in 6 }, .ring: .init(target: nil) { _ in 7 },
    ],
    "talking": [.hold: .init(target: "held") { _ in 8 }, .hangUp: .init(target: "idle") { _ in 9 }],
    "held": [
      .resume: .init(target: "talking") { _ in 10 }, .hangUp: .init(target: "idle") { _ in 11 },
      .ring: .init(target: "waiting") { _ in 12 },
    ],
    "waiting": [
      .answer: .init(target: "talking") { _ in 13 }, .resume: .init(target: "talking") { _ in 14 },
      .hangUp: .init(target: "idle") { _ in 15 },
    ],
  ]

  static func start() -> Flat { Flat() }

  mutating func offer(_ event: Event, performing actions: inout some Actions) -> Outcome {
    guard let transition = table[state]?[event] else { return .unhandled }
    guard transition.isAllowed(store) else { return .guardsFailed }
    actions.note(transition.effect(store))
    if let target = transition.target { state = target }
    return .taken
  }

  mutating func handle(_ event: Event) throws(Rejection) -> [Effect] {
    guard let transition = table[state]?[event], transition.isAllowed(store) else { throw Rejection(event: event) }
    if let target = transition.target { state = target }
    return [.note(transition.effect(store))]
  }
}
