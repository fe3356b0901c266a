import FSMAnalysis
import FSMDiagnostics
import FSMModel
import FSMProof

extension Compilation {
  /// What trying everything says about the file's machines, in the order written; machines that are states of others are tried there.
  ///
  /// - Parameters:
  ///   - bound: Configurations to remember of each machine, at most; nil for as many as a quick check affords.
  ///   - progress: Told now and then how many configurations are known.
  public func prove(bound: Int? = nil, progress: (Int) -> Void = { _ in }) -> (verdicts: [Verdict], findings: [Diagnostic]) {
    guard !hasErrors else { return ([], []) }
    var verdicts: [Verdict] = []
    var findings: [Diagnostic] = []
    for machine in ownMachines {
      guard
        let proof = Proof.run(machine.id, of: chart, known: diagnostics, bound: bound ?? Compilation.standardBound, progress: progress)
      else { continue }
      verdicts.append(proof.verdict)
      findings += proof.findings
    }
    return (verdicts, findings.inReadingOrder)
  }

  /// Where rules, and not guards, decide which of several reactions is taken; nothing for a chart with errors.
  public var priorities: [Diagnostic] { hasErrors ? [] : PriorityReport.notes(on: chart) }

  /// Where events would be rejected; nothing for a chart with errors.
  public var unhandled: [Diagnostic] { hasErrors ? [] : UnhandledReport.notes(on: chart) }

  /// Configurations that a check remembers unless told otherwise.
  public static let standardBound = 10_000
}
