import FSMModel

/// Decides the parts of a guard that are known when the code is written, so that the output never asks what cannot be otherwise.
struct SwiftFold {
  let machine: Machine
  let location: SwiftScope.Location
  var moment: SwiftVacancies.Moment?
  var vacancies: SwiftVacancies?

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
      if let known = compare(left, op, right) { return literal(known, expression) }
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
      machine.contains(state, here) ? isKept(state) : isBeside(state, here) ? SwiftVacancies.isActive(state, at: moment) : false
    case .inside(let here):
      machine.contains(state, here) ? isKept(state) : machine.contains(here, state) || isBeside(state, here) ? nil : false
    }
  }

  /// True of a state around the place; nil where a reaction of another region may have left it in the same microstep.
  private func isKept(_ state: StateID) -> Bool? {
    moment == .between && vacancies?.flag(of: state, at: .between) != nil ? nil : true
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

  /// What a comparison says of values that are written out, or of a variable and the end of what its type holds: swiftc knows it too,
  /// and complains of what is never executed.
  private func compare(_ left: Expr, _ op: Expr.BinaryOperator, _ right: Expr) -> Bool? {
    if case .boolean(let a) = left.kind, case .boolean(let b) = right.kind {
      return op == .equal ? a == b : op == .notEqual ? a != b : nil
    }
    if let a = left.value({ _ in nil }), let b = right.value({ _ in nil }) { return a.compare(op, b) }
    guard let bounded = BoundedComparison(left, op, right) else { return nil }
    // Anything else could trap first.
    switch bounded.operand.kind {
    case .variable, .parameter: return bounded.holds
    default: return nil
    }
  }

  private func literal(_ value: Bool, _ expression: Expr) -> Expr { Expr(.boolean(value), type: .bool, span: expression.span) }

  private func with(_ kind: Expr.Kind, _ expression: Expr) -> Expr { Expr(kind, type: expression.type, span: expression.span) }
}

/// A comparison of a whole number with the least or the greatest that its type holds, which is always the same.
struct BoundedComparison {
  /// What is compared with the bound.
  let operand: Expr
  let isOnTheLeft: Bool
  let width: ValueType.IntegerType
  let holds: Bool

  /// Nil of any other comparison.
  init?(_ left: Expr, _ op: Expr.BinaryOperator, _ right: Expr) {
    if let (width, holds) = Self.outcome(left, op, right) {
      (operand, isOnTheLeft, self.width, self.holds) = (left, true, width, holds)
    } else if let mirrored = Self.mirrored[op], let (width, holds) = Self.outcome(right, mirrored, left) {
      (operand, isOnTheLeft, self.width, self.holds) = (right, false, width, holds)
    } else {
      return nil
    }
  }

  private static let mirrored: [Expr.BinaryOperator: Expr.BinaryOperator] = [
    .less: .greater, .greater: .less, .lessOrEqual: .greaterOrEqual, .greaterOrEqual: .lessOrEqual,
  ]

  private static func outcome(
    _ operand: Expr, _ op: Expr.BinaryOperator, _ bound: Expr
  ) -> (width: ValueType.IntegerType, holds: Bool)? {
    guard case .integer(let width) = operand.type, case .integer(let value)? = bound.value({ _ in nil }) else { return nil }
    switch op {
    case .less where value == width.bounds.lowerBound, .greater where value == width.bounds.upperBound: return (width, false)
    case .greaterOrEqual where value == width.bounds.lowerBound, .lessOrEqual where value == width.bounds.upperBound: return (width, true)
    default: return nil
    }
  }
}
