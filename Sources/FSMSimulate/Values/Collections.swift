import FSMDiagnostics
import FSMModel

/// What is simple enough to be known of Swift's strings, arrays and conversions; everything else stays text.
enum Collections {
  /// Most values in a known array, those of arrays inside it included: a doubling loop must not exhaust memory.
  static let mostElements = 1 << 14
  /// Deepest nesting of known arrays.
  static let deepest = 16

  /// An array within the limits.
  static func array(_ elements: [Value]) throws(Arithmetic.Trap) -> Value {
    let array = Value.array(elements)
    guard let weight = weight(of: array, levels: deepest), weight <= mostElements else { throw .init(message: "too long", isLimit: true) }
    return array
  }

  /// How many values there are; nil where they are nested too deep. Elements have been through `array`, so the recursion is shallow.
  private static func weight(of value: Value, levels: Int) -> Int? {
    guard case .array(let elements) = value else { return 1 }
    guard levels > 0 else { return nil }
    var sum = 1
    for element in elements {
      guard let inner = weight(of: element, levels: levels - 1) else { return nil }
      sum += inner
    }
    return sum
  }

  /// The value of an expression with these values of its operands; nil where only its text is known.
  static func value(of expr: Expr, _ parts: [Value]) throws(Arithmetic.Trap) -> Value? {
    switch expr.kind {
    case .array: return try array(parts)
    case .member(_, let name, _): return member(name, of: parts[0])
    case .subscripted(_, let arguments) where arguments.count == 1:
      guard case .array(let elements) = parts[0], case .integer(let index, _) = parts[1] else { return nil }
      return elements[try checked(index, elements.indices)]
    case .apply(let callee, let arguments):
      if case .member(_, "contains", _) = callee.kind, arguments.count == 1, arguments[0].label == nil {
        return contains(parts[0], parts[1])
      }
      guard case .swiftName(let type) = callee.kind, arguments.count == 1, arguments[0].label == nil else { return nil }
      return try converted(parts[1], to: type)
    default: return nil
    }
  }

  private static func member(_ name: String, of value: Value) -> Value? {
    switch (value, name) {
    case (.string(let text), "count"): .int(text.count)
    case (.string(let text), "isEmpty"): .bool(text.isEmpty)
    case (.array(let elements), "count"): .int(elements.count)
    case (.array(let elements), "isEmpty"): .bool(elements.isEmpty)
    case (.array(let elements), "first"): elements.first ?? .absent
    case (.array(let elements), "last"): elements.last ?? .absent
    default: nil
    }
  }

  private static func contains(_ list: Value, _ wanted: Value) -> Value? {
    guard case .array(let elements) = list else { return nil }
    let equal = elements.map { Arithmetic.compare(.equal, $0, wanted) }
    return equal.contains(true) ? .bool(true) : equal.contains(nil) ? nil : .bool(false)
  }

  /// `Int(…)`, `Double(…)`, `String(…)` and their like.
  private static func converted(_ value: Value, to type: String) throws(Arithmetic.Trap) -> Value? {
    switch (value, type) {
    case (.integer(let number, _), "Double"): return .double(Double(number))
    case (.integer(let number, _), "Float"): return .float(Float(number))
    case (.double(let number), "Float"): return .float(Float(number))
    case (.float(let number), "Double"): return .double(Double(number))
    case (.integer, "String"), (.double, "String"), (.float, "String"), (.bool, "String"), (.string, "String"):
      return .string(value.interpolated)
    default:
      guard let integer = ValueType.IntegerType(rawValue: type), let number = try whole(value, type) else { return nil }
      guard integer.bounds.contains(number) else { throw .init(message: "`\(value)` does not fit in `\(type)`") }
      return .integer(number, integer)
    }
  }

  private static func whole(_ value: Value, _ type: String) throws(Arithmetic.Trap) -> Int128? {
    let number: Double
    switch value {
    case .integer(let whole, _): return whole
    case .double(let value): number = value
    case .float(let value): number = Double(value)
    default: return nil
    }
    guard number.isFinite, number.magnitude < 1e30 else { throw .init(message: "`\(value)` does not fit in `\(type)`") }
    return Int128(number)
  }

  private static func checked(_ index: Int128, _ indices: Range<Int>) throws(Arithmetic.Trap) -> Int {
    guard index >= indices.lowerBound, index < indices.upperBound else {
      throw .init(message: "index \(index) is out of range: there are \(indices.count) elements")
    }
    return Int(index)
  }

  /// What a mutating call makes of an array; nil where it is not known.
  static func mutated(
    _ elements: [Value], _ name: String, _ arguments: [Expr.Argument], _ values: [Value]
  ) throws(Arithmetic.Trap) -> Value? {
    var result = elements
    switch (name, arguments.map(\.label)) {
    case ("append", [nil]): return try array(elements + [values[0]])
    case ("append", ["contentsOf"]):
      guard case .array(let more) = values[0] else { return nil }
      return try array(elements + more)
    case ("removeAll", []): return .array([])
    case ("removeFirst", []): result.remove(at: try checked(0, elements.indices))
    case ("removeLast", []): result.remove(at: try checked(Int128(elements.count - 1), elements.indices))
    case ("remove", ["at"]):
      guard case .integer(let index, _) = values[0] else { return nil }
      result.remove(at: try checked(index, elements.indices))
    case ("insert", [nil, "at"]):
      guard case .integer(let index, _) = values[1] else { return nil }
      result.insert(values[0], at: try checked(index, 0..<elements.count + 1))
    default: return nil
    }
    return try array(result)
  }

  static func replacing(_ elements: [Value], at index: Int128, with value: Value) throws(Arithmetic.Trap) -> Value {
    var result = elements
    result[try checked(index, elements.indices)] = value
    return try array(result)
  }
}

/// Changes of arrays that are known.
extension Run {
  /// `list.append(x)` and its like; false where the call, or the array, is not known.
  mutating func mutateArray(_ callee: Expr, _ arguments: [Expr.Argument], _ span: Span, _ frame: Frame) throws(Failure) -> Bool {
    guard case .member(let base, let name, _) = callee.kind, case .variable(let id) = base.kind,
      case .array(let elements) = try value(base, frame)
    else { return false }
    let values = try values(arguments.map(\.value), frame)
    let new: Value?
    do throws(Arithmetic.Trap) { new = try Collections.mutated(elements, name, arguments, values) } catch { throw error.failure(span) }
    guard let new else { return false }
    try set(assembly.variable(id, frame.scope), new, frame, span)
    return true
  }

  /// `list[index] = x`; false where the index, or the array, is not known.
  mutating func storeElement(_ place: Expr, _ new: Value, _ frame: Frame) throws(Failure) -> Bool {
    guard case .subscripted(let base, let arguments) = place.kind, arguments.count == 1, case .variable(let id) = base.kind,
      case .array(let elements) = try value(base, frame), case .integer(let index, _) = try value(arguments[0].value, frame)
    else { return false }
    let result: Value
    do throws(Arithmetic.Trap) { result = try Collections.replacing(elements, at: index, with: new) } catch {
      throw error.failure(place.span)
    }
    try set(assembly.variable(id, frame.scope), result, frame, place.span)
    return true
  }
}
