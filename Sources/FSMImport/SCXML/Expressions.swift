import FSMDiagnostics
import FSMSyntax

/// Expressions of ECMAScript in the language's own.
extension SCXMLTranslator {
  /// What an expression may refer to.
  struct Context {
    /// The name of the event at hand, where it is known.
    var event: String?
    /// Whether fractions may become text, which the two languages write differently.
    var isLog = false
    /// Steps of `++x` that conditions before this one have taken.
    var steps: [String: Int] = [:]
  }

  struct Translated {
    var expression: ExprSyntax
    var type: DataType
  }

  /// A condition: what ECMAScript counts as true is spelled out.
  mutating func condition(_ source: JSExpr, _ context: Context) -> ExprSyntax? {
    translate(source, context).flatMap { truth($0, at: source.span) }
  }

  /// A value for data of a type.
  mutating func value(_ source: JSExpr, as type: DataType, _ context: Context) -> ExprSyntax? {
    guard let found = translate(source, context) else { return nil }
    if type == .duration, found.type == .string { return found.expression }
    let isFitting = found.type == type || type == .double && found.type == .int || type == .mixed || type == .unknown
    if isFitting { return found.expression }
    report(
      .notImported, at: source.span, "\(found.type.name) is assigned where \(type.name) is held", hint: "data keep one type throughout")
    return nil
  }

  private mutating func truth(_ value: Translated, at span: Span) -> ExprSyntax? {
    let zero: ExprSyntax.Kind
    switch value.type {
    case .bool: return value.expression
    case .int, .unknown: zero = .integer("0")
    case .double: zero = .float("0.0")
    case .string: zero = .string([])
    case .duration, .mixed:
      report(.notImported, at: span, "this is no condition", hint: "compare it with a value")
      return nil
    }
    return ExprSyntax(.binary(value.expression, .notEqual, operatorSpan: span, ExprSyntax(zero, span)), span)
  }

  mutating func translate(_ source: JSExpr, _ context: Context) -> Translated? {
    let span = source.span
    switch source.kind {
    case .number(let text):
      guard let number = NumberText.converted(text) else { return refuse(span, "the number `\(text)` has no counterpart") }
      let isWhole = NumberText.isWhole(text)
      return Translated(expression: ExprSyntax(isWhole ? .integer(number) : .float(number), span), type: isWhole ? .int : .double)
    case .string(let text): return Translated(expression: ExprSyntax(.string(text.isEmpty ? [] : [.text(text)]), span), type: .string)
    case .boolean(let value): return Translated(expression: ExprSyntax(.boolean(value), span), type: .bool)
    case .undefined: return refuse(span, "a value that may be missing has no counterpart", hint: "data always have a value")
    case .name(let name): return translate(name: name, span, context)
    case .member: return translate(member: source, context)
    case .call(let callee, let arguments): return translate(callee, arguments, span)
    case .prefix(let sign, let inner): return translate(sign, inner, span, context)
    case .binary(let lhs, let sign, let rhs): return translate(lhs, sign, rhs, span, context)
    case .ternary(let test, let then, let otherwise): return translate(test, then, otherwise, span, context)
    case .step:
      return refuse(span, "a condition that changes data has no counterpart", hint: "change them with `<assign>` in the transition")
    }
  }

  mutating func refuse(_ span: Span, _ message: String, hint: String? = nil) -> Translated? {
    report(.notImported, at: span, message, hint: hint)
    return nil
  }

  private mutating func translate(name: String, _ span: Span, _ context: Context) -> Translated? {
    if declared.contains(name) {
      var expression = ExprSyntax(.name(Name(valueNames.name(for: name), span)), span)
      if let step = context.steps[name], step != 0 {
        let amount = ExprSyntax(.integer("\(step.magnitude)"), span)
        expression = ExprSyntax(.binary(expression, step > 0 ? .add : .subtract, operatorSpan: span, amount), span)
      }
      return Translated(expression: expression, type: types.types[name] ?? .unknown)
    }
    switch name {
    case "_name": return Translated(expression: ExprSyntax(.string([.text(outline.name?.text ?? "")]), span), type: .string)
    case "_sessionid":
      let session = sessionName ?? valueNames.fresh(like: "sessionID")
      sessionName = session
      return Translated(expression: ExprSyntax(.name(Name(session, span)), span), type: .string)
    case "_event", "_ioprocessors", "_x": return refuse(span, "`\(name)` as a whole has no counterpart")
    default:
      report(
        .unknownName, at: span, "no data are called `\(name)`",
        hint: suggestion(for: name, among: declared, otherwise: "declare them: `<data id=\"\(name)\" expr=\"…\"/>`"))
      return nil
    }
  }

