import FSMDiagnostics
import FSMSyntax
import Testing

/// Parses a text as a file of its own.
func parse(_ text: String) -> SyntaxFile { SyntaxFile(parsing: source(text)) }

func source(_ text: String) -> SourceFile { SourceFile(id: FileID(0), path: "test.fsm", bytes: Array(text.utf8)) }

@Suite struct ParsingTests {
  @Test func `a file without a machine is an error`() {
    for text in ["", "\u{FEFF}", "// nothing\n", "import Foundation\n"] {
      #expect(parse(text).diagnostics.map(\.code) == [.noMachine], "\(text)")
    }
  }

  @Test func `a machine has the members written`() {
    let file = parse("machine M { event go; initial state a { on go -> b } state b }")
    #expect(file.diagnostics.isEmpty)
    #expect(file.machines.map(\.name.text) == ["M"])
    #expect(file.machines.first?.members.count == 3)
  }
}
