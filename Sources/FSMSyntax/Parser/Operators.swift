import FSMDiagnostics

/// Operands and operators read and not yet joined.
struct OperatorStack {
  var operands: [(expression: ExprSyntax, height: Int)]
  var operators: [(symbol: ExprSyntax.BinaryOperator, span: Span)] = []

  init(first: ExprSyntax, height: Int) { operands = [(first, height)] }
}

extension ExprSyntax.BinaryOperator {
  /// Swift's precedence: larger binds tighter.
  var precedence: Int {
    switch self {
    case .multiply, .divide, .remainder: 6
    case .add, .subtract: 5
    case .coalesce: 4
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 3
    case .and: 2
    case .or: 1
    }
  }

  /// True when this operator takes the operand between it and `next`.
  func binds(before next: Self) -> Bool { precedence > next.precedence || (precedence == next.precedence && self != .coalesce) }

  /// True when the two cannot stand side by side: comparisons do not chain.
  func clashes(with next: Self) -> Bool { precedence == 3 && next.precedence == 3 }
}

extension Parser {
  /// The binary operator here; none for an arrow in another spelling.
  var binaryOperator: ExprSyntax.BinaryOperator? {
    switch kind {
    case .star: .multiply
    case .slash: .divide
    case .percent: .remainder
    case .plus: .add
    case .minus: isAtArrow ? nil : .subtract
    case .coalesce: .coalesce
    case .equal: isAtArrow ? nil : .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .and: .and
    case .or: .or
    default: nil
    }
  }

  /// `a < b < c`
  mutating func reportChain(_ stack: OperatorStack, _ next: ExprSyntax.BinaryOperator) {
    guard stack.operands.count >= 2, let first = stack.operators.last else { return }
    let left = source.text(of: stack.operands[stack.operands.count - 2].expression.span)
    let middle = source.text(of: stack.operands[stack.operands.count - 1].expression.span)
    let isShort = left.utf8.count + middle.utf8.count < 60 && !isPanicking
    let form = isShort ? "\(left) \(first.symbol.rawValue) \(middle) && \(middle) \(next.rawValue) …" : "a < b && b < c"
    giveUp(
      .chainedComparison, at: current.span, "a comparison of a comparison, which has no value to compare",
      hint: "join two comparisons: `\(form)`", fixes: [.init("write `&& \(middle)`", [.init(current.span.before, "&& \(middle) ")])])
  }

  /// `a & b`, where `a && b` is meant.
  mutating func checkHalfOperator() {
    guard kind == .ampersand else { return }
    giveUp(
      .wrongOperator, at: current.span, "`&` joins targets, not conditions", hint: "write `&&`",
      fixes: [.init("write `&&`", [.init(current.span, "&&")])])
  }
}
