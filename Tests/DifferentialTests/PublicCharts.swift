import FSMDiagnostics
import FSMImport
import FSMModel
import FSMSimulate
import FSMSyntax
import FSMTestSupport
import Foundation
import Testing

/// The public tests of SCXML as generated Swift: each chart that imports and that Swift output carries does in Swift what it does in the
/// interpreter, whose configurations `ConformanceTests` compares with the recorded ones.
struct PublicCharts {
  private static let isWanted = ProcessInfo.processInfo.environment["FSMC_CONFORMANCE_SWIFT"] != nil

  @Test(.enabled(if: isWanted))
  func generatedSwiftDoesTheSame() throws {
    guard ConformanceFolder.root != nil else {
      print("CONFORMANCE: the folder of test charts was not found, SKIPPED (FSMC_CONFORMANCE names it)")
      return
    }
    guard let swiftc = Tool("swiftc") else { return }
    var (trials, refused, carriedNot, aside): ([Trial], Int, [String: Int], Int) = ([], 0, [:], 0)
    for test in ConformanceFolder.cases {
      guard let specimen = try specimen(of: test) else {
        refused += 1
        continue
      }
      if let reason = specimen.refused.first {
        carriedNot[reason.message, default: 0] += 1
      } else if let trial = Trial(origin: test.name, specimen: specimen, script: try script(of: test, for: specimen)) {
        trials.append(trial)
      } else {
        aside += 1
      }
    }
    var differing = 0
    for start in stride(from: 0, to: trials.count, by: 40) {
      let part = Array(trials[start..<min(start + 40, trials.count)])
      for (trial, difference) in zip(part, try Batch(swiftc: swiftc).differences(part)) {
        guard let difference else { continue }
        differing += 1
        Issue.record("\(Report.text(trial, difference))")
      }
    }
    let reasons = carriedNot.sorted { $0.key < $1.key }.map { "\($0.value) because of \($0.key)" }.joined(separator: ", ")
    print("Conformance, compiled: \(trials.count - differing) the same as interpreted, \(differing) not; \(refused) do not import;")
    print("  Swift output does not carry yet: \(reasons.isEmpty ? "none" : reasons); \(aside) too long to compare")
  }

  private func specimen(of test: ConformanceCase) throws -> Specimen? {
    let source = SourceFile(id: FileID(0), path: test.chart.lastPathComponent, bytes: [UInt8](try Data(contentsOf: test.chart)))
    let syntax = SyntaxFile(importingSCXML: source)
    guard !syntax.diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    var text = ChartWriter.text(of: syntax)
    // A machine that takes nothing from outside has fewer functions than the driver calls.
    if !text.contains("\n  event "), let brace = text.firstIndex(of: "{") {
      text.insert(contentsOf: "\n  event untold", at: text.index(after: brace))
    }
    guard case .sound(let specimen) = Specimen.read(text) else { return nil }
    return specimen
  }

  private func script(of test: ConformanceCase, for specimen: Specimen) throws -> Script {
    let machine = specimen.machine
    var script = Script(start: machine.passedVariables.map { _ in .string("session") }, calls: [])
    if test.judgesItself { return Script(start: script.start, calls: specimen.hasClock ? [.advance(10_000)] : []) }
    for step in try test.script().steps {
      if step.wait > 0, specimen.hasClock { script.calls.append(.advance(step.wait)) }
      if let event = machine.event(foreign: step.event) { script.calls.append(.event(event.name, [])) }
    }
    return script
  }
}
