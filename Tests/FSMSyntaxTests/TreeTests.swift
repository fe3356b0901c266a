import FSMDiagnostics
import FSMSyntax
import FSMTestSupport
import Testing

/// Charts with the tree they stand for: `Tests/Fixtures/syntax/NAME.fsm` and `NAME.tree`.
@Suite struct TreeTests {
  static let fixtures = Fixtures.files(in: "syntax", extension: "fsm")

  @Test(arguments: fixtures)
  func `a chart has its tree and no findings`(_ fixture: Fixture) throws {
    let file = try Chart(fixture).parsed
    #expect(file.diagnostics.map { "\($0.code.rawValue) \($0.message) \($0.span)" } == [])
    Golden.expect(file.dump, at: "syntax/\(fixture.name).tree")
  }

  @Test func `there are fixtures`() { #expect(Self.fixtures.count >= 12) }

  /// T1: the same chart with other line ends, and with a byte-order mark.
  @Test(arguments: fixtures)
  func `line ends and a byte-order mark change nothing`(_ fixture: Fixture) throws {
    let text = try fixture.text()
    let expected = SyntaxFile(parsing: source(text)).dump
    for end in ["\r\n", "\r"] {
      for mark in ["", "\u{FEFF}"] {
        let other = source(mark + text.replacing("\n", with: end))
        #expect(other.lineStarts.count == source(text).lineStarts.count)
        let file = SyntaxFile(parsing: other)
        #expect(file.dump == expected)
        #expect(file.diagnostics.isEmpty)
      }
    }
  }

  /// T2: a comment between any two tokens, and at the end without a line end.
  @Test(arguments: fixtures)
  func `a comment between any two tokens changes nothing but what touches`(_ fixture: Fixture) throws {
    let chart = source(try fixture.text())
    let file = SyntaxFile(parsing: chart)
    var text = ""
    var end = 0
    for token in file.tokens {
      let isApart = Int(token.span.start) > end
      text += chart.text(of: Span(file: chart.id, start: end, end: Int(token.span.start)))
      if isApart { text += "/* c */ " }
      text += chart.text(of: token.span)
      end = Int(token.span.end)
    }
    #expect(parse(text + " // last").dump == file.dump)
  }
}

/// A fixture read as the only file of a compilation.
struct Chart {
  let source: SourceFile
  let parsed: SyntaxFile

  init(_ fixture: Fixture) throws {
    source = SourceFile(id: FileID(0), path: fixture.path, bytes: try fixture.bytes())
    parsed = SyntaxFile(parsing: source)
  }
}
