import FSMTestSupport
import Foundation
import Testing

/// `fsmc compile`: where its output goes, and what it says.
struct CompileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Charts.door, to: "door.fsm")
  }

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }

  @Test func besideTheChart() throws {
    let result = try Fsmc.run(["compile", "door.fsm"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(try files() == ["door.fsm", "door.swift"])
    #expect(result.text.hasPrefix("wrote door.swift\nnext: "))
    #expect(result.errors.isEmpty)
    #expect(folder.read("door.swift")?.contains("struct Door") == true)
  }

  @Test func savedStateIsThereWhereItIsAskedFor() throws {
    _ = try Fsmc.run(["compile", "door.fsm"], in: folder)
    #expect(folder.read("door.swift")?.contains("Codable") == false)
    let result = try Fsmc.run(["compile", "door.fsm", "--codable", "--access", "public", "--name", "Gate"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(folder.read("door.swift")?.contains("extension Gate: Codable {") == true)
    #expect(folder.read("door.swift")?.contains("  public init(from decoder: any Decoder) throws {") == true)
  }

  @Test(arguments: [("actor", "  public actor Host {"), ("observable", "  public final class Host {")])
  func aHostStandsBesideTheMachine(_ host: String, _ head: String) throws {
    let result = try Fsmc.run(["compile", "door.fsm", "--host", host, "--access", "public", "--name", "Gate"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    let text = try #require(folder.read("door.swift"))
    #expect(text.contains("extension Gate {"))
    #expect(text.split(separator: "\n").contains { $0 == head })
    #expect(text.contains("import Observation") == (host == "observable"))
  }

  @Test func anActorNeedsAMachineThatCanBeSent() throws {
    try folder.write("machine Door: Hashable {\n  event open\n  initial state shut { on open -> ajar }\n  state ajar\n}\n", to: "kept.fsm")
    let result = try Fsmc.run(["compile", "kept.fsm", "--host", "actor"], in: folder)
    #expect(result.status == 1)
    #expect(result.errorText.contains("cannot carry `Door` into an actor, since it is not `Sendable`"), "\(result.errorText)")
    #expect(try Fsmc.run(["compile", "kept.fsm", "--host", "observable"], in: folder).status == 0)
  }

  /// As the build plugin hands them on.
  @Test func optionsComeFromAFileToo() throws {
    try folder.write("# For everybody.\n--access public\n\n  --codable   --name Gate\n", to: "fsmc.options")
    try folder.write("--name Portal\r\n", to: "door.options")
    let result = try Fsmc.run(["compile", "door.fsm", "@fsmc.options", "@door.options", "--quiet"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(folder.read("door.swift")?.contains("public struct Portal") == true)
    #expect(folder.read("door.swift")?.contains("extension Portal: Codable") == true)
    try folder.write("--acces public", to: "door.options")
    let wrong = try Fsmc.run(["compile", "door.fsm", "@door.options"], in: folder)
    #expect(wrong.status == 2)
    #expect(wrong.errorText.contains("did you mean `--access`?"))
    let missing = try Fsmc.run(["compile", "door.fsm", "@gate.options"], in: folder)
    #expect(missing.status == 3)
    #expect(missing.errorText.contains("cannot read options from gate.options: no such file"), "\(missing.errorText)")
  }

  @Test func anObserverIsThereWhereItIsAskedFor() throws {
    _ = try Fsmc.run(["compile", "door.fsm"], in: folder)
    #expect(folder.read("door.swift")?.contains("didEnter") == false)
    let result = try Fsmc.run(["compile", "door.fsm", "--observer"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(folder.read("door.swift")?.contains("mutating func didEnter(_ state: StateName)") == true)
    #expect(folder.read("door.swift")?.contains("static let transitions: [Transition] = [") == true)
  }

  @Test func quietSaysNothing() throws {
    let result = try Fsmc.run(["compile", "door.fsm", "--quiet"], in: folder)
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.errors.isEmpty)
  }

  @Test func sameOutputIsNotWrittenAgain() throws {
    _ = try Fsmc.run(["compile", "door.fsm"], in: folder)
    let before = try FileManager.default.attributesOfItem(atPath: folder.url("door.swift").path)
    let again = try Fsmc.run(["compile", "door.fsm"], in: folder)
    let after = try FileManager.default.attributesOfItem(atPath: folder.url("door.swift").path)
    #expect(again.text == "door.swift is up to date\n")
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
  }

  @Test func everyRoadGivesTheSameSwift() throws {
    _ = try Fsmc.run(["compile", "door.fsm", "--no-source-location"], in: folder)
    let beside = try #require(folder.read("door.swift"))
    let toFile = try Fsmc.run(["compile", "door.fsm", "--no-source-location", "-o", "other.swift"], in: folder)
    #expect(toFile.status == 0)
    #expect(folder.read("other.swift") == beside)
    let toOutput = try Fsmc.run(["compile", "door.fsm", "--no-source-location", "-o-"], in: folder)
    #expect(toOutput.text == beside)
    try FileManager.default.createDirectory(at: folder.url("out"), withIntermediateDirectories: false)
    let toFolder = try Fsmc.run(["compile", "--no-source-location", "--output=out", "door.fsm"], in: folder)
    #expect(toFolder.text.hasPrefix("wrote out/door.swift\n"))
    #expect(folder.read("out/door.swift") == beside)
  }

  @Test func standardInput() throws {
    let result = try Fsmc.run(["compile", "-", "--from", "fsm"], input: Charts.door, in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.contains("struct Door"))
    #expect(try files() == ["door.fsm"])
    let bad = try Fsmc.run(["compile", "-"], input: Charts.misspelt, in: folder)
    #expect(bad.status == 1)
    #expect(bad.output.isEmpty)
    #expect(bad.errorText.hasPrefix("<stdin>:3:29: error: "))
  }

  @Test func severalMachinesBecomeOneFile() throws {
    try folder.write(Charts.pair, to: "pair.fsm")
    let result = try Fsmc.run(["compile", "pair.fsm"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    let swift = try #require(folder.read("pair.swift"))
    #expect(swift.contains("struct Lamp") && swift.contains("struct Bell"))
  }

  @Test func namesAndAccess() throws {
    let result = try Fsmc.run(["compile", "door.fsm", "--name", "Gate", "--access", "public", "-o", "-"], in: folder)
    #expect(result.text.contains("public struct Gate"))
    #expect(!result.text.contains("struct Door"))
    try folder.write(Charts.pair, to: "pair.fsm")
    let two = try Fsmc.run(["compile", "pair.fsm", "--name", "Gate"], in: folder)
    #expect(two.status == 2)
    #expect(folder.read("pair.swift") == nil)
  }

  @Test func allAreTriedAndTheWorstCounts() throws {
    try folder.write(Charts.misspelt, to: "bad.fsm")
    let result = try Fsmc.run(["compile", "bad.fsm", "gone.fsm", "door.fsm"], in: folder)
    #expect(result.status == 3)
    #expect(result.text == "wrote door.swift\n")
    #expect(result.errorText.contains("bad.fsm:3:29: error: ") && result.errorText.contains("cannot read gone.fsm"))
    #expect(result.errorText.hasSuffix("1 error\n"))
    #expect(try files() == ["bad.fsm", "door.fsm", "door.swift"])
  }

  @Test func oneOutputForTwoChartsIsAnError() throws {
    try folder.write(Charts.door, to: "a/door.fsm")
    try folder.write(Charts.door, to: "b/door.fsm")
    try folder.write("", to: "out/x")
    for words in [["a/door.fsm", "b/door.fsm", "-o", "out"], ["door.fsm", "./door.fsm"], ["a/door.fsm", "door.fsm", "-o", "one.swift"]] {
      let result = try Fsmc.run(["compile"] + words, in: folder)
      #expect(result.status == 2, "\(words)")
      #expect(result.output.isEmpty)
    }
    #expect(try files() == ["a", "b", "door.fsm", "out"])
  }

  /// What Swift output cannot carry is said at its place, and no half of a machine is written.
  @Test func whatSwiftCannotCarry() throws {
    // While the choice waits for the next microstep, nothing can stand in its region: fsmc cannot make up a `Tape`.
    let chart = """
      machine Deck {
        event load(tape: Tape)
        func isLong(_ tape: Tape) -> Bool
        parallel state deck {
          state drive {
            initial -> playing(tape: Tape())
            choice kind { [isLong(Tape())] -> playing(tape: Tape())   else -> playing(tape: Tape()) }
            state playing(tape: Tape) { on load -> kind }
          }
          state light
        }
      }

      """
    try folder.write(chart, to: "deck.fsm")
    try folder.write("// mine\n", to: "deck.swift")
    let result = try Fsmc.run(["compile", "deck.fsm"], in: folder)
    #expect(result.status == 1)
    #expect(result.errorText.contains(/deck.fsm:\d+:\d+: error: .* \[FSM901\]/), "\(result.errorText)")
    #expect(folder.read("deck.swift") == "// mine\n")
  }

  @Test func checkComparesAndWritesNothing() throws {
    let missing = try Fsmc.run(["compile", "door.fsm", "--check"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.errorText.contains("door.swift is missing"))
    #expect(try files() == ["door.fsm"])
    _ = try Fsmc.run(["compile", "door.fsm"], in: folder)
    #expect(try Fsmc.run(["compile", "door.fsm", "--check"], in: folder).status == 0)
    try folder.write("// old\n", to: "door.swift")
    let stale = try Fsmc.run(["compile", "door.fsm", "--check", "--quiet"], in: folder)
    #expect(stale.status == 1)
    #expect(stale.errorText.contains("door.swift is out of date"))
    #expect(folder.read("door.swift") == "// old\n")
  }

  @Test func depfileNamesWhatIsUsed() throws {
    try folder.write("use \"../my $parts/lamp.fsm\"\n" + Charts.door, to: "charts/door.fsm")
    try folder.write("use \"../charts/door.fsm\"\n" + Charts.pair, to: "my $parts/lamp.fsm")
    let result = try Fsmc.run(["compile", "charts/door.fsm", "--depfile", "door.d"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(folder.read("door.d") == "charts/door.swift: charts/door.fsm charts/../my\\ $$parts/lamp.fsm\n")
  }
}
