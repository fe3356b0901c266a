/// What the operating system answered when something failed.
struct SystemError: Error, Hashable {
  /// The number in `errno`.
  var number: Int32

  /// The error of the call that just failed.
  static var last: SystemError { SystemError(number: errno) }

  /// In words, lower case, as other messages are: "no such file or directory".
  var message: String {
    guard let text = strerror(number) else { return "error \(number)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
