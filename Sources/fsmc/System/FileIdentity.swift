/// What makes two paths one file, whatever links lead to it: the device and the number of the file on it.
struct FileIdentity: Hashable {
  var device: UInt64
  var number: UInt64

  /// The file a path leads to, links followed; nil when there is none.
  init?(path: String) {
    guard let status = FileStatus(path: path) else { return nil }
    self = status.identity
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// What is known of a file without reading it.
struct FileStatus {
  var identity: FileIdentity
  var isDirectory: Bool
  var isRegular: Bool
  var size: Int
  /// The permission bits.
  var mode: mode_t

  /// The file a path leads to, links followed; nil when there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// An open file; nil when the system does not tell.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = FileIdentity(status)
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    mode = status.st_mode & 0o7777
  }
}
