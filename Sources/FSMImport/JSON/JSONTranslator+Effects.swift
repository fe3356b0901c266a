import FSMDiagnostics
import FSMSyntax

/// Actions and guards: texts of the language, names, or objects with a name and parameters.
extension JSONTranslator {
  mutating func effects(_ value: JSONValue) -> [EffectSyntax] {
    switch value.kind {
    case .null: return []
    case .array(let list): return list.flatMap { effects($0) }
    case .string(let text): return effects(text)
    case .object(let object): return effects(object, value.span)
    default:
      unfit(value, "an action")
      return []
    }
  }

  private mutating func effects(_ text: JSONString) -> [EffectSyntax] {
    if names.isDeclaredAction(text.text) { return [action(text.text, [], text.span)] }
    let reading = fragments.effects(text.content)
    if let whole = reading.whole, !isBareName(whole) { return whole }
    if names.declaresActions || text.text.contains(where: { "()=[]{}".contains($0) }) { return take(reading) ?? [] }
    return [action(names.action(text), [], text.span)]
  }

  private func isBareName(_ effects: [EffectSyntax]) -> Bool {
    guard effects.count == 1, case .call(let expression) = effects[0] else { return false }
    switch expression.kind {
    case .call: return false
    default: return true
    }
  }

  private func action(_ name: String, _ arguments: [ArgumentSyntax], _ span: Span) -> EffectSyntax {
    .call(ExprSyntax(.call(ExprSyntax(.name(Name(name, span)), span), arguments), span))
  }

  private mutating func effects(_ object: JSONObject, _ span: Span) -> [EffectSyntax] {
    guard let type = object["type"]?.string else {
      report(.badForeignChart, at: span, "an action without `type`")
      return []
    }
    if let builtIn = builtIn(type, object, span) { return builtIn }
    let name: String
    let known: [(name: String, type: String)]?
    if names.isDeclaredAction(type.text) {
      (name, known) = (type.text, nil)
      return [action(name, arguments(object, nil), type.span)]
    }
    name = names.action(type)
    known = names.actions[type.text]?.parameters
    if known?.isEmpty != false { leaveOutParameters(object) }
    return [action(name, known?.isEmpty == false ? arguments(object, known) : [], type.span)]
  }

  /// What XState itself does: raising and sending events.
  private mutating func builtIn(_ type: JSONString, _ object: JSONObject, _ span: Span) -> [EffectSyntax]? {
    let event = object["event"]?.string ?? object["event"]?.object?["type"]?.string
    switch type.text {
    case "xstate.raise", "raise":
      guard let event else { return nil }
      if object["delay"] != nil { return send(event, object, span) }
      return [.raise(CallSyntax(name: Name(names.event(event), event.span), arguments: [], span: event.span))]
    case "xstate.send", "xstate.sendTo", "send":
      guard let event, object["to"] == nil else { return nil }
      return send(event, object, span)
    default: return nil
    }
  }

  private mutating func send(_ event: JSONString, _ object: JSONObject, _ span: Span) -> [EffectSyntax] {
    var time: ExprSyntax?
    switch object["delay"]?.kind {
    case .number(let text): time = delay(JSONString(text: text, content: 0..<0, span: object["delay"]?.span ?? span))
    case .string(let text): time = delay(text)
    default: break
    }
    return [.send(CallSyntax(name: Name(names.event(event), event.span), arguments: [], span: event.span), delay: time, span: event.span)]
  }

  private mutating func leaveOutParameters(_ object: JSONObject) {
    for member in object.members where member.key.text != "type" { leaveOut(member.key) }
  }

  /// The parameters of an action or a guard: those of `params`, else all keys but `type`.
  static func parameters(_ object: JSONObject) -> [JSONObject.Member] {
    if let list = object["params"]?.object { return list.members }
    return object.members.filter { $0.key.text != "type" && $0.key.text != "params" }
  }

  /// The types of plain values; nil where one is none.
  static func types(_ members: [JSONObject.Member]) -> [(name: String, type: String)]? {
    var result: [(name: String, type: String)] = []
    for member in members {
      guard UniqueNames.isName(member.key.text), let type = plainType(member.value) else { return nil }
      result.append((member.key.text, type))
    }
    return result
  }

