/// Runs another program with bytes on its standard input and collects what it writes.
///
/// No shell is involved, so no character of an argument means anything; all three pipes are served at once, so that neither side waits
/// for the other however much is written.
struct ChildProcess {
  /// What a run left behind.
  struct Result {
    /// The exit status; 128 and the number of the signal when one ended it.
    var status: Int32
    var output: [UInt8]
    var errors: [UInt8]
  }

  /// The path of a program in the folders of `PATH`; nil when it is in none.
  static func find(_ name: String) -> String? {
    let folders = (Stream.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: true)
    return folders.map { Path.join(String($0), name) }.first { access($0, X_OK) == 0 && FileStatus(path: $0)?.isRegular == true }
  }

  /// Runs a program to its end.
  ///
  /// - Parameter arguments: Without the program's name.
  static func run(_ path: String, _ arguments: [String], input: [UInt8]) throws(SystemError) -> Result {
    let (stdin, stdout, stderr) = (try Pipe(), try Pipe(), try Pipe())
    let child = try spawn(path, arguments, stdin, stdout, stderr)
    stdin.closeReader()
    stdout.closeWriter()
    stderr.closeWriter()
    var exchange = Exchange(input: input, inputEnd: stdin.writer, outputEnd: stdout.reader, errorEnd: stderr.reader)
    exchange.run()
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { if errno != EINTR { throw .last } }
    let signal = status & 0x7F
    return Result(status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: exchange.output, errors: exchange.errors)
  }

  private static func spawn(_ path: String, _ arguments: [String], _ stdin: Pipe, _ stdout: Pipe, _ stderr: Pipe) throws(SystemError)
    -> pid_t
  {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, stdin.reader, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, stdout.writer, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, stderr.writer, STDERR_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let number = posix_spawn(&child, path, &actions, nil, &words, inheritedEnvironment)
    guard number == 0 else { throw SystemError(number: number) }
    return child
  }
}
