import FSMDiagnostics
import FSMSimulate

/// Traces in colour, made safe for a terminal.
struct Paint {
  var isColoured: Bool

  func paint(_ line: TraceLine) -> String {
    let text = VisibleText.line(line.text)
    guard isColoured, let code = Self.code(line.role) else { return text }
    return paint(text, code)
  }

  /// Text in a colour, given as the parameters of an ANSI sequence.
  func paint(_ text: String, _ code: String) -> String { isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }

  private static func code(_ role: TraceLine.Role) -> String? {
    switch role {
    case .call: "1"
    case .leave: "33"
    case .enter: "32"
    case .effect: "1;36"
    case .failure: "1;31"
    case .configuration: "1"
    case .note, .reason: "2"
    case .step, .assignment, .answer: nil
    }
  }
}
