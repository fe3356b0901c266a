/// Parts of the language that charts made by chance may use beside its core.
struct Features: OptionSet, Sendable {
  var rawValue: Int

  static let regions = Features(rawValue: 1)
  static let history = Features(rawValue: 2)
  static let timers = Features(rawValue: 4)
  static let sending = Features(rawValue: 8)
  static let deferral = Features(rawValue: 16)

  /// `do`, and completions in scripts.
  static let activities = Features(rawValue: 32)
  /// States that act as another machine.
  static let parts = Features(rawValue: 64)

  static let all: Features = [.regions, .history, .timers, .sending, .deferral, .activities, .parts]
  /// What Swift output carries.
  static let carried: Features = .all
}
