import FSMDiagnostics
import Testing

/// Lines and columns, whatever the line ends, the script and the length of the line.
struct SourceFileTests {
  private func file(_ text: String) -> SourceFile { SourceFile(id: FileID(0), path: "a.fsm", bytes: Array(text.utf8)) }

  @Test(arguments: ["a\nbc\nd", "a\r\nbc\r\nd", "a\rbc\rd"])
  func everyLineEndCounts(_ text: String) {
    let file = file(text)
    #expect(file.lineStarts.count == 3)
    #expect((1...3).map(file.text(ofLine:)) == ["a", "bc", "d"])
    #expect(file.position(at: Int32(file.bytes.count - 1)) == SourcePosition(line: 3, column: 1))
  }

  @Test func byteOrderMarkIsNoCharacter() {
    let file = file("\u{FEFF}ab\ncd")
    #expect(file.position(at: 0) == SourcePosition(line: 1, column: 1))
    #expect(file.position(at: 3) == SourcePosition(line: 1, column: 1))
    #expect(file.position(at: 4) == SourcePosition(line: 1, column: 2))
    #expect(file.text(ofLine: 1) == "ab")
  }

  @Test func columnsAreCharactersAPersonSees() {
    let text = "e\u{301}👩‍🚀待\tx"
    let file = file(text)
    #expect(file.position(at: Int32(text.utf8.count - 1)) == SourcePosition(line: 1, column: 5))
  }

  @Test func emptyFileHasOneLine() {
    let file = file("")
    #expect(file.position(at: 0) == SourcePosition(line: 1, column: 1))
    #expect(file.text(ofLine: 1) == "")
    #expect(file.text(ofLine: 1) == "" && file.range(ofLine: 1) == 0..<0)
  }

  /// A line of several kilobytes takes another road to its columns.
  @Test(arguments: ["a", "é", "待", "👩‍🚀", "e\u{301}"])
  func columnsInLongLines(_ character: String) {
    let count = 3000
    let line = String(repeating: character, count: count) + "x"
    let file = file("first\n" + line + "\nlast")
    for index in [0, 1, 500, 1023, 1024, 1025, 2047, 2048, 2999, 3000] {
      let offset = 6 + index * character.utf8.count
      #expect(file.position(at: Int32(offset)) == SourcePosition(line: 2, column: index + 1))
      let scalars = index * character.unicodeScalars.count
      #expect(file.scalarPosition(at: Int32(offset)) == SourcePosition(line: 2, column: scalars + 1))
    }
  }

  @Test func oneHugeClusterIsOneColumn() {
    let text = "a" + String(repeating: "\u{301}", count: 5000) + "bc"
    #expect(file(text).position(at: Int32(text.utf8.count - 1)) == SourcePosition(line: 1, column: 3))
  }
}
