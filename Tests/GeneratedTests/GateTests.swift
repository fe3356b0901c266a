import Testing

@testable import FSMGenerated

/// Functions in guards and values.
struct GateTests {
  struct Answers: Gate.Functions {
    var known = true
    func knows(_ level: Gate.Level, _ age: Int) -> Bool { known && level != .guest }
    func greeting(for level: Gate.Level) -> String { "hello \(level)" }
  }

  @Test func initialValuesMayCallDefinedFunctions() {
    #expect(Gate.start(using: Answers()).machine.tries == 3)
  }

  @Test func guardsAskTheCaller() throws {
    var machine = Gate.start(using: Answers()).machine
    #expect(try machine.handle(.knock(age: 17), using: Answers()) == [.say("too young: 17")])
    #expect(try machine.handle(.knock(age: 18), using: Answers()) == [.say("no")])
    #expect(try machine.handle(.promote(.member), using: Answers()) == [])
    #expect(machine.level == .member)
    #expect(machine.self_ == 1)
    #expect(try machine.handle(.knock(age: 18), using: Answers()) == [.say("hello member")])
    #expect(machine.state == .open)
  }

  @Test func conditionalEffects() throws {
    var machine = Gate.start(using: Answers()).machine
    let stranger = Answers(known: false)
    #expect(try machine.handle(.knock(age: 20), using: stranger) == [.say("no")])
    #expect(try machine.handle(.knock(age: 20), using: stranger) == [.say("last chance")])
    #expect(try machine.handle(.knock(age: 20), using: stranger) == [.ring, .say("go away")])
    #expect(machine.tries == 0)
  }
}
