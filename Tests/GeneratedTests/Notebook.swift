/// What handlers of a host note down, for tests to wait for; and work that goes on until a test ends it.
actor Notebook {
  private(set) var lines: [String] = []
  private var waiters: [(line: String, waiter: CheckedContinuation<Void, Never>)] = []
  private var runs: [String: AsyncStream<Result<Int, any Error>>.Continuation] = [:]

  func note(_ line: String) {
    lines.append(line)
    for entry in waiters where entry.line == line { entry.waiter.resume() }
    waiters.removeAll { $0.line == line }
  }

  /// Returns once a line stands there.
  func wait(for line: String) async {
    if lines.contains(line) { return }
    await withCheckedContinuation { waiters.append((line, $0)) }
  }

  /// Work that `end` ends, or its task's being cancelled.
  func run(_ name: String) async throws -> Int {
    let (stream, run) = AsyncStream.makeStream(of: Result<Int, any Error>.self)
    runs[name] = run
    note("\(name) runs")
    for await result in stream { return try result.get() }
    note("\(name) is cancelled")
    throw CancellationError()
  }

  func end(_ name: String, _ result: Result<Int, any Error>) { runs[name]?.yield(result) }
}
