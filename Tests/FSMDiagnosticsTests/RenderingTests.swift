import FSMDiagnostics
import FSMTestSupport
import Foundation
import Testing

/// Reports as people and programs see them; each case is a golden under `Tests/Fixtures/rendering`.
struct RenderingTests {
  @Test(arguments: RenderingCase.all)
  func text(_ item: RenderingCase) {
    Golden.expect(TextRenderer().render(item.diagnostics, in: item.sources), at: "rendering/\(item.name).txt")
  }

  @Test func colours() {
    let item = RenderingCase.labels
    let coloured = TextRenderer(isColoured: true).render(item.diagnostics, in: item.sources)
    Golden.expect(coloured.replacingOccurrences(of: "\u{1B}", with: "␛"), at: "rendering/colours.txt")
    let plain = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(plain == TextRenderer().render(item.diagnostics, in: item.sources))
  }

  @Test func jsonLines() throws {
    let items = [RenderingCase.labels, .wide, .otherFile]
    let text =
      items.map { JSONRenderer.render($0.diagnostics, in: $0.sources) }.joined()
      + JSONRenderer.render(problem: "no such file", file: "x.fsm")
    for line in text.split(separator: "\n") { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    Golden.expect(text, at: "rendering/report.jsonl")
  }

  @Test func sarif() throws {
    let items = [RenderingCase.labels, .wide, .otherFile]
    let findings = items.flatMap { item in item.diagnostics.map { ($0, item.sources) } }
    let text = SARIFRenderer(version: "0.0.0").render(findings, problems: [.init(message: "no such file", file: "my charts/x.fsm")])
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    Golden.expect(text, at: "rendering/report.sarif")
  }

  /// Every caret stands below the character it means, in columns of a terminal.
  @Test func caretsStandUnderWideCharacters() {
    let item = RenderingCase.wide
    let lines = TextRenderer().render(item.diagnostics[0], in: item.sources).split(separator: "\n")
    let source = lines[1]
    let carets = lines[2]
    let before = source[..<source.range(of: "offen")!.lowerBound]
    #expect(DisplayWidth.of(String(before)) == carets.distance(from: carets.startIndex, to: carets.firstIndex(of: "^")!))
  }

  @Test func noControlCharacterReachesTheTerminal() {
    let item = RenderingCase.hidden
    let text = TextRenderer().render(item.diagnostics, in: item.sources)
    #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || $0.value == 0x202E || $0.value == 0x7F) })
  }

  /// The work for one finding does not grow with the line it stands on, and the line shown stays within its room.
  @Test func hugeLine() {
    var sources = SourceMap()
    let text = String(repeating: "待", count: 1_000_000) + " bad " + String(repeating: "x", count: 1_000_000)
    let file = sources.add(path: "a.fsm", bytes: Array(text.utf8))
    let finding = Diagnostic(.unexpectedCharacter, at: Span(file: file, start: 3_000_001, end: 3_000_004), "here")
    let lines = TextRenderer(width: 80).render(finding, in: sources).split(separator: "\n")
    #expect(lines[0] == "a.fsm:1:1000002: error: here [FSM101]")
    #expect(DisplayWidth.of(String(lines[1])) <= 80 + 6)
    #expect(lines[1].contains(" bad x") && lines[1].contains("…待") && lines[1].hasSuffix("x…"))
    #expect(lines[2].hasSuffix(" ^~~"))
  }
}
