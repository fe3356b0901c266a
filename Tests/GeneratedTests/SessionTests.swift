import Testing

@testable import FSMGenerated

/// Values that are neither Sendable nor Hashable.
struct SessionTests {
  final class Reporter: Session.Actions {
    var greeted: [Int] = []
    func greet(_ handler: Handler) { greeted.append(handler.count) }
    func log(_ text: String) {}
  }

  @Test func anErrorNamesStateAndEvent() {
    var machine = Session.start(handler: Handler(count: 1)).machine
    do {
      _ = try machine.handle(.ping)
      Issue.record("a shut session takes no ping")
    } catch {
      #expect(error.state == .shut)
      #expect(error.event == .ping)
      #expect(error.reason == .unhandled)
    }
  }

  @Test func anObjectPerformsEffectsWithoutInout() throws {
    var machine = Session.start(handler: Handler(count: 1)).machine
    let reporter = Reporter()
    try machine.handle(.open(handler: Handler(count: 7)), performing: reporter)
    try machine.handle(.ping, performing: reporter)
    #expect(reporter.greeted == [7])
    #expect(machine.isIn(.liveBusy))
    #expect(machine.description == "session of 7")
  }
}
