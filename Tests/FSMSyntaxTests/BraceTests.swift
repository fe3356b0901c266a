import FSMDiagnostics
import FSMSyntax
import FSMTestSupport
import Testing

/// T7 and its kind: a brace left open or left over is one error near its place, and nothing else is lost.
@Suite struct BraceTests {
  /// A chart of many states, four lines each, with the brace of line `opening` never closed.
  private func chart(states: Int, withoutCloseOf broken: Int, indentation: String) -> String {
    var lines = ["machine M {", "\(indentation)initial state s0"]
    for index in 1...states {
      lines.append("\(indentation)state s\(index) {")
      lines.append("\(indentation)\(indentation)on e -> s\(index - 1)")
      lines.append("\(indentation)\(indentation)entry / f()")
      if index != broken { lines.append("\(indentation)}") }
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  @Test(arguments: [1, 2, 12, 24], ["  ", "\t", "    "])
  func `a brace left open is one error at its line`(_ broken: Int, _ indentation: String) {
    let text = source(chart(states: 24, withoutCloseOf: broken, indentation: indentation))
    let file = SyntaxFile(parsing: text)
    #expect(file.diagnostics.map(\.code) == [.unclosedBrace])
    guard let found = file.diagnostics.first else { return }
    #expect(text.line(at: found.span.start) == 3 + (broken - 1) * 4)
    #expect(found.labels.last.map { Int($0.span.start) } == text.bytes.count)
    // The states behind it are still siblings.
    #expect(file.machines.first?.members.count == 25)
  }

  @Test func `a brace of branches left open is one error`() {
    let text = source("machine M {\n  state a {\n    on e {\n      [x] -> b\n      else -> c\n    on f -> c\n  }\n  state b, c\n}\n")
    let file = SyntaxFile(parsing: text)
    #expect(file.diagnostics.map(\.code) == [.unclosedBrace])
    #expect(file.diagnostics.first.map { text.line(at: $0.span.start) } == 3)
    #expect(file.machines.first?.members.count == 3)
  }

  @Test func `a machine left open does not swallow the next`() {
    let file = parse("machine A {\n  state a\n\nmachine B {\n  state b\n}\n")
    #expect(file.diagnostics.map(\.code) == [.unclosedBrace])
    #expect(file.machines.map(\.name.text) == ["A", "B"])
  }

  @Test func `two braces left open in two places are two errors`() {
    let file = parse("machine M {\n  state a {\n    on e -> b\n  state b {\n    on e -> c\n  state c {\n  }\n}\n")
    #expect(file.diagnostics.map(\.code) == [.unclosedBrace, .unclosedBrace])
    #expect(file.machines.first?.members.count == 3)
  }

  @Test func `a brace left over is one error`() {
    for text in [
      "machine M {\n  state a {\n    on e -> b\n    }\n  }\n  state b\n}\n", "machine M {\n  state a {\n  }\n  }\n  state b\n}\n",
      "machine M {\n  state a\n  state b\n}\n}\n", "machine M {\n  state a\n\n  state b {}}\n}\n",
    ] {
      let file = parse(text)
      #expect(file.diagnostics.map(\.code) == [.surplusBrace], "\(text)")
      #expect(file.machines.first?.members.count == 2, "\(text)")
    }
  }

  /// Charts whose braces add up are never judged by their indentation.
  @Test func `odd indentation alone is no error`() {
    let file = parse("   machine M {\nstate a {\n        on e -> b\n}\n          state b {\n }\n      }\n")
    #expect(file.diagnostics.isEmpty)
    #expect(file.machines.first?.members.count == 2)
  }
}
