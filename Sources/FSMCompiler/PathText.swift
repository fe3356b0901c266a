import FSMDiagnostics
import FSMModel
import FSMProof

/// Paths as text that other commands read.
public enum PathText {
  public enum Form: Sendable {
    /// Lines for `fsmc simulate --script`.
    case script
    /// `scenario "path 1" { … }`, for the chart.
    case scenario
  }

  static func text(_ paths: Paths, of machine: Machine, pairs: Bool, as form: Form) -> String {
    var lines = ["// \(summary(paths, of: machine, pairs))"]
    for (index, trace) in paths.traces.enumerated() {
      switch form {
      case .script: lines += ["", "// path \(index + 1)"] + trace.script
      case .scenario: lines += [""] + scenario(index + 1, trace)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func summary(_ paths: Paths, of machine: Machine, _ pairs: Bool) -> String {
    let total = machine.transitions.count
    let count = paths.traces.count
    var text = "\(machine.name): \(count) path\(count == 1 ? "" : "s") "
    text += pairs ? "with \(paths.taken) pairs of reactions" : "through \(total - paths.missing.count) of \(total) reactions"
    if !paths.missing.isEmpty, !paths.isComplete { text += "; not everything was explored (--bound)" }
    return text
  }

  private static func scenario(_ number: Int, _ trace: Diagnostic.Trace) -> [String] {
    var lines = ["scenario \"path \(number)\" {"]
    for step in trace.steps {
      // What is said about a text is no step of a scenario.
      lines += step.answers.map { $0.hasPrefix("given \"") ? "  // \($0)" : "  \($0)" }
      lines.append("  " + (step.input == "start" ? "start()" : step.input))
      if step.states != ["not started"], !step.states.isEmpty {
        lines.append("  expect " + step.states.map { "in(\($0))" }.joined(separator: " && "))
      }
    }
    return lines + ["}"]
  }
}

extension Compilation {
  /// Calls that together take every reaction of a machine, as text; nil where it is too large to be simulated with all that it uses.
  ///
  /// - Parameter pairs: Whether every two reactions that can follow each other are to be taken so.
  public func paths(of machine: MachineID, pairs: Bool, bound: Int, as form: PathText.Form) -> String? {
    Paths(through: machine, of: chart, pairs: pairs, bound: bound).map { PathText.text($0, of: chart[machine], pairs: pairs, as: form) }
  }
}
