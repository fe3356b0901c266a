import FSMTestSupport
import Foundation
import Testing

/// Files that cannot be read or written: a clear message, the right status, and nothing of the user's is lost.
struct BadFileTests {
  private let folder: TemporaryFolder
  private var isRoot: Bool { getuid() == 0 }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Charts.door, to: "door.fsm")
  }

  private func expect(_ words: [String], status: Int32, _ complaint: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let result = try Fsmc.run(words, in: folder)
    #expect(result.status == status, sourceLocation: sourceLocation)
    #expect(result.errorText.contains(complaint), "\(result.errorText)", sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, sourceLocation: sourceLocation)
  }

  private func temporaries() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter { $0.hasSuffix(".tmp") }
  }

  @Test func unreadableInputs() throws {
    try FileManager.default.createDirectory(at: folder.url("folder.fsm"), withIntermediateDirectories: false)
    try expect(["check", "gone.fsm"], status: 3, "cannot read gone.fsm: no such file or directory")
    try expect(["check", "folder.fsm"], status: 3, "cannot read folder.fsm: it is a directory")
    try expect(["check", "door.fsm/x.fsm"], status: 3, "not a directory")
    guard !isRoot else { return }
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.url("door.fsm").path)
    try expect(["check", "door.fsm"], status: 3, "cannot read door.fsm: permission denied")
  }

  @Test func damagedInputs() throws {
    try folder.write("", to: "empty.fsm")
    try folder.write("// only a comment\n", to: "comment.fsm")
    try Data([0x6D, 0x0A, 0x61, 0xFF, 0x62]).write(to: folder.url("latin.fsm"))
    try Data([0xFF, 0xFE, 0x6D, 0x00]).write(to: folder.url("utf16.fsm"))
    try expect(["check", "empty.fsm"], status: 1, "empty.fsm:1:1: error: the file is empty")
    try expect(["check", "comment.fsm"], status: 1, "[FSM003]")
    try expect(["check", "latin.fsm"], status: 1, "latin.fsm:2:2: error: ")
    try expect(["check", "utf16.fsm"], status: 1, "the file is UTF-16, not UTF-8 [FSM001]")
  }

  /// The limit is there so that nobody waits: neither a huge file nor an endless one is read to its end.
  @Test func hugeInputs() throws {
    try folder.write("", to: "huge.fsm")
    let handle = try FileHandle(forWritingTo: folder.url("huge.fsm"))
    try handle.truncate(atOffset: 50 << 20)
    try handle.close()
    try expect(["compile", "huge.fsm"], status: 3, "huge.fsm:1:1: error: the file is larger than 32 MB [FSM002]")
    try expect(["check", "/dev/zero"], status: 3, "larger than 32 MB")
  }

  @Test func usedFiles() throws {
    try folder.write("use \"gone.fsm\"\n" + Charts.door, to: "user.fsm")
    try expect(["check", "user.fsm"], status: 1, "user.fsm:1:5: error: no file is at `gone.fsm` [FSM004]")
    try folder.write("use \".\"\n" + Charts.door, to: "user.fsm")
    try expect(["check", "user.fsm"], status: 1, "cannot be read: it is a directory")
  }

  @Test func unwritableOutputs() throws {
    try expect(["compile", "door.fsm", "-o", "gone/door.swift"], status: 3, "cannot write gone/door.swift: there is no folder gone")
    try expect(["compile", "door.fsm", "-o", "gone/"], status: 3, "there is no folder gone")
    try folder.write("// mine\n", to: "door.swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.url("door.swift").path)
    try expect(["compile", "door.fsm"], status: 3, "cannot write door.swift: the file there is read-only")
    #expect(folder.read("door.swift") == "// mine\n")
    try FileManager.default.createDirectory(at: folder.url("other.swift"), withIntermediateDirectories: false)
    try folder.write(Charts.door, to: "other.fsm")
    try expect(["compile", "other.fsm"], status: 3, "cannot write other.swift: it is a directory")
    #expect(try temporaries().isEmpty)
  }

  @Test func fullOutput() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let shell = Tool(path: "/bin/sh")
    let result = try shell.run(["-c", "\"$0\" compile door.fsm -o - > /dev/full", Fsmc.tool.path], in: folder.url)
    #expect(result.status == 3)
    #expect(result.errorText.contains("cannot write to standard output"))
  }

  /// A reader that closes the pipe has seen enough: nothing is said.
  @Test func closedPipe() throws {
    let shell = Tool(path: "/bin/sh")
    let script = "{ sleep 0.2; \"$0\" explain; \"$0\" compile door.fsm -o -; echo $? >&2; } | true"
    let result = try shell.run(["-c", script, Fsmc.tool.path], in: folder.url)
    #expect(result.errorText == "0\n")
  }

  @Test func existingOutputSurvivesErrors() throws {
    try folder.write(Charts.misspelt, to: "door.fsm")
    try folder.write("// mine\n", to: "door.swift")
    try expect(["compile", "door.fsm"], status: 1, "[FSM201]")
    #expect(folder.read("door.swift") == "// mine\n")
    try folder.write("digraph {}", to: "door.dot")
    try expect(["graph", "door.fsm", "-o", "door.dot"], status: 1, "[FSM201]")
    #expect(folder.read("door.dot") == "digraph {}")
  }

  /// Whatever road leads there, no output takes the place of an input.
  @Test func neverOverAnInput() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.url("soft.swift").path, withDestinationPath: "door.fsm")
    try FileManager.default.linkItem(atPath: folder.url("door.fsm").path, toPath: folder.url("hard.swift").path)
    for output in ["door.fsm", "./door.fsm", "soft.swift", "hard.swift"] {
      try expect(["compile", "door.fsm", "-o", output], status: 2, "it is an input")
      try expect(["graph", "door.fsm", "-o", output], status: 2, "it is an input")
    }
    try folder.write("use \"door.fsm\"\n" + Charts.pair, to: "user.fsm")
    try expect(["compile", "user.fsm", "-o", "door.fsm"], status: 2, "it is an input")
    #expect(folder.read("door.fsm") == Charts.door)
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.url("soft.swift").path)
    #expect(link == "door.fsm")
  }

  @Test func devicesAreWrittenTo() throws {
    #expect(try Fsmc.run(["compile", "door.fsm", "-o", "/dev/null"], in: folder).status == 0)
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    try expect(["compile", "door.fsm", "-o", "/dev/full"], status: 3, "cannot write /dev/full: ")
  }

  @Test func replacingKeepsPermissionsAndLinks() throws {
    try folder.write("// old\n", to: "real.swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.url("real.swift").path)
    try FileManager.default.createSymbolicLink(atPath: folder.url("door.swift").path, withDestinationPath: "real.swift")
    #expect(try Fsmc.run(["compile", "door.fsm"], in: folder).status == 0)
    #expect(folder.read("real.swift")?.contains("struct Door") == true)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.url("real.swift").path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder.url("door.swift").path)) == "real.swift")
    #expect(try temporaries().isEmpty)
  }
}