  /// What may have been meant; no longer looked for when there is enough to report.
  func suggestion(for name: String, among known: some Sequence<String>, otherwise: String?) -> String? {
    guard diagnostics.count < SyntaxFile.mostImportFindings else { return otherwise }
    return Suggestions.closest(to: name, among: known.sorted()).map { "did you mean `\($0)`?" } ?? otherwise
  }

  private mutating func translate(member source: JSExpr, _ context: Context) -> Translated? {
    guard let path = source.path, path[0] == "_event" else {
      return refuse(source.span, "objects have no counterpart", hint: "data are numbers, strings and booleans")
    }
    guard path == ["_event", "name"] else {
      return refuse(source.span, "`\(path.joined(separator: "."))` has no counterpart", hint: "of an event only the name is known")
    }
    guard let event = context.event else {
      return refuse(
        source.span, "which event this is about cannot be told here", hint: "`_event.name` is known in transitions with an event")
    }
    return Translated(expression: ExprSyntax(.string([.text(event)]), source.span), type: .string)
  }

  private mutating func translate(_ callee: JSExpr, _ arguments: [JSExpr], _ span: Span) -> Translated? {
    guard callee.path == ["In"] else {
      return refuse(span, "calls of functions have no counterpart", hint: "`In('state')` is the one function that fsmc reads")
    }
    guard arguments.count == 1, let id = arguments[0].literalString else { return refuse(span, "`In` takes the id of a state in quotes") }
    guard let state = outline.ids[id] else {
      reportUnknownState(XMLWord(text: id, span: arguments[0].span))
      return nil
    }
    if outline.states[state].isHistory { return Translated(expression: ExprSyntax(.boolean(false), span), type: .bool) }
    return Translated(expression: ExprSyntax(.isIn(path(to: state, arguments[0].span)), span), type: .bool)
  }

  mutating func reportUnknownState(_ id: XMLWord) {
    report(
      .unknownState, at: id.span, "no state has the id `\(id.text)`",
      hint: suggestion(for: id.text, among: outline.ids.keys, otherwise: nil))
  }

  private mutating func translate(_ sign: JSPrefix, _ inner: JSExpr, _ span: Span, _ context: Context) -> Translated? {
    if sign == .typeof { return translate(typeOf: inner, span) }
    guard let value = translate(inner, context) else { return nil }
    switch sign {
    case .not:
      guard let condition = truth(value, at: inner.span) else { return nil }
      if case .boolean(let known) = condition.kind { return Translated(expression: ExprSyntax(.boolean(!known), span), type: .bool) }
      return Translated(expression: ExprSyntax(.prefix(.not, condition), span), type: .bool)
    case .negate where value.type == .int || value.type == .double:
      return Translated(expression: ExprSyntax(.prefix(.negate, value.expression), span), type: value.type)
    case .plus where value.type == .int || value.type == .double: return value
    case .negate, .plus, .typeof: return refuse(span, "arithmetic is for numbers")
    }
  }

  /// `typeof x`, where the answer never changes.
  private mutating func translate(typeOf inner: JSExpr, _ span: Span) -> Translated? {
    guard case .name(let name) = inner.kind else { return refuse(span, "`typeof` is read before a name alone") }
    let answer: String
    if declared.contains(name) {
      guard valued.contains(name) else {
        return refuse(span, "whether `\(name)` is defined changes while the chart runs", hint: "give it a value from the start")
      }
      switch types.types[name] {
      case .bool: answer = "boolean"
      case .string: answer = "string"
      default: answer = "number"
      }
    } else {
      answer = "undefined"
    }
    return Translated(expression: ExprSyntax(.string([.text(answer)]), span), type: .string)
  }

  private mutating func translate(
    _ test: JSExpr, _ then: JSExpr, _ otherwise: JSExpr, _ span: Span, _ context: Context
  ) -> Translated? {
    guard let test = condition(test, context), let first = translate(then, context), let second = translate(otherwise, context) else {
      return nil
    }
    let type = first.type.joined(with: second.type)
    guard type != .mixed else { return refuse(span, "the two values are of different types") }
    return Translated(expression: ExprSyntax(.ternary(test, first.expression, second.expression), span), type: type)
  }
}
