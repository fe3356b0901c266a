import FSMCompiler
import FSMDiagnostics
import FSMModel
import FSMTestSupport
import Foundation
import Synchronization
import Testing

@testable import FSMAnalysis
@testable import FSMProof
@testable import FSMSimulate

/// What the search says of charts made by chance is what trying everything says.
struct VerdictTests {
  /// A chart that was tried in both ways.
  struct Trial {
    let text: String
    let compilation: Compilation
    let assembly: Assembly
    let exhaustive: Exhaustive

    /// Trying everything takes its time: once is enough for all that is compared with it.
    private static let known = Mutex<[[UInt64]: Trial]>([:])

    static func of(_ seed: UInt64, _ features: SmallChart.Features) -> Trial? {
      let key = [seed, UInt64(features.rawValue)]
      if let trial = known.withLock({ $0[key] }) { return trial }
      let trial = Trial(seed, features)
      if let trial { known.withLock { $0[key] = trial } }
      return trial
    }

    private init?(_ seed: UInt64, _ features: SmallChart.Features) {
      text = features.contains(.nested) ? RegionChart(seed: seed).text : SmallChart(seed: seed, features).text
      compilation = Compilation(SourceInput(path: "small.fsm", bytes: Array(text.utf8)))
      // Dead branches and the like are part of the game; a circle of `always` is an error and none.
      guard compilation.isUnderstood, let assembly = Assembly(compilation.chart, machine: MachineID(0)) else { return nil }
      self.assembly = assembly
      exhaustive = Exhaustive(assembly, most: 3_000)
    }

    /// Where a proof and the exhaustive search differ, one line each.
    func differences(_ seams: Seams = Seams(), mustDecide: Bool) -> [String] {
      let decisions = Proof.run(assembly, known: [], bound: 5_000, seams: seams).decisions
      let machine = assembly.machine(of: .machine)
      var lines: [String] = []
      func compare(_ what: String, _ decision: Decisions.Decision, _ happens: Bool) {
        switch decision {
        case .happens where !happens: lines.append("\(what) is said to happen, and does not")
        case .never where happens: lines.append("\(what) is said never to happen, and does")
        case .open where mustDecide && !exhaustive.wasStopped:
          lines.append("\(what) is left open, and \(happens ? "happens" : "does not happen")")
        default: break
        }
      }
      for (state, decision) in zip(machine.states, decisions.states) where state.id != .root {
        if case .history = state.kind { continue }
        compare("entering \(machine.pathName(of: state.id))", decision, exhaustive.visited.contains(assembly.node(of: state.id)))
      }
      for (transition, decision) in zip(machine.transitions, decisions.transitions) {
        let line = compilation.sources[transition.span.file].position(at: transition.span.start).line
        compare("the transition of line \(line)", decision, exhaustive.taken.contains(TransitionPlace(transition: transition.id)))
      }
      for (number, decision) in decisions.violations.enumerated() {
        compare("a violation of assertion \(number + 1)", decision, exhaustive.violated.contains(number))
      }
      for (variable, decision) in zip(machine.variables, decisions.ranges) where variable.range != nil {
        compare("a value outside the range of \(variable.name)", decision, exhaustive.left.contains(variable.name))
      }
      return lines + invariantDifferences(seams)
    }

    /// What is ruled out without trying, and happens.
    private func invariantDifferences(_ seams: Seams) -> [String] {
      let machine = assembly.machine(of: .machine)
      guard let invariants = seams.invariants(machine, compilation.chart) else { return [] }
      let states = invariants.neverEntered.filter { exhaustive.visited.contains(assembly.node(of: $0)) }
      let transitions = invariants.neverTaken.filter { exhaustive.taken.contains(TransitionPlace(transition: $0)) }
      let assertions = exhaustive.violated.filter { number in
        if case .never(let condition) = machine.assertions[number].kind { invariants.rulesOut(condition) } else { false }
      }
      let doubts = invariants.doubts
      let fitting = machine.variables.filter { exhaustive.left.contains($0.name) && !doubts.ranges.contains($0.id) }
      return fitting.map { "a value outside the range of \($0.name) is ruled out, and given" }
        + states.map { "entering \(machine.pathName(of: $0)) is ruled out, and happens" }
        + transitions.map { "transition \($0.index) is ruled out, and happens" }
        + assertions.sorted().map { "a violation of assertion \($0 + 1) is ruled out, and happens" }
        + valuesOutOfBounds(invariants).sorted()
    }

    /// Values that a variable is said not to have in a state, and has.
    private func valuesOutOfBounds(_ invariants: Invariants) -> Set<String> {
      let machine = assembly.machine(of: .machine)
      let hues = machine.enumerations.first?.cases ?? []
      var found: Set<String> = []
      for moment in exhaustive.settled {
        for state in machine.states where moment.isIn(state.id) {
          guard let bounds = invariants.bounds(while: state.id) else { return [] }
          for (variable, extent) in bounds {
            let number: Int128
            switch moment.store.slots[assembly[ScopeID.machine].firstSlot + variable.index] {
            case .bool(let value)?: number = value ? 1 : 0
            case .integer(let value, _)?: number = value
            case .enumCase(_, let name)?: number = Int128(hues.firstIndex(of: name) ?? -1)
            default: continue
            }
            if !extent.contains(number) {
              found.insert("in \(machine.pathName(of: state.id)) \(machine[variable].name) is \(number), and said to be in \(extent)")
            }
          }
        }
      }
      return found
    }
  }

