import FSMDiagnostics
import FSMTestSupport
import Testing

/// The fixture format: markers are found, met and missed as its description says.
struct MarkerTests {
  private func sources(_ text: String) -> SourceMap {
    var sources = SourceMap()
    sources.add(path: "a.fsm", bytes: Array(text.utf8))
    return sources
  }

  private func finding(_ sources: SourceMap, _ start: Int, _ end: Int, _ message: String = "unknown `pus`") -> Diagnostic {
    Diagnostic(.unknownName, at: Span(file: FileID(0), start: start, end: end), message)
  }

  @Test(arguments: [
    "on pus -> a\n// ^^^ error FSM201: unknown `pus`\n", "on pus -> a\n// ^^^ error FSM201: unknown\n",
    "on pus -> a\n//@4-7 error FSM201: unknown\n",
    "on pus -> a\n\n\n//@1:4-7 error FSM201: unknown\n", "on pus -> a\r\n// ^^^ error FSM201: unknown `pus`\r\n",
    "on pus -> a\n//  ^^^ error FSM201: unknown\n// ^^^ error FSM201:\n",
  ])
  func met(_ text: String) {
    let sources = sources(text)
    let mismatches = MarkerComparison.mismatches([finding(sources, 3, 6)], in: sources)
    #expect(mismatches.count == (text.contains("//  ^^^") ? 1 : 0))
  }

  @Test(arguments: [
    "on pus -> a\n//  ^^^ error FSM201: unknown\n", "on pus -> a\n// ^^ error FSM201: unknown\n",
    "on pus -> a\n// ^^^ warning FSM201: unknown\n",
    "on pus -> a\n// ^^^ error FSM202: unknown\n", "on pus -> a\n// ^^^ error FSM201: another\n",
    "on pus -> a\nx\n// ^^^ error FSM201: unknown\n",
    "on pus -> a\n//@end error FSM201: unknown\n",
  ])
  func missed(_ text: String) {
    let sources = sources(text)
    let mismatches = MarkerComparison.mismatches([finding(sources, 3, 6)], in: sources)
    #expect(mismatches.count == 2)
    #expect(mismatches.joined().contains("marked but not reported") && mismatches.joined().contains("reported but not marked"))
  }

  @Test func eachMarkerStandsForOneDiagnostic() {
    let sources = sources("on pus -> a\n// ^^^ error FSM201: unknown\n")
    #expect(MarkerComparison.mismatches([finding(sources, 3, 6), finding(sources, 3, 6, "unknown too")], in: sources).count == 1)
    #expect(MarkerComparison.mismatches([], in: sources).count == 1)
  }

  @Test func columnsAreCharacters() {
    let sources = sources("on 👩‍🚀待 -> a\n// ^^ error FSM201: unknown\n")
    #expect(MarkerComparison.mismatches([finding(sources, 3, 3 + "👩‍🚀待".utf8.count)], in: sources).isEmpty)
  }

  @Test func spansThatGoOnAreMarkedToTheLineEnd() {
    let whole = sources("   on a {\n// ^^^^^^ error FSM201:\n}\n")
    #expect(MarkerComparison.mismatches([finding(whole, 3, 34)], in: whole).isEmpty)
    let part = sources("   on a {\n// ^^^^ error FSM201:\n}\n")
    #expect(MarkerComparison.mismatches([finding(part, 3, 32)], in: part).count == 2)
  }

  @Test func endOfFile() {
    let text = "machine A {\n//@end error FSM201: unknown\n"
    let sources = sources(text)
    #expect(MarkerComparison.mismatches([finding(sources, text.utf8.count, text.utf8.count)], in: sources).isEmpty)
  }

  @Test(arguments: [
    "// ^^", "// ^^ error", "// ^^ error FSM201", "// ^ bad FSM201: x", "//@ error FSM201: x", "//@3 error FSM201: x",
    "//@4-2 error FSM201: x",
  ])
  func whatLooksLikeAMarkerMustBeOne(_ line: String) {
    #expect(Marker.parse(SourceFile(id: FileID(0), path: "a", bytes: Array("x\n\(line)\n".utf8))).complaints.count == 1)
  }

  @Test(arguments: ["// a comment", "/// a ^ b", "x // ^ error FSM201: x", "/* ^ */", "", "//"])
  func otherLinesAreNoMarkers(_ line: String) {
    let (markers, complaints) = Marker.parse(SourceFile(id: FileID(0), path: "a", bytes: Array("x\n\(line)\n".utf8)))
    #expect(markers.isEmpty && complaints.isEmpty)
  }
}
