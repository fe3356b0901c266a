import Foundation
import Testing

@testable import FSMGenerated

private struct Calm: Ferry.Functions {
  func isCalm() -> Bool { true }
}

/// The crew of a ferry: it notes everything down, and hails again when it is told to.
private actor Crew: Ferry.Host.Handlers {
  let notebook = Notebook()
  private let capacity: Int
  private let answers: [String: [Int]]
  let clock: ManualClock
  lazy var host = Ferry.Host(capacity: capacity, using: Calm(), handlers: self, clock: clock)

  /// - Parameter answers: what is hailed while a line is announced.
  init(capacity: Int = 10, clock: ManualClock = ManualClock(), answers: [String: [Int]] = [:]) {
    (self.capacity, self.clock, self.answers) = (capacity, clock, answers)
  }

  func announce(_ text: String) async {
    for times in answers[text] ?? [] { host.send(.hail(times: times)) }
    await notebook.note(text)
  }

  func sound(horn: Int) async {
    // The first takes longest, so that a host which does not wait for it would be found out.
    for _ in 0..<(horn == 1 ? 100 : 0) { await Task.yield() }
    await notebook.note("horn \(horn)")
  }

  func load(cars: Int) async throws -> Int { try await notebook.run("load \(cars)") }

  func steer() async throws(Ferry.Trouble) {
    do {
      _ = try await notebook.run("steer")
    } catch {
      throw error as? Ferry.Trouble ?? .fog
    }
  }

  func rejected(_ rejection: Ferry.Rejection) async { await notebook.note("rejected \(rejection.event)") }
}

