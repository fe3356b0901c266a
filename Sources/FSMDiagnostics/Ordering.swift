extension [Diagnostic] {
  /// The findings as people read them: by file, place and code; what is equal in these and in its message appears once.
  public var inReadingOrder: [Diagnostic] {
    let keys = map(\.sortKey)
    let sorted = indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    return sorted.enumerated().compactMap { $0 > 0 && keys[sorted[$0 - 1]] == keys[$1] ? nil : self[$1] }
  }

  /// True when one of them is an error.
  public var hasErrors: Bool { contains { $0.severity == .error } }
}

extension Diagnostic {
  /// What decides the order, and whether two findings are one.
  fileprivate struct SortKey: Comparable {
    var file: Int32
    var start: Int32
    var end: Int32
    var code: String
    var message: String

    static func < (lhs: SortKey, rhs: SortKey) -> Bool {
      (lhs.file, lhs.start, lhs.end, lhs.code, lhs.message) < (rhs.file, rhs.start, rhs.end, rhs.code, rhs.message)
    }
  }

  fileprivate var sortKey: SortKey {
    SortKey(file: span.file.index, start: span.start, end: span.end, code: code.rawValue, message: message)
  }
}
