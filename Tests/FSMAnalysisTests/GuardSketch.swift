/// A guard made by chance: its text as a chart writes it, and its value as Swift would compute it. It knows nothing of the reasoner.
indirect enum GuardSketch {
  case boolean(String)
  case isIn(String)
  case not(GuardSketch)
  case and(GuardSketch, GuardSketch)
  case or(GuardSketch, GuardSketch)
  case pick(GuardSketch, GuardSketch, GuardSketch)
  case same(GuardSketch, GuardSketch, Bool)
  case compare(NumberSketch, String, NumberSketch)
  case enumeration(String, isEqual: Bool, EnumOperand)
  case real(String, String, RealOperand)
  case text(String, String, TextOperand)

  enum EnumOperand {
    case variable(String)
    case number(Int)
  }
  enum RealOperand {
    case variable(String)
    case number(Double)
  }
  enum TextOperand {
    case variable(String)
    case literal(String)
  }

  static let cases = ["red", "green", "blue"]

  var source: String {
    switch self {
    case .boolean(let name): name
    case .isIn(let state): "in(\(state))"
    case .not(let inner): "!(\(inner.source))"
    case .and(let a, let b): "(\(a.source) && \(b.source))"
    case .or(let a, let b): "(\(a.source) || \(b.source))"
    case .pick(let c, let a, let b): "(\(c.source) ? \(a.source) : \(b.source))"
    case .same(let a, let b, let isEqual): "((\(a.source)) \(isEqual ? "==" : "!=") (\(b.source)))"
    case .compare(let a, let sign, let b): "(\(a.source) \(sign) \(b.source))"
    case .enumeration(let name, let isEqual, .variable(let other)): "\(name) \(isEqual ? "==" : "!=") \(other)"
    case .enumeration(let name, let isEqual, .number(let number)): "\(name) \(isEqual ? "==" : "!=") .\(GuardSketch.cases[number])"
    case .real(let name, let sign, .variable(let other)), .text(let name, let sign, .variable(let other)): "\(name) \(sign) \(other)"
    case .real(let name, let sign, .number(let number)): "\(name) \(sign) \(number)"
    case .text(let name, let sign, .literal(let text)): "\(name) \(sign) \"\(text)\""
    }
  }

  /// Nil where it traps.
  func value(_ values: SketchValues) -> Bool? {
    switch self {
    case .boolean(let name): return values.booleans[name] ?? false
    case .isIn(let state): return values.active.contains(state)
    case .not(let inner): return inner.value(values).map { !$0 }
    case .and(let a, let b):
      guard let first = a.value(values) else { return nil }
      return first ? b.value(values) : false
    case .or(let a, let b):
      guard let first = a.value(values) else { return nil }
      return first ? true : b.value(values)
    case .pick(let c, let a, let b):
      guard let condition = c.value(values) else { return nil }
      return condition ? a.value(values) : b.value(values)
    case .same(let a, let b, let isEqual):
      guard let first = a.value(values), let second = b.value(values) else { return nil }
      return (first == second) == isEqual
    case .compare(let a, let sign, let b):
      guard let first = a.value(values), let second = b.value(values) else { return nil }
      return GuardSketch.compare(first, sign, second)
    case .enumeration(let name, let isEqual, let operand):
      let other =
        if case .variable(let other) = operand { values.enums[other] } else if case .number(let n) = operand { n as Int? } else {
          nil as Int?
        }
      return (values.enums[name] == other) == isEqual
    case .real(let name, let sign, let operand):
      let other =
        if case .variable(let other) = operand { values.reals[other] ?? 0 } else if case .number(let n) = operand { n } else { 0.0 }
      return GuardSketch.compare(values.reals[name] ?? 0, sign, other)
    case .text(let name, let sign, let operand):
      let other =
        if case .variable(let other) = operand { values.texts[other] ?? "" } else if case .literal(let t) = operand { t } else { "" }
      return GuardSketch.compare(values.texts[name] ?? "", sign, other)
    }
  }

  private static func compare<Value: Comparable>(_ a: Value, _ sign: String, _ b: Value) -> Bool {
    switch sign {
    case "==": a == b
    case "!=": a != b
    case "<": a < b
    case "<=": a <= b
    case ">": a > b
    default: a >= b
    }
  }
}

/// Arithmetic on whole numbers.
indirect enum NumberSketch {
  case literal(Int)
  case variable(String)
  case operation(NumberSketch, String, NumberSketch)
  case pick(GuardSketch, NumberSketch, NumberSketch)

  var source: String {
    switch self {
    case .literal(let number): "\(number)"
    case .variable(let name): name
    case .operation(let a, let sign, let b): "(\(a.source) \(sign) \(b.source))"
    case .pick(let c, let a, let b): "(\(c.source) ? \(a.source) : \(b.source))"
    }
  }

  func value(_ values: SketchValues) -> Int? {
    switch self {
    case .literal(let number): return number
    case .variable(let name): return values.integers[name] ?? 0
    case .pick(let c, let a, let b):
      guard let condition = c.value(values) else { return nil }
      return condition ? a.value(values) : b.value(values)
    case .operation(let a, let sign, let b):
      guard let first = a.value(values), let second = b.value(values) else { return nil }
      switch sign {
      case "+": return first + second
      case "-": return first - second
      case "*": return first * second
      case "/": return second == 0 ? nil : first / second
      default: return second == 0 ? nil : first % second
      }
    }
  }
}

/// Values for everything a sketched guard may ask about.
struct SketchValues {
  var booleans: [String: Bool] = [:]
  var integers: [String: Int] = [:]
  var enums: [String: Int] = [:]
  var reals: [String: Double] = [:]
  var texts: [String: String] = [:]
  var active: Set<String> = []
}
