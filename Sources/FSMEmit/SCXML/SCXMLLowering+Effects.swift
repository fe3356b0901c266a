import FSMDiagnostics
import FSMModel

/// Executable content and ECMAScript expressions.
extension SCXMLLowering {
  mutating func effects(_ list: [Effect], parameters: [String] = []) -> [SCXMLElement] {
    list.compactMap { effect($0, parameters) }
  }

  private mutating func effect(_ effect: Effect, _ names: [String]) -> SCXMLElement? {
    switch effect {
    case .perform(let action, let values, _):
      return SCXMLElement("log", [("label", machine[action].name), ("expr", logged(values, names))])
    case .assign(let place, let sign, let value, let span):
      guard case .variable(let variable) = place.kind else {
        refuse(span, "a part of an opaque value")
        return nil
      }
      let name = machine[variable].name
      let text = expression(value, parameters: names)
      let whole = sign == .set ? text : "\(name) \(sign.rawValue.dropLast()) (\(text))"
      return SCXMLElement("assign", [("location", name), ("expr", whole)])
    case .mutate(_, let span):
      refuse(span, "a call on an opaque value")
      return nil
    case .raise(let event, let values, _):
      if !raisesData { return SCXMLElement("raise", [("event", machine[event].title)]) }
      return SCXMLElement("send", [("event", machine[event].title), ("target", "#_internal")], parameters(event, values, names))
    case .send(let event, let values, let delay, _):
      let time = delay.map { "(\(expression($0, parameters: names))) + 'ms'" }
      return SCXMLElement(
        "send", [("event", machine[event].title), ("id", "send.\(machine[event].name)"), ("delayexpr", time)],
        parameters(event, values, names))
    case .cancel(let event, let span):
      if sentAtOnce.contains(event) { refuse(span, "withdrawing an event that is sent without a delay") }
      return SCXMLElement("cancel", [("sendid", "send.\(machine[event].name)")])
    case .conditional(let condition, let then, let otherwise, _):
      var children = effects(then, parameters: names)
      if !otherwise.isEmpty { children += [SCXMLElement("else")] + effects(otherwise, parameters: names) }
      return SCXMLElement("if", [("cond", expression(condition, parameters: names))], children)
    }
  }

  /// The arguments of an action as one text.
  private mutating func logged(_ values: [Expr], _ names: [String]) -> String? {
    if values.isEmpty { return nil }
    if values.count == 1, values[0].type == .string { return expression(values[0], parameters: names) }
    return "'' + " + values.map { text($0, names) }.joined(separator: " + ', ' + ")
  }

  private mutating func parameters(_ event: EventID, _ values: [Expr], _ names: [String]) -> [SCXMLElement] {
    zip(machine[event].parameters, values).map { parameter, value in
      SCXMLElement("param", [("name", parameter.name), ("expr", expression(value, parameters: names))])
    }
  }

  // MARK: Expressions

  /// ECMAScript with parentheses around every operation inside another. Recursion is as deep as the expression, which the parser bounds.
  mutating func expression(_ value: Expr, parameters: [String] = []) -> String {
    switch value.kind {
    case .boolean(let flag): return flag ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .float(let text): return text.filter { $0 != "_" }
    case .string(let segments): return string(segments, parameters)
    case .duration(let nanoseconds): return milliseconds(nanoseconds)
    case .enumCase(let enumeration, let index): return "'\(machine[enumeration].cases[index])'"
    case .variable(let variable): return machine[variable].name
    case .parameter(let index): return parameters.indices.contains(index) ? parameters[index] : "undefined"
    case .not(let inner): return "!" + operand(inner, parameters)
    case .negate(let inner): return "-" + operand(inner, parameters)
    case .binary(let left, let sign, let right): return binary(left, sign, right, value, parameters)
    case .conditional(let condition, let then, let otherwise):
      return "\(operand(condition, parameters)) ? \(operand(then, parameters)) : \(operand(otherwise, parameters))"
    case .isIn(let state): return "In('\(ids[state.index])')"
    case .call(let function, let values):
      return "\(machine[function].name)(\(values.map { expression($0, parameters: parameters) }.joined(separator: ", ")))"
    case .nil, .array, .dictionary, .implicitMember, .swiftName, .member, .forced, .apply, .subscripted:
      refuse(value.span, "a value of Swift's own")
      return "undefined"
    }
  }

  private mutating func operand(_ value: Expr, _ parameters: [String]) -> String {
    let text = expression(value, parameters: parameters)
    switch value.kind {
    case .binary, .conditional, .negate, .not: return "(\(text))"
    case .integer(let number) where number < 0: return "(\(text))"
    default: return text
    }
  }

  private mutating func binary(_ left: Expr, _ sign: Expr.BinaryOperator, _ right: Expr, _ whole: Expr, _ parameters: [String]) -> String {
    let (first, second) = (operand(left, parameters), operand(right, parameters))
    switch sign {
    case .coalesce: refuse(whole.span, "`??`")
    case .divide:
      if case .integer = whole.type { return "Math.trunc(\(first) / \(second))" }
    default: break
    }
    // Values of one type are compared, so nothing is converted.
    let symbol = sign == .equal ? "===" : sign == .notEqual ? "!==" : sign.rawValue
    return "\(first) \(symbol) \(second)"
  }

  private mutating func string(_ segments: [Expr.StringSegment], _ parameters: [String]) -> String {
    if segments.isEmpty { return "''" }
    var parts: [String] = []
    for segment in segments {
      switch segment {
      case .text(let text): parts.append(Self.escaping.quoted(text))
      case .interpolation(let inner): parts.append(text(inner, parameters))
      }
    }
    if case .interpolation = segments[0] { parts.insert("''", at: 0) }
    return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " + ")))"
  }

  /// A value on its way into text. ECMAScript leaves out what is behind the point of a whole number.
  private mutating func text(_ value: Expr, _ parameters: [String]) -> String {
    guard value.type == .double else { return operand(value, parameters) }
    if doubleText == nil {
      var name = "textOfDouble"
      let taken = Set(machine.callables.map(\.name) + machine.variables.map(\.name))
      while taken.contains(name) { name += "_" }
      doubleText = name
    }
    return "\(doubleText ?? "")(\(expression(value, parameters: parameters)))"
  }

  private static let escaping = Escaping(quote: "'", number: .fourDigits) {
    $0.value < 0x20 || $0.value == 0x2028 || $0.value == 0x2029
  }

  private func milliseconds(_ nanoseconds: Int128) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 { return "\(whole)" }
    var digits = "\(rest.magnitude)"
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    return (nanoseconds < 0 && whole == 0 ? "-" : "") + "\(whole).\(digits)"
  }
}
