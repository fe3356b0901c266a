import FSMModel
import Testing

/// Questions about the tree of states.
struct TreeTests {
  static let machine = Outline.machine(
    """
    idle
    player
      stopped
      active
        fast
        slow
    broken
    """)

  var machine: Machine { Self.machine }

  @Test func containsItselfAndWhatIsInside() {
    #expect(machine.contains(machine.at("player"), machine.at("player")))
    #expect(machine.contains(machine.at("player"), machine.at("player.active.slow")))
    #expect(machine.contains(.root, machine.at("broken")))
    #expect(!machine.contains(machine.at("player"), machine.at("broken")))
    #expect(!machine.contains(machine.at("player"), machine.at("idle")))
    #expect(!machine.contains(machine.at("player.active"), machine.at("player")))
  }

  @Test func containsProperly() {
    #expect(!machine.properlyContains(machine.at("player"), machine.at("player")))
    #expect(machine.properlyContains(machine.at("player"), machine.at("player.stopped")))
  }

  @Test func ancestorsInnermostFirst() {
    let slow = machine.at("player.active.slow")
    #expect(machine.ancestorsAndSelf(of: slow) == [slow, machine.at("player.active"), machine.at("player"), .root])
    #expect(machine.ancestors(of: machine.at("idle")) == [.root])
    #expect(machine.ancestors(of: .root).isEmpty)
  }

  @Test func pathOutermostFirst() {
    let slow = machine.at("player.active.slow")
    #expect(machine.path(from: .root, to: slow) == [machine.at("player"), machine.at("player.active"), slow])
    #expect(machine.path(from: machine.at("player.active"), to: slow) == [slow])
    #expect(machine.path(from: slow, to: slow).isEmpty)
  }

  @Test func innermostProperAncestor() {
    #expect(
      machine.innermostProperAncestor(of: machine.at("player.active.slow"), and: [machine.at("player.active.fast")])
        == machine.at("player.active"))
    #expect(
      machine.innermostProperAncestor(of: machine.at("player.active.slow"), and: [machine.at("player.stopped")]) == machine.at("player"))
    #expect(machine.innermostProperAncestor(of: machine.at("player.active.slow"), and: [machine.at("player")]) == .root)
    #expect(machine.innermostProperAncestor(of: machine.at("player.active"), and: []) == machine.at("player"))
    #expect(machine.innermostProperAncestor(of: .root, and: []) == .root)
  }

  @Test func pathNames() {
    #expect(machine.pathName(of: .root) == "M")
    #expect(machine.pathName(of: machine.at("player.active.slow")) == "player.active.slow")
  }

  @Test func activeTogether() {
    let machine = Outline.machine(
      """
      parallel page
        sound
          loud
          quiet
        picture
          big
      off
      """)
    #expect(machine.canBeActiveTogether(machine.at("page.sound.loud"), machine.at("page.picture.big")))
    #expect(machine.canBeActiveTogether(machine.at("page.sound"), machine.at("page.sound.loud")))
    #expect(machine.canBeActiveTogether(.root, machine.at("off")))
    #expect(!machine.canBeActiveTogether(machine.at("page.sound.loud"), machine.at("page.sound.quiet")))
    #expect(!machine.canBeActiveTogether(machine.at("page.sound.loud"), machine.at("off")))
  }
}
