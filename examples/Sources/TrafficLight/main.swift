// Two minutes at the crossing, in a moment: the machine has no clock of its own, so time passes as fast as it is told.

/// The lamps, and what the clock beside them shows.
struct Lamps: TrafficLight.Actions {
  var now = Duration.zero

  func show(_ light: TrafficLight.Light) { print("\(now): cars see \(light)") }
  func letPeopleCross(_ mayCross: Bool) { print("\(now): people \(mayCross ? "walk" : "wait")") }
}

/// Lets time pass, from deadline to deadline: a real light would sleep in between.
func pass(_ time: Duration, _ light: inout TrafficLight, _ lamps: inout Lamps) {
  let end = lamps.now + time
  while let deadline = light.nextDeadline, lamps.now + deadline <= end {
    lamps.now += deadline
    light.advance(by: deadline, performing: &lamps)
  }
  light.advance(by: end - lamps.now, performing: &lamps)
  lamps.now = end
}

var lamps = Lamps()
var light = TrafficLight.start(performing: &lamps)
pass(.seconds(24), &light, &lamps)
print("\(lamps.now): somebody presses the button, too early")
try light.handle(.requestCrossing, performing: &lamps)
pass(.seconds(56), &light, &lamps)
print("\(lamps.now): somebody presses the button, and need not wait long")
try light.handle(.requestCrossing, performing: &lamps)
pass(.seconds(39), &light, &lamps)
print("\(lamps.now): a lamp fails")
try light.handle(.fail, performing: &lamps)
pass(.seconds(1), &light, &lamps)
