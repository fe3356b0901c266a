/// Standard output and standard error.
enum Stream {
  /// Writes all of the bytes; nil when that worked.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
    var start = 0
    while start < bytes.count {
      #if canImport(Darwin)
        let count = bytes.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start) }
      #elseif canImport(Musl)
        let count = bytes.withUnsafeBytes { Musl.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start) }
      #else
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start) }
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        return .last
      }
      start += count
    }
    return nil
  }

  /// Writes a result; what goes wrong is reported, except that a reader who has seen enough (a broken pipe) is no error.
  ///
  /// - Returns: The exit status this alone would have.
  static func result(_ bytes: [UInt8]) -> ExitStatus {
    guard let error = write(bytes, to: STDOUT_FILENO), error.number != EPIPE else { return .fine }
    _ = write(Array("fsmc: error: cannot write to standard output: \(error.message)\n".utf8), to: STDERR_FILENO)
    return .fileTrouble
  }

  /// Whether a person looks at a descriptor.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// A variable of the environment; nil when it is not set.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
