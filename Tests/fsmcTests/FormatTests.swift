import FSMTestSupport
import Foundation
import Testing

/// `fsmc format`: in place, checking, standard input, and charts with mistakes.
struct FormatTests {
  private let folder: TemporaryFolder
  private let messy = "machine Door{event push,pull\ninitial state closed{on push->open}\nstate open{on pull->closed}}"

  init() throws { folder = try TemporaryFolder() }

  @Test func inPlace() throws {
    try folder.write(messy, to: "door.fsm")
    let result = try Fsmc.run(["format", "door.fsm"], in: folder)
    #expect(result.status == 0 && result.text == "laid out door.fsm\n" && result.errors.isEmpty)
    #expect(folder.read("door.fsm") == Charts.door)
    #expect(try Fsmc.run(["format", "door.fsm"], in: folder).text == "door.fsm is laid out already\n")
  }

  @Test func checking() throws {
    try folder.write(messy, to: "messy.fsm")
    try folder.write(Charts.door, to: "door.fsm")
    let result = try Fsmc.run(["format", "--check", "door.fsm", "messy.fsm"], in: folder)
    #expect(result.status == 1)
    #expect(result.text == "door.fsm is laid out\n")
    #expect(result.errorText.contains("messy.fsm is not laid out"))
    #expect(folder.read("messy.fsm") == messy)
    #expect(try Fsmc.run(["format", "--check", "door.fsm"], in: folder).status == 0)
  }

  @Test func standardInput() throws {
    let result = try Fsmc.run(["format", "-"], input: messy, in: folder)
    #expect(result.status == 0 && result.text == Charts.door)
  }

  @Test func whatIsWrongStays() throws {
    let text = "machine M{event e\n state   a { on e->  }\nstate b}"
    try folder.write(text, to: "m.fsm")
    let result = try Fsmc.run(["format", "m.fsm"], in: folder)
    #expect(result.status == 1)
    #expect(result.errorText.contains("m.fsm:2:"))
    #expect(folder.read("m.fsm") == "machine M {\n  event e\n  state a {\n    on e->\n  }\n  state b\n}\n")
  }

  @Test func otherLanguagesAreNotLaidOut() throws {
    try folder.write("<scxml/>", to: "a.scxml")
    let result = try Fsmc.run(["format", "a.scxml"], in: folder)
    #expect(result.status == 2 && result.errorText.contains("convert a.scxml --to fsm"))
    #expect(try Fsmc.run(["format", "missing.fsm"], in: folder).status == 3)
  }
}
