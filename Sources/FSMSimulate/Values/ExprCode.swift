import FSMDiagnostics
import FSMModel

/// An expression as a list of instructions for a stack of values: evaluating it, however deep it is, costs no call stack.
struct ExprCode {
  enum Instruction {
    /// Pushes the value of an expression without parts.
    case leaf(Expr)
    /// Pops as many values as the expression has parts, pushes its own.
    case combine(Expr, parts: Int)
    /// Decides `&&` and `||` by the left operand where that is enough.
    case decide(Expr.BinaryOperator, Span, end: Label)
    /// Makes a condition of the value on top.
    case truth(Span)
    /// Decides `??` where the left operand is a known value.
    case coalesce(end: Label)
    case jumpUnless(Span, Label)
    case jump(Label)
  }

  /// The number of a place among `labels`.
  typealias Label = Int

  private(set) var instructions: [Instruction] = []
  /// Where each label stands.
  private(set) var labels: [Int] = []

  private enum Work {
    case expression(Expr)
    case emit(Instruction)
    case mark(Label)
  }

  init(_ expr: Expr) {
    var work: [Work] = [.expression(expr)]
    while let next = work.popLast() {
      switch next {
      case .emit(let instruction): instructions.append(instruction)
      case .mark(let label): labels[label] = instructions.count
      case .expression(let expr): work += parts(of: expr).reversed()
      }
    }
  }

  /// What computes an expression, first to last.
  private mutating func parts(of expr: Expr) -> [Work] {
    switch expr.kind {
    case .binary(let left, let op, let right) where op == .and || op == .or:
      let end = label()
      return [.expression(left), .emit(.decide(op, left.span, end: end)), .expression(right), .emit(.truth(right.span)), .mark(end)]
    case .binary(let left, .coalesce, let right):
      let end = label()
      return [.expression(left), .emit(.coalesce(end: end)), .expression(right), .emit(.combine(expr, parts: 2)), .mark(end)]
    case .conditional(let condition, let first, let second):
      let (other, end) = (label(), label())
      return [
        .expression(condition), .emit(.jumpUnless(condition.span, other)), .expression(first), .emit(.jump(end)), .mark(other),
        .expression(second), .mark(end),
      ]
    default:
      let parts = expr.operands
      return parts.map { .expression($0) } + [.emit(expr.isLeaf ? .leaf(expr) : .combine(expr, parts: parts.count))]
    }
  }

  private mutating func label() -> Label {
    labels.append(0)
    return labels.count - 1
  }
}

extension Expr {
  /// The parts whose values it is made of; of `base.name(arguments)` the base and the arguments.
  var operands: [Expr] {
    if case .apply(let callee, let arguments) = kind, case .member(let base, _, _) = callee.kind { return [base] + arguments.map(\.value) }
    return parts
  }

  /// True where the expression itself is its value, or names it.
  var isLeaf: Bool {
    switch kind {
    case .boolean, .integer, .float, .duration, .nil, .enumCase, .variable, .parameter, .isIn, .implicitMember, .swiftName: true
    default: false
    }
  }
}
