import FSMModel

/// `Duration`'s operators, with a trap where the standard library's would stop the process.
extension Arithmetic {
  static func durations(_ op: Expr.BinaryOperator, _ a: Duration, _ b: Duration) throws(Trap) -> Value? {
    switch op {
    case .add: try fitting(a.attoseconds.addingReportingOverflow(b.attoseconds), "\(Value.duration(a)) + \(Value.duration(b))")
    case .subtract: try fitting(a.attoseconds.subtractingReportingOverflow(b.attoseconds), "\(Value.duration(a)) - \(Value.duration(b))")
    case .divide: .double(a / b)
    default: nil
    }
  }

  static func scaled(_ op: Expr.BinaryOperator, _ a: Duration, by factor: Int128) throws(Trap) -> Value? {
    switch op {
    case .multiply: return try fitting(a.attoseconds.multipliedReportingOverflow(by: factor), "\(Value.duration(a)) * \(factor)")
    case .divide:
      guard factor != 0 else { throw Trap(message: "division by zero in `\(Value.duration(a)) / 0`") }
      return try fitting(a.attoseconds.dividedReportingOverflow(by: factor), "\(Value.duration(a)) / \(factor)")
    default: return nil
    }
  }

  /// As the standard library has it: by way of seconds in `Double`.
  static func scaled(_ op: Expr.BinaryOperator, _ a: Duration, by factor: Double) throws(Trap) -> Value? {
    guard op == .multiply || op == .divide else { return nil }
    let seconds = Double(a.attoseconds) / 1e18
    let result = op == .multiply ? seconds * factor : seconds / factor
    guard result.isFinite, result.magnitude < 1e19 else {
      throw Trap(message: "`\(Value.duration(a)) \(op.rawValue) \(factor)` does not fit in `Duration`")
    }
    return .duration(op == .multiply ? a * factor : a / factor)
  }

  private static func fitting(_ result: (partialValue: Int128, overflow: Bool), _ text: String) throws(Trap) -> Value {
    guard !result.overflow else { throw Trap(message: "`\(text)` does not fit in `Duration`") }
    return .duration(Duration(attoseconds: result.partialValue))
  }
}
