import FSMDiagnostics
import FSMSyntax

/// Executable content as effects.
extension SCXMLTranslator {
  mutating func effects(_ actions: [SCXMLAction], _ context: Context) -> [EffectSyntax] {
    actions.flatMap { effects($0, context) }
  }

  private mutating func effects(_ action: SCXMLAction, _ context: Context) -> [EffectSyntax] {
    switch action {
    case .raise(let event, let span): return events.index(of: event.text).map { [.raise(call(events[$0].name, span))] } ?? []
    case .send(let send): return effect(send, context).map { [$0] } ?? []
    case .cancel(let id, let span): return cancellations(of: id, span)
    case .log(let label, let value, let span): return log(label, value, span, context).map { [$0] } ?? []
    case .assign(let assignment): return self.assignment(assignment, context).map { [$0] } ?? []
    case .conditional(let branches, let span): return conditional(branches[...], span, context)
    }
  }

  private mutating func effect(_ send: SCXMLSend, _ context: Context) -> EffectSyntax? {
    if send.isInternal, send.parameters.isEmpty {
      return events.index(of: send.event.text).map { .raise(self.call(events[$0].name, send.span)) }
    }
    if let action = outgoing[send.event.text] { return effect(send, action, context) }
    if let parameter = send.parameters.first {
      report(
        .notImported, at: parameter.name.span, "an event of the chart itself carries no data from it",
        hint: "assign the value to data of the chart, which the reaction to the event reads")
      return nil
    }
    guard let entry = cancels.entry(of: send) else { return nil }
    let sent = self.call(events[entry].name, send.span)
    switch send.delay {
    case nil: return .send(sent, delay: nil, span: send.span)
    case .constant(let text):
      guard let parts = DelayText.parts(text.text) else {
        report(.badForeignChart, at: text.span, "`\(text.text)` is no delay", hint: "write seconds or milliseconds: `1.5s`, `200ms`")
        return nil
      }
      let isZero = parts.allSatisfy { $0.number.allSatisfy { $0 == "0" || $0 == "." } }
      return .send(sent, delay: isZero ? nil : ExprSyntax(.duration(parts), text.span), span: send.span)
    case .expression(let source): return delay(source, context).map { .send(sent, delay: $0, span: send.span) }
    }
  }

  /// A delay computed when the event is sent: data that hold nothing else, or `n + 'ms'`.
  private mutating func delay(_ source: JSExpr, _ context: Context) -> ExprSyntax? {
    if case .binary(let number, .add, let unit) = source.kind, let text = unit.literalString, let parts = DelayText.parts("1" + text) {
      guard let amount = translate(number, context), amount.type == .int || amount.type == .double else {
        report(.notImported, at: number.span, "the delay is no number with a unit")
        return nil
      }
      let one = ExprSyntax(.duration(parts), unit.span)
      return ExprSyntax(.binary(amount.expression, .multiply, operatorSpan: source.span, one), source.span)
    }
    guard let value = translate(source, context) else { return nil }
    if value.type == .duration { return value.expression }
    report(
      .notImported, at: source.span, "a delay computed as text has no counterpart",
      hint: "write a number and its unit, as in `delayexpr=\"wait + 'ms'\"`")
    return nil
  }

  private mutating func cancellations(of id: XMLWord, _ span: Span) -> [EffectSyntax] {
    guard let entries = cancels.entries[id.text] else {
      report(
        .neverTaken, at: id.span, "no delayed `<send>` has the id `\(id.text)`, so this withdraws nothing",
        hint: "give the `<send>` that id")
      return []
    }
    return entries.map { .cancel(Name(events[$0].name, span), span: span) }
  }

  private mutating func log(_ label: String?, _ value: JSExpr?, _ span: Span, _ context: Context) -> EffectSyntax? {
    var context = context
    context.isLog = true
    let name = logName ?? valueNames.fresh(like: "log")
    logName = name
    var message = ExprSyntax(.string(label.map { [.text($0)] } ?? []), span)
    if let value {
      guard let found = translate(value, context) else { return nil }
      if label != nil {
        message = text(message, text(ExprSyntax(.string([.text(": ")]), span), found.expression, value.span), span)
      } else if found.type == .string {
        message = found.expression
      } else {
        message = text(message, found.expression, value.span)
      }
    }
    return performed(name, [ArgumentSyntax(label: nil, value: message, span: message.span)], span)
  }

  private mutating func assignment(_ assignment: JSAssignment, _ context: Context) -> EffectSyntax? {
    guard declared.contains(assignment.name) else {
      report(
        .unknownName, at: assignment.nameSpan, "no data are called `\(assignment.name)`",
        hint: suggestion(
          for: assignment.name, among: declared, otherwise: "declare them: `<data id=\"\(assignment.name)\" expr=\"…\"/>`"))
      return nil
    }
    if assignment.value.isUndefined, assignment.isDeclaration { return nil }
    let type = types.types[assignment.name] ?? .unknown
    let place = ExprSyntax(.name(Name(valueNames.name(for: assignment.name), assignment.nameSpan)), assignment.nameSpan)
    if let (sign, source) = shortForm(assignment, type), let operand = value(source, as: type, context) {
      return .assign(place: place, sign, value: operand, span: assignment.span)
    }
    guard var value = value(assignment.value, as: type, context) else { return nil }
    if type == .duration, let text = value.plainText { value = ExprSyntax(.duration(DelayText.parts(text) ?? []), value.span) }
    return .assign(place: place, .set, value: value, span: assignment.span)
  }

  /// `x = x + e` as `x += e`.
  private func shortForm(_ assignment: JSAssignment, _ type: DataType) -> (EffectSyntax.AssignmentOperator, JSExpr)? {
    guard case .binary(let lhs, let sign, let rhs) = assignment.value.kind, case .name(assignment.name) = lhs.kind,
      types.type(of: rhs) == type, type == .int || type == .double || type == .string && sign == .add
    else { return nil }
    switch sign {
    case .add: return (.add, rhs)
    case .subtract: return (.subtract, rhs)
    case .multiply: return (.multiply, rhs)
    default: return nil
    }
  }

  /// The reader bounds how many branches there are, and so how deep this goes.
  private mutating func conditional(_ branches: ArraySlice<SCXMLBranch>, _ span: Span, _ context: Context) -> [EffectSyntax] {
    guard let first = branches.first else { return [] }
    guard let source = first.condition else { return effects(first.actions, context) }
    let condition = condition(source, context)
    let then = effects(first.actions, context)
    let rest = conditional(branches.dropFirst(), branches.dropFirst().first?.span ?? span, context)
    guard let condition, !then.isEmpty || !rest.isEmpty else { return [] }
    if then.isEmpty {
      let negated = ExprSyntax(.prefix(.not, condition), condition.span)
      return [.conditional(.init(condition: negated, then: rest, otherwise: []), span: first.span)]
    }
    return [.conditional(.init(condition: condition, then: then, otherwise: rest), span: first.span)]
  }
}
