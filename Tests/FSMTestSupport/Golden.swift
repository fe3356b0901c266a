import Foundation
import Testing

/// Output compared with a file, which a switch records anew.
///
/// With `FSMC_RECORD=1` in the environment a differing file is written, and the test fails all the same: a run that records proves
/// nothing.
public enum Golden {
  public static let isRecording = ProcessInfo.processInfo.environment["FSMC_RECORD"] == "1"

  /// Expects that the file below `Tests/Fixtures` holds just this text.
  ///
  /// For example: `Golden.expect(text, at: "rendering/wide.txt")`.
  public static func expect(_ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let url = Fixtures.root.appendingPathComponent(path)
    let known = (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) }
    if known == text { return }
    guard isRecording else {
      Issue.record(
        "\(path): \(known.map { difference($0, text) } ?? "no such golden") (FSMC_RECORD=1 records)", sourceLocation: sourceLocation)
      return
    }
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      Issue.record("\(path): recorded; run again without FSMC_RECORD", sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(path): cannot be recorded: \(error)", sourceLocation: sourceLocation)
    }
  }

  /// The first line that differs, with what both say.
  public static func difference(_ known: String, _ found: String) -> String {
    let (old, new) = (
      known.split(separator: "\n", omittingEmptySubsequences: false), found.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let line = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
    func text(_ lines: [Substring]) -> String { line < lines.count ? String(lines[line]) : "(no such line)" }
    return "differs at line \(line + 1):\n  golden: \(text(old))\n  found:  \(text(new))"
  }
}
