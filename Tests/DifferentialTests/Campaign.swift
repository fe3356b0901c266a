import FSMDiagnostics
import FSMTestSupport
import Foundation

/// Charts by chance, batch after batch.
struct Campaign {
  /// What came of a range of seeds.
  struct Tally {
    var made = 0
    /// Seeds whose charts stayed unsound, or whose machines cannot start.
    var discarded = 0
    /// Sound charts that Swift output cannot carry.
    var refused = 0
    /// How often each error stood in the way of a chart, before what it points at was left out.
    var errors: [DiagnosticCode: Int] = [:]
  }

  let features: Features
  private(set) var tally = Tally()

  init(features: Features) { self.features = features }

  /// The chart and script of one seed; nil where the seed is of no use.
  mutating func trial(seed: UInt64) -> (ChartPiece, Trial)? {
    let raw = ChartMaker.make(seed: seed, features: features)
    var errors: [DiagnosticCode: Int] = [:]
    let mended = Specimen.mended(raw) { errors[$0, default: 0] += 1 }
    tally.errors.merge(errors) { $0 + $1 }
    guard let (piece, specimen) = mended else {
      tally.discarded += 1
      return nil
    }
    guard specimen.refused.isEmpty else {
      tally.refused += 1
      return nil
    }
    var random = RandomSource(seed: seed ^ 0x5CA1_AB1E)
    guard let script = Script.random(for: specimen, &random),
      let trial = Trial(origin: "seed \(seed)", specimen: specimen, script: script)
    else {
      tally.discarded += 1
      return nil
    }
    tally.made += 1
    return (piece, trial)
  }

  /// The next so many trials from a seed on, and the seed after them.
  mutating func trials(_ count: Int, from seed: UInt64) -> (trials: [(ChartPiece, Trial)], next: UInt64) {
    var seed = seed
    var trials: [(ChartPiece, Trial)] = []
    while trials.count < count {
      if let made = trial(seed: seed) { trials.append(made) }
      seed += 1
    }
    return (trials, seed)
  }
}
