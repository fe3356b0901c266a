import Foundation

/// What one run of a program took.
struct Run {
  var output: String
  var errors: String
  var status: Int32
  /// Seconds of processor time, in the program and in what it started.
  var seconds: Double
  /// The most memory it had at once, in megabytes.
  var megabytes: Double
}

/// Runs programs and measures each by itself.
enum Programs {
  /// Runs a program to its end.
  ///
  /// - Parameter environment: variables beside those of this process.
  static func run(_ arguments: [String], environment: [String: String] = [:]) -> Run {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fsmc-bench-\(getpid())-\(UUID().uuidString)")
    let (out, err) = (folder.path + ".out", folder.path + ".err")
    var actions = emptyActions()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, err, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var variables = ProcessInfo.processInfo.environment
    variables.merge(environment) { $1 }
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    var child: pid_t = 0
    let spawned = posix_spawnp(&child, arguments[0], &actions, nil, argv, envp)
    posix_spawn_file_actions_destroy(&actions)
    for pointer in argv + envp { free(pointer) }
    guard spawned == 0 else { return Run(output: "", errors: "cannot start \(arguments[0])", status: 127, seconds: 0, megabytes: 0) }
    var status: Int32 = 0
    var usage = rusage()
    wait4(child, &status, 0, &usage)
    defer {
      try? FileManager.default.removeItem(atPath: out)
      try? FileManager.default.removeItem(atPath: err)
    }
    let seconds =
      Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    #if os(Linux)
      let megabytes = Double(usage.ru_maxrss) / 1024
    #else
      let megabytes = Double(usage.ru_maxrss) / 1024 / 1024
    #endif
    return Run(
      output: (try? String(contentsOfFile: out, encoding: .utf8)) ?? "", errors: (try? String(contentsOfFile: err, encoding: .utf8)) ?? "",
      status: status, seconds: seconds, megabytes: megabytes)
  }

  #if canImport(Glibc)
    private static func emptyActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
  #else
    private static func emptyActions() -> posix_spawn_file_actions_t? { nil }
  #endif

  /// Runs what must succeed, and ends the whole with its words where it does not.
  @discardableResult
  static func must(_ arguments: [String], environment: [String: String] = [:]) -> Run {
    let run = run(arguments, environment: environment)
    if run.status != 0 {
      print("failed: \(arguments.joined(separator: " "))\n\(run.errors)\(run.output)")
      exit(1)
    }
    return run
  }
}

/// The middle of some numbers.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

/// Prints at once, also into a file or a pipe.
func print(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// A number with so many digits behind the point.
func text(_ value: Double, _ digits: Int = 1) -> String { String(format: "%.\(digits)f", value) }

/// A table in Markdown.
func table(_ head: [String], _ rows: [[String]]) {
  print("| " + head.joined(separator: " | ") + " |")
  print("|" + head.indices.map { $0 == 0 ? "---|" : "---:|" }.joined())
  for row in rows { print("| " + row.joined(separator: " | ") + " |") }
  print("")
}
