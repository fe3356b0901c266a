import Synchronization

/// A clock that moves only when a test says so, and tells who sleeps.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  private struct Sleeper {
    var number: Int
    var due: Instant
    var waiter: CheckedContinuation<Void, any Error>
  }

  private struct Inside {
    var now = Instant(time: .zero)
    var count = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var watchers: [(time: Duration, waiter: CheckedContinuation<Void, Never>)] = []
  }

  private let inside = Mutex(Inside())

  var now: Instant { inside.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// When those who sleep are to be woken, the earliest first.
  var sleepers: [Duration] { inside.withLock { $0.sleepers.map(\.due.time).sorted() } }

  func sleep(until due: Instant, tolerance: Duration?) async throws {
    let number = inside.withLock {
      $0.count += 1
      return $0.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let (result, seen) = inside.withLock { inside -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if inside.cancelled.contains(number) { return (.failure(CancellationError()), []) }
          if due <= inside.now { return (.success(()), []) }
          inside.sleepers.append(Sleeper(number: number, due: due, waiter: waiter))
          let seen = inside.watchers.filter { $0.time == due.time }.map(\.waiter)
          inside.watchers.removeAll { $0.time == due.time }
          return (nil, seen)
        }
        if let result { waiter.resume(with: result) }
        for watcher in seen { watcher.resume() }
      }
    } onCancel: {
      let waiter = inside.withLock { inside -> CheckedContinuation<Void, any Error>? in
        inside.cancelled.insert(number)
        guard let index = inside.sleepers.firstIndex(where: { $0.number == number }) else { return nil }
        return inside.sleepers.remove(at: index).waiter
      }
      waiter?.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock and wakes whoever is due.
  func advance(by duration: Duration) {
    let due = inside.withLock { inside -> [Sleeper] in
      inside.now = inside.now.advanced(by: duration)
      let due = inside.sleepers.filter { $0.due <= inside.now }
      inside.sleepers.removeAll { $0.due <= inside.now }
      return due
    }
    for sleeper in due { sleeper.waiter.resume() }
  }

  /// Returns once somebody sleeps until a time.
  func sleeper(until time: Duration) async {
    await withCheckedContinuation { waiter in
      let isThere = inside.withLock { inside -> Bool in
        if inside.sleepers.contains(where: { $0.due.time == time }) { return true }
        inside.watchers.append((time, waiter))
        return false
      }
      if isThere { waiter.resume() }
    }
  }
}
