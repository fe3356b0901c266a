import Testing

@testable import TrafficLight

struct TrafficLightTests {
  /// What the lamps show, and when.
  private struct Log: TrafficLight.Actions {
    var now = 0.0
    var lines: [String] = []

    mutating func show(_ light: TrafficLight.Light) { lines.append("\(now) \(light)") }
    mutating func letPeopleCross(_ mayCross: Bool) { lines.append("\(now) \(mayCross ? "walk" : "wait")") }
  }

  /// Runs from deadline to deadline, as the controller of a real light would sleep.
  private func run(_ light: inout TrafficLight, _ log: inout Log, until end: Double) {
    while let deadline = light.nextDeadline {
      let seconds = deadline / .seconds(1)
      guard log.now + seconds <= end else { break }
      log.now += seconds
      light.advance(by: deadline, performing: &log)
    }
    light.advance(by: .seconds(end - log.now), performing: &log)
    log.now = end
  }

  @Test func oneRoundWithARequest() throws {
    var log = Log()
    var light = TrafficLight.start(performing: &log)
    run(&light, &log, until: 24)
    try light.handle(.requestCrossing, performing: &log)
    run(&light, &log, until: 52)
    #expect(
      log.lines == [
        "0.0 red", "2.0 walk", "17.0 wait", "20.0 redAmber", "21.0 green", "31.0 amber", "34.0 red", "36.0 walk", "51.0 wait",
      ])
  }

  @Test func withoutARequestCarsKeepGreen() {
    var log = Log()
    var light = TrafficLight.start(performing: &log)
    run(&light, &log, until: 10_000)
    #expect(light.state == .working(.driving(.untilRequest)))
    #expect(light.nextDeadline == nil)
    #expect(log.lines.last == "21.0 green")
  }

  @Test func aBrokenLightBlinks() throws {
    var log = Log()
    var light = TrafficLight.start(performing: &log)
    run(&light, &log, until: 1)
    try light.handle(.fail, performing: &log)
    run(&light, &log, until: 2)
    try light.handle(.requestCrossing, performing: &log)
    #expect(log.lines == ["0.0 red", "1.0 amber", "1.5 dark", "2.0 amber"])
    #expect(!light.isSomebodyWaiting)
  }

  /// However the time is cut, the light does the same.
  @Test func oneLongAdvanceEqualsManyShortOnes() {
    var (long, effects) = TrafficLight.start()
    var short = long
    effects = long.advance(by: .seconds(60))
    var collected: [TrafficLight.Effect] = []
    for _ in 0..<240 { collected += short.advance(by: .milliseconds(250)) }
    #expect(collected == effects)
    #expect(short == long)
  }
}
