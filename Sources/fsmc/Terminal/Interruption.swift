import Synchronization

/// Ctrl-C while a machine runs: the call is given up, and the program goes on.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  /// True once Ctrl-C was pressed since `watch` began.
  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Runs `body` with Ctrl-C as a request instead of the end of the program.
  static func watch<Result>(_ body: () -> Result) -> Result {
    flag.store(false, ordering: .relaxed)
    let before = signal(SIGINT) { _ in Interruption.flag.store(true, ordering: .relaxed) }
    defer { signal(SIGINT, before) }
    return body()
  }
}
