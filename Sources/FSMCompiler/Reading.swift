import FSMDiagnostics
import FSMSyntax

/// The syntax of a chart and of every file it uses, directly or through others.
///
/// A file is read once, however many files use it and whatever paths lead to it, so files that use each other in a circle are fine.
struct Reading {
  private(set) var sources = SourceMap()
  private(set) var files: [SyntaxFile] = []
  /// The language of each file.
  private(set) var formats: [ChartFormat] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var known: Set<String> = []

  init(_ input: SourceInput, loading load: (UsedFile) -> LoadedFile) {
    known.insert(input.identity ?? FilePath.normalized(input.path))
    read(path: input.path, bytes: input.bytes, as: input.format)
    // The list grows while it is walked: each file read adds what it uses.
    var next = 0
    while next < files.count {
      let file = files[next]
      for use in file.uses { follow(use, from: sources[file.file].path, loading: load) }
      next += 1
    }
  }

  private mutating func follow(_ use: UseSyntax, from user: String, loading load: (UsedFile) -> LoadedFile) {
    let path = FilePath.join(FilePath.folder(of: user), use.path.value)
    let key = FilePath.normalized(path)
    guard !known.contains(key) else { return }
    switch load(UsedFile(path: path)) {
    case .found(let bytes, let identity):
      guard known.insert(identity ?? key).inserted else { return }
      known.insert(key)
      read(path: path, bytes: bytes, as: ChartFormat(path: path))
    case .missing:
      report(.usedFileNotFound, use, "no file is at `\(use.path.value)`", path)
    case .unreadable(let reason):
      report(.usedFileNotFound, use, "`\(use.path.value)` cannot be read: \(reason)", path)
    }
  }

  private mutating func read(path: String, bytes: [UInt8], as format: ChartFormat) {
    let id = sources.add(path: path, bytes: bytes)
    let file = format.syntax(of: sources[id])
    formats.append(format)
    files.append(file)
    diagnostics += file.diagnostics
  }

  private mutating func report(_ code: DiagnosticCode, _ use: UseSyntax, _ message: String, _ path: String) {
    let hint = path == use.path.value ? nil : "it was looked for at `\(path)`: the path starts at the folder of this chart"
    diagnostics.append(Diagnostic(code, at: use.path.span, message, hint: hint))
  }
}
