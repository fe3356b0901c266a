import Testing

@testable import FSMGenerated

/// More names than swiftc is left to make raw values of.
struct TourTests {
  private typealias State = Tour.State

  @Test func rawValuesAreTheNamesOfTheChart() {
    #expect(State.index.rawValue == "index")
    #expect(State.default.rawValue == "default")
    #expect(State.tür.rawValue == "tür")
    #expect(State.stop53.rawValue == "stop53")
    #expect(State.allCases.count == 53)
  }

  @Test func rawValuesLeadBack() {
    for state in State.allCases { #expect(State(rawValue: state.rawValue) == state) }
    #expect(State(rawValue: "stop54") == nil)
    #expect(State(rawValue: "index names") == nil)
    #expect(State(rawValue: "") == nil)
  }

  @Test func everyStateIsAnElementOfItsOwn() {
    #expect(Set(State.allCases).count == 53)
    #expect(Set([Tour.start().machine, Tour.start().machine]).count == 1)
  }

  @Test func aRoundComesToItsStart() throws {
    var machine = Tour.start().machine
    var told: [Tour.Effect] = []
    for _ in State.allCases { told += try machine.handle(.next) }
    #expect(machine.isIn(.index))
    #expect(told == (1...53).map { .say($0) })
    #expect(machine.acceptedEvents == [.next, .skip])
    #expect(machine.canHandle(.skip(to: 0)))
    #expect(!machine.canHandle(.skip(to: 1)))
  }
}
