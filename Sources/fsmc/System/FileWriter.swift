/// Writes whole files, or nothing: a temporary file in the same folder takes the place of the old one at the very end.
enum FileWriter {
  enum Failure: Error, Hashable {
    case isDirectory
    /// The folder that would hold the file.
    case noFolder(String)
    case notWritable
    case system(SystemError)

    /// In words: "no such file or directory".
    var message: String {
      switch self {
      case .isDirectory: "it is a directory"
      case .noFolder(let folder): "there is no folder \(folder)"
      case .notWritable: "the file there is read-only"
      case .system(let error): error.message
      }
    }
  }

  /// Puts the bytes at a path; an existing file keeps its permissions, and a link to it stays a link.
  ///
  /// A read-only file is left alone, although renaming would get past its permissions: who made it read-only meant it.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let old = FileStatus(path: path)
    if let old {
      if old.isDirectory { throw .isDirectory }
      guard old.isRegular else { return try write(bytes, toDevice: path) }
      guard access(path, W_OK) == 0, old.mode & 0o222 != 0 else { throw .notWritable }
    }
    let target = resolved(path)
    let folder = Path.folder(of: target)
    guard FileStatus(path: folder)?.isDirectory == true else { throw .noFolder(folder) }
    let temporary = try writeTemporary(bytes, in: folder, mode: old?.mode)
    guard rename(temporary, target) == 0 else {
      let error = SystemError.last
      unlink(temporary)
      throw .system(error)
    }
  }

  /// Writes to what is no ordinary file, such as `/dev/null` or a pipe with a name: it cannot be replaced.
  private static func write(_ bytes: [UInt8], toDevice path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(.last) }
    defer { close(descriptor) }
    if let failure = Stream.write(bytes, to: descriptor) { throw .system(failure) }
  }

  /// The file a symbolic link leads to, so that the link itself is not replaced; a link to nothing leads to what it names.
  private static func resolved(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      path = Path.join(Path.folder(of: path), String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    return path
  }

  /// A new file with the bytes and the permissions, its path.
  private static func writeTemporary(_ bytes: [UInt8], in folder: String, mode: mode_t?) throws(Failure) -> String {
    var path = ""
    var descriptor: Int32 = -1
    for attempt in 0..<100 where descriptor < 0 {
      path = Path.join(folder, ".fsmc-\(getpid())-\(attempt).tmp")
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor < 0, errno != EEXIST { throw .system(.last) }
    }
    guard descriptor >= 0 else { throw .system(.last) }
    var failure: SystemError?
    if let mode, fchmod(descriptor, mode) != 0 { failure = .last }
    if failure == nil { failure = Stream.write(bytes, to: descriptor) }
    if close(descriptor) != 0, failure == nil { failure = .last }
    guard let failure else { return path }
    unlink(path)
    throw .system(failure)
  }
}
