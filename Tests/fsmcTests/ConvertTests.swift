import FSMTestSupport
import Foundation
import Testing

/// `fsmc convert`: from and to each language, with what is lost on the way.
struct ConvertTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Charts.door, to: "door.fsm")
  }

  @Test func toJSONAndBack() throws {
    let there = try Fsmc.run(["convert", "door.fsm", "--to", "json", "-o", "door.json"], in: folder)
    #expect(there.status == 0 && there.errors.isEmpty && there.output.isEmpty)
    let json = try #require(folder.read("door.json"))
    #expect(json.contains(#""closed": { "on": { "push": "open" } }"#), "\(json)")
    let back = try Fsmc.run(["convert", "door.json", "--to", "fsm"], in: folder)
    #expect(back.status == 0)
    #expect(back.text.filter { !$0.isWhitespace } == Charts.door.filter { !$0.isWhitespace })
    let piped = try Fsmc.run(["convert", "-", "--from", "json", "--to", "fsm"], input: json, in: folder)
    #expect(piped.text == back.text)
  }

  @Test func whatIsLostIsSaid() throws {
    try folder.write("// why\n" + Charts.door, to: "door.fsm")
    let result = try Fsmc.run(["convert", "door.fsm", "--to", "json"], in: folder)
    #expect(result.status == 0)
    #expect(result.errorText.contains("door.fsm:1:1: note: a comment has no place in the other language"))
  }

  /// A comment of XML is one; an address is none, in whatever language.
  @Test func commentsAreThoseOfTheLanguage() throws {
    let chart = "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\">\n<!-- why -->\n<state id=\"a\"/>\n</scxml>\n"
    try folder.write(chart, to: "a.scxml")
    let result = try Fsmc.run(["convert", "a.scxml", "--to", "fsm"], in: folder)
    #expect(result.status == 0 && result.errorText.contains("a.scxml:2:1: note: a comment has no place"), "\(result.errorText)")
    #expect(!result.errorText.contains("a.scxml:1:"))
    try folder.write("{\"id\": \"m\", \"description\": \"see http://a.b/c\", \"states\": {\"a\": {}}}", to: "a.json")
    #expect(try Fsmc.run(["convert", "a.json", "--to", "fsm"], in: folder).errorText == "")
  }

  @Test func mistakesHavePlaces() throws {
    try folder.write("{\n  \"id\": \"door\",\n  \"states\": { \"a\": { \"on\": { \"e\": \"#b\" } } }\n}\n", to: "door.json")
    let result = try Fsmc.run(["convert", "door.json", "--to", "fsm"], in: folder)
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errorText.contains("door.json:3:36: error: no state is at `#b` [FSM204]"), "\(result.errorText)")
    #expect(try Fsmc.run(["check", "door.json"], in: folder).status == 1)
  }

  @Test func toSCXMLAndBack() throws {
    let there = try Fsmc.run(["convert", "door.fsm", "--to", "scxml", "-o", "door.scxml"], in: folder)
    #expect(there.status == 0 && there.errors.isEmpty, "\(there.errorText)")
    let back = try Fsmc.run(["convert", "door.scxml", "--to", "fsm"], in: folder)
    #expect(back.text.filter { !$0.isWhitespace } == Charts.door.filter { !$0.isWhitespace }, "\(back.text)")
    try folder.write("machine M {\n  activity load()\n  initial state a { do load() }\n}\n", to: "m.fsm")
    let refused = try Fsmc.run(["convert", "m.fsm", "--to", "scxml"], in: folder)
    #expect(refused.status == 1 && refused.output.isEmpty && refused.errorText.contains("[FSM901]"), "\(refused.errorText)")
  }
}
