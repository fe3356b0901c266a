import FSMDiagnostics
import FSMModel

/// Swift's arithmetic on values, traps included: where the generated machine would trap, `Trap` is thrown.
enum Arithmetic {
  /// What Swift would say when it stops the process.
  struct Trap: Error, Hashable {
    var message: String
    /// True where Swift would go on, and only the simulation cannot.
    var isLimit = false

    func failure(_ span: Span) -> Failure { isLimit ? .tooLong : .trapped(message, span) }
  }

  /// `left operator right` for `*`, `/`, `%`, `+`, `-`; nil where fsmc does not know the operation for such operands.
  static func apply(_ op: Expr.BinaryOperator, _ left: Value, _ right: Value) throws(Trap) -> Value? {
    switch (left, right) {
    case (.integer(let a, let type), .integer(let b, let other)) where type == other: try .integer(integer(op, a, b, type), type)
    case (.double(let a), .double(let b)): floating(op, a, b).map(Value.double)
    case (.float(let a), .float(let b)): floating(op, a, b).map(Value.float)
    case (.string(let a), .string(let b)) where op == .add: try .string(joined(a, b))
    case (.array(let a), .array(let b)) where op == .add: try Collections.array(a + b)
    case (.duration(let a), .duration(let b)): try durations(op, a, b)
    case (.duration(let a), .integer(let b, _)): try scaled(op, a, by: b)
    case (.integer(let a, _), .duration(let b)) where op == .multiply: try scaled(op, b, by: a)
    case (.duration(let a), .double(let b)): try scaled(op, a, by: b)
    case (.double(let a), .duration(let b)) where op == .multiply: try scaled(op, b, by: a)
    default: nil
    }
  }

  /// `-value`; nil where fsmc does not know it.
  static func negate(_ value: Value) throws(Trap) -> Value? {
    switch value {
    case .integer(let a, let type): try .integer(integer(.subtract, 0, a, type), type)
    case .double(let a): .double(-a)
    case .float(let a): .float(-a)
    case .duration(let a): try durations(.subtract, .zero, a)
    default: nil
    }
  }

  /// A comparison; nil where fsmc cannot tell.
  static func compare(_ op: Expr.BinaryOperator, _ left: Value, _ right: Value) -> Bool? {
    switch (left, right) {
    case (.integer(let a, _), .integer(let b, _)): op.compare(a, b)
    case (.double(let a), .double(let b)): op.compare(a, b)
    case (.float(let a), .float(let b)): op.compare(a, b)
    case (.string(let a), .string(let b)): op.compare(a, b)
    case (.duration(let a), .duration(let b)): op.compare(a, b)
    case (.enumCase(let type, let name), .symbolic(let text)), (.symbolic(let text), .enumCase(let type, let name)):
      // Machines see each other's enums as Swift text.
      equality(op, text == ".\(name)" || text.hasSuffix("\(type).\(name)"))
    case (.symbolic, .absent), (.absent, .symbolic): nil
    case (.symbolic, _), (_, .symbolic): left == right ? sameText(op) : nil
    case (.array(let a), .array(let b)): arrays(op, a, b)
    case (.absent, _), (_, .absent), (.bool, .bool), (.enumCase, .enumCase): equality(op, left == right)
    default: nil
    }
  }

  private static func arrays(_ op: Expr.BinaryOperator, _ a: [Value], _ b: [Value]) -> Bool? {
    guard op == .equal || op == .notEqual else { return nil }
    guard a.count == b.count else { return op == .notEqual }
    let equal = zip(a, b).map { compare(.equal, $0, $1) }
    if equal.contains(false) { return op == .notEqual }
    return equal.contains(nil) ? nil : op == .equal
  }

  private static func equality(_ op: Expr.BinaryOperator, _ areEqual: Bool) -> Bool? {
    op == .equal ? areEqual : op == .notEqual ? !areEqual : nil
  }

  private static func sameText(_ op: Expr.BinaryOperator) -> Bool? {
    switch op {
    case .equal, .lessOrEqual, .greaterOrEqual: true
    case .notEqual, .less, .greater: false
    default: nil
    }
  }

  private static func integer(
    _ op: Expr.BinaryOperator, _ a: Int128, _ b: Int128, _ type: ValueType.IntegerType
  ) throws(Trap) -> Int128 {
    if (op == .divide || op == .remainder) && b == 0 { throw Trap(message: "division by zero in `\(a) \(op.rawValue) \(b)`") }
    let (result, overflow) =
      switch op {
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      // Swift traps on `Int.min % -1`, whose quotient does not fit, though the remainder would.
      case .remainder: type.bounds.contains(a / b) ? a.remainderReportingOverflow(dividingBy: b) : (0, true)
      case .add: a.addingReportingOverflow(b)
      default: a.subtractingReportingOverflow(b)
      }
    guard !overflow, type.bounds.contains(result) else {
      throw Trap(message: "`\(a) \(op.rawValue) \(b)` does not fit in `\(type.rawValue)`")
    }
    return result
  }

  private static func floating<T: BinaryFloatingPoint>(_ op: Expr.BinaryOperator, _ a: T, _ b: T) -> T? {
    switch op {
    case .multiply: a * b
    case .divide: a / b
    case .add: a + b
    case .subtract: a - b
    default: nil
    }
  }

  /// Longest string a simulated machine may build: a doubling loop must not exhaust memory.
  static let longestString = 1 << 20

  private static func joined(_ a: String, _ b: String) throws(Trap) -> String {
    guard a.utf8.count + b.utf8.count <= longestString else { throw Trap(message: "too long", isLimit: true) }
    return a + b
  }
}
