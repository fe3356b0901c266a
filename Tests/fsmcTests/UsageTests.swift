import FSMTestSupport
import Foundation
import Testing

/// What the command line says to words it does not understand, and its help.
struct UsageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Charts.door, to: "door.fsm")
  }

  /// Words, and a part of what is said about them.
  static let wrong: [([String], String)] = [
    ([], "a command is missing"),
    (["compil", "door.fsm"], "did you mean `fsmc compile`?"),
    (["door.fsm"], "did you mean `fsmc compile door.fsm`?"),
    (["--quiet", "compile", "door.fsm"], "options stand behind the command"),
    (["test"], "no chart is given"),
    (["test", "door.fsm", "--coverag"], "did you mean `--coverage`?"),
    (["simulate"], "no chart is given"),
    (["simulate", "door.fsm", "door.fsm"], "one chart at a time"),
    (["simulate", "-"], "both be read from standard input"),
    (["compile"], "no chart is given"),
    (["compile", ""], "a file has no name"),
    (["compile", "door.fsm", "--acces", "public"], "did you mean `--access`?"),
    (["compile", "door.fsm", "-quiet"], "did you mean `--quiet`?"),
    (["compile", "door.fsm", "-x"], "unknown option `-x`"),
    (["compile", "door.fsm", "--access", "publik"], "did you mean `public`?"),
    (["compile", "door.fsm", "--access"], "`--access` needs a value"),
    (["compile", "door.fsm", "--access="], "`--access` needs a value"),
    (["compile", "door.fsm", "-o"], "`-o` needs a value"),
    (["compile", "door.fsm", "--quiet=yes"], "`--quiet` takes no value"),
    (["compile", "door.fsm", "--codable=yes"], "`--codable` takes no value"),
    (["compile", "door.fsm", "--host", "actr"], "did you mean `actor`?"),
    (["compile", "door.fsm", "--host", "thread"], "actor, observable"),
    (["compile", "door.fsm", "--host"], "`--host` needs a value"),
    (["compile", "door.fsm", "--observer=all"], "`--observer` takes no value"),
    (["compile", "door.fsm", "--module", "Doors"], "`--module` says what tests import"),
    (["compile", "-", "-"], "standard input is given twice"),
    (["compile", "door.fsm", "-o", "-", "--check"], "`--check` needs an output file"),
    (["compile", "door.fsm", "-o", "-", "--depfile", "d"], "`--depfile` needs an output file"),
    (["compile", "door.fsm", "--check", "--depfile", "d"], "`--check` writes nothing"),
    (["compile", "-", "--from", "xml"], "`--from` cannot be `xml`"),
    (["check"], "no chart is given"),
    (["check", "door.fsm", "--bound", "0"], "`--bound` takes a number from 1"),
    (["check", "door.fsm", "--access", "public"], "unknown option `--access`"),
    (["check", "door.fsm", "--diagnostics", "jsn"], "did you mean `json`?"),
    (["check", "door.fsm", "--color", "sometimes"], "auto, always, never"),
    (["graph"], "no chart is given"),
    (["graph", "door.fsm", "door.fsm"], "one chart at a time"),
    (["graph", "door.fsm", "--to", "gif"], "`--to` cannot be `gif`"),
    (["graph", "door.fsm", "--machine", "Dor"], "did you mean `Door`?"),
    (["explain", "FSM999"], "no diagnostic code `FSM999`"),
    (["help", "compil"], "did you mean `fsmc compile`?"),
  ]

  @Test(arguments: wrong)
  func wrongUsage(_ words: [String], _ complaint: String) throws {
    let result = try Fsmc.run(words, in: folder)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errorText.hasPrefix("fsmc: error: "))
    #expect(result.errorText.contains(complaint), "\(result.errorText)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["door.fsm"])
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["help", "compile"], ["compile", "--help"], ["compile", "-h"], ["compile", "--wrong", "--help"],
    ["check", "--help"], ["graph", "--help"], ["simulate", "--help"], ["test", "--help"], ["explain", "--help"],
  ])
  func help(_ words: [String]) throws {
    let result = try Fsmc.run(words, in: folder)
    #expect(result.status == 0)
    #expect(result.text.contains("usage: fsmc "))
    #expect(result.errors.isEmpty)
    #expect(!result.text.contains("--inlinable"))
    #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 140 })
  }

  @Test(arguments: [["--version"], ["compile", "--version"]])
  func version(_ words: [String]) throws {
    let result = try Fsmc.run(words, in: folder)
    #expect(result.status == 0)
    #expect(result.text.wholeMatch(of: /fsmc \d+\.\d+\.\d+\n/) != nil)
  }

  @Test func whatFollowsTwoDashesIsAFile() throws {
    try folder.write(Charts.door, to: "--help.fsm")
    let result = try Fsmc.run(["check", "--", "--help.fsm"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test func explainPrintsTheManual() throws {
    let one = try Fsmc.run(["explain", "fsm201"], in: folder)
    #expect(one.status == 0)
    #expect(one.text.hasPrefix("FSM201 (error): "))
    let all = try Fsmc.run(["explain"], in: folder)
    #expect(all.text.split(separator: "\n").count > 20)
    #expect(all.text.contains("FSM201  "))
  }
}
