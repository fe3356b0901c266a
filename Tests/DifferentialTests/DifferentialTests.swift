import FSMTestSupport
import Foundation
import Testing

/// How many charts `make differential` wants; nil in an ordinary run.
private let wanted = ProcessInfo.processInfo.environment["FSMC_DIFFERENTIAL"].flatMap { Int($0) }
/// How many of the charts that differ are made small.
private let shrunk = ProcessInfo.processInfo.environment["FSMC_SHRINK"].flatMap { Int($0) } ?? 5
private let cores = max(1, min(8, ProcessInfo.processInfo.activeProcessorCount))
private let firstSeed = ProcessInfo.processInfo.environment["FSMC_SEED"].flatMap { UInt64($0) } ?? 1

/// Generated machines do just what the interpreter does: the same outcomes, effects, states and values, call after call.
struct DifferentialTests {
  /// Charts that once showed a difference, each with its script, and charts of some seeds.
  @Test(.enabled(if: wanted == nil))
  func knownChartsAndSomeSeeds() throws {
    guard let swiftc = Tool("swiftc") else { return }
    var trials: [Trial] = []
    for fixture in Fixtures.files(in: "differential", extension: "fsm") {
      guard case .sound(let specimen) = Specimen.read(try fixture.text()) else {
        Issue.record("\(fixture.path) has errors")
        continue
      }
      let text = try Fixtures.file("differential/\(fixture.name).script").text()
      let script = try #require(Script(text, for: specimen), "\(fixture.path): the script does not fit")
      trials.append(try #require(Trial(origin: fixture.path, specimen: specimen, script: script), "\(fixture.path): it traps"))
    }
    var campaign = Campaign(features: .carried)
    trials += campaign.trials(16, from: 1).trials.map(\.1)
    #expect(campaign.tally.refused == 0, "Swift output refuses what it is said to carry")
    for (trial, difference) in zip(trials, try Batch(swiftc: swiftc).differences(trials)) {
      if let difference { Issue.record("\(Report.text(trial, difference))") }
    }
  }

  /// The charts use what the language has, and scripts are not all refusals.
  @Test func chartsAreRich() {
    var seen: Set<String> = []
    var lines: [String] = []
    for seed in UInt64(1)...80 {
      guard let (_, specimen) = Specimen.mended(ChartMaker.make(seed: seed, features: .all)) else { continue }
      for word in [
        "choice ", "always ", "history ", "parallel ", "ignore ", "defer ", "after ", "send ", "raise ", "done", "in(", "from ", "do ",
        ".failed", ": Part(",
      ]
      where specimen.text.contains(word) { seen.insert(word) }
      var random = RandomSource(seed: seed)
      if let script = Script.random(for: specimen, &random) { lines += Interpretation.lines(specimen, script) ?? [] }
    }
    #expect(seen.count == 15, "\(seen.sorted())")
    let outcomes = ["taken", "ignored", "deferred", "rejected(unhandled)", "rejected(guardsFailed)", "rejected(finished)", "outOfRange"]
    for outcome in outcomes { #expect(lines.contains { $0.contains(outcome) }, "never \(outcome)") }
    #expect(lines.count { $0.contains(" taken ") } * 3 > lines.count)
  }

  /// `make differential`: as many charts as wanted, and each that differs made small and kept.
  @Test(.enabled(if: wanted != nil))
  func manyCharts() async throws {
    let swiftc = try #require(Tool("swiftc"))
    let batch = Batch(swiftc: swiftc)
    var campaign = Campaign(features: .carried)
    var (seed, done, differing) = (firstSeed, 0, 0)
    let count = wanted ?? 0
    while done < count {
      let first = seed
      say("from seed \(first)")
      let (made, next) = campaign.trials(min(40 * cores, count - done), from: seed)
      seed = next
      let found = try await differences(made.map(\.1), batch)
      done += made.count
      for (one, difference) in zip(made, found) {
        guard let difference else { continue }
        differing += 1
        var shrinker = Shrinker(batch, one.0, one.1, difference)
        if differing <= shrunk {
          try shrinker.run()
          try keep(shrinker.trial)
        }
        Issue.record("\(Report.text(shrinker.trial, shrinker.difference))")
      }
      let tally = campaign.tally
      let line = "\(done) of \(count) charts, seeds \(first)..<\(next): \(differing) differ"
      say("\(line); \(tally.discarded) seeds of no use, \(tally.refused) charts not carried")
    }
    #expect(campaign.tally.refused == 0, "Swift output refuses what it is said to carry")
  }

  /// What differs in each trial, with a compiler at work on each core.
  private func differences(_ trials: [Trial], _ batch: Batch) async throws -> [Difference?] {
    let share = (trials.count + cores - 1) / cores
    return try await withThrowingTaskGroup(of: (Int, [Difference?]).self) { group in
      for start in stride(from: 0, to: trials.count, by: share) {
        group.addTask { (start, try batch.differences(Array(trials[start..<min(start + share, trials.count)]))) }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }

  /// Puts a chart among the fixtures, which every later run of the tests compares.
  private func keep(_ trial: Trial) throws {
    let path = "differential/" + trial.origin.replacing(" ", with: "-")
    try trial.specimen.text.write(to: Fixtures.file(path + ".fsm").url, atomically: true, encoding: .utf8)
    try trial.script.text(for: trial.specimen.machine).write(to: Fixtures.file(path + ".script").url, atomically: true, encoding: .utf8)
    say("kept as Tests/Fixtures/\(path).fsm: mend what differs, and give it a name that says what it shows")
  }

  private func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
