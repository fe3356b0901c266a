import Foundation
import Testing

/// The files below `Tests/Fixtures`, found from where this source file lies.
public enum Fixtures {
  /// The folder `Tests/Fixtures`.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures", isDirectory: true)

  /// The files of a folder below `Tests/Fixtures` with an extension, in alphabetical order, not those of folders inside it.
  ///
  /// For example: `files(in: "diagnostics", extension: "fsm")`.
  public static func files(in folder: String, extension wanted: String) -> [Fixture] {
    let url = root.appendingPathComponent(folder, isDirectory: true)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix("." + wanted) }.sorted().map { Fixture(path: folder + "/" + $0) }
  }

  /// Every chart of the language that the project holds: those below `Tests/Fixtures`, whatever they are for, and the examples.
  public static let charts: [Fixture] = {
    func paths(_ folder: URL) -> [String] {
      ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".fsm") }.sorted()
    }
    let examples = root.appendingPathComponent("../../examples/Sources").standardizedFileURL
    return (paths(root) + paths(examples).map { "../../examples/Sources/" + $0 }).map { Fixture(path: $0) }
  }()

  /// One file, by its path below `Tests/Fixtures`.
  public static func file(_ path: String) -> Fixture { Fixture(path: path) }
}

/// One file below `Tests/Fixtures`.
public struct Fixture: Sendable, CustomTestStringConvertible {
  /// The path below `Tests/Fixtures`, with `/`.
  public let path: String

  public var url: URL { Fixtures.root.appendingPathComponent(path) }
  /// The name without folder and extension: `FSM201-unknown-event`.
  public var name: String { url.deletingPathExtension().lastPathComponent }
  public var testDescription: String { path }

  /// The bytes of the file.
  ///
  /// - Throws: An error of Foundation when the file cannot be read.
  public func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

  /// The text of the file; a damaged character becomes U+FFFD.
  public func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }
}
