import FSMDiagnostics
import FSMTestSupport
import Foundation
import Testing

@testable import FSMSyntax

/// The layout of charts: what it looks like, and what it never touches.
@Suite struct FormatterTests {
  @Test(arguments: Fixtures.files(in: "format", extension: "fsm"))
  func `a chart is laid out`(_ fixture: Fixture) throws {
    let result = ChartFormatter.format(source(try fixture.text()))
    Golden.expect(String(decoding: result.bytes, as: UTF8.self), at: "format/\(fixture.name).laid")
  }

  @Test(arguments: Fixtures.charts)
  func `every fixture keeps its tokens and comments, and stays as it is the second time`(_ fixture: Fixture) throws {
    FormatProperties.expect(try fixture.bytes())
  }

  @Test(arguments: Fixtures.files(in: "format", extension: "fsm") + Fixtures.files(in: "syntax", extension: "fsm"))
  func `the layout does not depend on how the chart was broken into lines`(_ fixture: Fixture) throws {
    let chart = try Chart(fixture)
    for separator in [" ", "\n", "\n\n\n\t"] {
      var text = ""
      for (index, token) in chart.parsed.tokens.enumerated() {
        let touches = index > 0 && chart.parsed.tokens[index - 1].span.end == token.span.start
        text += (touches ? "" : separator) + chart.source.text(of: token.span)
      }
      FormatProperties.expect(Array(text.utf8))
    }
  }

  @Test func `line ends and a byte-order mark stay as they are`() {
    let text = "machine M {\n  state a  // one\n\n  /* two\n  lines */\n  state b\n}\n"
    let squeezed = "machine M { state a// one\n\n/* two\n  lines */ state b }"
    for (mark, end) in [("", "\n"), ("\u{FEFF}", "\n"), ("", "\r\n"), ("\u{FEFF}", "\r\n")] {
      let result = ChartFormatter.format(source(mark + squeezed.replacing("\n", with: end)))
      #expect(
        String(decoding: result.bytes, as: UTF8.self) == mark
          + text.replacing("\n", with: end).replacing("lines */\(end)  state", with: "lines */ state"))
    }
  }

  /// Where braces do not add up nobody can say what belongs together.
  @Test(arguments: ["machine M { state a {\n}", "machine M { } }", "machine M { /* ", "machine M { let a: String = \"x\n }"])
  func `a text without an end is left alone`(_ text: String) {
    #expect(ChartFormatter.format(source(text)).bytes == Array(text.utf8))
  }

  @Test func `nothing, blanks and comments alone`() {
    func laidOut(_ text: String) -> String { String(decoding: ChartFormatter.format(source(text)).bytes, as: UTF8.self) }
    #expect(laidOut("") == "")
    #expect(laidOut(" \n\n\t") == "")
    #expect(laidOut("\n\n  // only this  \n\n\n/* and this */") == "// only this\n\n/* and this */\n")
  }

  /// What this project shows as examples is laid out.
  @Test func `the examples are laid out`() throws {
    let folder = Fixtures.root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("examples/Sources")
    let charts = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".fsm") }.sorted()
    #expect(charts.count >= 5)
    for chart in charts {
      let text = try String(contentsOf: folder.appendingPathComponent(chart), encoding: .utf8)
      #expect(String(decoding: ChartFormatter.format(source(text)).bytes, as: UTF8.self) == text, "\(chart)")
    }
  }
}
