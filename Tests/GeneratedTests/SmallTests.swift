import Testing

@testable import FSMGenerated

/// The least charts, strings, loops, names.
struct SmallTests {
  @Test func aMachineWithoutEvents() {
    #expect(Lamp.start().isIn(.dark))
  }

  @Test func aFlatMachine() throws {
    var machine = Turnstile.start()
    #expect(throws: Turnstile.Rejection(state: .locked, event: .push, reason: .unhandled)) { try machine.handle(.push) }
    try machine.handle(.coin)
    #expect(machine.offer(.coin) == .unhandled)
    #expect(machine.acceptedEvents == [.push])
    #expect(machine.isIn(.unlocked))
    #expect(MemoryLayout<Turnstile>.size == 1)
  }

  @Test func stringsMeanWhatTheChartSays() {
    var (machine, effects) = Texts.start()
    #expect(effects == [.show(#"backslash-n: \n, quote: ", emoji: 😀"#)])
    #expect(machine.name == "a \"quoted\" \\ backslash\n\t\u{1F600} \0 \u{202E}")
    effects = machine.handle(.say(name: "b"))
    #expect(effects == [.show(#"b × 3 \(not) many "inner""#)])
    #expect(machine.name.hasSuffix("\u{202E}!"))
  }

  @Test func aLoopThatItsGuardsEnd() throws {
    var machine = Spin.start().machine
    #expect(try machine.handle(.turn(times: 10_000)) == [.tick])
    #expect(machine.state == .still)
    #expect(throws: Spin.Rejection(state: .still, event: .turn(times: -1), reason: .endless)) { try machine.handle(.turn(times: -1)) }
    #expect(machine.left == 0)
  }

  /// Into the loop, so many rounds, and out of it.
  @Test func aMillionMicrostepsAndNoMore() throws {
    var machine = Spin.start().machine
    #expect(try machine.handle(.turn(times: 999_998)) == [.tick])
    #expect(throws: Spin.Rejection(state: .still, event: .turn(times: 999_999), reason: .endless)) {
      try machine.handle(.turn(times: 999_999))
    }
  }

  @Test func hostileNamesKeepTheirMeaning() throws {
    var machine = Names.start().machine
    #expect(machine.state == .`init`)
    #expect(try machine.handle(.`default`(in: 1, self: 2)) == [.`switch`(default: 3)])
    _ = try machine.handle(.`init`)
    #expect(machine.state == .`self`)
    #expect(machine.isIn(.`self`))
    #expect(try machine.handle(.`self`) == [.`init`, .effects_(4)])
    #expect(throws: Names.Rejection(state: .`Self`, event: .`Self`(Type: 0), reason: .guardsFailed)) {
      try machine.handle(.`Self`(Type: 0))
    }
    #expect(try machine.handle(.`Self`(Type: 5)) == [.`switch`(default: 5)])
    #expect(machine.state == .`Type`)
    #expect(try machine.handle(.`Type`) == [.record_(record: 2), .`self`(self: 3)])
    _ = try machine.handle(.`Protocol`)
    #expect(machine.`Type` == .`init`)
    #expect(machine.state == .`default`(default: 1, in: 2))
    _ = try machine.handle(.`default`(in: 0, self: 0))
    #expect(machine.state == .`in`)
    _ = try machine.handle(.in)
    _ = try machine.handle(.switch)
    #expect(try machine.handle(.event(event: 1, actions: 2, state: 3)) == [.removeAll_])
    // The parameters hide both variables on the right; on the left stands the variable.
    #expect(machine.state_ == 4)
    #expect(machine.event == 2)
    _ = try machine.handle(.Optional)
    _ = try machine.handle(.String)
    #expect(machine.isIn(.StringStringInt))
  }

  @Test func equalNamesInDifferentPlaces() throws {
    var machine = Twins.start()
    #expect(Twins.StateName.allCases.count == Set(Twins.StateName.allCases.map(\.rawValue)).count)
    try machine.handle(.go(n: 0))
    #expect(machine.isIn(.bInner))
    try machine.handle(.back)
    #expect(machine.state == .a_b(.c))
    try machine.handle(.back)
    #expect(machine.state == .a(.b_c))
    try machine.handle(.back)
    #expect(machine.state == .aB(.c))
  }
}
