import Testing

@testable import FSMGenerated

/// Two states that act as the same machine, each with variables of its own.
struct CutterTests {
  private struct Rules: Cutter.Functions {
    func allowed(at: Int) -> Bool { at < 100 }
  }

  private func log(_ effects: [Cutter.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .log(let text): text
      case .splice(let kind, let at): "splice \(kind) \(at)"
      }
    }
  }

  private func machine(_ events: Cutter.Event...) throws -> Cutter {
    var machine = Cutter.start(using: Rules()).machine
    for event in events { _ = try machine.handle(event, using: Rules()) }
    return machine
  }

  @Test func argumentsSetTheVariablesAtEachEntry() throws {
    var machine = try machine(.play(volume: 7), .close)
    let effects = try machine.handle(.openPicture, using: Rules())
    #expect(log(effects) == ["+track picture"])
    #expect(machine.state == .picture(.ready, kind: "picture", first: 8, cuts: 8, mode: .coarse))
  }

  @Test func aValueOutOfRangeIsRefusedAtTheEntry() throws {
    var machine = try machine(.play(volume: 9), .close)
    #expect(throws: Cutter.Rejection.self) { try machine.handle(.openPicture, using: Rules()) }
    #expect(machine.state == .idle)
  }

  @Test func theStatesOwnEntryComesFirstAndItsExitLast() throws {
    var machine = try machine()
    #expect(log(try machine.handle(.openSound, using: Rules())) == ["open sound", "+track sound"])
    _ = try machine.handle(.close, using: Rules())
    _ = try machine.handle(.openPicture, using: Rules())
    #expect(log(try machine.handle(.close, using: Rules())) == ["-track picture 6", "picture closed"])
  }

  @Test func theBodyReactsWithItsOwnEventsActionsAndFunctions() throws {
    var machine = try machine(.openSound)
    #expect(log(try machine.handle(.cut(at: 4), using: Rules())) == ["splice sound 8"])
    #expect(machine.state == .sound(.ready, kind: "sound", first: 0, cuts: 1, mode: .coarse))
    _ = try machine.handle(.cut(at: 4), using: Rules())
    #expect(log(try machine.handle(.cut(at: 5), using: Rules())) == ["splice sound 10", "enough"])
    #expect(throws: Cutter.Rejection.self) { try machine.handle(.cut(at: 100), using: Rules()) }
  }

  @Test func anEventBothDeclareIsOne() throws {
    var machine = try machine(.openPicture)
    #expect(log(try machine.handle(.play(volume: 3), using: Rules())) == ["preview 3"])
    #expect(machine.level == 5)
  }

  @Test func aFinalStateAtTheTopCompletesThePlace() throws {
    var machine = try machine(.openPicture)
    #expect(log(try machine.handle(.save, using: Rules())) == ["-track picture 6", "picture closed", "picture done"])
    #expect(machine.state == .idle)
  }

  @Test func timersOfThePlaceRun() throws {
    var machine = try machine(.openSound)
    #expect(log(try machine.advance(by: .seconds(10), using: Rules())) == ["-track sound 0", "too long"])
  }
}
