import Foundation

/// A program of the machine that a test runs when it is installed.
public struct Tool: Sendable {
  public let path: String

  /// Finds a program in `PATH`; when it is missing, nil, and the test's output says so.
  ///
  /// For example: `guard let dot = Tool("dot") else { return }`.
  public init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else {
      FileHandle.standardError.write(Data("⚠️  \(name) not found, skipped: what it would have checked is NOT checked\n".utf8))
      return nil
    }
    path = found
  }

  /// A program at a known path.
  public init(path: String) { self.path = path }

  /// What a run left behind.
  public struct Result: Sendable {
    public var status: Int32
    public var output: [UInt8]
    public var errors: [UInt8]
    public var text: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Runs the program to its end and collects what it writes.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - input: What it reads from standard input.
  ///   - folder: Where it runs; nil for where the test runs.
  ///   - environment: Variables set in addition; an empty value removes one.
  /// - Throws: An error of Foundation when the program cannot be started.
  public func run(_ arguments: [String], input: [UInt8] = [], in folder: URL? = nil, environment: [String: String] = [:]) throws -> Result {
    // Files, not pipes: neither side can wait for the other.
    let scratch = try TemporaryFolder()
    let (inputURL, outputURL, errorURL) = (scratch.url("in"), scratch.url("out"), scratch.url("err"))
    try Data(input).write(to: inputURL)
    for url in [outputURL, errorURL] { try Data().write(to: url) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    process.standardInput = try FileHandle(forReadingFrom: inputURL)
    process.standardOutput = try FileHandle(forWritingTo: outputURL)
    process.standardError = try FileHandle(forWritingTo: errorURL)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: [UInt8](try Data(contentsOf: outputURL)), errors: [UInt8](try Data(contentsOf: errorURL)))
  }
}

/// A fresh folder that is gone when the last reference to it is.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("fsmc-" + UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A file in the folder.
  public func url(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Writes a file in the folder; folders between are made.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> URL {
    let file = url(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// The text of a file in the folder, or nil when there is none.
  public func read(_ name: String) -> String? { (try? Data(contentsOf: url(name))).map { String(decoding: $0, as: UTF8.self) } }
}
