import FSMTestSupport
import Foundation
import Testing

/// `fsmc simulate` with lines that are read from a file or a pipe.
///
/// `NAME.fsm` is run with `NAME.lines`; `NAME.text` and `NAME.json` are what it writes, `NAME.errors` the first lines of its findings.
/// All of them were written from the semantics.
struct SimulateTests {
  private static func text(_ path: String) -> String? { try? Fixtures.file("simulate/" + path).text() }

  /// The chart and its lines in a folder of their own, so that paths in what is written are short.
  private func folder(_ name: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for ending in ["fsm", "lines"] { try folder.write(try #require(Self.text("\(name).\(ending)")), to: "\(name).\(ending)") }
    return folder
  }

  @Test(arguments: Fixtures.files(in: "simulate", extension: "text"))
  func traces(_ fixture: Fixture) throws {
    let name = fixture.name
    let folder = try folder(name)
    let result = try Fsmc.run(["simulate", "\(name).fsm", "--script", "\(name).lines"], in: folder)
    Golden.expect(result.text, at: fixture.path)
    let errors = Self.text("\(name).errors") ?? ""
    #expect(result.errorText.split(separator: "\n").filter { $0.contains(": error: ") }.joined(separator: "\n") == errors.dropLast())
    #expect(result.status == (errors.isEmpty ? 0 : 1))
  }

  @Test(arguments: Fixtures.files(in: "simulate", extension: "json"))
  func json(_ fixture: Fixture) throws {
    let name = fixture.name
    let result = try Fsmc.run(
      ["simulate", "\(name).fsm", "--json"], input: try #require(Self.text("\(name).lines")), in: try folder(name))
    Golden.expect(result.text, at: fixture.path)
    for line in result.text.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test func aPipeReadsTheSameLines() throws {
    let folder = try folder("guards")
    let lines = try #require(Self.text("guards.lines"))
    for input in [lines, lines.replacing("\n", with: "\r\n"), lines.replacing("\n", with: "\r"), "\u{FEFF}" + lines] {
      let result = try Fsmc.run(["simulate", "guards.fsm"], input: input, in: folder)
      #expect(result.text == Self.text("guards.text"))
    }
  }
}

/// What `fsmc simulate` says to lines and options that are wrong, and what it withstands.
struct SimulateTroubleTests {
  private let folder: TemporaryFolder
  private static let kiosk = """
    machine Kiosk {
      var stock: Int in 0...20
      event buy(count: Int), refill
      private event tick
      action show(_ text: String)
      func isOpen() -> Bool
      initial state open {
        on buy [isOpen() && count <= stock] / stock -= count, show("thanks")
        on refill / stock += 15, raise tick
        on tick / show("tick")
      }
    }

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.kiosk, to: "kiosk.fsm")
    try folder.write(Charts.misspelt, to: "misspelt.fsm")
    try folder.write(Charts.pair, to: "pair.fsm")
  }

  private func simulate(_ lines: String, _ words: [String] = ["--let", "stock=3"]) throws -> Tool.Result {
    try Fsmc.run(["simulate", "kiosk.fsm"] + words, input: lines, in: folder)
  }

  /// A line, and the place and the beginning of what is said about it.
  @Test(arguments: [
    ("by", "1:1: error: unknown event or command `by`"), ("refil", "1:1: error: unknown event or command `refil`"),
    ("  buy", "1:3: error: `buy` is missing `count`"), ("buy(count: \"a\")", "1:12: error: found `String` where `Int` is needed"),
    ("buy(count: 1) -> open", "1:15: error: expected the end of the line, found `->`"),
    ("buy(count: 1", "1:13: error: expected `,` or `)`, found the end of the line"), ("tick", "1:1: error: `tick` is private"),
    ("why by", "1:5: error: unknown event `by`"), ("advance 3", "1:9: error: found `Int` where `Duration` is needed"),
    ("given isShut() = true", "1:7: error: unknown function `isShut`"), ("undo 1 2", "1:6: error: expected the end of the line"),
    (":undoo", "1:2: error: unknown command `undoo`"), ("done load", "1:6: error: unknown activity `load`"),
    ("\u{1B}[31m", "1:1: error: "), ("buy(count: 1)", "1:1: error: needs the answer to `isOpen()`"),
    ("expect stock == 4", "1:8: error: does not hold"),
  ])
  func aWrongLineIsLocated(_ line: String, _ message: String) throws {
    let result = try simulate(line + "\nrefill\n")
    #expect(result.status == 1)
    #expect(result.errorText.hasPrefix("<stdin>:" + message), "\(result.errorText)")
    // Only what was expected in vain lets a script go on.
    #expect(result.text.contains("on refill") == line.hasPrefix("expect"))
  }

  @Test func suggestionsKnowEventsAndCommands() throws {
    #expect(try simulate("refil").errorText.contains("did you mean `refill`?"))
    #expect(try simulate("evnts").errorText.contains("did you mean `events`?"))
    #expect(try simulate("zzz").errorText.contains("its events are `buy`, `refill`"))
  }

  @Test func laterLinesHaveTheirNumbers() throws {
    let result = try simulate("refill\n\n// nothing\n  refil // misspelt\n")
    #expect(result.errorText.hasPrefix("<stdin>:4:3: error: "))
    #expect(result.errorText.contains("4 |   refil // misspelt"))
  }

  @Test func valuesAndAnswersOnTheCommandLine() throws {
    let result = try simulate("buy(count: 2)\nexpect stock == 1", ["--let", "stock=3", "--let", "isOpen=true"])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.contains("do show(\"thanks\")"))
    let overruled = try simulate("start(stock: 5)\nexpect stock == 5")
    #expect(overruled.status == 0, "\(overruled.errorText)")
  }

  @Test(arguments: [
    (["--let", "stok=3"], "--let:1:1: error: unknown name `stok`"), (["--let", "stock=true"], "--let:1:7: error: found `Bool`"),
    (["--let", "stock=30"], "outOfRange(stock)"), (["--let", "stock"], "--let:1:6: error: expected `=` and a value"),
    ([], "<stdin>:1:1: error: the machine has not started"),
    (["--let", "show=3"], "--let:1:1: error: `show` is an action"),
  ])
  func wrongValues(_ words: [String], _ complaint: String) throws {
    let result = try simulate("refill", words)
    #expect((result.errorText + result.text).contains(complaint), "\(result.errorText)")
    #expect(result.status == (complaint.hasPrefix("outOfRange") ? 0 : 1))
  }

  @Test func chartsWithErrorsAreNotRun() throws {
    let result = try Fsmc.run(["simulate", "misspelt.fsm"], input: "push", in: folder)
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errorText.hasPrefix("misspelt.fsm:3:29: error: "))
  }

  @Test func oneOfSeveralMachines() throws {
    let result = try Fsmc.run(["simulate", "pair.fsm", "--machine", "Bell"], input: "ring", in: folder)
    #expect(result.text.hasSuffix("  = loud\n"))
    let which = try Fsmc.run(["simulate", "pair.fsm"], in: folder)
    #expect(which.status == 2)
    #expect(which.errorText.contains("--machine Lamp"))
  }

  @Test func scriptsThatCannotBeRead() throws {
    for script in ["gone.lines", "."] {
      let result = try simulate("", ["--script", script])
      #expect(result.status == 3)
      #expect(result.errorText.contains("cannot read \(script): "))
    }
  }

  @Test func binaryAndLongInput() throws {
    let bytes = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
    let binary = try Fsmc.tool.run(["simulate", "kiosk.fsm", "--let", "stock=1"], input: bytes, in: folder.url)
    #expect(binary.status == 1)
    #expect(String(decoding: binary.errors, as: UTF8.self).contains(": error: "))
    let deep = try simulate("buy(count: " + String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 10_000) + ")")
    #expect(deep.errorText.contains("FSM112"))
    let long = try simulate(String(repeating: "x", count: (1 << 20) + 1))
    #expect(long.status == 1)
    #expect(long.errorText.contains("longer than 1 MB"))
  }
}
