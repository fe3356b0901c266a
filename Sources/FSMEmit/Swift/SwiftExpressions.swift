import FSMDiagnostics
import FSMModel

/// Writes expressions of the chart as Swift.
struct SwiftExpressions {
  let context: SwiftContext
  let scope: SwiftScope

  /// Swift's precedence, lowest first.
  private enum Precedence: Int, Comparable {
    case ternary, or, and, comparison, coalescing, addition, multiplication, prefix, postfix

    static func < (lhs: Precedence, rhs: Precedence) -> Bool { lhs.rawValue < rhs.rawValue }
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .postfix }
  }

  func text(_ expression: Expr) -> String { write(expression, .ternary) }

  /// The arguments of a call in parentheses.
  func arguments(_ values: [Expr], for parameters: [Parameter]) -> String {
    let parts = zip(parameters, values).map { parameter, value in
      (parameter.isLabelled ? SwiftIdentifier(label: parameter.name).text + ": " : "") + text(value)
    }
    return "(" + parts.joined(separator: ", ") + ")"
  }

  private func write(_ expression: Expr, _ required: Precedence) -> String {
    let (text, own) = write(expression)
    return own < required ? "(\(text))" : text
  }

  private func write(_ expression: Expr) -> (String, Precedence) {
    switch expression.kind {
    case .boolean(let value): return (value ? "true" : "false", .postfix)
    case .integer(let value): return ("\(value)", value < 0 ? .prefix : .postfix)
    case .float(let text): return (text, text.hasPrefix("-") ? .prefix : .postfix)
    case .string(let segments): return ("\"" + segments.map(segment).joined() + "\"", .postfix)
    case .duration(let nanoseconds): return (duration(nanoseconds), .postfix)
    case .nil: return ("nil", .postfix)
    case .array(let values): return ("[" + values.map(text).joined(separator: ", ") + "]", .postfix)
    case .dictionary(let pairs):
      return (pairs.isEmpty ? "[:]" : "[" + pairs.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", ") + "]", .postfix)
    case .enumCase(let id, let index): return ("." + context.naming.enumerationCases[id.index][index], .postfix)
    case .variable(let id): return (variable(id), .postfix)
    case .parameter(let index): return (scope.parameters[index], .postfix)
    case .not(let value):
      let inner = write(value, .prefix)
      return (inner.hasPrefix("!") ? "!(\(inner))" : "!" + inner, .prefix)
    case .negate(let value):
      let inner = write(value, .prefix)
      return (inner.hasPrefix("-") ? "-(\(inner))" : "-" + inner, .prefix)
    case .binary(let left, let op, let right): return binary(left, op, right)
    case .conditional(let condition, let then, let otherwise):
      // swiftc complains of what is never executed.
      if case .boolean(let known) = SwiftFold(machine: context.machine, location: scope.location)(condition).kind {
        return write(known ? then : otherwise)
      }
      return ("\(write(condition, .or)) ? \(write(then, .or)) : \(write(otherwise, .ternary))", .ternary)
    case .isIn(let state): return isIn(state)
    case .call(let id, let values): return (call(id, values), .postfix)
    case .implicitMember(let name): return ("." + SwiftIdentifier(escaping: name).text, .postfix)
    case .swiftName(let name): return (context.types.library(name), .postfix)
    case .member(let base, let name, let isOptional):
      return (write(base, .postfix) + (isOptional ? "?." : ".") + SwiftIdentifier(escaping: name).text, .postfix)
    case .forced(let value): return (write(value, .postfix) + "!", .postfix)
    case .apply(let callee, let arguments): return (write(callee, .postfix) + "(" + opaque(arguments) + ")", .postfix)
    case .subscripted(let base, let arguments): return (write(base, .postfix) + "[" + opaque(arguments) + "]", .postfix)
    }
  }

  private func isIn(_ state: StateID) -> (String, Precedence) {
    let text = "isIn(.\(context.naming.stateNames[state.index]))"
    var hidden = scope.seesPending ? context.regions?.choiceTests(hiding: state) ?? [] : []
    if let flag = scope.moment.flatMap({ context.vacancies?.flag(of: state, at: $0) }) { hidden.append("!call.\(flag)") }
    return hidden.isEmpty ? (text, .postfix) : ((hidden + [text]).joined(separator: " && "), .and)
  }

  private func binary(_ left: Expr, _ op: Expr.BinaryOperator, _ right: Expr) -> (String, Precedence) {
    let own: Precedence =
      switch op {
      case .multiply, .divide, .remainder: .multiplication
      case .add, .subtract: .addition
      case .coalesce: .coalescing
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
      case .and: .and
      case .or: .or
      }
    let leftLevel = op == .coalesce || own == .comparison ? own.next : own
    let rightLevel = op == .coalesce ? own : own.next
    // Two cases side by side would leave Swift without a type.
    if case .enumCase(let id, _) = left.kind, case .enumCase = right.kind {
      return ("\(context.naming.enumerations[id.index])\(write(left, leftLevel)) \(op.rawValue) \(write(right, rightLevel))", own)
    }
    if let bounded = BoundedComparison(left, op, right) {
      let bound = bounded.isOnTheLeft ? right : left
      let hidden = SwiftLocals.unfolding + "\(text(bound)) as \(context.types.library(bounded.width.rawValue)))"
      return bounded.isOnTheLeft
        ? ("\(write(left, leftLevel)) \(op.rawValue) \(hidden)", own) : ("\(hidden) \(op.rawValue) \(write(right, rightLevel))", own)
    }
    return ("\(write(left, leftLevel)) \(op.rawValue) \(write(right, rightLevel))", own)
  }

  private func segment(_ segment: Expr.StringSegment) -> String {
    switch segment {
    case .text(let text): return SwiftText.escaped(text)
    case .interpolation(let value):
      if case .enumCase(let id, _) = value.kind { return "\\(\(context.naming.enumerations[id.index])\(text(value)))" }
      return "\\(\(text(value)))"
    }
  }

  private func opaque(_ arguments: [Expr.Argument]) -> String {
    arguments.map { ($0.label.map { "\($0): " } ?? "") + text($0.value) }.joined(separator: ", ")
  }

  private func call(_ id: CallableID, _ values: [Expr]) -> String {
    let function = context.machine[id]
    let name = context.naming.callables[id.index]
    let arguments = arguments(values, for: function.parameters)
    if function.body == nil { return "functions.\(name)\(arguments)" }
    // Functions that the chart defines hand on those the caller supplies.
    guard context.needsFunctions(id) else { return "Self.\(name)\(arguments)" }
    return "Self.\(name)(" + (values.isEmpty ? "" : arguments.dropFirst().dropLast() + ", ") + "using: functions)"
  }

  /// A property of the machine, or the local that holds a datum.
  func variable(_ id: VariableID) -> String {
    if let local = scope.data[id] { return local }
    let name = context.naming.variables[id.index]
    return scope.names.contains(name) ? "self.\(name)" : name
  }

  private func duration(_ nanoseconds: Int128) -> String {
    let units: [(String, Int128)] = [("seconds", 1_000_000_000), ("milliseconds", 1_000_000), ("microseconds", 1_000), ("nanoseconds", 1)]
    let (unit, size) = units.first { nanoseconds % $0.1 == 0 } ?? ("nanoseconds", 1)
    return "\(context.types.library("Duration")).\(unit)(\(nanoseconds / size))"
  }
}
