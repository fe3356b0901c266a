import FSMDiagnostics
import Testing

/// The order in which findings are shown.
struct OrderingTests {
  private func finding(_ code: DiagnosticCode, _ file: Int, _ start: Int, _ message: String = "m") -> Diagnostic {
    Diagnostic(code, at: Span(file: FileID(file), start: start, end: start + 1), message)
  }

  @Test func byFilePlaceAndCode() {
    let expected = [finding(.unknownName, 0, 3), finding(.unknownName, 0, 20), finding(.unused, 0, 20), finding(.expected, 1, 0)]
    #expect(expected.reversed().inReadingOrder == expected)
    #expect([expected[2], expected[0], expected[3], expected[1]].inReadingOrder == expected)
  }

  @Test func whatIsEqualAppearsOnce() {
    let (a, b) = (finding(.unknownName, 0, 3), finding(.unknownName, 0, 3, "n"))
    #expect([a, b, a, b, a].inReadingOrder == [a, b])
  }
}
