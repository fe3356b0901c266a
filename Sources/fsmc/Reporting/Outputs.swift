/// Writes outputs: only when they differ, whole or not at all, never over an input.
struct Outputs {
  /// What was read; no output may be one of these.
  let inputs: Set<FileIdentity>

  /// What became of an output.
  enum Outcome {
    case written(isNew: Bool)
    case unchanged
    case failed
  }

  /// Puts bytes at a path; what goes wrong is reported.
  func write(_ bytes: [UInt8], to path: String, _ reporter: inout Reporter) -> Outcome {
    let identity = FileIdentity(path: path)
    if let identity, inputs.contains(identity) {
      reporter.problem("cannot write \(path): it is an input", file: path, status: .usage)
      return .failed
    }
    if isUpToDate(bytes, path) { return .unchanged }
    do throws(FileWriter.Failure) {
      try FileWriter.replace(path, with: bytes)
      return .written(isNew: identity == nil)
    } catch {
      reporter.problem("cannot write \(path): \(error.message)", file: path)
      return .failed
    }
  }

  /// Whether a file holds just these bytes.
  func isUpToDate(_ bytes: [UInt8], _ path: String) -> Bool {
    guard FileStatus(path: path)?.size == bytes.count else { return false }
    do throws(FileReader.Failure) { return try FileReader.contents(ofFile: path).bytes == bytes } catch { return false }
  }
}
