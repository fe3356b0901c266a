import FSMTestSupport
import Foundation
import Testing

/// `fsmc graph`: formats, several machines, and charts with findings.
struct GraphTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Charts.door, to: "door.fsm")
    try folder.write(Charts.pair, to: "pair.fsm")
  }

  @Test func dotOnStandardOutput() throws {
    let result = try Fsmc.run(["graph", "door.fsm"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.contains("digraph") && result.text.contains("closed"))
    #expect(result.errors.isEmpty)
  }

  @Test func machines() throws {
    let both = try Fsmc.run(["graph", "pair.fsm"], in: folder).text
    #expect(both.contains("toggle") && both.contains("ring"))
    let one = try Fsmc.run(["graph", "pair.fsm", "--machine", "Bell"], in: folder).text
    #expect(!one.contains("toggle") && one.contains("ring"))
  }

  @Test func picturesAreDrawnByGraphviz() throws {
    guard Tool("dot") != nil else { return }
    let svg = try Fsmc.run(["graph", "door.fsm", "--to", "svg"], in: folder)
    #expect(svg.status == 0, "\(svg.errorText)")
    #expect(svg.text.contains("<svg"))
    let png = try Fsmc.run(["graph", "door.fsm", "-o", "door.png"], in: folder)
    #expect(png.status == 0, "\(png.errorText)")
    #expect(try Data(contentsOf: folder.url("door.png")).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let pdf = try Fsmc.run(["graph", "door.fsm", "--to", "pdf"], in: folder)
    #expect(pdf.output.starts(with: Array("%PDF".utf8)))
  }

  @Test func withoutGraphvizTheErrorSaysWhatToDo() throws {
    let result = try Fsmc.run(["graph", "door.fsm", "-o", "door.svg"], in: folder, environment: ["PATH": folder.url.path])
    #expect(result.status == 3)
    #expect(result.errorText.contains("not installed") && result.errorText.contains("--to dot"))
    #expect(folder.read("door.svg") == nil)
  }

  /// A program that writes much before it reads anything, and one that fails, in the place of Graphviz.
  @Test func anotherProgramNamedDot() throws {
    func install(_ script: String) throws {
      let file = try folder.write("#!/bin/sh\n" + script, to: "bin/dot")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let path = ["PATH": folder.url("bin").path + ":/usr/bin:/bin"]
    try install("head -c 3000000 /dev/zero; head -c 300000 /dev/zero >&2; cat >/dev/null\n")
    let much = try Fsmc.run(["graph", "door.fsm", "--to", "svg"], in: folder, environment: path)
    #expect(much.status == 0 && much.output.count == 3_000_000)
    try install("echo 'syntax error' >&2; exit 7\n")
    let failing = try Fsmc.run(["graph", "door.fsm", "-o", "door.svg"], in: folder, environment: path)
    #expect(failing.status == 3)
    #expect(failing.errorText.contains("status 7: syntax error"))
    #expect(folder.read("door.svg") == nil)
  }

  @Test func aChartWithErrorsIsStillShown() throws {
    try folder.write(Charts.misspelt, to: "bad.fsm")
    let result = try Fsmc.run(["graph", "bad.fsm"], in: folder)
    #expect(result.status == 1)
    #expect(result.text.contains("digraph") && result.errorText.contains("[FSM201]"))
  }

  @Test func otherTextFormats() throws {
    let mermaid = try Fsmc.run(["graph", "door.fsm", "--to", "mermaid"], in: folder)
    #expect(mermaid.status == 0 && mermaid.text.hasPrefix("stateDiagram-v2\n") && mermaid.text.contains("Door_closed --> Door_open : push"))
    _ = try Fsmc.run(["graph", "door.fsm", "-o", "door.puml"], in: folder)
    #expect(folder.read("door.puml")?.hasPrefix("@startuml\n") == true)
    _ = try Fsmc.run(["graph", "door.fsm", "-o", "door.mmd"], in: folder)
    #expect(folder.read("door.mmd") == mermaid.text)
  }

  @Test func whatStandsOut() throws {
    let plain = try Fsmc.run(["graph", "door.fsm"], in: folder).text
    let marked = try Fsmc.run(["graph", "door.fsm", "--highlight", "open"], in: folder)
    #expect(marked.status == 0 && marked.text != plain && marked.text.contains("#FFD37A"))
    let unknown = try Fsmc.run(["graph", "door.fsm", "--highlight", "opne"], in: folder)
    #expect(unknown.status == 2 && unknown.errorText.contains("no state `opne`"))
    #expect(try Fsmc.run(["graph", "door.fsm", "--collapse", "0"], in: folder).status == 2)
    #expect(try Fsmc.run(["graph", "door.fsm", "--collapse", "1"], in: folder).text == plain)
  }

  @Test func aRunOverTheChart() throws {
    let run = try Fsmc.run(["simulate", "door.fsm", "--json"], input: "push\npull\npush\n", in: folder)
    try folder.write(run.text, to: "run.jsonl")
    let drawn = try Fsmc.run(["graph", "door.fsm", "--trace", "run.jsonl"], in: folder)
    #expect(drawn.status == 0 && drawn.text.contains("(1, 3)") && drawn.text.contains("(2)"), "\(drawn.errorText)")
    // A script draws the same, and what was undone is not there.
    try folder.write("push\npull\npush\n", to: "run.txt")
    #expect(try Fsmc.run(["graph", "door.fsm", "--trace", "run.txt"], in: folder).text == drawn.text)
    let lines = "push\nstate\npull\nundo\npull\nexpect in(closed)\npush\n"
    let undone = try Fsmc.run(["simulate", "door.fsm", "--json"], input: lines, in: folder)
    try folder.write(undone.text, to: "undone.jsonl")
    #expect(try Fsmc.run(["graph", "door.fsm", "--trace", "undone.jsonl"], in: folder).text == drawn.text)
    let piped = try Fsmc.run(["graph", "door.fsm", "--trace", "-"], input: lines, in: folder)
    #expect(piped.text == drawn.text, "\(piped.errorText)")
    let wrong = try Fsmc.run(["graph", "door.fsm", "--trace", "-"], input: "push\nnope\n", in: folder)
    #expect(wrong.status == 1 && wrong.errorText.contains("<stdin>:2:1: error: unknown event"), "\(wrong.errorText)")
    try folder.write("{\"call\": \"x\"}\n", to: "bad.jsonl")
    let bad = try Fsmc.run(["graph", "door.fsm", "--trace", "bad.jsonl"], in: folder)
    #expect(bad.status == 1 && bad.errorText.contains("bad.jsonl:1:1: error: this is no call of a run"), "\(bad.errorText)")
    #expect(try Fsmc.run(["graph", "door.fsm", "--trace", "gone.jsonl"], in: folder).status == 3)
  }

  @Test func aCounterexampleOverTheChart() throws {
    try folder.write(
      """
      machine Press {
        event go, more
        initial state idle { on go -> busy }
        state busy { on more -> stuck }
        state stuck
        assert never in(stuck)
      }
      """, to: "press.fsm")
    let check = try Fsmc.run(["check", "press.fsm", "--diagnostics", "json", "--quiet"], in: folder)
    #expect(check.status == 1)
    try folder.write(check.errorText, to: "found.jsonl")
    let drawn = try Fsmc.run(["graph", "press.fsm", "--trace", "found.jsonl", "--to", "mermaid"], in: folder)
    #expect(drawn.status == 0 && drawn.text.contains("Press_idle --> Press_busy : (1) go"), "\(drawn.errorText)")
    #expect(drawn.text.contains("Press_busy --> Press_stuck : (2) more") && drawn.text.contains("class Press_stuck highlighted"))
    try folder.write("{\"code\": \"FSM401\", \"message\": \"x\"}\n", to: "none.jsonl")
    let none = try Fsmc.run(["graph", "press.fsm", "--trace", "none.jsonl"], in: folder)
    #expect(none.status == 1 && none.errorText.contains("none.jsonl:1:1: error: none of these findings has a trace"), "\(none.errorText)")
  }

  @Test func whatACheckFindsIsMarked() throws {
    try folder.write(
      "machine Press {\n event go\n initial state idle { on go -> stuck }\n state stuck\n assert never in(stuck)\n}\n", to: "press.fsm")
    #expect(try !Fsmc.run(["graph", "press.fsm"], in: folder).text.contains("FSM520"))
    for format in ["dot", "mermaid", "plantuml"] {
      let drawn = try Fsmc.run(["graph", "press.fsm", "--check", "--to", format], in: folder)
      #expect(drawn.status == 1 && drawn.text.contains("error FSM520") && drawn.errorText.contains("FSM520"), "\(format)")
    }
  }
}
