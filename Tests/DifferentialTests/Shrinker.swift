import FSMModel
import FSMSimulate

/// Makes a chart that shows a difference smaller while it shows one, in the manner of delta debugging (Zeller, Hildebrandt, "Simplifying
/// and Isolating Failure-Inducing Input", 2002), many candidates to one call of swiftc.
struct Shrinker {
  let batch: Batch
  private(set) var piece: ChartPiece
  private(set) var trial: Trial
  private(set) var difference: Difference

  init(_ batch: Batch, _ piece: ChartPiece, _ trial: Trial, _ difference: Difference) {
    self.batch = batch
    self.piece = piece
    self.trial = trial
    self.difference = difference
  }

  private struct Candidate {
    var piece: ChartPiece
    var trial: Trial
    var edits: [ChartEdit]
  }

  /// Tries edits until none keeps the difference.
  ///
  /// - Throws: What `Batch.differences` throws.
  mutating func run(rounds: Int = 40, width: Int = 24) throws {
    try shortenScript()
    var tried = 0
    for _ in 0..<rounds {
      let edits = ChartEdit.all(of: piece)
      let candidates = candidates(edits, from: tried, width: width)
      if candidates.isEmpty {
        if tried == 0 { return }
        tried = 0
        continue
      }
      guard let kept = try firstThatDiffers(candidates) else {
        tried += width
        if tried >= edits.count { break }
        continue
      }
      tried = 0
      piece = kept.piece
      try shortenScript()
    }
  }

  /// Calls after the first difference, and those before it that are not needed.
  private mutating func shortenScript() throws {
    if case .trace(let line, _) = difference, line < trial.script.calls.count { try adopt(Array(trial.script.calls.prefix(line))) }
    let calls = trial.script.calls
    var candidates: [Candidate] = []
    for index in calls.indices {
      var fewer = calls
      fewer.remove(at: index)
      if let trial = trial(trial.specimen, Script(start: trial.script.start, calls: fewer)) {
        candidates.append(Candidate(piece: piece, trial: trial, edits: []))
      }
    }
    if !candidates.isEmpty { _ = try firstThatDiffers(candidates) }
  }

  private mutating func adopt(_ calls: [Script.Call]) throws {
    guard let shorter = trial(trial.specimen, Script(start: trial.script.start, calls: calls)) else { return }
    _ = try firstThatDiffers([Candidate(piece: piece, trial: shorter, edits: [])])
  }

  private func candidates(_ edits: [ChartEdit], from start: Int, width: Int) -> [Candidate] {
    edits.dropFirst(start).prefix(width).compactMap { candidate([$0]) }
  }

  private func candidate(_ edits: [ChartEdit]) -> Candidate? {
    guard let (smaller, specimen) = Specimen.mended(ChartEdit.apply(edits, to: piece)), smaller.text.count < piece.text.count,
      specimen.refused.isEmpty, let trial = trial(specimen, adapted(to: specimen.machine))
    else { return nil }
    return Candidate(piece: smaller, trial: trial, edits: edits)
  }

  private func trial(_ specimen: Specimen, _ script: Script) -> Trial? { Trial(origin: trial.origin, specimen: specimen, script: script) }

  /// The script without what the smaller machine does not know.
  private func adapted(to machine: Machine) -> Script {
    let values = zip(trial.specimen.machine.passedVariables.map(\.name), trial.script.start)
    let start = machine.passedVariables.compactMap { variable in values.first { $0.0 == variable.name }?.1 }
    let known = Set(machine.events.filter { !$0.isPrivate }.map(\.name))
    let calls = trial.script.calls.filter { if case .event(let name, _) = $0 { known.contains(name) } else { true } }
    return Script(start: start, calls: calls)
  }

  /// Takes over the candidates that still differ, as many of them together as still do.
  private mutating func firstThatDiffers(_ candidates: [Candidate]) throws -> Candidate? {
    let found = try batch.differences(candidates.map(\.trial))
    let good = zip(candidates, found).filter { $0.1?.isLike(difference) ?? false }
    guard let first = good.first else { return nil }
    var chosen = first
    let halves = [good, Array(good.prefix(good.count / 2)), Array(good.suffix((good.count + 1) / 2))].filter { $0.count > 1 }
    let together = halves.compactMap { candidate($0.flatMap(\.0.edits)) }
    if !together.isEmpty {
      let differences = try batch.differences(together.map(\.trial))
      chosen = zip(together, differences).first { $0.1?.isLike(difference) ?? false } ?? chosen
    }
    guard let made = chosen.1 else { return nil }
    trial = chosen.0.trial
    difference = made
    return chosen.0
  }
}
