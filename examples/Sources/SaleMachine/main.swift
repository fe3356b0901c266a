// An afternoon at the drinks machine.

/// The hardware: a display, a coin tray, a hatch.
struct Hardware: SaleMachine.Actions {
  func show(_ text: String) { print("  display: \(text)") }
  func returnCoins(amount: Int) { print("  coin tray: \(amount)") }
  func dropBottle() { print("  hatch: one bottle") }
}

var hardware = Hardware()
print("switched on with two bottles")
var machine = try SaleMachine.start(stock: 2, performing: &hardware)

let afternoon: [SaleMachine.Event] = [
  .pressButton, .insertCoin(value: 2), .pressButton, .insertCoin(value: 5), .pressButton, .pressButton, .insertCoin(value: 1),
  .refill(bottles: 30), .refill(bottles: 20), .insertCoin(value: 1), .eject,
]
for event in afternoon {
  print(event)
  do {
    try machine.handle(event, performing: &hardware)
  } catch {
    print("  refused in \(error.state)")
  }
}
print("in the end: \(machine.state), \(machine.stock) bottles")