  private static let kinds: [(name: String, features: SmallChart.Features, seeds: ClosedRange<UInt64>, mustDecide: Bool)] = [
    ("core", [], 1...8, true),
    ("history", [.history], 100...104, true),
    ("regions", [.regions, .history], 200...203, true),
    ("functions", [.functions], 300...302, true),
    ("timers", [.timers, .regions], 400...403, true),
    ("numbers", [.openNumbers], 500...503, false),
    ("passing", [.passing, .history], 600...604, true),
    ("nested", [.nested], 700...709, true),
  ]

  /// More charts of each kind, for a long run: `FSMC_TRIALS=200`.
  private static let more = ProcessInfo.processInfo.environment["FSMC_TRIALS"].flatMap { UInt64($0) } ?? 0

  /// One kind alone: `FSMC_KIND=nested`.
  private static let only = ProcessInfo.processInfo.environment["FSMC_KIND"]

  @Test(arguments: kinds.indices.filter { only == nil || kinds[$0].name == only })
  func equalsExhaustiveSearch(_ index: Int) {
    let kind = Self.kinds[index]
    var compared = 0
    for seed in kind.seeds.lowerBound...kind.seeds.upperBound + Self.more {
      guard let trial = Trial.of(seed, kind.features), trial.exhaustive.isComplete else { continue }
      compared += 1
      let differences = trial.differences(mustDecide: kind.mustDecide)
      #expect(differences.isEmpty, "\(kind.name), seed \(seed):\n\(differences.joined(separator: "\n"))\n\(trial.text)")
    }
    #expect(compared > kind.seeds.count / 2, "\(kind.name): only \(compared) charts could be compared")
  }

  /// Provers with a mistake in them: each is found out by the comparison.
  private static let planted: [(name: String, features: SmallChart.Features, first: UInt64, seams: Seams)] = [
    ("payloads left out", [], 1, Seams(keeps: { _, number in number < 2 })),
    ("timers forgotten", [.timers], 1, Seams(keeps: { move, _ in if case .fire = move { false } else { true } })),
    ("values not told apart", [], 1, Seams(isBlind: { ($0.firstSlot..<$0.firstHistory).contains($1) })),
    ("histories not told apart", [.history], 240, Seams(isBlind: { ($0.firstHistory..<$0.firstActivity).contains($1) })),
    ("values that calls depend on overlooked", [], 1, Seams(isOverlooked: { ($0.firstSlot..<$0.firstHistory).contains($1) })),
    ("states that calls depend on overlooked", [.regions], 1, Seams(isOverlooked: { (1..<$0.firstSlot).contains($1) })),
    (
      "histories that calls depend on overlooked", [.history], 240,
      Seams(isOverlooked: { ($0.firstHistory..<$0.firstActivity).contains($1) })
    ),
    (
      "effects forgotten in intervals", [], 1,
      Seams(invariants: { machine, chart in
        var machine = machine
        for index in machine.transitions.indices { machine.transitions[index].effects = [] }
        return Invariants(machine, of: chart)
      })
    ),
    (
      "entries and exits forgotten in intervals", [.passing], 1,
      Seams(invariants: { machine, chart in
        var machine = machine
        for index in machine.states.indices { (machine.states[index].entry, machine.states[index].exit) = ([], []) }
        return Invariants(machine, of: chart)
      })
    ),
    (
      // Ranges that are left are then said to be kept.
      "additions forgotten in intervals", [], 1,
      Seams(invariants: { machine, chart in
        var machine = machine
        for index in machine.transitions.indices {
          machine.transitions[index].effects.removeAll { if case .assign(_, .add, _, _) = $0 { true } else { false } }
        }
        return Invariants(machine, of: chart)
      })
    ),
    ("other regions forgotten in intervals", [.nested], 1, Seams(invariants: { Invariants($0, of: $1, hearing: .sameStep) })),
    ("the same step forgotten in intervals", [.nested], 135, Seams(invariants: { Invariants($0, of: $1, hearing: .others) })),
  ]

  @Test(arguments: planted.indices)
  func findsPlantedMistakes(_ index: Int) {
    let mistake = Self.planted[index]
    let found = (mistake.first...mistake.first + 20).lazy.contains { seed in
      guard let trial = Trial.of(seed, mistake.features), trial.exhaustive.isComplete else { return false }
      return !trial.differences(mistake.seams, mustDecide: false).isEmpty && trial.differences(mustDecide: false).isEmpty
    }
    #expect(found, "\(mistake.name): no chart shows the mistake")
  }
}
