import FSMModel
import Testing

/// What a transition leaves: everything active inside its domain.
struct DomainTests {
  static let machine = Outline.machine(
    """
    idle
    player
      stopped
      active
        fast
        slow
    parallel page
      sound
        loud
        quiet
      picture
        big
          wide
        small
    """)

  var machine: Machine { Self.machine }

  @Test func withoutTargetNothingIsLeft() {
    #expect(machine.domain("player", [], .internal) == "player")
  }

  @Test func targetInsideTheSourceKeepsIt() {
    #expect(machine.domain("player", ["player.stopped"]) == "player")
    #expect(machine.domain("player", ["player.active.slow"]) == "player")
    #expect(machine.domain("M", ["idle"]) == "M")
  }

  @Test func siblingsShareTheDomainAroundThem() {
    #expect(machine.domain("player.active.fast", ["player.active.slow"]) == "player.active")
    #expect(machine.domain("player.stopped", ["player.active.slow"]) == "player")
    #expect(machine.domain("idle", ["player.active.slow"]) == "M")
  }

  @Test func theSourceItselfIsLeftAndEntered() {
    #expect(machine.domain("player", ["player"]) == "M")
    #expect(machine.domain("player.active.fast", ["player.active.fast"]) == "player.active")
  }

  @Test func anAncestorIsLeftAndEntered() {
    #expect(machine.domain("player.active.fast", ["player.active"]) == "player")
    #expect(machine.domain("player.active.fast", ["player"]) == "M")
  }

  @Test func insideOneRegionTheRegionOrLessIsLeft() {
    #expect(machine.domain("page.sound.loud", ["page.sound.quiet"]) == "page.sound")
    // The region itself: the domain is parallel, and of it only the source's region is left.
    #expect(machine.domain("page.sound.loud", ["page.sound"]) == "page")
    #expect(machine.domain("page.sound", ["page.sound"]) == "page")
  }

  @Test func aParallelSourceKeepsItself() {
    #expect(machine.domain("page", ["page.sound.quiet"]) == "page")
    #expect(machine.domain("page", ["page.sound.quiet", "page.picture.big.wide"]) == "page")
  }

  @Test func intoAndOutOfRegions() {
    #expect(machine.domain("idle", ["page.sound.quiet", "page.picture.small"]) == "M")
    #expect(machine.domain("page.picture.big.wide", ["idle"]) == "M")
    #expect(machine.domain("page.picture.big.wide", ["page"]) == "M")
  }

  @Test func reenterLeavesTheSourceToo() {
    #expect(machine.domain("player", ["player.stopped"], .reenter) == "M")
    #expect(machine.domain("player.active", ["player.active.slow"], .reenter) == "player")
    #expect(machine.domain("page.sound", ["page.sound.quiet"], .reenter) == "page")
    #expect(machine.domain("page", ["page.sound.quiet"], .reenter) == "M")
    // Nothing contains the machine itself.
    #expect(machine.domain("M", ["idle"], .reenter) == "M")
  }

  @Test func externalSkipsParallelStates() {
    #expect(machine.domain("page.sound.loud", ["page.sound"], .external) == "M")
    #expect(machine.domain("page.sound.loud", ["page.picture.small"], .external) == "M")
    #expect(machine.domain("page.sound.loud", ["page.sound.quiet"], .external) == "page.sound")
    #expect(machine.domain("player", ["player.stopped"], .external) == "M")
    #expect(machine.domain("page", ["page.sound.quiet"], .external) == "M")
  }

  @Test func externalEndsAtTheMachine() {
    let parallel = Outline.machine(
      """
      left
        a
      right
        b
      """, isParallel: true)
    #expect(parallel.domain("left.a", ["right.b"], .external) == "M")
    #expect(parallel.domain("left.a", ["left"]) == "M")
  }
}
