/// One chart and where its Swift goes.
struct CompileJob {
  var input: String
  /// Nil for standard output.
  var output: String?

  /// Decides where each chart's Swift goes; two that would go to one file are an error.
  ///
  /// - Parameter suffix: What the names of files have behind the chart's: `Tests`.
  static func plan(_ inputs: [String], output: String?, suffix: String = "") throws(UsageError) -> [CompileJob] {
    let isFolder = output.map { $0.hasSuffix("/") || FileStatus(path: $0)?.isDirectory == true } ?? false
    if let output, !isFolder, inputs.count > 1 {
      throw UsageError(
        "several charts cannot be written to \(output == "-" ? "standard output" : "the one file `\(output)`")",
        hint: "`-o` can name a folder; without it each chart's Swift is written beside it", command: "compile")
    }
    let jobs = inputs.map { CompileJob(input: $0, output: place(of: $0, output, isFolder: isFolder, suffix)) }
    try findClash(jobs)
    return jobs
  }

  private static func place(of input: String, _ output: String?, isFolder: Bool, _ suffix: String) -> String? {
    func named(_ path: String) -> String {
      let swift = Path.replacingExtension(of: path, with: "swift")
      return suffix.isEmpty ? swift : swift.dropLast(".swift".count) + suffix + ".swift"
    }
    guard let output else { return input == "-" ? nil : named(input) }
    if output == "-" { return nil }
    guard isFolder else { return output }
    return Path.join(output, named(input == "-" ? "stdin" : Path.name(of: input)))
  }

  private static func findClash(_ jobs: [CompileJob]) throws(UsageError) {
    var first: [String: String] = [:]
    for job in jobs {
      guard let output = job.output else { continue }
      if let other = first.updateValue(job.input, forKey: key(of: output)) {
        throw UsageError("\(other) and \(job.input) would both be written to \(output)", command: "compile")
      }
    }
  }

  /// What is equal for two paths to one file, whether it is there yet or not.
  private static func key(of path: String) -> String {
    if let file = FileIdentity(path: path) { return "\(file.device):\(file.number)" }
    let folder = FileIdentity(path: Path.folder(of: path)).map { "\($0.device):\($0.number)" } ?? Path.folder(of: path)
    return folder + "/" + Path.name(of: path)
  }
}
