import Testing

@testable import FSMGenerated

/// Data of states.
struct PanelTests {
  private func machine(_ events: Panel.Event...) throws -> Panel {
    var machine = Panel.start()
    for event in events { try machine.handle(event) }
    return machine
  }

  @Test func dataArePassedAndChangedInPlace() throws {
    var machine = try machine(.dim(to: 0.5))
    #expect(machine.state == .dimmed(opacity: 0.5))
    try machine.handle(.fade(by: 0.25))
    #expect(machine.state == .dimmed(opacity: 0.75))
    try machine.handle(.dim(to: 0.5))
    #expect(machine.state == .dimmed(opacity: 0.5))
    try machine.handle(.plain)
    #expect(machine.state == .normal)
    #expect(machine.total == 0.5)
  }

  @Test func aGuardThatFailsLeavesTheMachineAsItWas() throws {
    var machine = try machine(.dim(to: 0.5))
    let before = machine
    #expect(throws: Panel.Rejection(state: .dimmed(opacity: 0.5), event: .fade(by: -1), reason: .guardsFailed)) {
      try machine.handle(.fade(by: -1))
    }
    #expect(machine == before)
    #expect(!machine.canHandle(.fade(by: -1)))
    #expect(machine.canHandle(.fade(by: 1)))
  }

  @Test func defaultsFillWhatATransitionLeavesOut() throws {
    let machine = try machine(.paint(color: 3))
    #expect(machine.state == .painted(color: 3, times: 1))
  }

  @Test func aFailedInnerGuardLeavesTheEventToTheMachine() throws {
    // `painted` has `paint` with a guard on the event's colour; when it fails the machine's own reaction enters `painted` anew.
    var machine = try machine(.paint(color: 3))
    try machine.handle(.paint(color: 0))
    #expect(machine.state == .painted(color: 0, times: 1))
    try machine.handle(.paint(color: 6))
    #expect(machine.state == .painted(color: 0, times: 2))
    #expect(machine.total == 1)
  }

  @Test func dataOfACompositeOutliveWhatIsInside() throws {
    var machine = try machine(.open(first: 1))
    #expect(machine.state == .book(.page(number: 1), left: 1, right: 7))
    try machine.handle(.next)
    #expect(machine.state == .book(.page(number: 2), left: 1, right: 6))
    try machine.handle(.add(n: 4))
    #expect(machine.state == .book(.page(number: 2), left: 5, right: 6))
    try machine.handle(.plain)
    #expect(machine.state == .book(.cover(worn: true), left: 5, right: 6))
    try machine.handle(.add(n: 1))
    #expect(machine.state == .book(.cover(worn: true), left: 6, right: 6))
  }

  @Test func argumentsAreEvaluatedBeforeAnythingIsEntered() throws {
    var machine = try machine(.open(first: 1), .next)
    try machine.handle(.swap)
    #expect(machine.state == .book(.page(number: 1), left: 6, right: 1))
  }
}
