import FSMAnalysis
import FSMDiagnostics
import FSMModel
import FSMProof

/// What trying everything says about the machines of a file.
public struct ChartProof: Sendable {
  /// In the order written; machines too large to be simulated are left out.
  public var machines: [(machine: MachineID, proof: Proof)] = []
  /// What is wrong with comments that allow findings, now that everything was looked for.
  public var aboutAllowances: [Diagnostic] = []

  public var verdicts: [Verdict] { machines.map(\.proof.verdict) }
  public var findings: [Diagnostic] { (machines.flatMap(\.proof.findings) + aboutAllowances).inReadingOrder }
}

extension Compilation {
  /// Tries everything that can happen to the file's machines; machines that are states of others are tried there.
  ///
  /// - Parameters:
  ///   - bound: Configurations to remember of each machine, at most; nil for as many as a quick check affords.
  ///   - progress: Told now and then how many configurations are known; false when there is no more time.
  public func prove(bound: Int? = nil, progress: (Int) -> Bool = { _ in true }) -> ChartProof {
    var result = ChartProof()
    guard !hasErrors else { return result }
    var allowances = allowances
    for machine in ownMachines {
      let known = diagnostics + allowed
      guard
        var proof = Proof.run(
          machine.id, of: chart, known: known, bound: bound ?? Compilation.standardBound,
          most: bound == nil ? Compilation.standardBound * 20 : nil, progress: progress)
      else { continue }
      let sources = sources
      proof.verdict.source = { sources[$0.file].text(of: $0) }
      proof.findings = allowances.apply(to: proof.findings).kept
      result.machines.append((machine.id, proof))
    }
    if result.verdicts.allSatisfy(\.isComplete) { result.aboutAllowances = allowances.unused { $0.stage == .trying } }
    return result
  }

  /// Where rules, and not guards, decide which of several reactions is taken; nothing for a chart with errors.
  public var priorities: [Diagnostic] { hasErrors ? [] : unallowed(PriorityReport.notes(on: chart)) }

  /// Where events would be rejected; nothing for a chart with errors.
  public var unhandled: [Diagnostic] { hasErrors ? [] : unallowed(UnhandledReport.notes(on: chart)) }

  private func unallowed(_ notes: [Diagnostic]) -> [Diagnostic] {
    var allowances = allowances
    return allowances.apply(to: notes).kept
  }

  /// Configurations that a check remembers unless told otherwise, and as long as there is no news among the last of them.
  public static let standardBound = 10_000
}

extension DiagnosticCode {
  /// When a code is found at the latest.
  enum Stage {
    case compiling
    /// By trying everything, if not before.
    case trying
    /// In reports that are asked for.
    case reporting
  }

  var stage: Stage {
    switch self {
    case .unreachableState, .neverTaken, .endlessLoop, .assertionFails, .assertionUndecided, .rangeLeft, .trap, .stuck, .endOutOfReach:
      .trying
    case .innerFirst, .regionFirst, .unhandled: .reporting
    default: .compiling
    }
  }
}
