import FSMModel

/// Decides the parts of a guard that are known when the code is written, so that the output never asks what cannot be otherwise.
struct SwiftFold {
  let machine: Machine
  let location: SwiftScope.Location
  var moment: SwiftVacancies.Moment?

  func callAsFunction(_ expression: Expr) -> Expr {
    switch expression.kind {
    case .isIn(let state): return isIn(state).map { literal($0, expression) } ?? expression
    case .not(let value):
      let value = self(value)
      if case .boolean(let known) = value.kind { return literal(!known, expression) }
      return with(.not(value), expression)
    case .binary(let left, .and, let right): return logical(left, .and, right, expression)
    case .binary(let left, .or, let right): return logical(left, .or, right, expression)
    case .binary(let left, let op, let right):
      let left = self(left)
      let right = self(right)
      if let a = constant(left), let b = constant(right), let known = compare(a, op, b) { return literal(known, expression) }
      return with(.binary(left, op, right), expression)
    case .conditional(let condition, let then, let otherwise):
      let condition = self(condition)
      if case .boolean(let known) = condition.kind { return self(known ? then : otherwise) }
      return with(.conditional(condition, then: self(then), else: self(otherwise)), expression)
    default: return expression
    }
  }

  /// Whether a state is active, where the place alone tells.
  private func isIn(_ state: StateID) -> Bool? {
    switch location {
    case .exactly(let here):
      machine.contains(state, here) ? true : isBeside(state, here) ? SwiftVacancies.isActive(state, at: moment) : false
    case .inside(let here):
      machine.contains(state, here) ? true : machine.contains(here, state) || isBeside(state, here) ? nil : false
    }
  }

  /// True where the two lie in different regions.
  private func isBeside(_ state: StateID, _ here: StateID) -> Bool {
    !machine.contains(here, state) && machine.canBeActiveTogether(state, here)
  }

  /// `false` absorbs an `&&` and `true` an `||`; the other one falls away.
  private func logical(_ left: Expr, _ op: Expr.BinaryOperator, _ right: Expr, _ whole: Expr) -> Expr {
    let absorbing = op == .or
    let left = self(left)
    if case .boolean(let known) = left.kind { return known == absorbing ? literal(absorbing, whole) : self(right) }
    let right = self(right)
    if case .boolean(let known) = right.kind { return known == absorbing ? literal(absorbing, whole) : left }
    return with(.binary(left, op, right), whole)
  }

  /// The value of whole numbers that are written out; nil where something else is read, or the machine would trap.
  private func constant(_ expression: Expr) -> Int128? {
    let value: Int128?
    switch expression.kind {
    case .integer(let number): value = number
    case .negate(let inner): value = constant(inner).map { -$0 }
    case .binary(let left, let op, let right):
      guard let a = constant(left), let b = constant(right) else { return nil }
      switch op {
      case .add: value = a + b
      case .subtract: value = a - b
      // What fits into 64 bits can be multiplied.
      case .multiply: value = a * b
      case .divide: value = b == 0 ? nil : a / b
      case .remainder: value = b == 0 ? nil : a % b
      default: value = nil
      }
    default: value = nil
    }
    guard case .integer(let width) = expression.type, let value, width.bounds.contains(value)
    else { return nil }
    return Int128(Int64(clamping: value)) == value ? value : nil
  }

  private func compare(_ a: Int128, _ op: Expr.BinaryOperator, _ b: Int128) -> Bool? {
    switch op {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    default: nil
    }
  }

  private func literal(_ value: Bool, _ expression: Expr) -> Expr { Expr(.boolean(value), type: .bool, span: expression.span) }

  private func with(_ kind: Expr.Kind, _ expression: Expr) -> Expr { Expr(kind, type: expression.type, span: expression.span) }
}
