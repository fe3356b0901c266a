import FSMDiagnostics
import FSMSyntax
import FSMTestSupport
import Testing

@Suite struct TriviaTests {
  /// Nothing of a text is lost: gaps and tokens in turn are the file.
  @Test(arguments: TreeTests.fixtures)
  func `tokens and gaps are the whole file`(_ fixture: Fixture) throws {
    let chart = try Chart(fixture)
    var bytes: [UInt8] = []
    for (index, token) in chart.parsed.tokens.enumerated() {
      let trivia = chart.parsed.trivia(before: index, in: chart.source)
      bytes += Array(chart.source.text(of: trivia.span).utf8)
      bytes += Array(chart.source.text(of: token.span).utf8)
      var end = trivia.span.start
      for piece in trivia.pieces {
        #expect(piece.span.start >= end && piece.span.end <= trivia.span.end)
        end = piece.span.end
      }
    }
    #expect(bytes == chart.source.bytes)
  }

  @Test func `a gap holds comments and blank lines`() {
    let chart = source("\u{FEFF}// a\n\n\r\n  /// b\r/* c\n*/ /* d */\n\nmachine M {} // e")
    let file = SyntaxFile(parsing: chart)
    let gap = file.trivia(before: 0, in: chart)
    #expect(
      gap.pieces.map(\.kind) == [
        .byteOrderMark, .lineComment, .blankLines(count: 2), .docComment, .blockComment, .blockComment, .blankLines(count: 1),
      ])
    #expect(gap.pieces.map { chart.text(of: $0.span) } == ["\u{FEFF}", "// a", "\n\r\n  ", "/// b", "/* c\n*/", "/* d */", "\n"])
    #expect(gap.pieces.map(\.startsLine) == [true, true, true, true, true, false, true])
    #expect(gap.lineEnds == 7)
    let last = file.trivia(before: file.tokens.count - 1, in: chart)
    #expect(last.pieces.map(\.kind) == [.lineComment])
    #expect(last.pieces.map(\.startsLine) == [false])
  }

  @Test func `a token read as two is two tokens`() {
    let chart = source("machine M { let a: A<B>= x ? .c : d ?.e : f }")
    let file = SyntaxFile(parsing: chart)
    #expect(file.diagnostics.isEmpty)
    let texts = file.tokens.map { chart.text(of: $0.span) }
    #expect(
      texts == [
        "machine", "M", "{", "let", "a", ":", "A", "<", "B", ">", "=", "x", "?", ".", "c", ":", "d", "?", ".", "e", ":", "f", "}", "",
      ])
    #expect(file.tokens[9].kind == .greater && file.tokens[10].kind == .assign)
    #expect(file.tokens[17].kind == .question && file.tokens[18].kind == .dot)
  }
}
