import Testing

@testable import Player

struct PlayerTests {
  private typealias Watching = Player.State.Watching

  private func player(_ events: Player.Event...) throws -> Player {
    var player = Player.start().machine
    for event in events { _ = try player.handle(event) }
    return player
  }

  @Test func aFilmOpensPausedWithItsControls() throws {
    var player = try player()
    #expect(try player.handle(.open(title: "Nosferatu")) == [.load("Nosferatu"), .setGain(5), .showControls])
    #expect(player.state == .watching(Watching(playback: .paused, sound: .audible, controls: .shown, soundVolume: 5)))
  }

  /// Each region reacts for itself, in one step.
  @Test func playMovesThePictureAndKeepsTheControls() throws {
    var player = try player(.open(title: "Nosferatu"))
    #expect(try player.handle(.play) == [.startPlayback, .showControls])
    #expect(player.nextDeadline == .seconds(3))
    #expect(player.advance(by: .seconds(3)) == [.hideControls])
    #expect(try player.handle(.finished) == [.stopPlayback, .showControls])
  }

  @Test func aTouchKeepsTheControlsForThreeSecondsMore() throws {
    var player = try player(.open(title: "Nosferatu"), .play)
    #expect(player.advance(by: .seconds(2)) == [])
    _ = try player.handle(.touch)
    #expect(player.advance(by: .seconds(2)) == [])
    #expect(player.advance(by: .seconds(1)) == [.hideControls])
  }

  /// What ran before the call runs again: entered like anything else, with its data and its timer.
  @Test func afterACallEverythingIsAsItWas() throws {
    var player = try player(.open(title: "Nosferatu"), .play, .setVolume(8), .mute, .touch)
    #expect(player.advance(by: .seconds(2)) == [])
    let before = player.state
    #expect(try player.handle(.callBegan) == [.stopPlayback])
    #expect(throws: Player.Rejection.self) { try player.handle(.touch) }
    #expect(player.advance(by: .seconds(600)) == [])
    #expect(try player.handle(.callEnded) == [.startPlayback, .setGain(0), .showControls])
    #expect(player.state == before)
    #expect(player.nextDeadline == .seconds(3))
    #expect(try player.handle(.mute) == [.setGain(8)])
  }

  @Test(arguments: [-1, 11]) func theVolumeHasLimits(level: Int) throws {
    var player = try player(.open(title: "Nosferatu"))
    let error = #expect(throws: Player.Rejection.self) { try player.handle(.setVolume(level)) }
    #expect(error?.reason == .guardsFailed)
  }
}
