import FSMDiagnostics
import FSMSyntax
import Foundation
import Testing

/// The examples of `Grammar/reference.md` are in the language they describe.
@Suite struct ReferenceTests {
  /// Each example with the heading it stands under.
  private func examples() throws -> [(heading: String, text: String)] {
    let page = try String(contentsOf: GrammarTests.root.appendingPathComponent("Grammar/reference.md"), encoding: .utf8)
    var heading = ""
    var example: [String]?
    var found: [(String, String)] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      switch (example, line) {
      case (nil, "```fsm"): example = []
      case (let lines?, "```"):
        found.append((heading, lines.joined(separator: "\n")))
        example = nil
      case (nil, _): if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      default: example?.append(line.replacing("{ … }", with: "{}"))
      }
    }
    return found
  }

  /// The example as a file: what stands in a machine or behind a trigger is put there.
  private func chart(_ heading: String, _ text: String) -> String {
    let lines = text.split(separator: "\n")
    switch heading {
    case "Files and machines": return text
    case "Targets": return "machine M {\n" + lines.map { "on e \($0)" }.joined(separator: "\n") + "\n}"
    case "Effects": return "machine M {\n" + lines.map { "on e / \($0)" }.joined(separator: "\n") + "\n}"
    default: return "machine M {\n\(text)\n}"
    }
  }

  @Test func `every example parses`() throws {
    let examples = try examples()
    #expect(
      examples.map(\.heading) == [
        "Files and machines", "Declarations", "States", "Reactions", "Targets", "Effects", "Assertions and scenarios",
        "Findings that are meant to stay",
      ])
    for (heading, text) in examples {
      let file = parse(chart(heading, text))
      #expect(file.diagnostics.map(\.message) == [], "\(heading)")
      #expect(!file.machines.isEmpty)
    }
  }
}