/// The actor that runs a machine: order, effects, activities and timers. No test waits for time to pass.
@Suite(.timeLimit(.minutes(45))) struct FerryHostTests {
  private func lines(_ crew: Crew) async -> [String] { await crew.notebook.lines }

  @Test func effectsOfTheStartComeFirst() async throws {
    let crew = Crew()
    try await crew.host.handle(.hail(times: 1))
    #expect(await lines(crew) == ["docked", "horn 1", "hailed 1"])
    #expect(await crew.host.state == .docked)
  }

  @Test func anEventSentFromAnEffectWaitsItsTurn() async throws {
    let crew = Crew(answers: ["docked": [1, 2], "hailed 1": [3], "hailed 2": [4]])
    _ = await crew.host
    await crew.notebook.wait(for: "hailed 4")
    #expect(
      await lines(crew) == ["docked", "horn 1", "hailed 1", "horn 2", "hailed 2", "horn 3", "hailed 3", "horn 4", "hailed 4"])
  }

  @Test func manySendersKeepTheirOwnOrder() async throws {
    let crew = Crew()
    let host = await crew.host
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        group.addTask { for number in 0..<50 { host.send(.hail(times: sender * 100 + number)) } }
      }
    }
    try await host.handle(.hail(times: 999))
    let hailed = await lines(crew).compactMap { $0.hasPrefix("hailed ") ? Int($0.dropFirst(7)) : nil }
    #expect(hailed.count == 201 && hailed.last == 999)
    for sender in 0..<4 { #expect(hailed.filter { $0 / 100 == sender && $0 != 999 } == (0..<50).map { sender * 100 + $0 }) }
  }

  @Test func refusalsAreThrownOrHeardOf() async throws {
    let crew = Crew(capacity: 2)
    let host = await crew.host
    let rejection = await #expect(throws: Ferry.Rejection.self) { try await host.handle(.board(cars: 3)) }
    #expect(rejection?.reason == .guardsFailed)
    host.send(.depart)
    await crew.notebook.wait(for: "rejected depart")
    #expect(await host.state == .docked)
  }

  @Test func theEndOfAnActivityIsAnEvent() async throws {
    let crew = Crew()
    let host = await crew.host
    try await host.handle(.board(cars: 3))
    await crew.notebook.wait(for: "load 3 runs")
    await crew.notebook.end("load 3", .success(3))
    await crew.notebook.wait(for: "loaded 3")
    try await host.handle(.depart)
    await crew.notebook.wait(for: "steer runs")
    await crew.notebook.end("steer", .failure(Ferry.Trouble.storm))
    await crew.notebook.wait(for: "back: storm")
    #expect(await host.machine.trips == 0)
  }

  @Test func leavingTheStateCancelsItsActivity() async throws {
    let crew = Crew()
    let host = await crew.host
    try await host.handle(.board(cars: 4))
    await crew.notebook.wait(for: "load 4 runs")
    try await host.handle(.turnBack)
    await crew.notebook.wait(for: "load 4 is cancelled")
    try await host.handle(.hail(times: 1))
    #expect(await !lines(crew).contains { $0.hasPrefix("not loaded") })
  }

  /// A crossing ferry, and the host of it.
  private func crossing(_ crew: Crew) async throws -> Ferry.Host {
    let host = await crew.host
    try await host.handle(.board(cars: 1))
    await crew.notebook.wait(for: "load 1 runs")
    await crew.notebook.end("load 1", .success(1))
    await crew.notebook.wait(for: "loaded 1")
    try await host.handle(.depart)
    return host
  }

  @Test func timersFireByTheClock() async throws {
    let crew = Crew()
    _ = try await crossing(crew)
    await crew.clock.sleeper(until: .seconds(1200))
    #expect(crew.clock.sleepers == [.seconds(1200)], "the timer of what was left sleeps no longer")
    crew.clock.advance(by: .seconds(1199))
    #expect(await !lines(crew).contains("half way"))
    crew.clock.advance(by: .seconds(1))
    await crew.notebook.wait(for: "half way")
  }

  @Test func whatIsDueComesBeforeTheNextEvent() async throws {
    let crew = Crew()
    let host = try await crossing(crew)
    await crew.clock.sleeper(until: .seconds(1200))
    crew.clock.advance(by: .seconds(2000))
    try await host.handle(.hail(times: 1))
    #expect(await lines(crew).suffix(3) == ["half way", "horn 1", "hailed 1"])
  }

  @Test func aHostThatNobodyHoldsEnds() async throws {
    let notebook = Notebook()
    /// Holds no host, unlike a crew.
    struct Watcher: Ferry.Host.Handlers {
      let notebook: Notebook

      func announce(_ text: String) async {}
      func sound(horn: Int) async {}
      func load(cars: Int) async throws -> Int { try await notebook.run("load") }
      func steer() async throws(Ferry.Trouble) {}
      func rejected(_ rejection: Ferry.Rejection) async {}
    }
    weak var gone: Ferry.Host?
    do {
      let host = Ferry.Host(capacity: 3, using: Calm(), handlers: Watcher(notebook: notebook), clock: ManualClock())
      try await host.handle(.board(cars: 3))
      await notebook.wait(for: "load runs")
      gone = host
    }
    await notebook.wait(for: "load is cancelled")
    #expect(gone == nil)
  }

  @Test func aSavedMachineGoesOn() async throws {
    let first = Crew()
    let host = try await crossing(first)
    await first.clock.sleeper(until: .seconds(1200))
    first.clock.advance(by: .seconds(900))
    try await host.handle(.hail(times: 1))
    let saved = try JSONEncoder().encode(await host.machine)

    let second = Crew()
    let machine = try JSONDecoder().decode(Ferry.self, from: saved)
    let again = Ferry.Host(resuming: machine, using: Calm(), handlers: second, clock: second.clock)
    await second.clock.sleeper(until: .seconds(300))
    // What had been announced is not announced again; the activity runs anew.
    await second.notebook.wait(for: "steer runs")
    #expect(await second.notebook.lines == ["steer runs"])
    second.clock.advance(by: .seconds(300))
    await second.notebook.wait(for: "half way")
    await second.notebook.end("steer", .success(0))
    await second.notebook.wait(for: "docked")
    #expect(await again.machine.trips == 1)
  }
}
