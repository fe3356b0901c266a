import FSMDiagnostics
import FSMSyntax

/// The types of the language that data of a chart can have.
enum DataType: Hashable {
  case unknown, int, double, bool, string, duration
  /// Values of more than one type, or of none that imports.
  case mixed

  /// The type that holds values of both.
  func joined(with other: DataType) -> DataType {
    if self == other || other == .unknown { return self }
    if self == .unknown { return other }
    let pair: Set<DataType> = [self, other]
    return pair == [.int, .double] ? .double : .mixed
  }

  var name: String {
    switch self {
    case .unknown, .int, .mixed: "Int"
    case .double: "Double"
    case .bool: "Bool"
    case .string: "String"
    case .duration: "Duration"
    }
  }
}

/// Finds out what each of a chart's data holds, from the values it is given: the least type that holds them all.
///
/// ECMAScript has one type of number; what never sees a fraction is `Int` here.
struct DataTypes {
  private(set) var types: [String: DataType] = [:]
  private var assignments: [(name: String, value: JSExpr)] = []
  /// For each name the assignments whose values read it.
  private var readers: [String: [Int]] = [:]
  /// Data that are given values of two types, with a value of each.
  private(set) var conflicts: [String: (first: JSExpr, second: JSExpr)] = [:]
  /// The value that gave data their type.
  private var origins: [String: JSExpr] = [:]
  /// Data that give a `<send>` its delay and are used for nothing else.
  private(set) var delays: Set<String> = []

  init(_ outline: SCXMLOutline, declared: Set<String>) {
    gather(outline, declared)
    findDelays(outline)
    for name in delays { types[name] = .duration }
    settle()
  }

  private mutating func gather(_ outline: SCXMLOutline, _ declared: Set<String>) {
    for data in outline.data {
      types[data.name] = .unknown
      if let value = data.value { assignments.append((data.name, value)) }
    }
    outline.forEachContent { actions in
      actions.forEachAction { action in
        guard case .assign(let assignment) = action, declared.contains(assignment.name), !assignment.value.isUndefined else { return }
        if types[assignment.name] == nil { types[assignment.name] = .unknown }
        assignments.append((assignment.name, assignment.value))
      }
    }
    for (index, assignment) in assignments.enumerated() {
      for name in assignment.value.names { readers[name, default: []].append(index) }
    }
  }

  /// Types only grow, a few steps each, so this ends soon.
  private mutating func settle() {
    var open = Array(assignments.indices.reversed())
    while let index = open.popLast() {
      let (name, value) = assignments[index]
      guard let known = types[name], known != .mixed, known != .duration else { continue }
      let added = type(of: value)
      let grown = known.joined(with: added)
      guard grown != known else { continue }
      if grown == .mixed, added != .mixed, let first = origins[name] { conflicts[name] = (first, value) }
      types[name] = grown
      origins[name] = value
      open += readers[name] ?? []
    }
  }

  /// Texts such as `'1.5s'` that only tell how long a send is delayed.
  private mutating func findDelays(_ outline: SCXMLOutline) {
    var wanted: Set<String> = []
    var others: Set<String> = []
    outline.forEachContent { actions in
      actions.forEachAction { action in
        if case .send(let send) = action, case .expression(let delay) = send.delay {
          if case .name(let name) = delay.kind { wanted.insert(name) } else { others.formUnion(delay.names) }
        }
        for expression in action.expressions { others.formUnion(expression.names) }
      }
    }
    for transition in outline.states.flatMap(\.transitions) { others.formUnion(transition.condition?.names ?? []) }
    for (name, value) in assignments where value.literalString.flatMap(DelayText.parts) == nil { others.insert(name) }
    delays = wanted.subtracting(others)
  }

  /// The type of an expression's value, as far as the types of data are known.
  func type(of expression: JSExpr) -> DataType {
    switch expression.kind {
    case .number(let text): return NumberText.isWhole(text) ? .int : .double
    case .string: return .string
    case .boolean: return .bool
    case .undefined: return .mixed
    case .name(let name): return name == "_sessionid" || name == "_name" ? .string : types[name] ?? .mixed
    case .member: return expression.path == ["_event", "name"] ? .string : .mixed
    case .call(let callee, _): return callee.path == ["In"] ? .bool : .mixed
    case .step(let inner, _): return type(of: inner)
    case .prefix(.not, _): return .bool
    case .prefix(.typeof, _): return .string
    case .prefix(_, let inner): return type(of: inner)
    case .ternary(_, let then, let otherwise): return type(of: then).joined(with: type(of: otherwise))
    case .binary(let lhs, let sign, let rhs): return type(of: lhs, sign, rhs)
    }
  }

  private func type(of lhs: JSExpr, _ sign: JSBinary, _ rhs: JSExpr) -> DataType {
    switch sign {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .strictEqual, .strictNotEqual: return .bool
    case .and, .or: return type(of: lhs).joined(with: type(of: rhs))
    case .divide: return .double
    case .add:
      let (left, right) = (type(of: lhs), type(of: rhs))
      return left == .string || right == .string ? .string : left.joined(with: right)
    case .subtract, .multiply, .remainder: return type(of: lhs).joined(with: type(of: rhs))
    }
  }
}

extension SCXMLAction {
  /// The expressions of this action, delays and those of inner actions left aside.
  var expressions: [JSExpr] {
    switch self {
    case .log(_, let value, _): value.map { [$0] } ?? []
    case .assign(let assignment): assignment.value.literalString == nil ? [assignment.value] : []
    case .conditional(let branches, _): branches.compactMap(\.condition)
    case .send(let send): send.parameters.map(\.value)
    case .raise, .cancel: []
    }
  }
}

/// Numbers of ECMAScript as numbers of the language.
enum NumberText {
  static func isWhole(_ text: String) -> Bool {
    text.lowercased().hasPrefix("0x") || !text.contains { $0 == "." || $0 == "e" || $0 == "E" }
  }

  /// The text as the language writes it; nil where it has no such number.
  static func converted(_ text: String) -> String? {
    if text.lowercased().hasPrefix("0x") { return Int64(text.dropFirst(2), radix: 16) == nil ? nil : "0x" + text.dropFirst(2) }
    if isWhole(text) { return text.count > 1 && text.hasPrefix("0") || Int64(text) == nil ? nil : text }
    guard let value = Double(text.hasSuffix(".") ? text + "0" : text.hasPrefix(".") ? "0" + text : text), value.isFinite else { return nil }
    return "\(value)"
  }
}

/// Delays as CSS 2 writes times: `1.5s`, `200ms`.
enum DelayText {
  static func parts(_ text: String) -> [ExprSyntax.DurationPart]? {
    let unit: ExprSyntax.DurationPart.Unit = text.hasSuffix("ms") ? .milliseconds : .seconds
    var number = text.hasSuffix("ms") ? text.dropLast(2) : text.hasSuffix("s") ? text.dropLast() : text[...]
    if text.allSatisfy({ $0 == "0" }), !text.isEmpty { return [.init(number: "0", unit: .seconds)] }
    guard number.endIndex != text.endIndex else { return nil }
    if number.hasPrefix("+") { number = number.dropFirst() }
    let digits = number.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber =
      digits.count <= 2 && digits.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } } && digits.last?.isEmpty == false
    guard isNumber, digits.count == 2 || !digits[0].isEmpty else { return nil }
    return [.init(number: (digits[0].isEmpty ? "0" : "") + number, unit: unit)]
  }
}
