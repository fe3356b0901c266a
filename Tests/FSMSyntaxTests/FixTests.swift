import FSMDiagnostics
import FSMSyntax
import FSMTestSupport
import Testing

/// A fix mends its finding and breaks nothing else.
@Suite struct FixTests {
  static let fixtures = Fixtures.files(in: "diagnostics", extension: "fsm").filter { $0.name.hasPrefix("FSM1") }

  @Test(arguments: fixtures)
  func `a fix leaves one finding less`(_ fixture: Fixture) throws {
    let chart = try Chart(fixture)
    let findings = chart.parsed.diagnostics
    for finding in findings {
      for fix in finding.fixes {
        let mended = applied(fix, to: chart.source)
        let rest = SyntaxFile(parsing: mended).diagnostics
        #expect(rest.count == findings.count - 1, "\(finding.message), fix: \(fix.title)\n\(rest.map(\.message))")
      }
    }
  }

  /// The forms that have a mechanical mend, each mended whole.
  @Test(arguments: [
    ("on e -> a / f()", "on e / f() -> a"), ("on e / f() [x] -> a", "on e [x] / f()  -> a"), ("on e => a", "on e -> a"),
    ("on e --> a", "on e -> a"), ("on e ==> a", "on e -> a"), ("on e \u{2192} a", "on e -> a"), ("on e(x) -> a", "on e -> a"),
    ("on e: -> a", "on e -> a"), ("on e -> a, b", "on e -> a & b"), ("on e -> a && b", "on e -> a & b"), ("on */ f()", "on * / f()"),
    ("on e / f(); g()", "on e / f(), g()"), ("on e [n = 1] -> a", "on e [n == 1] -> a"), ("on e [n & m] -> a", "on e [n && m] -> a"),
    ("on e [a < b < c] -> a", "on e [a < b && b < c] -> a"), ("on e / n++", "on e / n += 1"), ("on e / n == 1", "on e / n = 1"),
    ("on e / f", "on e / f()"), ("on e { -> a }", "on e { else -> a }"), ("on e { [x] -> a else [y] -> b }", "on e { [x] -> a [y] -> b }"),
    ("var n = 3", "var n: Int = 3"), ("let n = \"a\"", "let n: String = \"a\""), ("enum E { case a, b }", "enum E { a, b }"),
    ("action f", "action f()"), ("do f", "do f()"), ("event user-login", "event userLogin \"user-login\""),
    ("event view message", "event viewMessage \"view message\""), ("event 2nd", "event _2nd \"2nd\""),
    ("event \"a b\"", "event aB \"a b\""), ("event 🐶", "event dogFace \"🐶\""), ("event if", "event `if`"), ("stat a", "state a"),
    ("on e / f('a')", "on e / f(\"a\")"), ("on e / send e after 3s", "on e / send e in 3s"),
  ])
  func `a habit is mended`(_ wrong: String, _ right: String) {
    let chart = source("machine M {\n  \(wrong)\n}\n")
    let file = SyntaxFile(parsing: chart)
    #expect(file.diagnostics.count == 1, "\(file.diagnostics.map(\.message))")
    guard let fix = file.diagnostics.first?.fixes.first else { return #expect(Bool(false), "no fix for \(wrong)") }
    let mended = applied(fix, to: chart)
    #expect(mended.text(of: Span(file: chart.id, start: 14, end: mended.bytes.count - 3)) == right)
    #expect(SyntaxFile(parsing: mended).diagnostics.isEmpty)
  }

  private func applied(_ fix: Diagnostic.Fix, to source: SourceFile) -> SourceFile {
    var bytes = source.bytes
    for edit in fix.edits.sorted(by: { $0.span.start > $1.span.start }) {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.replacement.utf8))
    }
    return SourceFile(id: source.id, path: source.path, bytes: bytes)
  }
}
