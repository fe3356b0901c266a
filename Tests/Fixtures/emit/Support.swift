// What charts of this folder take from their module.

/// A class: neither Sendable nor Hashable.
final class Handler {
  let count: Int
  init(count: Int) { self.count = count }
}

extension Session {
  var description: String { "session of \(handler.count)" }
}
