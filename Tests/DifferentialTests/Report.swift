/// What is shown about one difference: the chart, the script, and what both sides did.
enum Report {
  static func text(_ trial: Trial, _ difference: Difference) -> String {
    let head = "\(trial.origin)\n\n\(trial.specimen.text)\n\(trial.script.text(for: trial.specimen.machine))\n"
    switch difference {
    case .doesNotCompile(let message): return head + message + "\n"
    case .trace(let line, let found):
      func numbered(_ lines: [String]) -> String {
        lines.enumerated().map { "  \($0.offset == line ? ">" : " ") \($0.element)\n" }.joined()
      }
      return head + "interpreted:\n" + numbered(trial.expected) + "generated:\n" + numbered(found)
    }
  }
}
