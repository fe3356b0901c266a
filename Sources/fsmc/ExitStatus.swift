/// How a run ended; of several the worst counts.
enum ExitStatus: Int32, Comparable {
  case fine = 0
  /// The chart has errors, or `--check` found a file that would change.
  case findings = 1
  /// The command line could not be understood.
  case usage = 2
  /// A file could not be read or written.
  case fileTrouble = 3

  static func < (lhs: ExitStatus, rhs: ExitStatus) -> Bool { lhs.rawValue < rhs.rawValue }
}
