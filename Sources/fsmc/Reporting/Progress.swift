/// A line on the terminal that says how far something long has come: shown once it takes over a second, gone when it is done.
struct Progress {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var hasWritten = false

  init(isShown: Bool) { self.isShown = isShown && Stream.isTerminal(STDERR_FILENO) }

  mutating func show(_ text: String) {
    let now = ContinuousClock.now
    guard isShown, now - start > .seconds(1), now - last > .milliseconds(100) else { return }
    last = now
    hasWritten = true
    _ = Stream.write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
  }

  mutating func clear() {
    if hasWritten { _ = Stream.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
  }
}
