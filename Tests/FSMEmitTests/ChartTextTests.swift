import FSMDiagnostics
import FSMModel
import Testing

@testable import FSMEmit

/// The chart's own text, from the resolved chart.
struct ChartTextTests {
  private let text = ChartText(machine: DotSketch("M").machine)
  private static let span = Span(file: FileID(0), start: 0, end: 0)

  private static func expr(_ kind: Expr.Kind) -> Expr { Expr(kind, type: .unknown, span: span) }
  private static func name(_ name: String) -> Expr { expr(.swiftName(name)) }
  private static func binary(_ left: Expr, _ op: Expr.BinaryOperator, _ right: Expr) -> Expr { expr(.binary(left, op, right)) }

  @Test("parentheses stand where the meaning needs them, and nowhere else")
  func parentheses() {
    let (a, b, c) = (Self.name("a"), Self.name("b"), Self.name("c"))
    let cases: [(Expr, String)] = [
      (Self.binary(Self.binary(a, .add, b), .multiply, c), "(a + b) * c"),
      (Self.binary(a, .add, Self.binary(b, .multiply, c)), "a + b * c"),
      (Self.binary(a, .subtract, Self.binary(b, .subtract, c)), "a - (b - c)"),
      (Self.binary(Self.binary(a, .subtract, b), .subtract, c), "a - b - c"),
      (Self.binary(Self.binary(a, .or, b), .and, c), "(a || b) && c"),
      (Self.binary(Self.binary(a, .and, b), .or, c), "a && b || c"),
      (Self.binary(a, .coalesce, Self.binary(b, .coalesce, c)), "a ?? b ?? c"),
      (Self.binary(Self.binary(a, .coalesce, b), .coalesce, c), "(a ?? b) ?? c"),
      (Self.binary(Self.binary(a, .equal, b), .equal, c), "(a == b) == c"),
      (Self.expr(.not(Self.binary(a, .equal, b))), "!(a == b)"),
      (Self.expr(.not(Self.expr(.not(a)))), "!!a"),
      (Self.expr(.negate(Self.expr(.negate(a)))), "-(-a)"),
      (Self.expr(.negate(Self.expr(.integer(-1)))), "-(-1)"),
      (Self.expr(.member(Self.binary(a, .add, b), "count", isOptional: false)), "(a + b).count"),
      (Self.expr(.conditional(a, then: b, else: Self.expr(.conditional(a, then: b, else: c)))), "a ? b : a ? b : c"),
      (Self.expr(.conditional(Self.expr(.conditional(a, then: b, else: c)), then: b, else: c)), "(a ? b : c) ? b : c"),
      (Self.binary(Self.expr(.conditional(a, then: b, else: c)), .add, c), "(a ? b : c) + c"),
      (Self.expr(.forced(Self.expr(.member(a, "b", isOptional: true)))), "a?.b!"),
    ]
    for (expression, expected) in cases { #expect(text.expression(expression) == expected) }
  }

  @Test("string literals stay on one line and mean the same")
  func strings() {
    #expect(text.expression(Self.expr(.string([.text("a\n\"b\"\\n\t\u{0}\u{1B}\u{2028}é😀")]))) == #""a\n\"b\"\\n\t\0\u{1B}\u{2028}é😀""#)
    #expect(text.expression(Self.expr(.string([.text("n = "), .interpolation(Self.name("n")), .text("!")]))) == #""n = \(n)!""#)
  }

  @Test(
    "durations are in the largest units",
    arguments: [
      (0, "0s"), (250_000_000, "250ms"), (30_000_000_000, "30s"), (90_000_000_000, "1min 30s"), (7_200_000_000_000, "2h"),
      (86_400_000_000_000, "1d"), (86_400_250_000_000, "1d 250ms"), (1_500_000, "1.5ms"), (1, "0.000001ms"),
      (-1_000_000_000, "-(1s)"),
    ])
  func durations(nanoseconds: Int, expected: String) {
    #expect(text.expression(Self.expr(.duration(nanoseconds: Int128(nanoseconds)))) == expected)
  }

  @Test("lines break between pieces, then at spaces, never inside a string literal")
  func wrapping() {
    let wrap = LineWrap(limit: 12, indent: "  ")
    #expect(wrap.lines(of: ["go", "[a > 0]", "/ f(x),", "g()"]) == ["go [a > 0]", "  / f(x),", "  g()"])
    #expect(wrap.lines(of: ["/ show(\"a long text\"),", "b"]) == ["/", "  show(\"a long text\"),", "  b"])
    #expect(wrap.lines(of: []) == [])
    #expect("待付款".columns == 6)
  }
}
