// An evening with the video player.

/// What the machine drives: a decoder, an amplifier, the view with the controls.
struct Device: Player.Actions {
  func load(_ title: String) { print("  loads \(title)") }
  func unload() { print("  unloads") }
  func startPlayback() { print("  the picture moves") }
  func stopPlayback() { print("  the picture stands still") }
  func setGain(_ level: Int) { print("  volume \(level)") }
  func showControls() { print("  controls appear") }
  func hideControls() { print("  controls fade") }
}

/// What happens, or how long nothing does.
enum Moment {
  case event(Player.Event)
  case wait(Duration)
}

var device = Device()
var player = Player.start(performing: &device)

let evening: [Moment] = [
  .event(.open(title: "Nosferatu")), .event(.play), .wait(.seconds(5)), .event(.setVolume(8)), .event(.touch), .event(.mute),
  .wait(.seconds(2)), .event(.callBegan), .event(.touch), .wait(.seconds(600)), .event(.callEnded), .wait(.seconds(3)), .event(.finished),
  .event(.close),
]
for moment in evening {
  switch moment {
  case .event(let event):
    print(event)
    do {
      try player.handle(event, performing: &device)
    } catch {
      print("  refused in \(error.state)")
    }
  case .wait(let time):
    print("\(time) later")
    player.advance(by: time, performing: &device)
  }
}
