/// Reads whole files up to a limit.
enum FileReader {
  /// Charts above this are refused before they are read: 32 MB.
  static let limit = 32 << 20

  enum Failure: Error, Hashable {
    case isDirectory
    case tooLarge
    case system(SystemError)

    /// In words: "no such file or directory".
    var message: String {
      switch self {
      case .isDirectory: "it is a directory"
      case .tooLarge: "it is larger than 32 MB"
      case .system(let error): error.message
      }
    }
  }

  /// What was read, and which file it was.
  struct Contents {
    var bytes: [UInt8]
    var identity: FileIdentity
  }

  /// Reads the file at a path.
  static func contents(ofFile path: String) throws(Failure) -> Contents {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(.last) }
    defer { close(descriptor) }
    return try contents(of: descriptor)
  }

  /// Reads an open file to its end: standard input is descriptor 0.
  static func contents(of descriptor: Int32) throws(Failure) -> Contents {
    guard let status = FileStatus(descriptor: descriptor) else { throw .system(.last) }
    if status.isDirectory { throw .isDirectory }
    if status.isRegular, status.size > limit { throw .tooLarge }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    if status.isRegular { bytes.reserveCapacity(status.size) }
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return Contents(bytes: bytes, identity: status.identity) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(.last)
      }
      bytes += buffer[..<count]
      if bytes.count > limit { throw .tooLarge }
    }
  }
}
