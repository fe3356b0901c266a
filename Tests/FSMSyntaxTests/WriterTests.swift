import FSMSyntax
import FSMTestSupport
import Testing

/// Trees written as text: the text says what the tree says.
@Suite struct WriterTests {
  @Test(arguments: Fixtures.files(in: "syntax", extension: "fsm") + Fixtures.files(in: "charts", extension: "fsm"))
  func `parsing what was written gives the same tree`(_ fixture: Fixture) throws {
    let tree = SyntaxFile(parsing: source(try fixture.text()))
    let text = ChartWriter.text(of: tree)
    let again = SyntaxFile(parsing: source(text))
    #expect(again.diagnostics.map(\.message) == [], "\(text)")
    #expect(again.dump == tree.dump, "\(Golden.difference(tree.dump, again.dump))")
    #expect(ChartWriter.text(of: again) == text)
  }

  @Test func `lines are broken where they are too long`() {
    let effects = (1...12).map { "someLongAction(\($0))" }.joined(separator: ", ")
    let text = ChartWriter.text(of: SyntaxFile(parsing: source("machine M { state s { entry / \(effects) } }")))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
    #expect(SyntaxFile(parsing: source(text)).diagnostics.isEmpty)
  }
}
