import FSMCompiler
import FSMDiagnostics

/// Reads charts and the files they use, and remembers which files those were.
struct ChartReader {
  /// Every file read, so that no output is written over one.
  private(set) var identities: Set<FileIdentity> = []
  /// The language of the charts; nil where their names say it.
  private let format: ChartFormat?

  init(_ arguments: Arguments) { format = arguments.value("from").flatMap(ChartFormat.init(rawValue:)) }

  /// Reads and compiles the chart at a path, `-` for standard input; a file that cannot be read is reported, and nil returned.
  mutating func compile(_ path: String, reporter: inout Reporter) -> Compilation? {
    guard let contents = read(path, reporter: &reporter) else { return nil }
    let identity = path == "-" ? nil : Self.name(of: contents.identity)
    return compile(SourceInput(path: Self.shown(path), bytes: contents.bytes, identity: identity, format: format))
  }

  /// Reads the file at a path, `-` for standard input; one that cannot be read is reported, and nil returned.
  mutating func read(_ path: String, reporter: inout Reporter) -> FileReader.Contents? {
    if path != "-", let complaint = Self.complaint(about: path) {
      reporter.problem("cannot read \(path): \(complaint)", file: path)
      return nil
    }
    do throws(FileReader.Failure) {
      let contents = try path == "-" ? FileReader.contents(of: STDIN_FILENO) : FileReader.contents(ofFile: path)
      identities.insert(contents.identity)
      return contents
    } catch {
      report(error, at: path, reporter: &reporter)
      return nil
    }
  }

  /// A path as messages show it.
  static func shown(_ path: String) -> String { path == "-" ? "<stdin>" : path }

  private mutating func compile(_ input: SourceInput) -> Compilation {
    var used: Set<FileIdentity> = []
    let compilation = Compilation(input) { file in
      do throws(FileReader.Failure) {
        let contents = try FileReader.contents(ofFile: file.path)
        used.insert(contents.identity)
        return .found(bytes: contents.bytes, identity: Self.name(of: contents.identity))
      } catch {
        return error == .system(SystemError(number: ENOENT)) ? .missing : .unreadable(error.message)
      }
    }
    identities.formUnion(used)
    return compilation
  }

  private func report(_ failure: FileReader.Failure, at path: String, reporter: inout Reporter) {
    let shown = Self.shown(path)
    guard failure == .tooLarge else {
      reporter.problem("cannot read \(shown): \(failure.message)", file: shown)
      return
    }
    var sources = SourceMap()
    let file = sources.add(path: shown, bytes: [])
    let finding = Diagnostic(.fileTooLarge, at: sources[file].startSpan, "the file is larger than 32 MB")
    _ = reporter.report([finding], in: sources)
    reporter.raise(to: .fileTrouble)
  }

  /// Why a path cannot be a chart, by its extension; nil when it can.
  private static func complaint(about path: String) -> String? {
    switch Path.pathExtension(of: path)?.lowercased() {
    case "swift": "it is Swift, not a chart"
    default: nil
    }
  }

  private static func name(of identity: FileIdentity) -> String { "\(identity.device):\(identity.number)" }
}
