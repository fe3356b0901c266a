import FSMDiagnostics
import FSMSyntax
import Testing

/// One mistake is one error, and the rest of the chart is still in the tree.
@Suite struct RecoveryTests {
  /// Members with one mistake each, its code, and the text that the error points at (`⏎` for the end of the line).
  static let mistakes: [(text: String, code: DiagnosticCode, at: String)] = [
    // T5: stray words between a name and its brace.
    ("state s stray {\n    on e -> a\n  }", .badName, "stray"), ("state s {} stray", .expected, "stray"),
    ("state s entry {\n    on e -> a\n  }", .badName, "entry"), ("state s 3 {\n    on e -> a\n  }", .expected, "3"),
    ("state s \"label\" stray {\n  }", .expected, "stray"), ("state s(x: Int) stray {\n  }", .expected, "stray"),
    ("state s: M stray {\n  }", .expected, "stray"), ("state s: {\n  }", .expected, "{"), ("state {\n  }", .expected, "{"),
    ("choice c stray { else -> a }", .badName, "stray"), ("event e stray", .badName, "stray"),
    // Guards and branches.
    ("on e [", .expected, "⏎"), ("on e ->", .expected, "⏎"), ("event", .expected, "⏎"), ("history", .expected, "⏎"),
    ("on e [] -> a", .expected, "]"), ("on e [x -> a", .expected, "->"), ("on e [x +] -> a", .expected, "]"),
    ("on e [x y] -> a", .expected, "y"), ("on e [(x] -> a", .expected, "]"), ("on e [in x] -> a", .expected, "x"),
    ("on e x] -> a", .expected, "x"), ("on e {\n    [x -> a\n    else -> b\n  }", .expected, "->"),
    ("on e {\n    [x] stray -> a\n    else -> b\n  }", .expected, "stray"), ("on e { on f -> a }", .expected, "on"),
    // Effects.
    ("on e / -> a", .expected, "->"), ("on e / f(, -> a", .expected, ","), ("on e / f(x -> a", .expected, "->"),
    ("on e / f() g() -> a", .expected, "g"), ("on e / x = -> a", .expected, "->"), ("on e / f(), -> a", .expected, "->"),
    ("on e / 3 -> a", .expected, "->"), ("on e / if { f() } -> a", .expected, "{"), ("on e / if x { -> a } -> b", .expected, "->"),
    ("on e / if x f() -> a", .expected, "f"), ("on e / f(),", .expected, "⏎"), ("entry / f(),\n  exit / g()", .expected, "⏎"),
    // Targets.
    ("on e -> {", .unclosedBrace, "{"), ("on e -> a.", .expected, "⏎"),
    ("on e -> a b", .expected, "b"), ("on e -> a &", .expected, "⏎"), ("on e -> (a)", .expected, "("), ("on e - > a", .expected, "-"),
    // Declarations.
    ("let x: = 3", .expected, "="), ("let x: [Int = 3", .expected, "="), ("let x: Int =", .expected, "⏎"),
    ("let x: A<B = 3", .expected, "="),
    ("var x: Int in 3", .expected, "⏎"), ("event e(x)", .expected, ")"), ("event e(x: Int", .expected, "⏎"),
    ("event e(: Int)", .expected, ":"),
    ("enum E { a b }", .expected, "b"), ("enum E: Int { a }", .expected, ":"), ("func f() -> Int { 3 }", .expected, "{"),
    ("activity f() ->", .expected, "⏎"), ("private state s", .expected, "state"),
    // Steps.
    ("scenario s { e }", .expected, "s"), ("scenario \"s\" {\n    expect x ==\n  }", .expected, "⏎"),
    ("assert x", .expected, "x"), ("machine N {}", .expected, "machine"),
  ]

  @Test(arguments: mistakes.indices)
  func `one mistake is one error, and what follows is kept`(_ index: Int) {
    let mistake = Self.mistakes[index]
    let chart = source("machine M {\n  state before\n  \(mistake.text)\n  on last -> before\n  state after { on e -> before }\n}\n")
    let file = SyntaxFile(parsing: chart)
    #expect(file.diagnostics.map(\.code) == [mistake.code], "\(file.diagnostics.map { "\($0.span.start) \($0.message)" })")
    if let found = file.diagnostics.first {
      let isAtLineEnd = mistake.at == "⏎"
      #expect(chart.text(of: found.span) == (isAtLineEnd ? "" : mistake.at))
      #expect(!isAtLineEnd || chart.bytes[Int(found.span.end)] == UInt8(ascii: "\n"))
    }
    #expect(file.dump.contains("  on last\n    branch\n      -> before\n"))
    #expect(file.dump.contains("state before"))
    #expect(file.dump.contains("  state after\n    on e\n      branch\n        -> before\n"))
  }
}
