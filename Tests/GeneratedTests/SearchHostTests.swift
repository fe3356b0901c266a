import Foundation
import Observation
import Synchronization
import Testing

@testable import FSMGenerated

/// A screen with a search field: it notes what is asked of it, and types while it is told what was found.
@MainActor private final class Screen: Search.Host.Handlers {
  let notebook = Notebook()
  private(set) var lines: [String] = []
  let clock = ManualClock()
  private(set) lazy var host = Search.Host(handlers: self, clock: clock)

  func focus() { lines.append("focus") }

  func show(_ text: String) {
    if text == "2 hits" { host.send(.type("more")) }
    lines.append(text)
  }

  func find(_ query: String) async throws -> Int { try await notebook.run("find \(query)") }

  func rejected(_ rejection: Search.Rejection) { lines.append("rejected \(rejection.event)") }
}

/// The class that runs a machine for views: a step is over when `send` returns.
@MainActor @Suite(.timeLimit(.minutes(45))) struct SearchHostTests {
  private let screen = Screen()
  private var host: Search.Host { screen.host }

  /// Lets others have their turn until something holds.
  private func until(_ holds: () -> Bool) async {
    while !holds() { await Task.yield() }
  }

  @Test func effectsOfTheStartComeFirst() {
    host.send(.type("a"))
    #expect(screen.lines == ["focus"])
    #expect(host.state == .typing && host.machine.query == "a")
  }

  @Test func effectsOfTheStartNeedNoEvent() async {
    _ = host
    #expect(screen.lines == [])
    await until { !screen.lines.isEmpty }
    #expect(screen.lines == ["focus"])
  }

  @Test func refusalsAreHeardOf() {
    host.send(.submit)
    host.send(.clear)
    #expect(screen.lines == ["focus", "rejected submit"])
  }

  @Test func anEventSentFromAnEffectWaitsItsTurn() async {
    host.send(.type("a"))
    host.send(.submit)
    await screen.notebook.wait(for: "find a runs")
    await screen.notebook.end("find a", .success(2))
    await until { host.machine.hits == 2 }
    // Found, then typed: what the effect sent came behind the step it belongs to.
    #expect(screen.lines == ["focus", "at once", "2 hits"])
    #expect(host.state == .typing && host.machine.query == "more" && host.machine.hits == 2)
  }

  @Test func viewsAreToldOfAChange() {
    host.send(.type("a"))
    let changes = Mutex(0)
    withObservationTracking {
      _ = host.state
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    host.send(.submit)
    #expect(changes.withLock { $0 } == 1)
  }

  @Test func timersFireByTheClock() async {
    host.send(.type("a"))
    await screen.clock.sleeper(until: .milliseconds(300))
    screen.clock.advance(by: .milliseconds(200))
    host.send(.type("ab"))
    await screen.clock.sleeper(until: .milliseconds(500))
    screen.clock.advance(by: .milliseconds(299))
    #expect(host.state == .typing)
    screen.clock.advance(by: .milliseconds(1))
    await until { host.state == .searching }
    await screen.notebook.wait(for: "find ab runs")
  }

  @Test func leavingTheStateCancelsItsActivity() async {
    host.send(.type("a"))
    host.send(.submit)
    await screen.notebook.wait(for: "find a runs")
    host.send(.type("b"))
    await screen.notebook.wait(for: "find a is cancelled")
    #expect(host.state == .typing && host.machine.query == "b")
  }

  @Test func anActivityThatFailsIsAnEvent() async {
    struct Offline: Error, CustomStringConvertible { let description = "offline" }
    host.send(.type("a"))
    host.send(.submit)
    await screen.notebook.wait(for: "find a runs")
    await screen.notebook.end("find a", .failure(Offline()))
    await until { host.state == .idle }
    #expect(screen.lines == ["focus", "at once", "offline", "focus"])
  }

  @Test func aSavedMachineGoesOn() async throws {
    host.send(.type("a"))
    host.send(.submit)
    await screen.notebook.wait(for: "find a runs")
    let machine = try JSONDecoder().decode(Search.self, from: JSONEncoder().encode(host.machine))
    let other = Screen()
    let again = Search.Host(resuming: machine, handlers: other, clock: other.clock)
    await other.notebook.wait(for: "find a runs")
    await other.notebook.end("find a", .success(7))
    await until { again.state == .found }
    #expect(other.lines == ["7 hits"])
  }
}
