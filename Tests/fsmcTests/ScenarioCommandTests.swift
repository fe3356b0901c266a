import FSMTestSupport
import Foundation
import Testing

/// `fsmc test`.
struct ScenarioCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.till, to: "till.fsm")
    try folder.write(Charts.door, to: "door.fsm")
    try folder.write(Charts.misspelt, to: "misspelt.fsm")
  }

  private static let till = """
    machine Till {
      var credit: Int = 0
      event pay(amount: Int), eject
      action show(_ text: String)
      initial state idle {
        on pay [amount > 0] / credit += amount, show("thanks")
        on eject {
          [credit > 0] / credit = 0
          else / show("nothing in")
        }
      }
      scenario "money is counted" {
        pay(amount: 5)
        pay(amount: 2)
        expect credit == 7
      }
      scenario "money comes back" {
        pay(amount: 5)
        eject
        expect credit == 5
        eject
        expect performed show("nothing in")
      }
    }

    """

  @Test func passedAndFailed() throws {
    let result = try Fsmc.run(["test", "till.fsm"], in: folder)
    #expect(result.status == 1)
    #expect(
      result.text == """
        till.fsm:12:3: passed: money is counted
        till.fsm:17:3: failed: money comes back
          start
            start
              enter Till
              credit = 0
              enter idle
            = idle
          pay(amount: 5)
            on pay(amount: 5): idle
              credit = 5
              do show("thanks")
            = idle
          eject
            on eject: idle
              credit = 0
            = idle
        till.fsm: 3 of 3 reactions taken
        1 passed, 1 failed

        """)
    #expect(result.errorText.hasPrefix("till.fsm:20:12: error: does not hold: the machine is in `idle`; `credit` is 0 [FSM701]\n"))
  }

  @Test func findingsAsJSON() throws {
    let result = try Fsmc.run(["test", "till.fsm", "--diagnostics", "json"], in: folder)
    #expect(result.status == 1)
    #expect(result.errorText.hasPrefix("{\"severity\":\"error\",\"code\":\"FSM701\""))
  }

  @Test func quietShowsFailuresOnly() throws {
    let result = try Fsmc.run(["test", "till.fsm", "--quiet"], in: folder)
    #expect(result.text.hasPrefix("till.fsm:17:3: failed: money comes back\n"))
    #expect(!result.text.contains("passed"))
  }

  @Test func aPartOfTheScenarios() throws {
    let result = try Fsmc.run(["test", "till.fsm", "--filter", "COUNTED", "--coverage"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(
      result.text == """
        till.fsm:12:3: passed: money is counted
        till.fsm: 1 of 3 reactions taken
          not taken: till.fsm:8:7: idle: eject [credit > 0] / credit = 0
          not taken: till.fsm:9:7: idle: eject [else] / show("nothing in")
        1 passed, 0 failed

        """)
    let none = try Fsmc.run(["test", "till.fsm", "--filter", "nothing of the kind"], in: folder)
    #expect(none.status == 1)
    #expect(none.errorText.contains("no scenario's name contains `nothing of the kind`"))
  }

  @Test func chartsWithoutScenariosAndWithErrors() throws {
    let none = try Fsmc.run(["test", "door.fsm"], in: folder)
    #expect(none.status == 0)
    #expect(none.text == "door.fsm: no scenarios\n")
    let result = try Fsmc.run(["test", "misspelt.fsm", "gone.fsm", "door.fsm"], in: folder)
    #expect(result.status == 3)
    #expect(result.text == "door.fsm: no scenarios\n")
    #expect(result.errorText.contains("misspelt.fsm:3:29: error: ") && result.errorText.contains("cannot read gone.fsm"))
  }
}

/// The examples tell no stories that are not true.
struct ExampleScenarioTests {
  private static let charts: [String] = {
    let sources = Fixtures.root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("examples/Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    return files.map(\.path).filter { $0.hasSuffix(".fsm") }.sorted()
  }()

  @Test func thereAreExamples() { #expect(Self.charts.count >= 5) }

  @Test(arguments: charts) func scenariosPass(_ chart: String) throws {
    let result = try Fsmc.run(["test", chart, "--warnings-as-errors"], in: try TemporaryFolder())
    #expect(result.status == 0, "\(result.text)\(result.errorText)")
    #expect(result.text.contains(": passed: "))
  }
}

/// `fsmc compile --tests`.
struct CompileTestsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.lamp, to: "lamp.fsm")
    try folder.write(Charts.door, to: "door.fsm")
  }

  private static let lamp = """
    machine Lamp {
      event toggle
      initial state off { on toggle -> on }
      state on { on toggle -> off }
      scenario "on and off" {
        toggle
        expect in(on)
        toggle
      }
    }

    """

  @Test func besideTheChart() throws {
    let result = try Fsmc.run(["compile", "--tests", "lamp.fsm"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text == "wrote lampTests.swift\n")
    #expect(folder.read("lamp.swift") == nil)
    #expect(
      folder.read("lampTests.swift") == """
        // Generated by fsmc from lamp.fsm. Do not edit.
        // swift-format-ignore-file
        // swiftlint:disable all

        import Testing

        /// The scenarios of `Lamp`.
        struct LampScenarios {
          @Test func `on and off`() {
            var machine = Lamp.start()
            machine.handle(.toggle)
            #expect(machine.isIn(.on))
            machine.handle(.toggle)
          }
        }

        """)
    #expect(try Fsmc.run(["compile", "--tests", "lamp.fsm", "--check"], in: folder).status == 0)
    let stale = try Fsmc.run(["compile", "--tests", "lamp.fsm", "--check", "--module", "Lamps"], in: folder)
    #expect(stale.status == 1)
    #expect(stale.errorText.contains("`fsmc compile lamp.fsm --tests` writes it"))
  }

  @Test func elsewhere() throws {
    try folder.write("", to: "out/x")
    #expect(try Fsmc.run(["compile", "--tests", "lamp.fsm", "-o", "out"], in: folder).text == "wrote out/lampTests.swift\n")
    let output = try Fsmc.run(["compile", "--tests", "--module", "Lamps", "lamp.fsm", "-o", "-"], in: folder)
    #expect(output.text.contains("\n@testable import Lamps\n"))
    let file = try Fsmc.run(["compile", "--tests", "lamp.fsm", "-o", "LampScenarios.swift"], in: folder)
    #expect(file.text == "wrote LampScenarios.swift\n")
  }

  @Test func withoutScenarios() throws {
    let result = try Fsmc.run(["compile", "--tests", "door.fsm"], in: folder)
    #expect(result.status == 0)
    #expect(result.text == "door.fsm: no scenarios, so no tests\n")
    #expect(folder.read("doorTests.swift") == nil)
  }

  /// The examples' tests hold what the charts' scenarios say now.
  @Test(arguments: ["Inbox", "SaleMachine", "StatefulView"]) func examplesAreUpToDate(_ name: String) throws {
    let examples = Fixtures.root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("examples")
    let chart = examples.appendingPathComponent("Sources/\(name)/\(name).fsm").path
    let tests = examples.appendingPathComponent("Tests/\(name)Tests/\(name)Scenarios.swift").path
    let result = try Fsmc.run(["compile", "--tests", "--module", name, chart, "-o", tests, "--check"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
  }
}
