import FSMDiagnostics
import FSMSimulate

/// Writes what a simulation answers to standard output: text for people, or a JSON object a line.
struct TraceWriter {
  enum Style {
    case text(isColoured: Bool)
    case json
  }

  let style: Style
  let json: SessionJSON
  /// A person sees above it what was typed, so it is not repeated.
  let leavesOutTitles: Bool
  /// False once nobody reads any more.
  private(set) var isHeard = true
  /// What went wrong, if it is not that nobody reads any more.
  private(set) var error: SystemError?

  init(_ style: Style, _ json: SessionJSON, leavesOutTitles: Bool) {
    (self.style, self.json, self.leavesOutTitles) = (style, json, leavesOutTitles)
  }

  mutating func write(_ lines: @autoclosure () -> [TraceLine], _ value: (SessionJSON) -> JSON) {
    switch style {
    case .json: write(value(json).line + "\n")
    case .text(let isColoured):
      let paint = Paint(isColoured: isColoured)
      let shown = lines().filter { !(leavesOutTitles && $0.role == .call) }
      write(shown.map { paint.paint($0) + "\n" }.joined())
    }
  }

  private mutating func write(_ text: String) {
    guard isHeard, let error = Stream.write(Array(text.utf8), to: STDOUT_FILENO) else { return }
    isHeard = false
    if error.number != EPIPE { self.error = error }
  }
}
