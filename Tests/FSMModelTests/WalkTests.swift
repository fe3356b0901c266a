import FSMDiagnostics
import FSMModel
import Testing

/// Walks visit every part once, in order.
struct WalkTests {
  private let span = Span(file: FileID(0), start: 0, end: 0)

  private func variable(_ index: Int) -> Expr { Expr(.variable(VariableID(index)), type: .unknown, span: span) }

  private func visited(_ expr: Expr) -> [Int] {
    var found: [Int] = []
    expr.forEachPart { if case .variable(let id) = $0.kind { found.append(id.index) } }
    return found
  }

  private func expr(_ kind: Expr.Kind) -> Expr { Expr(kind, type: .unknown, span: span) }

  @Test func everyKindOfExpressionShowsItsParts() {
    let (a, b, c) = (variable(0), variable(1), variable(2))
    #expect(visited(expr(.string([.text("x"), .interpolation(a), .interpolation(b)]))) == [0, 1])
    #expect(visited(expr(.array([a, b]))) == [0, 1])
    #expect(visited(expr(.dictionary([.init(key: a, value: b)]))) == [0, 1])
    #expect(visited(expr(.not(expr(.negate(a))))) == [0])
    #expect(visited(expr(.binary(a, .add, b))) == [0, 1])
    #expect(visited(expr(.conditional(a, then: b, else: c))) == [0, 1, 2])
    #expect(visited(expr(.call(CallableID(0), [a, b]))) == [0, 1])
    #expect(visited(expr(.member(a, "x", isOptional: true))) == [0])
    #expect(visited(expr(.forced(a))) == [0])
    #expect(visited(expr(.apply(a, [.init(label: nil, value: b)]))) == [0, 1])
    #expect(visited(expr(.subscripted(a, [.init(label: "at", value: b)]))) == [0, 1])
  }

  @Test func effectsInsideConditionsAreVisitedInOrder() {
    func raise(_ index: Int) -> Effect { .raise(EventID(index), [], span: span) }
    let effects: [Effect] = [raise(0), .conditional(variable(0), then: [raise(1), raise(2)], else: [raise(3)], span: span), raise(4)]
    var found: [Int] = []
    effects.forEachEffect { if case .raise(let id, _, _) = $0 { found.append(id.index) } }
    #expect(found == [0, 1, 2, 3, 4])
  }
}