  static func plainType(_ value: JSONValue) -> String? {
    switch value.kind {
    case .string: "String"
    case .bool: "Bool"
    case .number(let text): Int(text) != nil ? "Int" : text.allSatisfy { "0123456789-".contains($0) } ? nil : "Double"
    default: nil
    }
  }

  private func arguments(_ object: JSONObject, _ known: [(name: String, type: String)]?) -> [ArgumentSyntax] {
    Self.parameters(object).compactMap { member in
      guard let value = literal(member.value) else { return nil }
      return ArgumentSyntax(label: Name(member.key.text, member.key.span), value: value, span: member.value.span)
    }
  }

  /// A plain value, or an array of plain values, as a literal.
  func literal(_ value: JSONValue) -> ExprSyntax? {
    switch value.kind {
    case .bool(let flag): ExprSyntax(.boolean(flag), value.span)
    case .string(let text): ExprSyntax(.string(text.text.isEmpty ? [] : [.text(text.text)]), value.span)
    case .number(let text): number(text, value.span)
    case .array(let list): array(list, value.span)
    default: nil
    }
  }

  private func array(_ list: [JSONValue], _ span: Span) -> ExprSyntax? {
    let elements = list.compactMap { literal($0) }
    return elements.count == list.count ? ExprSyntax(.array(elements), span) : nil
  }

  private func number(_ text: String, _ span: Span) -> ExprSyntax {
    if text.hasPrefix("-") { return ExprSyntax(.prefix(.negate, number(String(text.dropFirst()), span)), span) }
    return ExprSyntax(text.contains { ".eE".contains($0) } ? .float(text) : .integer(text), span)
  }

  // MARK: Guards

  mutating func guardExpression(_ value: JSONValue) -> ExprSyntax? {
    switch value.kind {
    case .string(let text): return guardExpression(text)
    case .object(let object):
      guard let type = object["type"]?.string else { break }
      if let joined = joined(type, object, value.span) { return joined }
      if names.isDeclaredFunction(type.text) { return test(type.text, arguments(object, nil), type.span) }
      let name = names.function(type)
      let known = names.functions[type.text]?.parameters
      if known?.isEmpty != false { leaveOutParameters(object) }
      return test(name, known?.isEmpty == false ? arguments(object, known) : [], type.span)
    default: break
    }
    unfit(value, "a guard")
    return nil
  }

  /// `and`, `or` and `not` as objects.
  private mutating func joined(_ type: JSONString, _ object: JSONObject, _ span: Span) -> ExprSyntax? {
    guard ["and", "or", "not", "xstate.and", "xstate.or", "xstate.not"].contains(type.text) else { return nil }
    let parts = (object["guards"]?.array ?? object["params"]?.array ?? []).compactMap { guardExpression($0) }
    guard let first = parts.first else { return nil }
    if type.text.hasSuffix("not") { return ExprSyntax(.prefix(.not, ExprSyntax(.parenthesized(first), span)), span) }
    let sign: ExprSyntax.BinaryOperator = type.text.hasSuffix("and") ? .and : .or
    return parts.dropFirst().prefix(60).reduce(first) { ExprSyntax(.binary($0, sign, operatorSpan: span, $1), span) }
  }

  private mutating func guardExpression(_ text: JSONString) -> ExprSyntax? {
    if names.isDeclaredFunction(text.text) { return test(text.text, [], text.span) }
    let reading = fragments.expression(text.content)
    if let whole = reading.whole {
      guard case .name(let name) = whole.kind else { return whole }
      if names.declaresFunctions || names.isValue(name.text) { return whole }
    } else if names.declaresFunctions || text.text.contains(where: { "()=<>&|[]{}".contains($0) }) {
      return take(reading)
    }
    return test(names.function(text), [], text.span)
  }

  private func test(_ name: String, _ arguments: [ArgumentSyntax], _ span: Span) -> ExprSyntax {
    ExprSyntax(.call(ExprSyntax(.name(Name(name, span)), span), arguments), span)
  }
}
