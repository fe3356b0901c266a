import FSMTestSupport
import Foundation
import Testing

/// Findings on the command line: styles, colours, severities.
struct ReportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Charts.door, to: "door.fsm")
    try folder.write(Charts.misspelt, to: "bad.fsm")
  }

  @Test func cleanCheck() throws {
    let result = try Fsmc.run(["check", "door.fsm"], in: folder)
    #expect(result.status == 0)
    #expect(result.text == "door.fsm: Door has 2 states and 2 transitions; all 2 configurations were tried; nothing left open\n")
    #expect(result.errors.isEmpty)
    #expect(try Fsmc.run(["check", "door.fsm", "--quiet"], in: folder).output.isEmpty)
  }

  @Test func text() throws {
    let result = try Fsmc.run(["check", "bad.fsm"], in: folder)
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errorText.hasPrefix("bad.fsm:3:29: error: "))
    #expect(result.errorText.contains("[FSM201]\n"))
    #expect(result.errorText.contains("  3 |   initial state closed { on pus -> open }\n    |                             ^~~"))
    #expect(!result.errorText.contains("\u{1B}"))
  }

  @Test func colours() throws {
    #expect(try Fsmc.run(["check", "bad.fsm", "--color", "always"], in: folder).errorText.contains("\u{1B}["))
    let asked = ["NO_COLOR": "1"]
    #expect(try Fsmc.run(["check", "bad.fsm", "--color=always"], in: folder, environment: asked).errorText.contains("\u{1B}["))
    #expect(try !Fsmc.run(["check", "bad.fsm", "--color=never"], in: folder).errorText.contains("\u{1B}["))
  }

  /// On a terminal colours come by themselves, unless NO_COLOR is set.
  @Test func coloursOnATerminal() throws {
    guard let script = Tool("script") else { return }
    for (value, isColoured) in [("", true), ("1", false)] {
      let command = "'\(Fsmc.tool.path)' check bad.fsm"
      let result = try script.run(
        ["-qec", command, "/dev/null"], in: folder.url, environment: ["NO_COLOR": value, "TERM": "xterm"])
      #expect(result.text.contains("\u{1B}[1;31m") == isColoured)
    }
  }

  @Test func jsonLines() throws {
    let result = try Fsmc.run(["check", "bad.fsm", "gone.fsm", "door.fsm", "--diagnostics", "json"], in: folder)
    #expect(result.status == 3)
    let objects = try result.errorText.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(objects.count == 2)
    #expect(objects[0]?["code"] as? String == "FSM201" && objects[0]?["line"] as? Int == 3 && objects[0]?["column"] as? Int == 29)
    #expect(objects[0]?["file"] as? String == "bad.fsm" && objects[0]?["severity"] as? String == "error")
    #expect(objects[1]?["code"] == nil && objects[1]?["file"] as? String == "gone.fsm")
    #expect(try Fsmc.run(["check", "door.fsm", "--diagnostics=json"], in: folder).errors.isEmpty)
  }

  @Test func sarif() throws {
    let result = try Fsmc.run(["check", "bad.fsm", "gone.fsm", "--diagnostics", "sarif"], in: folder)
    let log = try #require(try JSONSerialization.jsonObject(with: Data(result.errors)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [[String: Any]])?.first?["ruleId"] as? String == "FSM201")
    let clean = try Fsmc.run(["check", "door.fsm", "--diagnostics", "sarif"], in: folder)
    #expect(try JSONSerialization.jsonObject(with: Data(clean.errors)) is [String: Any])
  }

  @Test func aFileThatTwoChartsUseIsReportedOnce() throws {
    try folder.write("use \"bad.fsm\"\n" + Charts.pair, to: "one.fsm")
    try folder.write("use \"bad.fsm\"\n" + Charts.pair, to: "two.fsm")
    let result = try Fsmc.run(["check", "one.fsm", "two.fsm"], in: folder)
    #expect(result.status == 1)
    #expect(result.errorText.components(separatedBy: "[FSM201]").count == 2)
  }

  /// Nobody reads thousands; the counts and the other formats are whole.
  @Test func aHundredFindingsOfAKindAreShown() throws {
    let reactions = String(repeating: "on e -> nowhere\n", count: 250)
    try folder.write("machine M { event e\n initial state a {\n\(reactions)} }", to: "many.fsm")
    let result = try Fsmc.run(["check", "many.fsm"], in: folder)
    #expect(result.errorText.components(separatedBy: "[FSM204]").count == 101)
    #expect(result.errorText.hasSuffix("150 more findings of FSM204 are not shown; `--diagnostics json` writes all\n250 errors\n"))
    let lines = try Fsmc.run(["check", "many.fsm", "--diagnostics", "json"], in: folder).errorText.split(separator: "\n")
    #expect(lines.count == 250)
  }
}
